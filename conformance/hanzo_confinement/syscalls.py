"""The calls of Linux that Python has no name for; each raises ``OSError``."""

from __future__ import annotations

import ctypes
import os
import platform
from collections.abc import Sequence

CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWUTS = 0x20000, 0x2000000, 0x4000000
CLONE_NEWIPC, CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET = (
    0x8000000, 0x10000000, 0x20000000, 0x40000000,
)  # fmt: skip
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC = 1, 2, 4, 8
MS_BIND, MS_REC, MS_PRIVATE = 4096, 16384, 1 << 18
MOUNT_ATTR_RDONLY, MOUNT_ATTR_NOSUID, MOUNT_ATTR_NODEV = 1, 2, 4
AT_FDCWD, AT_RECURSIVE, AT_EMPTY_PATH = -100, 0x8000, 0x1000
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_CAPBSET_DROP = 1, 4, 24
PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS, PR_CAP_AMBIENT = 36, 38, 47
PTRACE_ATTACH = 16

# The same on every architecture since Linux 5.1.
OPEN_TREE, MOVE_MOUNT, MOUNT_SETATTR = 428, 429, 442
LANDLOCK_CREATE, LANDLOCK_ADD, LANDLOCK_RESTRICT = 444, 445, 446
# Older ones, by what ``uname -m`` says.
MACHINES = {
    "x86_64": {"audit": 0xC000003E, "seccomp": 317, "capset": 126, "ptrace": 101},
    "aarch64": {"audit": 0xC00000B7, "seccomp": 277, "capset": 91, "ptrace": 117},
}
_libc = ctypes.CDLL(None, use_errno=True)


def machine() -> dict[str, int]:
    """The numbers of this architecture; raises ``OSError`` where they are not known."""
    try:
        return MACHINES[platform.machine()]
    except KeyError:
        raise OSError(38, f"the architecture {platform.machine()} is not known here") from None


def call(number: int, *arguments: object) -> int:
    """A system call by its number."""
    words = [ctypes.c_long(item) if isinstance(item, int) else item for item in arguments]
    return _checked(_libc.syscall(ctypes.c_long(number), *words))


def prctl(option: int, *arguments: int) -> int:
    """As the manual says in section 2."""
    words = [*arguments, 0, 0, 0, 0][:4]
    return _checked(_libc.prctl(option, *map(ctypes.c_ulong, words)))


def unshare(flags: int) -> None:
    """As the manual says in section 2."""
    _checked(_libc.unshare(flags))


def mount(source: str, target: str, kind: str, flags: int, data: str = "") -> None:
    """As the manual says in section 2."""
    _checked(
        _libc.mount(
            source.encode(), os.fsencode(target), kind.encode(), ctypes.c_ulong(flags),
            data.encode() or None,
        )
    )  # fmt: skip


def open_tree(path: str) -> int:
    """A descriptor of a copy of the mounts at a path."""
    flags = 1 | os.O_CLOEXEC | AT_RECURSIVE
    return call(OPEN_TREE, AT_FDCWD, ctypes.c_char_p(os.fsencode(path)), flags)


def move_mount(tree: int, target: str) -> None:
    """Attach what ``open_tree`` gave."""
    call(MOVE_MOUNT, tree, ctypes.c_char_p(b""), AT_FDCWD,
         ctypes.c_char_p(os.fsencode(target)), 4)  # fmt: skip


def set_attributes(path: str, given: int, taken: int = 0, *, recursive: bool = True) -> None:
    """See mount_setattr(2)."""
    attributes = (ctypes.c_uint64 * 4)(given, taken, 0, 0)
    call(MOUNT_SETATTR, AT_FDCWD, ctypes.c_char_p(os.fsencode(path)),
         AT_RECURSIVE if recursive else 0, ctypes.byref(attributes), 32)  # fmt: skip


def drop_capabilities() -> None:
    """Give up every capability, for good."""
    for number in range(64):
        try:
            prctl(PR_CAPBSET_DROP, number)
        except OSError:
            break
    prctl(PR_CAP_AMBIENT, 4)
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    nothing = (ctypes.c_uint32 * 6)()
    call(machine()["capset"], ctypes.byref(header), ctypes.byref(nothing))


def filter_calls(program: Sequence[tuple[int, int, int, int]], flags: int = 0) -> int:
    """Install a seccomp filter, see ``filter``; no new privileges are possible already.

    ``flags`` are those of seccomp(2), on which the result depends.
    """

    class Instruction(ctypes.Structure):
        _fields_ = (
            ("code", ctypes.c_uint16),
            ("yes", ctypes.c_uint8),
            ("no", ctypes.c_uint8),
            ("value", ctypes.c_uint32),
        )

    class Program(ctypes.Structure):
        _fields_ = (("length", ctypes.c_uint16), ("first", ctypes.POINTER(Instruction)))

    lines = (Instruction * len(program))(*(Instruction(*words) for words in program))
    whole = Program(len(program), lines)
    return call(machine()["seccomp"], 1, flags, ctypes.byref(whole))


def ptrace_attach(pid: int) -> None:
    """See ptrace(2)."""
    call(machine()["ptrace"], PTRACE_ATTACH, pid, 0, 0)


def _checked(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result
