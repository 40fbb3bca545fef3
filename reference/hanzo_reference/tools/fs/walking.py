"""Walking a folder in the order of its paths, without ever following a symbolic link.

Folders are opened one within the other, by name and descriptor, so that a link that takes a
folder's place while the walk goes on leads nowhere.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, Protocol, Self

Kind = Literal["file", "directory", "symlink", "other"]
OPEN_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
# Without O_NONBLOCK, a pipe that takes a file's place would wait for a writer.
OPEN_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


@dataclass(frozen=True, slots=True)
class Entry:
    """Something in a folder; ``folder`` is the open folder's descriptor while the walk is here."""

    path: str
    name: str
    kind: Kind
    folder: int


class Gate(Protocol):
    """What a walk leaves out, as it stands in one folder."""

    def admits(self, entry: Entry) -> bool:
        """Whether to give this entry, and to enter it when it is a folder."""

    def within(self, path: str, folder: int, names: frozenset[str]) -> Self:
        """The gate of the folder with this path, open as ``folder``, whose entries are named."""


def walk(folder: int, gate: Gate, depth: int | None = None, path: str = "") -> Iterator[Entry]:
    """Every admitted entry below an open folder, a folder before what is in it.

    The entries of a folder come in the order of the bytes of their names. ``path`` is put before
    the paths of all of them. Folders that cannot be read are empty. Spec: FS-103, FS-106.
    """
    # The folders that are open, the outermost first, each with what is left in it.
    opened: list[tuple[int, Iterator[Entry], Gate]] = []
    try:
        opened.append(_opened(os.dup(folder), path, gate))
        while opened:
            entry = next(opened[-1][1], None)
            if entry is None:
                os.close(opened.pop()[0])
                continue
            gate = opened[-1][2]
            if not gate.admits(entry):
                continue
            yield entry
            if entry.kind == "directory" and (depth is None or len(opened) < depth):
                try:
                    below = os.open(entry.name, OPEN_FOLDER, dir_fd=entry.folder)
                except OSError:
                    continue
                opened.append(_opened(below, f"{entry.path}/", gate))
    finally:
        for descriptor, _, _ in opened:
            os.close(descriptor)


def _opened(folder: int, path: str, gate: Gate) -> tuple[int, Iterator[Entry], Gate]:
    found = _entries(folder, path)
    names = frozenset(entry.name for entry in found)
    return folder, iter(found), gate.within(path, folder, names)


def _entries(folder: int, path: str) -> list[Entry]:
    try:
        with os.scandir(folder) as found:
            # A name that is not UTF-8 has no URI.
            entries = [
                Entry(path + item.name, item.name, _kind(item), folder)
                for item in found
                if item.name.isascii() or _is_text(item.name)
            ]
    except OSError:
        return []
    entries.sort(key=_by_name)
    return entries


def _by_name(entry: Entry) -> str:
    # Code points are in the order of their UTF-8 bytes.
    return entry.name


def _kind(item: os.DirEntry[str]) -> Kind:
    if item.is_symlink():
        return "symlink"
    if item.is_file(follow_symlinks=False):
        return "file"
    return "directory" if item.is_dir(follow_symlinks=False) else "other"


def _is_text(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True
