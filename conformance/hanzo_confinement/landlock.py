"""Landlock: a process and all that come of it keep some rights only where it is said, for good."""

from __future__ import annotations

import ctypes
import os
import stat
from collections.abc import Iterable
from contextlib import suppress

from hanzo_confinement import syscalls

# The right's place in the list is its bit (linux/landlock.h).
RIGHTS = (
    "execute", "write_file", "read_file", "read_dir", "remove_dir", "remove_file", "make_char",
    "make_dir", "make_reg", "make_sock", "make_fifo", "make_block", "make_sym", "refer", "truncate",
    "ioctl_dev",
)  # fmt: skip
# Those that something which is no folder can have.
OF_FILES = ("execute", "write_file", "read_file", "truncate", "ioctl_dev")


def abi() -> int:
    """The version that the kernel has; 0 where it has none."""
    try:
        return syscalls.call(syscalls.LANDLOCK_CREATE, 0, 0, 1)
    except OSError:
        return 0


def bits(rights: Iterable[str]) -> int:
    """Rights by their names as the kernel takes them; raises ``ValueError`` for another name."""
    return sum(1 << RIGHTS.index(name) for name in set(rights))


class Ruleset:
    """Rights that are kept only where they are allowed, once it is enforced.

    ``rights`` are bits, ``scopes`` those of ABI 6. Raises ``OSError``, as all of it does.
    """

    def __init__(self, rights: int, scopes: int = 0) -> None:
        version = abi()
        self._rights = rights
        attributes = (ctypes.c_uint64 * 3)(rights, 0, scopes if version >= 6 else 0)
        size = 24 if version >= 6 else 16 if version >= 4 else 8
        self._number = syscalls.call(syscalls.LANDLOCK_CREATE, ctypes.byref(attributes), size, 0)

    def allow(self, path: str, rights: int) -> None:
        """Leave rights at a path and below it; what is not there needs none."""
        with suppress(FileNotFoundError, PermissionError):
            number = os.open(path, os.O_PATH | os.O_CLOEXEC)
            try:
                rights &= self._rights
                if not stat.S_ISDIR(os.fstat(number).st_mode):
                    rights &= bits(OF_FILES)
                # The structure is packed: eight bytes, then four.
                rule = rights.to_bytes(8, "little") + number.to_bytes(4, "little")
                syscalls.call(syscalls.LANDLOCK_ADD, self._number, 1, ctypes.c_char_p(rule), 0)
            finally:
                os.close(number)

    def enforce(self) -> None:
        """Give up everything else; no new privileges are possible already."""
        syscalls.call(syscalls.LANDLOCK_RESTRICT, self._number, 0)
        os.close(self._number)
