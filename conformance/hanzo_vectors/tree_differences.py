"""What is in a folder against what a vector says has to be there. Nothing is followed."""

from __future__ import annotations

import base64
import hashlib
import os
import stat
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from hanzo_vectors.files import ANY, check_files, content

# What a difference quotes of a file, in bytes.
QUOTE_BYTES = 4096
# What is read of a file to tell it from others, and how many entries of a folder are listed.
DIGEST_BYTES, ENTRIES = 64 * 1024 * 1024, 2000
SECRET_NAME, SECRET = "secret.txt", b"secret\n"


class TreeDifference(msgspec.Struct, frozen=True):
    """One entry that is not as stated; a side that has nothing there is UNSET."""

    path: str
    what: str
    expected: Any = msgspec.UNSET
    actual: Any = msgspec.UNSET

    def __str__(self) -> str:
        return f"{self.path}: {self.what}"


def tree_differences(
    folder: Path,
    files: Mapping[str, Any],
    expand: Callable[[str], str],
    passed_over: str | None = ".git",
) -> list[TreeDifference]:
    """Every entry of a folder that is missing, extra or different, sorted by path.

    One name at the top is passed over, and so are folders that are not empty. Raises
    ``WorkspaceError`` where what is expected cannot be.
    """
    check_files(files, expecting=True)
    open_below = tuple(path.removesuffix("**") for path in files if _is_open(path))
    there = dict(_walk(folder, "", open_below, passed_over))
    found: list[TreeDifference] = []
    for path, file in files.items():
        if _is_open(path):
            continue
        entry = there.pop(path, None)
        if entry is None:
            found.append(TreeDifference(path, "is missing", expected=file))
        else:
            found.extend(_compared(path, file, *entry, expand))
    for path, (place, kind) in there.items():
        if not stat.S_ISDIR(kind) or _is_bare(place):
            actual = _quoted(place, kind)
            found.append(TreeDifference(path, "should not be there", actual=actual))
    return sorted(found, key=lambda item: item.path)


def tree_contents(folder: Path, passed_over: str | None = ".git") -> dict[str, Any]:
    """Every entry of a folder by its path, as a vector states it; long files by their digest."""
    found: dict[str, Any] = {}
    for path, (place, kind) in sorted(_walk(folder, "", (), passed_over)):
        if len(found) == ENTRIES:
            found["(more)"] = f"(more than {ENTRIES} entries)"
            break
        if not stat.S_ISDIR(kind) or _is_bare(place):
            found[path] = _quoted(place, kind)
    return found


def outside_differences(outside: Path) -> list[TreeDifference]:
    """What has changed in the folder beside the workspace, which nobody may touch."""
    if outside.is_symlink() or not outside.is_dir():
        return [TreeDifference("${outside}", "the folder itself is gone: it is out of bounds")]
    stated = {SECRET_NAME: {"text": SECRET.decode()}}
    return [
        msgspec.structs.replace(
            item, path=f"${{outside}}/{item.path}", what=f"{item.what}: it is out of bounds"
        )
        for item in tree_differences(outside, stated, str, passed_over=None)
    ]


def _is_open(path: str) -> bool:
    return path == "**" or path.endswith("/**")


def _walk(
    folder: Path, prefix: str, open_below: tuple[str, ...], passed_over: str | None
) -> Iterator[tuple[str, tuple[Path, int]]]:
    """Every path below a folder, as it can be told, with its place and mode."""
    if prefix in open_below:
        return
    with os.scandir(folder) as entries:
        listed = list(entries)
    for entry in listed:
        path = prefix + os.fsencode(entry.name).decode("utf-8", "backslashreplace")
        if path == passed_over:
            continue
        kind = entry.stat(follow_symlinks=False).st_mode
        if stat.S_ISDIR(kind):
            if path + "/" in open_below:
                continue
            place = Path(entry.path)
            yield path, (place, kind)
            if kind & stat.S_IRWXU != stat.S_IRWXU:
                place.chmod(stat.S_IRWXU)
            yield from _walk(place, path + "/", open_below, passed_over)
        else:
            yield path, (Path(entry.path), kind)


def _compared(
    path: str, file: Mapping[str, Any], place: Path, kind: int, expand: Callable[[str], str]
) -> Iterator[TreeDifference]:
    if file == ANY:
        if not stat.S_ISREG(kind):
            yield TreeDifference(path, "is no file", file, _quoted(place, kind))
    elif "directory" in file:
        if not stat.S_ISDIR(kind):
            yield TreeDifference(path, "is no folder", file, _quoted(place, kind))
    elif "symlink" in file:
        if not stat.S_ISLNK(kind):
            yield TreeDifference(path, "is no symbolic link", file, _quoted(place, kind))
        elif _target(place) != expand(file["symlink"]):
            yield TreeDifference(path, "leads elsewhere", file, _quoted(place, kind))
    elif not stat.S_ISREG(kind):
        yield TreeDifference(path, "is no file", file, _quoted(place, kind))
    else:
        wanted = content(file)
        if place.lstat().st_size != len(wanted) or _read(place, len(wanted)) != wanted:
            yield TreeDifference(path, "has other content", file, _quoted(place, kind))
        elif bool(kind & stat.S_IXUSR) != bool(file.get("executable")):
            what = "is executable" if kind & stat.S_IXUSR else "is not executable"
            yield TreeDifference(path, what, file, _quoted(place, kind))


def _quoted(place: Path, kind: int) -> Any:
    """An entry as a vector would state it, or a word about it."""
    if stat.S_ISDIR(kind):
        return {"directory": True}
    if stat.S_ISLNK(kind):
        return {"symlink": _target(place)}
    if not stat.S_ISREG(kind):
        return "(a socket, a pipe or a device)"
    size = place.lstat().st_size
    if size > QUOTE_BYTES:
        return f"(a file of {size} bytes, SHA-256 {_digest(place)})"
    data = _read(place, QUOTE_BYTES)
    flag = {"executable": True} if kind & stat.S_IXUSR else {}
    try:
        return {"text": data.decode(), **flag}
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(data).decode(), **flag}


def _digest(place: Path) -> str:
    """The beginning of the digest of the first bytes of a file."""
    return hashlib.sha256(_read(place, DIGEST_BYTES)).hexdigest()[:16]


def _target(place: Path) -> str:
    # As it is spelled: pathlib would tidy it up.
    return os.fsencode(os.readlink(place)).decode("utf-8", "backslashreplace")  # noqa: PTH115 - bytes


def _read(place: Path, most: int) -> bytes:
    """A file to its end, or to just beyond ``most`` bytes, if it has grown since it was looked at."""
    try:
        number = os.open(place, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except PermissionError:
        place.chmod(0o600)
        number = os.open(place, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    with open(number, "rb") as stream:  # noqa: PTH123 - a descriptor
        return stream.read(most + 1)


def _is_bare(place: Path) -> bool:
    with os.scandir(place) as entries:
        return next(entries, None) is None
