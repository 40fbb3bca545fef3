"""A command that tries to get out of a sandbox by every way that it knows: OUTSIDE INSIDE OTHER.

What worked is seen by its effects, from outside. It says on its output that it has come to its end.
"""

from __future__ import annotations

import ctypes
import os
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

NEWUSER, NEWNS, BIND, REMOUNT, REC = 0x10000000, 0x20000, 4096, 32, 16384
ATTACH, MOUNT_SETATTR, AT_RECURSIVE = 16, 442, 0x8000
libc = ctypes.CDLL(None, use_errno=True)


def main(outside: str, inside: str, other: str) -> None:
    """Try everything; twice, for what an earlier way may have opened."""
    for turn in ("first", "second"):
        for way in (*files(outside, inside, turn), *worlds(outside, inside, other)):
            with suppress(OSError, ValueError):
                way()
    Path(inside, "mine").write_text("written")
    Path("relative").write_text("written")
    Path(os.environ["TMPDIR"], "temporary").write_text("written")
    with Path("/dev/null").open("w") as stream:
        stream.write("dropped")
    print("tried", flush=True)


def files(outside: str, inside: str, turn: str) -> Iterator[Callable[[], object]]:
    """What is done to files by their names."""
    yield lambda: append(f"{outside}/written")
    yield lambda: Path(outside, f"made-{turn}").touch()
    yield lambda: Path(outside, f"folder-{turn}").mkdir()
    yield lambda: Path(outside, f"linked-{turn}").symlink_to("/")
    yield lambda: os.mkfifo(f"{outside}/fifo-{turn}")
    yield lambda: os.mknod(f"{outside}/node-{turn}", 0o600 | 0o020000, os.makedev(1, 3))
    yield lambda: listen(f"{outside}/socket-{turn}")
    # A disk by a name of one's own: whoever has that may write to it wherever files are.
    yield lambda: os.mknod(f"{inside}/disk-{turn}", 0o600 | 0o060000, Path(outside).stat().st_dev)
    yield lambda: Path(outside, "removed").unlink()
    yield lambda: Path(outside, "emptied").rmdir()
    yield lambda: through_a_link(f"{outside}/linked", f"{inside}/hard-{turn}")
    yield lambda: Path(outside, f"other-{turn}").hardlink_to(f"{inside}/own")
    yield lambda: Path(outside, "renamed").rename(f"{inside}/taken-{turn}")
    yield lambda: Path(outside, "renamed").rename(f"{outside}/moved-{turn}")
    yield lambda: Path(inside, "own").rename(f"{outside}/put-{turn}")
    yield lambda: os.truncate(f"{outside}/truncated", 0)
    yield lambda: os.close(os.open(f"{outside}/truncated", os.O_WRONLY | os.O_TRUNC))
    yield lambda: os.close(os.open(f"{outside}/truncated", os.O_RDONLY | os.O_TRUNC))
    yield lambda: soft(f"{inside}/soft-{turn}", outside)
    yield lambda: reopened(f"{outside}/written")
    yield lambda: append(f"{inside}/../{Path(outside).name}/written")


def worlds(outside: str, inside: str, other: str) -> Iterator[Callable[[], object]]:
    """What is done to mounts, and to processes that are not held."""
    target = outside.encode()
    attributes = (ctypes.c_uint64 * 4)(0, 1, 0, 0)
    flags = ctypes.c_ulong
    yield lambda: libc.mount(b"none", b"/", None, flags(REMOUNT), None)
    yield lambda: libc.mount(b"none", b"/", None, flags(REMOUNT | BIND), None)
    yield lambda: libc.syscall(
        MOUNT_SETATTR, -100, b"/", AT_RECURSIVE, ctypes.byref(attributes), 32
    )
    yield lambda: libc.mount(inside.encode(), target, None, flags(BIND | REC), None)
    yield lambda: libc.mount(b"none", target, b"tmpfs", flags(0), None)
    yield lambda: libc.umount2(inside.encode(), 2)
    yield lambda: libc.umount2(b"/", 2)
    yield lambda: in_a_child(lambda: own_world(outside))
    yield lambda: in_a_child(lambda: rooted(outside))
    yield lambda: joined(f"/proc/{other}/ns/mnt")
    yield lambda: joined("/proc/1/ns/mnt")
    for process in (other, "1", str(os.getppid())):
        yield lambda process=process: append(f"/proc/{process}/root{outside}/written")  # type: ignore[misc] # bound now
        yield lambda process=process: append(f"/proc/{process}/cwd/written")  # type: ignore[misc] # bound now
    yield lambda: libc.ptrace(ATTACH, int(other), None, None)


def append(path: str) -> None:
    """Write at the end of a file that is there."""
    number = os.open(path, os.O_WRONLY | os.O_APPEND)
    try:
        os.write(number, b"!")
    finally:
        os.close(number)


def through_a_link(old: str, new: str) -> None:
    """Give a file a second name inside, and write by that."""
    os.link(old, new)
    append(new)


def soft(link: str, outside: str) -> None:
    """Write by a symbolic link that lies inside."""
    Path(link).symlink_to(outside)
    append(f"{link}/written")


def reopened(path: str) -> None:
    """Open for reading what is then opened for writing by its descriptor."""
    number = os.open(path, os.O_RDONLY)
    try:
        append(f"/proc/self/fd/{number}")
    finally:
        os.close(number)


def listen(path: str) -> None:
    """Make a socket."""
    with socket.socket(socket.AF_UNIX) as item:
        item.bind(path)


def in_a_child(work: Callable[[], object]) -> None:
    """Try what would change this process for all that comes after."""
    child = os.fork()
    if child == 0:
        with suppress(BaseException):
            work()
        os._exit(0)
    os.waitpid(child, 0)


def own_world(outside: str) -> None:
    """In namespaces of its own, root may mount."""
    libc.unshare(NEWUSER | NEWNS)
    libc.mount(b"none", b"/", None, ctypes.c_ulong(REMOUNT | BIND), None)
    append(f"{outside}/written")


def rooted(outside: str) -> None:
    """With another root, what lies outside has another name."""
    os.chroot(outside)
    append("/written")


def joined(namespace: str) -> None:
    """Enter the mounts of somebody else."""
    number = os.open(namespace, os.O_RDONLY)
    try:
        libc.setns(number, 0)
    finally:
        os.close(number)


if __name__ == "__main__":
    main(*sys.argv[1:])
