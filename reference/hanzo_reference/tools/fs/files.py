"""Files as a whole: read within a limit, created, replaced. Paths are canonical.

Every step works on the open folder that holds the file, never on the path again.
"""

from __future__ import annotations

import os
import secrets
import stat
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from hanzo_reference.envelope import ToolError
from hanzo_reference.ids import content_hash
from hanzo_reference.tools.fs.refusals import kind_of, no_file, told_by_system
from hanzo_reference.tools.workspace import SAFELY, Workspace

# What is read in one piece, in bytes. Requirement FS-13.
LIMIT = 16 * 1024 * 1024


@dataclass(frozen=True)
class Content:
    """The bytes of a file, and what the system told about it when they were read."""

    data: bytes
    status: os.stat_result


def read_content(workspace: Workspace, path: Path) -> Content:
    """The content of the file at a path.

    ``UNSUPPORTED``: no file, or one larger than ``LIMIT``. ``NOT_FOUND``, ``PERMISSION_DENIED``.
    """
    uri = workspace.uri(path)
    with told_by_system(uri), workspace.folder_of(path) as (folder, name):
        return _read_at(folder, name, uri)


def create(workspace: Workspace, path: Path, data: bytes) -> None:
    """Make a new file; a name that is taken, also by a link that leads nowhere, is ``EXISTS``."""
    uri = workspace.uri(path)
    with told_by_system(uri), workspace.folder_of(path) as (folder, name):
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | SAFELY
        descriptor = os.open(name, flags, 0o666, dir_fd=folder)
        try:
            _write(descriptor, data)
        except OSError:
            with suppress(OSError):
                os.unlink(name, dir_fd=folder)
            raise


def replace(workspace: Workspace, path: Path, before: Content, data: bytes) -> None:
    """Put new bytes in the place of a file at once, with its mode and, if allowed, its owner.

    ``CONFLICT``: the file is no longer the one whose content was read.
    """
    uri = workspace.uri(path)
    with told_by_system(uri), workspace.folder_of(path) as (folder, name):
        beside = f".hanzo-{secrets.token_hex(8)}.tmp"
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | SAFELY
        descriptor = os.open(beside, flags, 0o600, dir_fd=folder)
        try:
            _write(descriptor, data, before.status)
            _refuse_if_changed(folder, name, uri, before)
            os.rename(beside, name, src_dir_fd=folder, dst_dir_fd=folder)
        except BaseException:
            with suppress(OSError):
                os.unlink(beside, dir_fd=folder)
            raise


def conflict(expected: str, actual: str) -> ToolError:
    """The refusal to change a content that the caller has not seen."""
    return ToolError(
        "CONFLICT", "the file has other content", {"expected": expected, "actual": actual}
    )


def _read_at(folder: int, name: str, uri: str) -> Content:
    found = os.stat(name, dir_fd=folder, follow_symlinks=False)
    # Asked before opening, which can have effects on a device.
    if kind_of(found) not in ("file", "symlink"):
        raise no_file(uri, kind_of(found))
    descriptor = os.open(name, os.O_RDONLY | SAFELY, dir_fd=folder)
    with os.fdopen(descriptor, "rb", buffering=0) as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise no_file(uri, kind_of(status))
        # A file that grows meanwhile, or has no honest size, is not read without an end either.
        data = b"" if status.st_size > LIMIT else _read_up_to(file.fileno(), LIMIT + 1)
    size = max(status.st_size, len(data))
    if size > LIMIT:
        raise ToolError(
            "UNSUPPORTED", f"{uri} is larger than {LIMIT} bytes",
            {"uri": uri, "size": size, "limit": LIMIT},
        )  # fmt: skip
    return Content(data, status)


def _read_up_to(descriptor: int, most: int) -> bytes:
    pieces: list[bytes] = []
    while most > 0:
        piece = os.read(descriptor, most)
        if not piece:
            break
        pieces.append(piece)
        most -= len(piece)
    return b"".join(pieces)


def _write(descriptor: int, data: bytes, like: os.stat_result | None = None) -> None:
    """Write all and close; with the owner, if allowed, and the mode of another file."""
    with os.fdopen(descriptor, "wb", buffering=0) as file:
        left = memoryview(data)
        while left:
            left = left[os.write(file.fileno(), left) :]
        if like is not None:
            with suppress(PermissionError):
                os.fchown(descriptor, like.st_uid, like.st_gid)
            # Last, because writing and changing the owner clear some of the bits.
            os.fchmod(descriptor, stat.S_IMODE(like.st_mode))


def _refuse_if_changed(folder: int, name: str, uri: str, before: Content) -> None:
    def identity(status: os.stat_result) -> tuple[int, ...]:
        return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns

    if identity(os.stat(name, dir_fd=folder, follow_symlinks=False)) != identity(before.status):
        now = _read_at(folder, name, uri)
        if now.data != before.data:
            raise conflict(content_hash(before.data), content_hash(now.data))
