"""Bytes that are kept until somebody reads them: the first in memory, the others in a file.

What a run keeps of a million vectors, of what is asked and of what went wrong, is more than the
memory that it may take. The file has no name, so it is gone with the program.
"""

from __future__ import annotations

import os
import tempfile
import weakref
from array import array
from pathlib import Path
from typing import IO

from hanzo_vectors.errors import FileError

MEBIBYTE = 1024 * 1024
# How many bytes are gathered before they are written.
GATHERED_BYTES = MEBIBYTE


class Shelf:
    """Pieces of bytes by number, counted from 0; many may read once nobody puts any more."""

    def __init__(self) -> None:
        self._ends = array("Q", [0])
        self._file: IO[bytes] | None = None
        self._gathered = bytearray()
        self._written = 0

    def __len__(self) -> int:
        return len(self._ends) - 1

    def put(self, piece: bytes) -> int:
        """Keep a piece; its number. Raises ``FileError`` where the file takes no more."""
        self._gathered += piece
        self._ends.append(self._written + len(self._gathered))
        if len(self._gathered) >= GATHERED_BYTES:
            self._write()
        return len(self) - 1

    def __getitem__(self, number: int) -> bytes:
        start, end = self._ends[number], self._ends[number + 1]
        if start >= self._written:
            return bytes(self._gathered[start - self._written : end - self._written])
        assert self._file is not None
        return os.pread(self._file.fileno(), end - start, start)

    def _write(self) -> None:
        try:
            if self._file is None:
                self._file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115 - it is kept
                weakref.finalize(self, self._file.close)
            with memoryview(self._gathered) as left:
                done = 0
                while done < len(left):
                    done += self._file.write(left[done:])
        except OSError as problem:
            raise FileError(
                Path(tempfile.gettempdir()),
                f"what a long run keeps aside cannot be written: {problem.strerror}",
                "set TMPDIR to a folder with more room",
            ) from None
        self._written += len(self._gathered)
        self._gathered = bytearray()
