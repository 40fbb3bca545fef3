"""Nothing survives a run: what left its process group is found by a mark in its environment.

Run as a program, this module is the watchdog of a run: it waits until the run says that it is done,
and cleans up in its place when it dies without a word.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from hanzo_conformance.files.emptying import remove
from hanzo_conformance.values.mark import RUN_MARK

DONE = b"done"


class Watchdog:
    """A small process that outlives a killed run for as long as it takes to clean up after it."""

    def __init__(self, value: str, folder: Path | None = None) -> None:
        """``folder`` is removed too; it is not there any more when all goes well."""
        words = [value] if folder is None else [value, str(folder)]
        self._child = subprocess.Popen(
            [sys.executable, "-m", __name__, *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            # Who kills the group of the run does not kill its watchdog.
            start_new_session=True,
        )

    def await_readiness(self) -> None:
        """Wait until it reads no file of its own any more."""
        assert self._child.stdout is not None
        self._child.stdout.read(1)

    def dismiss(self) -> None:
        """The run has cleaned up itself."""
        with suppress(BrokenPipeError):
            self._child.communicate(DONE)


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


if __name__ == "__main__":
    os.write(1, b"!")
    if sys.stdin.buffer.read() != DONE:
        kill_marked(sys.argv[1])
        if len(sys.argv) > 2:
            with suppress(OSError):
                remove(Path(sys.argv[2]))
