"""Files laid out and changed from outside.

Modes and times are the same on every machine, whatever the umask and the clock say. Writing never
goes through a symbolic link, also where a program has put one in the place of a folder.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hanzo_vectors.emptying import ENTER, remove_entry
from hanzo_vectors.files import check_files, content

# 2001-01-01T00:00:00Z; each change from outside is a minute later than what was there before it,
# so that who looks at times sees it.
EPOCH_S = 978_307_200
MINUTE_S = 60
# Why a part of a path is no folder: nothing is there, something else, or a link.
NO_WAY = {errno.ENOENT, errno.ENOTDIR, errno.ELOOP}


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
    write_files(folder, kept, expand, EPOCH_S + number * MINUTE_S)


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


def write_files(
    folder: Path,
    files: Mapping[str, Any],
    expand: Callable[[str], str],
    mtime_s: int = EPOCH_S,
) -> None:
    """Write files below a folder; ``expand`` is for targets of links. Raises ``OSError``."""
    # Each step goes by a descriptor: a link in the place of a folder is never gone through.
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


def settle(folder: Path, mtime_s: int = EPOCH_S) -> None:
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
