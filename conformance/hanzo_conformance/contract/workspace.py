"""The files of a vector: what a path may be, how they are laid out and changed from outside.

Modes and times are the same on every machine, whatever the umask and the clock say. Writing never
goes through a symbolic link, also where a program has put one in the place of a folder.
"""

from __future__ import annotations

import base64
import binascii
import errno
import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hanzo_conformance.contract.emptying import ENTER, empty, remove_entry
from hanzo_conformance.contract.repository import commit_all

# 2001-01-01T00:00:00Z; each change from outside is a minute later than what was there before it,
# so that who looks at times sees it.
EPOCH_S = 978_307_200
MINUTE_S = 60
# What one vector may lay out, serve, change and expect, however briefly it says so.
DESCRIBED_BYTES = 64 * 1024 * 1024
# Why a part of a path is no folder: nothing is there, something else, or a link.
NO_WAY = {errno.ENOENT, errno.ENOTDIR, errno.ELOOP}
KINDS = ("text", "base64", "repeat", "symlink", "directory")


class WorkspaceError(ValueError):
    """A workspace that cannot be laid out as it is stated; ``str()`` names the path."""


def check_files(
    files: Mapping[str, Any],
    *,
    removing: bool = False,
    expecting: bool = False,
    committed: bool = False,
) -> None:
    """Refuse paths that lead out or into each other, and files that are no files.

    ``removing`` allows null, ``expecting`` allows ``any``; what is ``committed`` to git cannot have
    placeholders, since ids of commits would differ. Raises ``WorkspaceError``.
    """
    for path, file in files.items():
        plain = path.removesuffix("/**") if expecting else path
        if not (expecting and path == "**"):
            _check_path(plain)
        if file is None and removing:
            continue
        if expecting and file == {"any": True}:
            continue
        if plain != path:
            raise WorkspaceError(f"{path}: what ends in /** can only be any")
        _check_file(path, file)
        if committed and "${" in file.get("symlink", ""):
            raise WorkspaceError(f"{path}: a link that is committed has no placeholders")
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


def lay_out(folder: Path, workspace: Mapping[str, Any], expand: Callable[[str], str]) -> None:
    """Make a folder hold exactly what a workspace states; ``expand`` is for targets of links.

    Raises ``WorkspaceError``, ``ToolMissingError`` or ``OSError``.
    """
    files = workspace.get("files", {})
    check_files(files, committed=bool(workspace.get("git")))
    empty(folder)
    _settle(folder, EPOCH_S)
    _write_all(folder, files, EPOCH_S, expand)
    if workspace.get("git"):
        commit_all(folder)
    _settle(folder, EPOCH_S)


def change(
    folder: Path, files: Mapping[str, Any], number: int, expand: Callable[[str], str]
) -> None:
    """Change a folder from outside: the ``number``-th change, counted from 1; null removes.

    Raises ``WorkspaceError`` or ``OSError``.
    """
    check_files(files, removing=True)
    top = os.open(folder, ENTER)
    try:
        for path in files:
            _clear(top, path)
    finally:
        os.close(top)
    kept = {path: file for path, file in files.items() if file is not None}
    _write_all(folder, kept, EPOCH_S + number * MINUTE_S, expand)


def give(folder: Path, owner: tuple[int, int]) -> None:
    """Make a folder and all that is in it somebody else's; raises ``OSError``.

    What is his already is not touched: a repository takes a touched file for a changed one.
    """
    top = os.open(folder, ENTER)
    try:
        if _owner(os.fstat(top)) != owner:
            os.fchown(top, *owner)
        todo: list[tuple[str, ...]] = [()]
        while todo:
            above = todo.pop()
            with _entered(top, above) as place:
                for name in os.listdir(place):  # noqa: PTH208 - a descriptor
                    there = os.stat(name, dir_fd=place, follow_symlinks=False)
                    if _owner(there) != owner:
                        os.chown(name, *owner, dir_fd=place, follow_symlinks=False)
                    if stat.S_ISDIR(there.st_mode):
                        todo.append((*above, name))
    finally:
        os.close(top)


def _owner(there: os.stat_result) -> tuple[int, int]:
    return there.st_uid, there.st_gid


def _write_all(
    folder: Path, files: Mapping[str, Any], mtime_s: int, expand: Callable[[str], str]
) -> None:
    """Each step goes by a descriptor: a link in the place of a folder is never gone through."""
    top = os.open(folder, ENTER)
    try:
        made: dict[tuple[str, ...], None] = {}
        for path, file in files.items():
            *above, name = path.split("/")
            if "directory" in file:
                above.append(name)
            with _descended(top, above, made) as parent:
                if "symlink" in file:
                    os.symlink(expand(file["symlink"]), name, dir_fd=parent)
                    os.utime(name, (mtime_s, mtime_s), dir_fd=parent, follow_symlinks=False)
                elif "directory" not in file:
                    mode = 0o755 if file.get("executable") else 0o644
                    _write(name, parent, content(file), mode, mtime_s)
        for parts in reversed(made):
            with _descended(top, parts, made) as place:
                os.utime(place, (mtime_s, mtime_s))
    finally:
        os.close(top)


@contextmanager
def _descended(top: int, parts: Sequence[str], made: dict[tuple[str, ...], None]) -> Iterator[int]:
    """A descriptor of a folder below another one; folders that are not there are made."""
    place = os.dup(top)
    try:
        for depth, name in enumerate(parts, 1):
            if tuple(parts[:depth]) not in made:
                _make_folder(name, place)
                made[tuple(parts[:depth])] = None
            below = os.open(name, ENTER, dir_fd=place)
            os.close(place)
            place = below
        yield place
    finally:
        os.close(place)


def _write(name: str, parent: int, data: bytes, mode: int, mtime_s: int) -> None:
    # A path that was free a moment ago may be a link by now.
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
    number = os.open(name, flags, mode, dir_fd=parent)
    with open(number, "wb") as stream:  # noqa: PTH123 - a descriptor
        stream.write(data)
        stream.flush()
        os.fchmod(number, mode)
        os.utime(number, (mtime_s, mtime_s))


def _make_folder(name: str, parent: int) -> None:
    """A real folder of this name, instead of whatever else is there."""
    try:
        os.mkdir(name, dir_fd=parent)
    except FileExistsError:
        if stat.S_ISDIR(os.stat(name, dir_fd=parent, follow_symlinks=False).st_mode):
            return
        os.unlink(name, dir_fd=parent)
        os.mkdir(name, dir_fd=parent)
    number = os.open(name, ENTER, dir_fd=parent)
    try:
        os.fchmod(number, 0o755)
    finally:
        os.close(number)


def _settle(folder: Path, mtime_s: int) -> None:
    """Give the folder itself its mode and its time, if it is one."""
    number = os.open(folder, ENTER)
    try:
        os.fchmod(number, 0o755)
        os.utime(number, (mtime_s, mtime_s))
    finally:
        os.close(number)


def _clear(top: int, path: str) -> None:
    """Remove what is at a path below a folder, if every part of the way there is a real folder."""
    *above, name = path.split("/")
    try:
        with _entered(top, above) as place:
            remove_entry(name, place)
    except OSError as problem:
        if problem.errno not in NO_WAY:
            raise


@contextmanager
def _entered(top: int, parts: Sequence[str]) -> Iterator[int]:
    """A descriptor of a folder below another one, no part of the way being a link."""
    place = os.dup(top)
    try:
        for name in parts:
            below = os.open(name, ENTER, dir_fd=place)
            os.close(place)
            place = below
        yield place
    finally:
        os.close(place)


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
