"""The files of a vector, as JSON: what a path may be, what is in a file, how long that is.

Exactly one member says what a file is. Nothing here touches a file; see ``writing``.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any

import msgspec

# What one vector may lay out, serve, change and expect, however briefly it says so.
DESCRIBED_BYTES = 64 * 1024 * 1024
KINDS = ("text", "base64", "repeat", "symlink", "directory")

PLACEHOLDERS = "May contain ${workspace} and ${outside}."
EXECUTABLE = {"executable": {"type": "boolean"}}


def _object(required: list[str], **properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "required": required,
        "properties": properties,
        "additionalProperties": False,
    }


TEXT = {"type": "string"}
BASE64 = {"type": "string", "contentEncoding": "base64"}
TIMES = {"type": "integer", "minimum": 0}
CONTENT = [
    _object(["text"], text=TEXT),
    _object(["base64"], base64=BASE64),
    _object(["repeat", "times"], repeat=TEXT, times=TIMES),
]
FILES = [
    _object(["text"], text=TEXT, **EXECUTABLE),
    _object(["base64"], base64=BASE64, **EXECUTABLE),
    _object(["repeat", "times"], repeat=TEXT, times=TIMES, **EXECUTABLE),
    _object(["symlink"], symlink={"type": "string", "description": PLACEHOLDERS}),
    _object(["directory"], directory={"const": True}),
]
ANY = {"any": True}


def _one_of(kinds: list[dict[str, Any]]) -> msgspec.Meta:
    return msgspec.Meta(extra_json_schema={"oneOf": kinds})


FileExpectation = Annotated[
    dict[str, Any], _one_of([*FILES, _object(["any"], any={"const": True})])
]
FileChange = Annotated[dict[str, Any], _one_of(FILES)] | None


class WorkspaceError(ValueError):
    """A workspace that cannot be laid out as it is stated; ``str()`` names the path."""


def check_files(
    files: Mapping[str, Any],
    *,
    removing: bool = False,
    expecting: bool = False,
) -> None:
    """Refuse paths that lead out or into each other, and files that are no files.

    ``removing`` allows null, ``expecting`` allows ``any``. Raises ``WorkspaceError``.
    """
    for path, file in files.items():
        plain = path.removesuffix("/**") if expecting else path
        if not (expecting and path == "**"):
            _check_path(plain)
        if file is None and removing:
            continue
        if expecting and file == ANY:
            continue
        if plain != path:
            raise WorkspaceError(f"{path}: what ends in /** can only be any")
        _check_file(path, file)
    solid = {path for path, file in files.items() if file is not None and "directory" not in file}
    for path in files:
        for place, char in enumerate(path):
            if char == "/" and path[:place] in solid:
                raise WorkspaceError(f"{path}: {path[:place]} is no folder")


def content(file: Mapping[str, Any]) -> bytes:
    """The bytes of a file that has some."""
    if "text" in file:
        return str(file["text"]).encode()
    if "base64" in file:
        return base64.b64decode(file["base64"], validate=True)
    return str(file["repeat"]).encode() * int(file["times"])


def described_bytes(file: Any) -> int:
    """How long the content is that a vector describes; 0 for what has none, or is nothing yet."""
    if not isinstance(file, Mapping):
        return 0
    if isinstance(repeated := file.get("repeat"), str) and type(file.get("times")) is int:
        return len(repeated.encode()) * int(file["times"])
    stated = [file[kind] for kind in ("text", "base64") if isinstance(file.get(kind), str)]
    return sum(len(text.encode()) for text in stated)


def check_described(contents: Iterable[Any]) -> None:
    """Refuse what describes more than ``DESCRIBED_BYTES`` in all; raises ``WorkspaceError``."""
    count = sum(map(described_bytes, contents))
    if count > DESCRIBED_BYTES:
        raise WorkspaceError(
            f"its files and answers would have {count} bytes; a vector may describe "
            f"{DESCRIBED_BYTES}"
        )


def _check_path(path: str) -> None:
    parts = path.split("/")
    if any(part in ("", ".", "..") for part in parts) or "\0" in path:
        raise WorkspaceError(f"{path!r}: a path is relative, with plain names between slashes")
    if parts[0] == ".git":
        raise WorkspaceError(f"{path!r}: .git is made by git alone")


def _check_file(path: str, file: Any) -> None:
    for problem in _wrong(file):
        raise WorkspaceError(f"{path}: {problem}")


def _wrong(file: Any) -> Iterator[str]:
    if not isinstance(file, Mapping):
        yield "a file is an object"
        return
    kinds = [kind for kind in KINDS if kind in file]
    if len(kinds) != 1:
        yield f"has to be exactly one of {', '.join(KINDS)}"
        return
    kind = kinds[0]
    allowed = {kind, "times"} if kind == "repeat" else {kind}
    if kind in ("text", "base64", "repeat"):
        allowed.add("executable")
    unknown = sorted(set(file) - allowed)
    if unknown:
        yield f"a file by {kind} has no member {unknown[0]}"
    if kind == "directory" and file[kind] is not True:
        yield "directory can only be true"
    if kind != "directory" and not isinstance(file[kind], str):
        yield f"{kind} is a string"
    if kind == "repeat" and (type(file.get("times")) is not int or file["times"] < 0):
        yield "repeat needs times, a number that is not negative"
    if type(file.get("executable", False)) is not bool:
        yield "executable is true or false"
    if kind == "base64" and isinstance(file[kind], str):
        try:
            base64.b64decode(file[kind], validate=True)
        except (binascii.Error, ValueError) as problem:
            yield f"not base64: {problem}"
