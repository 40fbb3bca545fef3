"""A program that was started: in a group of its own, with a given environment, until its end.

Here lives the driving of one process and the exchange of bytes with it for a limited time. What it
is for, and what its end means, is decided elsewhere.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Self

from hanzo_reference.tools.guardian import guardian

# As much as a pipe holds on most systems.
CHUNK_BYTES = 65536


class Child:
    """A process with pipes at its input and at the outputs that are asked for.

    When the process has ended its group is killed, and ``ended`` is readable at its end.
    """

    def __init__(
        self,
        words: Sequence[str],
        folder: Path,
        environment: Mapping[str, str],
        *,
        stdout: bool = False,
        stderr: bool = False,
    ) -> None:
        """Start it; raises ``OSError`` where the system does not."""
        # It is there before what it guards: this program may be ended while it begins.
        guarding = guardian()
        with guarding.begins():
            self._process = subprocess.Popen(
                words, cwd=folder, env=dict(environment), stdin=subprocess.PIPE,
                stdout=subprocess.PIPE if stdout else subprocess.DEVNULL,
                stderr=subprocess.PIPE if stderr else subprocess.DEVNULL,
                start_new_session=True, bufsize=0,
            )  # fmt: skip
        guarding.add(self._process.pid)
        self._lock = threading.Lock()
        self._has_ended = False
        self.ended, self._end = os.pipe()
        self._watcher = threading.Thread(target=self._watch, daemon=True)
        self._watcher.start()

    @property
    def stdin(self) -> IO[bytes]:
        """Where it reads from."""
        assert self._process.stdin is not None
        return self._process.stdin

    @property
    def stdout(self) -> IO[bytes]:
        """What it writes, where that was asked for."""
        assert self._process.stdout is not None
        return self._process.stdout

    @property
    def stderr(self) -> IO[bytes]:
        """What it writes beside, where that was asked for."""
        assert self._process.stderr is not None
        return self._process.stderr

    @property
    def code(self) -> int:
        """Its exit code, once it has ended; below 0 the signal that ended it."""
        self._watcher.join()
        return self._process.returncode

    def signal(self, number: int) -> None:
        """Send a signal to the whole group, unless the process has ended."""
        with self._lock:
            if not self._has_ended:
                self._signal(number)

    def wait(self, limit_s: float) -> bool:
        """Whether it ends within that time."""
        self._watcher.join(limit_s)
        return not self._watcher.is_alive()

    def close(self) -> None:
        """Kill it if it lives, and give back the pipes."""
        self.signal(signal.SIGKILL)
        self._watcher.join()
        os.close(self.ended)
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()

    def _watch(self) -> None:
        # Its number stays its own until it is waited for, so that the group is really its group.
        if hasattr(os, "waitid"):
            os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOWAIT)
        else:
            self._process.wait()
        with self._lock:
            self._signal(signal.SIGKILL)
            self._process.wait()
            self._has_ended = True
        guardian().remove(self._process.pid)
        os.close(self._end)

    def _signal(self, number: int) -> None:
        try:
            os.killpg(self._process.pid, number)
        except (ProcessLookupError, PermissionError):
            # Nobody is left, or on some systems nobody but the dead.
            return


@dataclass(frozen=True, slots=True)
class Exchanged:
    """How an exchange ended: by itself with this code, or because the time was over."""

    code: int
    stderr: bytes
    timed_out: bool


def exchange(child: Child, given: bytes, limit_ms: int, keep_bytes: int) -> Exchanged:
    """Write to a child and read its standard error until it ends, or is killed for its time.

    Of what it writes the first ``keep_bytes`` are kept, and the rest is read and dropped. Nobody
    waits for pipes that others hold when the child has ended.
    """
    with _Exchange(child, given, keep_bytes) as running:
        timed_out = not running.until_ended(time.monotonic() + limit_ms / 1000)
        if timed_out:
            child.signal(signal.SIGKILL)
        code = child.code
        running.drain()
        return Exchanged(code, bytes(running.kept), timed_out and code == -signal.SIGKILL)


class _Exchange:
    def __init__(self, child: Child, given: bytes, keep_bytes: int) -> None:
        self._child = child
        self._rest = memoryview(given)
        self._keep_bytes = keep_bytes
        self.kept = bytearray()
        self._selector = selectors.DefaultSelector()

    def __enter__(self) -> Self:
        for pipe in (self._child.stdin, self._child.stderr):
            os.set_blocking(pipe.fileno(), False)
        self._selector.register(self._child.ended, selectors.EVENT_READ)
        self._selector.register(self._child.stderr, selectors.EVENT_READ, self._read)
        if self._rest:
            self._selector.register(self._child.stdin, selectors.EVENT_WRITE, self._write)
        else:
            self._child.stdin.close()
        return self

    def __exit__(self, *_: object) -> None:
        self._selector.close()
        self._child.close()

    def until_ended(self, deadline_s: float) -> bool:
        """Whether the child ends before this time."""
        while (left := deadline_s - time.monotonic()) > 0:
            for key, _ in self._selector.select(left):
                if key.data is None:
                    return True
                key.data()
        return False

    def drain(self) -> None:
        """Read what the child has left behind in the pipe."""
        while len(self.kept) < self._keep_bytes and self._read():
            pass

    def _read(self) -> bool:
        """Whether there was something to read."""
        try:
            chunk = os.read(self._child.stderr.fileno(), CHUNK_BYTES)
        except BlockingIOError:
            return False
        self.kept += chunk[: self._keep_bytes - len(self.kept)]
        if not chunk and self._child.stderr in self._selector.get_map():
            self._selector.unregister(self._child.stderr)
        return bool(chunk)

    def _write(self) -> None:
        try:
            written = os.write(self._child.stdin.fileno(), self._rest[:CHUNK_BYTES])
        except BlockingIOError:
            return
        except BrokenPipeError:
            # It need not read.
            written = len(self._rest)
        self._rest = self._rest[written:]
        if not self._rest:
            self._selector.unregister(self._child.stdin)
            self._child.stdin.close()
