"""Which system calls a held process may not make, as a program for seccomp: pure.

Refused calls end with EPERM, as for somebody who is not allowed to; ``clone3``, whose flags are out
of a filter's reach, with ENOSYS, after which the C libraries use ``clone``.
"""

from __future__ import annotations

from collections.abc import Iterable

EPERM, ENOSYS = 1, 38
AUDIT = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
# The same numbers everywhere.
NEW = {
    "io_uring_setup": 425, "open_tree": 428, "move_mount": 429, "fsopen": 430, "fsconfig": 431,
    "fsmount": 432, "fspick": 433, "pidfd_getfd": 438, "mount_setattr": 442,
}  # fmt: skip
CLONE3 = 435
NUMBERS: dict[str, dict[str, int]] = {
    "x86_64": {
        "ptrace": 101, "pivot_root": 155, "mount": 165, "umount2": 166, "kexec_load": 246,
        "unshare": 272, "open_by_handle_at": 304, "setns": 308, "process_vm_readv": 310,
        "process_vm_writev": 311, "kexec_file_load": 320, "bpf": 321, "perf_event_open": 298,
        "keyctl": 250, "add_key": 248, "request_key": 249, "userfaultfd": 323,
        "chroot": 161, "quotactl": 179, "swapon": 167, "reboot": 169, "init_module": 175,
        **NEW,
    },
    "aarch64": {
        "ptrace": 117, "pivot_root": 41, "mount": 40, "umount2": 39, "kexec_load": 104,
        "unshare": 97, "open_by_handle_at": 265, "setns": 268, "process_vm_readv": 270,
        "process_vm_writev": 271, "kexec_file_load": 294, "bpf": 280, "perf_event_open": 241,
        "keyctl": 219, "add_key": 217, "request_key": 218, "userfaultfd": 282,
        "chroot": 51, "quotactl": 60, "swapon": 224, "reboot": 142, "init_module": 105,
        **NEW,
    },
}  # fmt: skip
SOCKET = {"x86_64": 41, "aarch64": 198}
CLONE = {"x86_64": 56, "aarch64": 220}
NEW_USER = 0x10000000
AF_UNIX, AF_INET, AF_INET6, SOCK_STREAM = 1, 2, 10, 1

# Instructions of the classic filter language (linux/bpf_common.h).
LOAD, AND, EQUAL, ANY_BIT, AT_LEAST, RETURN = 0x20, 0x54, 0x15, 0x45, 0x35, 0x06
ALLOW, REFUSE = 0x7FFF0000, 0x00050000
# Where the data of a call has its parts.
NUMBER, ARCHITECTURE, FIRST, SECOND = 0, 4, 16, 24
X32 = 0x40000000

Instruction = tuple[int, int, int, int]


def program(
    machine: str, names: Iterable[str], *, users: bool = False, sockets: bool = False
) -> list[Instruction]:
    """The filter for ``uname -m``; raises ``KeyError`` where a number is not known.

    ``users``: refuse new namespaces of users, by whichever call. ``sockets``: refuse those that only
    a namespace could hold otherwise, all but TCP.
    """
    refused, allowed = (RETURN, 0, 0, REFUSE | EPERM), (RETURN, 0, 0, ALLOW)
    lines: list[Instruction] = [
        (LOAD, 0, 0, ARCHITECTURE),
        (EQUAL, 1, 0, AUDIT[machine]),
        refused,
        (LOAD, 0, 0, NUMBER),
    ]
    if machine == "x86_64":
        # The numbers of x32 are other names of the same calls.
        lines += [(AT_LEAST, 0, 1, X32), refused]
    for name in names:
        lines += [(EQUAL, 0, 1, NUMBERS[machine][name]), refused]
    if users:
        lines += [(EQUAL, 0, 1, CLONE3), (RETURN, 0, 0, REFUSE | ENOSYS)]
        lines += [
            (EQUAL, 0, 3, CLONE[machine]),
            (LOAD, 0, 0, FIRST),
            (ANY_BIT, 0, 1, NEW_USER),
            refused,
            (LOAD, 0, 0, NUMBER),
        ]
    if sockets:
        lines += [(EQUAL, 0, 8, SOCKET[machine]), (LOAD, 0, 0, FIRST)]
        # A family that is no internet is refused, and of these all that is no stream.
        lines += [(EQUAL, 2, 0, AF_INET), (EQUAL, 1, 0, AF_INET6), refused]
        lines += [(LOAD, 0, 0, SECOND), (AND, 0, 0, 0xF), (EQUAL, 1, 0, SOCK_STREAM), refused]
    return [*lines, allowed]
