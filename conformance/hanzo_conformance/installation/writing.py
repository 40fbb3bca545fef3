"""Writing files so that neither a full disk nor a second run leaves half of one."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from hanzo_vectors.errors import FileError


def write_whole(path: Path, data: bytes | Iterable[bytes]) -> int:
    """Write a file so that nobody ever sees a part of it; how many bytes it has.

    A link stays and its target is written. A device or a pipe cannot be put in the place of
    another and gets the bytes as it stands. ``data`` may come in portions. Raises ``FileError``.
    """
    try:
        if path.exists() and not path.is_file():
            return _write(path, data)
        return _replace(path.resolve(), data)
    except OSError as problem:
        raise unwritable(path, problem) from None


def unwritable(path: Path, problem: OSError) -> FileError:
    """The error of a file that the system does not let us write."""
    return FileError(path, f"cannot be written: {problem.strerror or problem}")


def _write(path: Path, data: bytes | Iterable[bytes]) -> int:
    with path.open("wb") as file:
        return sum(map(file.write, (data,) if isinstance(data, bytes) else data))


def _replace(path: Path, data: bytes | Iterable[bytes]) -> int:
    # Another run may write to the same place at the same time.
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        count = _write(beside, data)
        beside.replace(path)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
    return count
