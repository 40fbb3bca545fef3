"""Namespaces of users, mounts, processes, the network and messages: a world of one's own.

Everything installed is there and cannot be written; home folders and the places where sockets lie
are empty but for what is stated; ``/tmp``, ``/dev`` and ``/proc`` are private; the network is a
loopback device; whoever is started in it dies with its first process.
"""

from __future__ import annotations

import fcntl
import os
import socket
import stat
import struct
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from hanzo_confinement import syscalls as sys_

DEVICES = ("null", "zero", "full", "random", "urandom", "tty")
LINKS = {"fd": "/proc/self/fd", "stdin": "/proc/self/fd/0", "stdout": "/proc/self/fd/1",
         "stderr": "/proc/self/fd/2", "ptmx": "pts/ptmx"}  # fmt: skip
# What is everybody's, and so the adapter's own.
PRIVATE = ("/tmp", "/var/tmp", "/dev/shm")  # noqa: S108 - they are mounted over
TMPFS = "mode=1777,size=50%"
CLOSED = "mode=755,size=64k"
ALL_NEW = sys_.CLONE_NEWUSER | sys_.CLONE_NEWNET | sys_.CLONE_NEWIPC | sys_.CLONE_NEWUTS
UP, SIOCGIFFLAGS, SIOCSIFFLAGS = 1, 0x8913, 0x8914


def leave() -> None:
    """Leave the user's namespaces of users, network and messages; raises ``OSError``.

    The user and the group stay who they are; nobody else is known.
    """
    uid, gid = os.geteuid(), os.getegid()
    sys_.unshare(ALL_NEW)
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text(f"{uid} {uid} 1")
    Path("/proc/self/gid_map").write_text(f"{gid} {gid} 1")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        asked = struct.pack("16sH14s", b"lo", 0, b"")
        flags = struct.unpack("16sH14s", fcntl.ioctl(any_socket, SIOCGIFFLAGS, asked))[1]
        fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack("16sH14s", b"lo", flags | UP, b""))


def furnish(
    hidden: Sequence[str], readable: Sequence[str], writable: Sequence[str], sockets: Sequence[str]
) -> None:
    """Make the mounts of this process what the module says, but for ``/proc``; raises ``OSError``.

    ``readable`` are shown again where a hidden folder covers them, ``writable`` can be written.
    ``sockets`` are files that nobody may call.
    """
    sys_.unshare(sys_.CLONE_NEWNS)
    sys_.mount("none", "/", "", sys_.MS_REC | sys_.MS_PRIVATE)
    covers = _outermost([*hidden, *(path for path in PRIVATE if Path(path).is_dir())])
    shown = [path for path in _real(readable) if any(_below(path, cover) for cover in covers)]
    trees = {path: sys_.open_tree(path) for path in _real([*shown, *writable])}
    # As they are now: a moment later the folders above may be covered.
    kept = _outermost(writable)
    devices = {name: sys_.open_tree(f"/dev/{name}") for name in DEVICES if _is_device(name)}
    masked = [path for path in sockets if not any(_below(path, cover) for cover in covers)]
    sys_.set_attributes(
        "/", sys_.MOUNT_ATTR_RDONLY | sys_.MOUNT_ATTR_NOSUID | sys_.MOUNT_ATTR_NODEV
    )
    for cover in covers:
        data = TMPFS if cover in PRIVATE else CLOSED
        sys_.mount("tmpfs", cover, "tmpfs", sys_.MS_NOSUID | sys_.MS_NODEV, data)
    _furnish_dev(devices)
    # The shorter path is mounted first: the longer one may lie in it.
    for path in sorted(trees, key=len):
        _make_place(path, directory=stat.S_ISDIR(os.fstat(trees[path]).st_mode))
        sys_.move_mount(trees[path], path)
        given = sys_.MOUNT_ATTR_NOSUID | sys_.MOUNT_ATTR_NODEV
        if path not in kept:
            given |= sys_.MOUNT_ATTR_RDONLY
        sys_.set_attributes(path, given)
        os.close(trees[path])
    for path in masked:
        with suppress(OSError):
            sys_.mount("/dev/null", path, "", sys_.MS_BIND)
    for cover in covers:
        if cover not in PRIVATE:
            sys_.set_attributes(cover, sys_.MOUNT_ATTR_RDONLY, recursive=False)


def show_processes() -> None:
    """Mount a ``/proc`` of the namespace that this process is the first of."""
    flags = sys_.MS_NOSUID | sys_.MS_NODEV | sys_.MS_NOEXEC | sys_.MS_RDONLY
    sys_.mount("proc", "/proc", "proc", flags)


def _furnish_dev(devices: dict[str, int]) -> None:
    sys_.mount("tmpfs", "/dev", "tmpfs", sys_.MS_NOSUID, CLOSED)
    for name, tree in devices.items():
        Path(f"/dev/{name}").touch()
        sys_.move_mount(tree, f"/dev/{name}")
        os.close(tree)
    for name, target in LINKS.items():
        Path(f"/dev/{name}").symlink_to(target)
    for name in ("shm", "pts"):
        Path(f"/dev/{name}").mkdir()
    # Nothing of anybody is used there: it is what covers the shared one.
    sys_.mount("tmpfs", "/dev/shm", "tmpfs", sys_.MS_NOSUID | sys_.MS_NODEV, TMPFS)  # noqa: S108 - a place named, not made
    with suppress(OSError):
        sys_.mount("devpts", "/dev/pts", "devpts", sys_.MS_NOSUID, "newinstance,ptmxmode=0666")
    sys_.set_attributes("/dev", sys_.MOUNT_ATTR_RDONLY, recursive=False)


def _is_device(name: str) -> bool:
    with suppress(OSError):
        return stat.S_ISCHR(Path(f"/dev/{name}").stat().st_mode)
    return False


def _real(paths: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(os.path.realpath(path) for path in paths if Path(path).exists()))


def _outermost(paths: Iterable[str]) -> list[str]:
    """The folders among these that lie in no other one, as they really are."""
    found = sorted(path for path in _real(paths) if path != "/" and Path(path).is_dir())
    kept: list[str] = []
    for path in found:
        if not any(_below(path, other) for other in kept):
            kept.append(path)
    return kept


def _below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(f"{folder}/")


def _make_place(path: str, *, directory: bool) -> None:
    """Something to mount over; there is one already where nothing covers it."""
    place = Path(path)
    if place.exists():
        return
    place.parent.mkdir(parents=True, exist_ok=True)
    if directory:
        place.mkdir()
    else:
        place.touch()


def socket_table() -> int | None:
    """A descriptor of the table of sockets as this network namespace has them, whoever reads it."""
    try:
        return os.open("/proc/net/unix", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None


def named_sockets(table: int | None) -> list[str]:
    """The sockets of a table that have a path and are there now: those could be called."""
    if table is None:
        return []
    with suppress(OSError):
        # Others read it at the same time, by the same descriptor.
        data = b""
        while part := os.pread(table, 65536, len(data)):
            data += part
        lines = os.fsdecode(data).splitlines()[1:]
        words = [line.split(maxsplit=7) for line in lines]
        paths = {
            os.path.realpath(item[7]) for item in words if len(item) == 8 and item[7][0] == "/"
        }
        return sorted(path for path in paths if Path(path).is_socket())
    return []
