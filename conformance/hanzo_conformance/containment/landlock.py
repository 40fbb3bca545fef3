"""Landlock: a process and all that come of it may read and write where it is said, for good."""

from __future__ import annotations

import ctypes
import os
import stat
from collections.abc import Iterable
from contextlib import suppress

from hanzo_conformance.containment import syscalls

EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1, 2, 4, 8
REFER, TRUNCATE, IOCTL_DEV = 1 << 13, 1 << 14, 1 << 15
# By ABI: what can be refused.
RIGHTS = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 5: (1 << 16) - 1}
READING = EXECUTE | READ_FILE | READ_DIR
FILE_RIGHTS = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV
# From ABI 6: no abstract sockets and no signals to who is outside.
SCOPES = 3
LEAST_ABI = 3
DEVICES = ("null", "zero", "full", "random", "urandom", "tty", "ptmx", "pts")


def abi() -> int:
    """The version that the kernel has; 0 where it has none."""
    try:
        return syscalls.call(syscalls.LANDLOCK_CREATE, 0, 0, 1)
    except OSError:
        return 0


def restrict(readable: Iterable[str], writable: Iterable[str]) -> None:
    """Leave these trees alone to be read, and these to be written too; raises ``OSError``."""
    version = abi()
    if version < LEAST_ABI:
        raise OSError(38, f"Landlock has ABI {version}, and {LEAST_ABI} is the first that holds")
    rights = RIGHTS[max(number for number in RIGHTS if number <= version)]
    attributes = (ctypes.c_uint64 * 3)(rights, 0, SCOPES if version >= 6 else 0)
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    ruleset = syscalls.call(syscalls.LANDLOCK_CREATE, ctypes.byref(attributes), size, 0)
    for path in readable:
        _allow(ruleset, path, READING & rights)
    for path in writable:
        _allow(ruleset, path, rights & ~IOCTL_DEV)
    for name in DEVICES:
        _allow(ruleset, f"/dev/{name}", (READ_FILE | WRITE_FILE | READ_DIR | IOCTL_DEV) & rights)
    syscalls.call(syscalls.LANDLOCK_RESTRICT, ruleset, 0)
    os.close(ruleset)


def beside(hidden: Iterable[str]) -> list[str]:
    """Trees that together are all but the hidden ones, whose parents cannot be listed."""
    closed = {os.path.realpath(path) for path in [*hidden, "/dev"]}
    if "/" in closed:
        return []
    found: list[str] = []
    todo = ["/"]
    while todo:
        folder = todo.pop()
        try:
            entries = list(os.scandir(folder))
        except OSError:
            continue
        for entry in entries:
            if entry.is_symlink() or entry.path in closed:
                continue
            if any(path.startswith(f"{entry.path}/") for path in closed):
                todo.append(entry.path)
            else:
                found.append(entry.path)
    return found


def _allow(ruleset: int, path: str, rights: int) -> None:
    with suppress(FileNotFoundError, PermissionError):
        number = os.open(path, os.O_PATH | os.O_CLOEXEC)
        try:
            if not stat.S_ISDIR(os.fstat(number).st_mode):
                rights &= FILE_RIGHTS
            # The structure is packed: eight bytes, then four.
            rule = rights.to_bytes(8, "little") + number.to_bytes(4, "little")
            syscalls.call(syscalls.LANDLOCK_ADD, ruleset, 1, ctypes.c_char_p(rule), 0)
        finally:
            os.close(number)
