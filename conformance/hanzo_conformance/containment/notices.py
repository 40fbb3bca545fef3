"""Being told of another process' system calls, see seccomp_unotify(2): nothing is refused by it.

Whoever installs the filter and all that comes of it wait in such a call until the one who holds the
descriptor lets them go on. Calls raise ``OSError``.
"""

from __future__ import annotations

import fcntl
import os
import platform
import struct
from pathlib import Path
from typing import NamedTuple

from hanzo_confinement import filter as calls
from hanzo_confinement import syscalls as sys_

TOLD, NEW_LISTENER, GO_ON = 0x7FC00000, 8, 1
RECEIVE, SEND, IS_VALID = 0xC0502100, 0xC0182101, 0x40082102
# id, pid, flags, number, architecture, where, six arguments; and id, value, error, flags.
NOTICE, ANSWER = struct.Struct("=QIIiIQ6Q"), struct.Struct("=QqiI")
IO_URING = calls.NEW["io_uring_setup"]
OPENAT2 = 437
# Which argument is the folder that a path begins at (None: the working folder), which the path,
# which the flags (None: a program is executed).
Opening = tuple[int | None, int, int | None]
OPENINGS: dict[str, dict[int, Opening]] = {
    "x86_64": {2: (None, 0, 1), 257: (0, 1, 2), 59: (None, 0, None), 322: (0, 1, None),
               OPENAT2: (0, 1, 2)},
    "aarch64": {56: (0, 1, 2), 221: (None, 0, None), 281: (0, 1, None), OPENAT2: (0, 1, 2)},
}  # fmt: skip


class Notice(NamedTuple):
    """A call that waits."""

    id: int
    pid: int
    number: int
    arguments: tuple[int, ...]


def tell_openings() -> int:
    """Have somebody told of every file that this process opens from now on: whoever gets the result.

    A ring of calls, of which nobody would be told, is not to be had; programs do without.
    """
    machine = platform.machine()
    if machine not in OPENINGS:
        raise OSError(38, f"the architecture {machine} is not known here")
    lines: list[calls.Instruction] = [
        (calls.LOAD, 0, 0, calls.ARCHITECTURE),
        (calls.EQUAL, 1, 0, calls.AUDIT[machine]),
        (calls.RETURN, 0, 0, calls.ALLOW),
        (calls.LOAD, 0, 0, calls.NUMBER),
    ]
    for number in OPENINGS[machine]:
        lines += [(calls.EQUAL, 0, 1, number), (calls.RETURN, 0, 0, TOLD)]
    lines += [
        (calls.EQUAL, 0, 1, IO_URING),
        (calls.RETURN, 0, 0, calls.REFUSE | calls.ENOSYS),
        (calls.RETURN, 0, 0, calls.ALLOW),
    ]
    sys_.prctl(sys_.PR_SET_NO_NEW_PRIVS, 1)
    return sys_.filter_calls(lines, NEW_LISTENER)


def receive(listener: int) -> Notice:
    """The next call that waits; raises ``OSError`` where its process is gone meanwhile."""
    buffer = bytearray(NOTICE.size)
    fcntl.ioctl(listener, RECEIVE, buffer)
    id_, pid, _, number, _, _, *arguments = NOTICE.unpack(buffer)
    return Notice(id_, pid, number, tuple(arguments))


def let_go_on(listener: int, notice: Notice) -> None:
    """Have the call done as if nobody had been told."""
    fcntl.ioctl(listener, SEND, ANSWER.pack(notice.id, 0, 0, GO_ON))


def opened_path(listener: int, notice: Notice) -> str | None:
    """The path of the file that is opened to be read or executed, None where it is not.

    It is absolute, and has its links. Raises ``OSError`` where that cannot be seen.
    """
    base, path, flags = OPENINGS[platform.machine()][notice.number]
    memory = os.open(f"/proc/{notice.pid}/mem", os.O_RDONLY | os.O_CLOEXEC)
    try:
        # A call that is no longer waiting may be that of another process by now.
        fcntl.ioctl(listener, IS_VALID, struct.pack("=Q", notice.id))
        name = os.pread(memory, 4096, notice.arguments[path]).split(b"\0", 1)[0]
        how = 0
        if flags is not None:
            how = notice.arguments[flags]
            if notice.number == OPENAT2:
                [how] = struct.unpack("=Q", os.pread(memory, 8, how))
    finally:
        os.close(memory)
    if how & (os.O_DIRECTORY | os.O_PATH | os.O_TRUNC) or how & os.O_ACCMODE == os.O_WRONLY:
        return None
    if name.startswith(b"/"):
        return os.fsdecode(name)
    number = None if base is None else notice.arguments[base] & 0xFFFFFFFF
    at = "cwd" if number is None or number == sys_.AT_FDCWD & 0xFFFFFFFF else f"fd/{number}"
    return str(Path(f"/proc/{notice.pid}/{at}").readlink() / os.fsdecode(name))
