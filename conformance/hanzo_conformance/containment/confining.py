"""The last steps of a process before it becomes an adapter: what it gives up, in which order."""

from __future__ import annotations

import os
import platform
import resource
import signal
from collections.abc import Mapping
from contextlib import suppress
from enum import StrEnum
from typing import Any

from hanzo_confinement import filter as calls
from hanzo_confinement import syscalls as sys_
from hanzo_confinement.decisions import REFUSED_CALLS
from hanzo_conformance.containment import landlock

MB = 1024 * 1024
# The watch looks at the whole adapter some times a second. What one process may have in between is
# more than the adapter may: else allocations would fail where the reason could be told.
FENCE = 4
# What is refused to whoever is held, and what an adapter beside that has no use for.
REFUSED = (
    *REFUSED_CALLS,
    "add_key", "chroot", "fsconfig", "fsmount", "fsopen", "fspick", "init_module", "io_uring_setup",
    "keyctl", "open_tree", "perf_event_open", "pidfd_getfd", "process_vm_readv", "quotactl",
    "reboot", "request_key", "swapon", "userfaultfd",
)  # fmt: skip


class Mechanism(StrEnum):
    """What holds a process, the strongest first."""

    NAMESPACES = "namespaces"
    LANDLOCK = "landlock"
    NONE = "none"


def confine(spec: Mapping[str, Any], start: Mapping[str, Any]) -> None:
    """Give up what the mechanism takes; raises ``OSError`` where that cannot be done."""
    mechanism = spec["mechanism"]
    if mechanism == Mechanism.NONE:
        return
    if mechanism == Mechanism.NAMESPACES:
        sys_.drop_capabilities()
    sys_.prctl(sys_.PR_SET_NO_NEW_PRIVS, 1)
    if mechanism == Mechanism.LANDLOCK:
        landlock.restrict(spec["readable"], [*spec["writable"], *start["writable"]])
        # Root's own rights reach around files: what is no file has to be given up too.
        with suppress(OSError):
            sys_.drop_capabilities()
    sockets = mechanism == Mechanism.LANDLOCK
    sys_.filter_calls(calls.program(platform.machine(), REFUSED, users=True, sockets=sockets))


def limit(start: Mapping[str, Any]) -> None:
    """Fences for what can happen between two looks of the watch."""
    _lower(resource.RLIMIT_CORE, 0)
    memory_mb, processes = start.get("memory_mb"), start.get("processes")
    if memory_mb is not None and hasattr(resource, "RLIMIT_DATA"):
        _lower(resource.RLIMIT_DATA, memory_mb * FENCE * MB)
    if processes is not None and start.get("own_users"):
        # Counted in a namespace of users by itself, threads too; else the user's own would count.
        _lower(resource.RLIMIT_NPROC, processes * FENCE + 64)


def fences(start: Mapping[str, Any]) -> tuple[int | None, int | None]:
    """The megabytes and the tasks at which the kernel itself stops a whole adapter.

    Both are beyond its bounds: the kernel counts what is no memory of a program, such as its
    pages of files in memory, and threads as processes.
    """
    memory_mb, processes = start.get("memory_mb"), start.get("processes")
    return (
        None if memory_mb is None else memory_mb * 5 // 4,
        None if processes is None else processes * FENCE + 64,
    )


def begin(descriptors: list[int], folder: str) -> None:
    """A session of its own, its three streams and no other descriptor, and signals as new."""
    os.setsid()
    for kind in (signal.SIGPIPE, signal.SIGCHLD, signal.SIGINT, signal.SIGTERM, signal.SIGXFSZ):
        signal.signal(kind, signal.SIG_DFL)
    high = [os.dup(number) for number in descriptors]
    for place, number in enumerate(high):
        os.dup2(number, place)
    os.chdir(folder)


def _lower(kind: int, most: int) -> None:
    """Set a limit, or leave the one that is lower already."""
    hard = resource.getrlimit(kind)[1]
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    with suppress(ValueError, OSError):
        resource.setrlimit(kind, (most, most))
