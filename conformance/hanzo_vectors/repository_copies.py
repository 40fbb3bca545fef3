"""Repositories that git has made once, made again by copying what it wrote.

What is copied is kept in memory, out of reach of whoever is tested, by what was committed. An index
knows the files that it was made of by number, owner and times, which are other ones in a copy; so
it is told of those that are there, as git itself would do when it is asked for its status.
"""

from __future__ import annotations

import hashlib
import os
import stat
import struct
import threading
from pathlib import Path
from typing import TypeAlias

from hanzo_vectors.emptying import ENTER

# What is read to know a content again, and what is kept of all: larger ones are git's each time.
CONTENT_BYTES = 256 * 1024
KEPT_BYTES = 16 * 1024 * 1024
REPOSITORY = ".git"
# gitformat-index: 12 bytes of header, for each entry ten numbers of which the seventh is the mode
# that git has of it, an id, the flags, and the path with 1 to 8 NUL bytes; a checksum at the end.
HEADER, ENTRY = struct.Struct(">4sII"), struct.Struct(">10I")
ID_AND_FLAGS, CHECKSUM, WORD = 22, 20, 0xFFFFFFFF
READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC
CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC

Tree: TypeAlias = "dict[str, Tree | tuple[int, bytes]]"


class Copies:
    """What git has written, by what it was asked to commit; threads may share it."""

    def __init__(self) -> None:
        self._trees: dict[bytes, Tree] = {}
        self._left = KEPT_BYTES
        self._lock = threading.Lock()

    def lay(self, folder: Path, content: bytes | None) -> bool:
        """Make a folder of this content the repository that it was before; whether that was so.

        Raises ``OSError``.
        """
        tree = None if content is None else self._trees.get(content)
        if tree is None:
            return False
        index = tree["index"]
        assert isinstance(index, tuple)
        data = told_of(index[1], folder)
        assert data is not None, "what is kept has an index that can be read"
        top = os.open(folder, ENTER)
        try:
            _write(REPOSITORY, {**tree, "index": (index[0], data)}, top)
        finally:
            os.close(top)
        return True

    def keep(self, folder: Path, content: bytes | None) -> None:
        """Remember what git has made of a folder of this content; raises ``OSError``."""
        if content is None:
            return
        top = os.open(folder, ENTER)
        try:
            tree = _read(REPOSITORY, top)
        finally:
            os.close(top)
        index = tree.get("index")
        # A version that we do not know is git's to copy.
        if not isinstance(index, tuple) or told_of(index[1], folder) is None:
            return
        size = _size(tree)
        with self._lock:
            if content not in self._trees and size <= self._left:
                self._left -= size
                self._trees[content] = tree


def content_of(folder: Path, program: str) -> bytes | None:
    """What a folder holds, as a digest of paths, kinds and bytes; None where it is much.

    ``program`` says which git would be asked. Raises ``OSError``.
    """
    digest, left = hashlib.sha256(program.encode("utf-8", "surrogateescape")), CONTENT_BYTES
    for place, folders, files in os.walk(os.fsencode(folder)):
        folders.sort()
        for name in sorted([*files, *folders]):
            path = place + b"/" + name
            kind = os.lstat(path)
            if stat.S_ISDIR(kind.st_mode):
                data = b""
            elif stat.S_ISLNK(kind.st_mode):
                data = os.readlink(path)  # noqa: PTH115 - bytes
            else:
                left -= kind.st_size
                if left < 0 or not stat.S_ISREG(kind.st_mode):
                    return None
                with open(os.open(path, READ), "rb") as stream:  # noqa: PTH123 - a descriptor
                    data = stream.read(CONTENT_BYTES + 1)
            label = path[len(os.fsencode(folder)) :]
            digest.update(b"%o %d %d " % (kind.st_mode, len(label), len(data)) + label + data)
    return digest.digest()


def told_of(index: bytes, folder: Path) -> bytes | None:
    """An index that knows the files of a folder as they are now; None for one of another version.

    Raises ``OSError``.
    """
    magic, version, count = HEADER.unpack_from(index)
    if (magic, version) != (b"DIRC", 2):
        return None
    data, place = bytearray(index[:-CHECKSUM]), HEADER.size
    for _ in range(count):
        start = place + ENTRY.size + ID_AND_FLAGS
        end = data.index(0, start)
        there = os.lstat(os.fsencode(folder) + b"/" + bytes(data[start:end]))
        mode = ENTRY.unpack_from(data, place)[6]
        ENTRY.pack_into(data, place, *_seconds(there.st_ctime_ns), *_seconds(there.st_mtime_ns),
                        there.st_dev & WORD, there.st_ino & WORD, mode, there.st_uid,
                        there.st_gid, there.st_size & WORD)  # fmt: skip
        # The length of an entry is a multiple of eight, with one NUL byte at least.
        place += (end - place) // 8 * 8 + 8
    return bytes(data) + hashlib.sha1(data, usedforsecurity=False).digest()


def _seconds(time_ns: int) -> tuple[int, int]:
    return time_ns // 10**9 & WORD, time_ns % 10**9


def _read(name: str, parent: int) -> Tree:
    tree: Tree = {}
    number = os.open(name, ENTER, dir_fd=parent)
    try:
        for entry in sorted(os.listdir(number)):  # noqa: PTH208 - a descriptor
            kind = os.stat(entry, dir_fd=number, follow_symlinks=False).st_mode
            if stat.S_ISDIR(kind):
                tree[entry] = _read(entry, number)
            else:
                with open(os.open(entry, READ, dir_fd=number), "rb") as stream:  # noqa: PTH123 - a descriptor
                    tree[entry] = (stat.S_IMODE(kind), stream.read())
    finally:
        os.close(number)
    return tree


def _write(name: str, tree: Tree, parent: int) -> None:
    os.mkdir(name, dir_fd=parent)
    number = os.open(name, ENTER, dir_fd=parent)
    try:
        for entry, part in tree.items():
            if isinstance(part, dict):
                _write(entry, part, number)
                continue
            # What cannot be written to is written all the same by whoever has just made it.
            with open(os.open(entry, CREATE, part[0], dir_fd=number), "wb") as stream:  # noqa: PTH123 - a descriptor
                stream.write(part[1])
    finally:
        os.close(number)


def _size(tree: Tree) -> int:
    return sum(
        _size(part) if isinstance(part, dict) else len(part[1]) + len(name)
        for name, part in tree.items()
    )
