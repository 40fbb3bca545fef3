"""What builds leave running is found by a mark in its environment.

Adapters have a watch that knows its children, see ``watching``; the mark finds theirs, too, where
a system has no way to say whose child an orphan was.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from hanzo_conformance.values.mark import RUN_MARK


def kill_marked(value: str) -> int:
    """Kill every other process of this user that has the run's mark; how many there were.

    Returns when none is left. Where there is no /proc, process groups are all that is cleaned up.
    """
    seen: set[int] = set()
    # A process may start another between the look and the kill, and takes a moment to die.
    while found := set(_marked(f"{RUN_MARK}={value}".encode())):
        for pid in found:
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        seen |= found
        time.sleep(0.01)
    return len(seen)


def _marked(wanted: bytes) -> Iterator[int]:
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            # The environment of a process that is dead and not yet reaped reads as empty.
            if wanted in (folder / "environ").read_bytes().split(b"\0"):
                pid = int(folder.name)
                if pid != os.getpid():
                    yield pid
