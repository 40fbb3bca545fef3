"""Files that somebody else wrote, read up to a bound."""

from __future__ import annotations

import os
from pathlib import Path

from hanzo_vectors.errors import FileError

MEBIBYTE = 1024 * 1024
# What people write: a manifest, a baseline, a list.
TEXT_BYTES = 16 * MEBIBYTE
# What programs write: vectors, records, streams of events. A million of either fits.
DATA_BYTES = 1024 * MEBIBYTE


def read_bounded(path: Path, most: int) -> bytes:
    """All of a file, a pipe's too, but no more than ``most`` bytes.

    Raises ``FileError`` for one that is longer, and ``OSError`` for one that cannot be read.
    """
    with path.open("rb") as file:
        # What is asked for is set aside at once, so no more is than there seems to be.
        pieces = [file.read(min(os.fstat(file.fileno()).st_size, most) + 1)]
        count = len(pieces[0])
        while pieces[-1] and count <= most:
            pieces.append(file.read(MEBIBYTE))
            count += len(pieces[-1])
    if count > most:
        raise FileError(
            path,
            f"has more than {most // MEBIBYTE} MiB, and is not read",
            "give another file, or a part of it",
        )
    return pieces[0] if count == len(pieces[0]) else b"".join(pieces)


def read_bounded_text(path: Path, most: int = TEXT_BYTES) -> str:
    """The same as UTF-8 text; raises ``UnicodeDecodeError``, too."""
    return read_bounded(path, most).decode("utf-8")
