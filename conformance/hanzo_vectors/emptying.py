"""Emptying a folder that a hostile program has filled: nothing is followed, nothing stays.

Directories are entered by descriptor, so a symbolic link put in their place is an error of the
moment and never a way out of the folder.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path

# Descriptors are open on the way down; what lies deeper is moved up and emptied from there.
DEEPEST = 100
ROUNDS = 1000
ENTER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


def empty(folder: Path) -> None:
    """Leave an empty directory at this path, whatever is there now; raises ``OSError``."""
    with suppress(FileExistsError):
        folder.mkdir()
    if not stat.S_ISDIR(folder.lstat().st_mode):
        folder.unlink()
        folder.mkdir()
    top = _enter(str(folder), None)
    try:
        _empty(top, str(folder))
    finally:
        os.close(top)


def remove_entry(name: str, parent: int) -> None:
    """Remove what has a name in a directory, given by its descriptor; raises ``OSError``.

    What is not there is removed already.
    """
    for _ in range(ROUNDS):
        try:
            if not stat.S_ISDIR(os.stat(name, dir_fd=parent, follow_symlinks=False).st_mode):
                os.unlink(name, dir_fd=parent)
                return
            number = _enter(name, parent)
            try:
                _empty(number, name)
            finally:
                os.close(number)
            os.rmdir(name, dir_fd=parent)
        except FileNotFoundError:
            return
        except (NotADirectoryError, IsADirectoryError):
            # It became something else under our hands.
            continue
        except OSError as problem:
            if not _changed(problem):
                raise
        else:
            return
    raise OSError(f"{name} changes as fast as it is removed")


def remove(folder: Path) -> None:
    """Remove a directory with all that is in it; raises ``OSError``."""
    empty(folder)
    folder.rmdir()


def _empty(top: int, called: str) -> None:
    # A process that still writes, or a very deep tree, takes another round.
    for number in range(ROUNDS):
        entries = _entries(top)
        if not entries:
            return
        _remove_all(top, entries, top, 0, f".deep-{number}-")
    raise OSError(f"{called} is filled as fast as it is emptied")


def _enter(name: str, parent: int | None) -> int:
    """Open a directory for its owner to change, also one that forbids it."""
    try:
        number = os.open(name, ENTER, dir_fd=parent)
    except PermissionError:
        _open_to_owner(name, parent)
        number = os.open(name, ENTER, dir_fd=parent)
    with suppress(PermissionError):
        os.fchmod(number, stat.S_IRWXU)
    return number


def _open_to_owner(name: str, parent: int | None) -> None:
    """Let its owner into a directory, and nobody anywhere where a link has taken its place."""
    if not hasattr(os, "O_PATH"):
        os.chmod(name, stat.S_IRWXU, dir_fd=parent, follow_symlinks=False)
        return
    # Linux changes no mode by a name without going through links, only by what has been opened.
    flags = os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
    number = os.open(name, flags, dir_fd=parent)
    try:
        Path(f"/proc/self/fd/{number}").chmod(stat.S_IRWXU)
    finally:
        os.close(number)


def _entries(number: int) -> list[tuple[str, bool]]:
    """What is in a directory, and whether each is one itself, as reading it tells."""
    with os.scandir(number) as entries:
        return [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries]


def _remove_all(
    parent: int, entries: list[tuple[str, bool]], top: int, depth: int, spare: str
) -> None:
    for index, (name, is_folder) in enumerate(entries):
        try:
            if not is_folder:
                os.unlink(name, dir_fd=parent)
            elif depth >= DEEPEST:
                os.close(_enter(name, parent))
                os.rename(name, f"{spare}{index}", src_dir_fd=parent, dst_dir_fd=top)
            else:
                number = _enter(name, parent)
                try:
                    _remove_all(number, _entries(number), top, depth + 1, f"{spare}{index}-")
                finally:
                    os.close(number)
                os.rmdir(name, dir_fd=parent)
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            # It changed under our hands; the next round sees what it is now.
            continue
        except OSError as problem:
            if not _changed(problem):
                raise


def _changed(problem: OSError) -> bool:
    return problem.errno in (errno.ENOTEMPTY, errno.EEXIST, errno.ELOOP)
