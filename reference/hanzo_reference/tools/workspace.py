"""The folder that a tool may touch, and the rule that keeps every path inside it.

A URI is located by asking the file system: symbolic links are followed first, and what they lead
to has to lie inside. Opening goes folder by folder without following links, so that a link that
appears between the two is refused, too.
"""

from __future__ import annotations

import errno
import os
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hanzo_reference.envelope import ToolError
from hanzo_reference.ids import path_from_uri, uri_from_path
from hanzo_reference.spec.declaration import DomainError
from hanzo_reference.tools.failures import violation

# What Linux follows before it speaks of a loop.
MOST_LINKS = 40
# No system takes a longer path (PATH_MAX of Linux), so that nothing at one can be seen to be a link.
PATH_BYTES = 4096
# Without O_NONBLOCK, opening a pipe waits for somebody to write to it.
SAFELY = os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK
FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


class Workspace:
    """One folder; ``root`` is its canonical path.

    Spec: FS-1 to FS-7.
    """

    def __init__(self, root: str) -> None:
        self.root = Path(os.path.realpath(root))

    def locate(self, uri: str, pointer: str = "/uri") -> Path:
        """The canonical path that a file URI names; there need not be anything.

        ``INVALID_PARAMS``: no file URI, reported at ``pointer``. ``PERMISSION_DENIED`` with the
        URI in ``details``: a place outside the workspace, also by way of a symbolic link, and
        links that lead in a circle.
        """
        found = _followed(_path(uri, pointer))
        if found is None or not self._holds(found):
            raise outside(uri)
        return found

    def canonical(self, path: Path) -> Path | None:
        """Where an absolute path leads; None for a place outside, and for links in a circle."""
        found = _followed(path)
        return found if found is not None and self._holds(found) else None

    def locate_entry(self, uri: str, pointer: str = "/uri") -> Path:
        """As ``locate``, but of a symbolic link at the end the path of the link itself.

        What the link leads to has to lie inside all the same; a link that leads in a circle,
        which ``locate`` refuses, is refused here, too.
        """
        located = self.locate(uri, pointer)
        path = _path(uri, pointer)
        parent = _followed(path.parent)
        # A link outside may lead into the workspace; then only what it leads to is inside.
        if parent is None or not self._holds(parent):
            return located
        return parent / path.name

    def uri(self, path: Path) -> str:
        """The URI of a path."""
        return uri_from_path(str(path))

    @contextmanager
    def folder_of(self, path: Path) -> Iterator[tuple[int, str]]:
        """An open descriptor of the folder that holds a canonical path, and its name there.

        No symbolic link is followed on the way: the path had none when it was located. Raises
        ``OSError``, and ``PERMISSION_DENIED`` for a link that has come since.
        """
        names = path.relative_to(self.root).parts
        descriptor = os.open(self.root, FOLDER)
        try:
            for name in names[:-1]:
                below = self._enter(descriptor, name, path)
                os.close(descriptor)
                descriptor = below
            yield descriptor, names[-1] if names else "."
        finally:
            os.close(descriptor)

    def open(self, path: Path) -> int:
        """A descriptor for reading what is at a canonical path; the caller closes it.

        Raises ``OSError``, and ``PERMISSION_DENIED`` for a link that has come since the path was
        located.
        """
        with self.folder_of(path) as (folder, name):
            try:
                return os.open(name, os.O_RDONLY | SAFELY, dir_fd=folder)
            except OSError as problem:
                if problem.errno == errno.ELOOP:
                    raise outside(self.uri(path)) from None
                raise

    def _enter(self, folder: int, name: str, path: Path) -> int:
        try:
            return os.open(name, FOLDER, dir_fd=folder)
        except OSError as problem:
            # Linux says ENOTDIR for a link where a folder is asked for, others ELOOP.
            if problem.errno in (errno.ENOTDIR, errno.ELOOP) and _is_link(name, folder):
                raise outside(self.uri(path)) from None
            raise

    def _holds(self, path: Path) -> bool:
        return path.is_relative_to(self.root)


def outside(uri: str) -> ToolError:
    """The refusal of a place that is not in the workspace."""
    return ToolError("PERMISSION_DENIED", f"{uri} is outside the workspace", {"uri": uri})


def _path(uri: str, pointer: str) -> Path:
    try:
        return Path(path_from_uri(uri))
    except DomainError as problem:
        raise violation(pointer, "uri", problem.message) from None


def _followed(path: Path) -> Path | None:
    """An absolute path with every symbolic link on it followed; None when there are too many."""
    left = deque(_names(str(path)))
    found: list[str] = []
    size = links = 0
    while left:
        name = left.popleft()
        if name == "..":
            size -= len(found.pop()) + 1 if found else 0
            continue
        found.append(name)
        size += len(name) + 1
        target = _target("/" + "/".join(found)) if size <= PATH_BYTES else None
        if target is None:
            continue
        links += 1
        if links > MOST_LINKS:
            return None
        size -= len(found.pop()) + 1
        if target.startswith("/"):
            found, size = [], 0
        left.extendleft(reversed(_names(target)))
    return Path("/", *found)


def _target(path: str) -> str | None:
    """Where a symbolic link leads; None for what is none."""
    try:
        return str(Path(path).readlink())
    except OSError:
        # Nothing there, no link, or not to be seen: whoever opens it will be told which.
        return None


def _names(path: str) -> list[str]:
    return [name for name in path.split("/") if name not in ("", ".")]


def _is_link(name: str, folder: int) -> bool:
    try:
        os.readlink(name, dir_fd=folder)
    except OSError:
        return False
    return True
