"""Writing files so that neither a full disk nor a second run leaves half of one."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from hanzo_conformance.values.errors import FileError


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that nobody ever sees a part of it; raises ``FileError``.

    A link stays and its target is written. A device or a pipe cannot be put in the place of
    another and gets the bytes as it stands.
    """
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)
        else:
            _replace(path.resolve(), data)
    except OSError as problem:
        raise unwritable(path, problem) from None


def unwritable(path: Path, problem: OSError) -> FileError:
    """The error of a file that the system does not let us write."""
    return FileError(path, f"cannot be written: {problem.strerror or problem}")


def _replace(path: Path, data: bytes) -> None:
    # Another run may write to the same place at the same time.
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        beside.write_bytes(data)
        beside.replace(path)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
