"""The transport ``process``: an adapter as a child with pipes, in a process group of its own.

Bounds: a line has a longest length, standard error keeps its last part only, a kill reaches the
whole group. A grandchild that holds the pipes open cannot prolong anything: the end is that of the
child itself, noticed by its pid and not by the end of its output. POSIX only.
"""

from __future__ import annotations

import fcntl
import os
import select
import signal
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress

from hanzo_conformance.implementations.manifest import Implementation
from hanzo_conformance.transports.channel import (
    End,
    LocalChannel,
    Received,
    Sharing,
)
from hanzo_conformance.transports.launching import Cell, Child, Ended
from hanzo_conformance.transports.lines import STDERR_BYTES, Lines
from hanzo_conformance.transports.waiting import wait_for
from hanzo_conformance.transports.workplace import Desk, Workplace

# Small enough that no read maps fresh pages for its buffer.
READ_BYTES = 64 * 1024
PIPE_BYTES = 1024 * 1024


class ProcessTransport:
    """Starts one command as often as it is asked to."""

    def __init__(
        self,
        item: Implementation,
        inherited: Mapping[str, str],
        workplace: Workplace,
        cell: Cell,
        strayed: Callable[[int], None],
        interrupted: Callable[[], bool],
    ) -> None:
        self._item = item
        self._inherited = inherited
        self._workplace = workplace
        self._cell = cell
        self._strayed = strayed
        self._interrupted = interrupted

    @property
    def sharing(self) -> Sharing:
        """All that is on this machine; where it has a network of its own, servers go there."""
        return Sharing(listen=self._cell.listen)

    def open(self) -> LocalChannel:
        """Start the command in its workplace; raises ``StartError`` when there is no such program."""
        with ExitStack() as giving_up:
            desk = giving_up.enter_context(self._workplace.desk())
            command, variables = desk.start(self._item, self._inherited)
            limits = self._item.manifest.limits
            child = self._cell.start(
                {
                    "command": command,
                    "folder": str(desk.folder),
                    "environment": variables,
                    "writable": [str(desk.scratch)],
                    "memory_mb": limits.memory_mb,
                    "processes": limits.processes,
                }
            )
            giving_up.pop_all()
        return _ProcessChannel(child, desk, limits.line_bytes, self._interrupted, self._strayed)


class _ProcessChannel:
    def __init__(
        self,
        child: Child,
        desk: Desk,
        line_bytes: int,
        interrupted: Callable[[], bool],
        strayed: Callable[[int], None],
    ) -> None:
        self._child = child
        self._desk = desk
        self._interrupted = interrupted
        self._strayed = strayed
        self._stdin, self._stdout, self._stderr = child.stdin, child.stdout, child.stderr
        self._outgoing = bytearray()
        self._finishing = False
        self._lines = Lines(line_bytes)
        self._error_tail = b""
        self._end: End | None = None
        self._poll = select.poll()
        for number in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(number, False)
        for number in (self._stdin, self._stdout):
            _widen(number)
        for number in (self._stdout, self._stderr):
            self._poll.register(number, select.POLLIN)
        self._watch = child.fileno()
        self._poll.register(self._watch, select.POLLIN)
        self._writing = False
        self._closed = False

    def send(self, data: bytes) -> None:
        if not self._outgoing and not self._finishing:
            with suppress(BlockingIOError, BrokenPipeError):
                data = data[os.write(self._stdin, data) :]
        self._outgoing += data
        if data:
            self._write()

    def unsent(self) -> int:
        return len(self._outgoing)

    def readable(self) -> list[int]:
        return [self._stdout, self._watch]

    def finish(self) -> None:
        self._finishing = True
        self._write()

    def wait(self, timeout_s: float) -> Received:
        if self._end is not None:
            return Received([], self._end)
        return wait_for(self._look, timeout_s, self._interrupted)

    def _look(self, patience_s: float) -> Received | None:
        ready = self._poll.poll(patience_s * 1000)
        lines = self._serve(ready)
        if self._is_dead(ready):
            lines += self._drain()
            self._end = self._end or _how_it_ended(self._child.poll(), self._lines.rest)
        return Received(lines, self._end) if lines or self._end is not None else None

    def kill(self) -> None:
        if not self._closed:
            self._child.kill()
            self._close()

    def stop(self, grace_s: float) -> None:
        if not self._closed and self._child.poll() is None:
            self._child.terminate()
            self._child.wait(grace_s)
        self.kill()

    def stderr(self) -> str:
        if not self._closed:
            self._read_stderr()
        return self._error_tail.decode("utf-8", "replace")

    def _is_dead(self, ready: list[tuple[int, int]]) -> bool:
        return any(number == self._watch for number, _ in ready) and self._child.poll() is not None

    def _serve(self, ready: list[tuple[int, int]]) -> list[bytes]:
        lines: list[bytes] = []
        for number, _ in ready:
            if number == self._stdout:
                lines += self._read_lines()
            elif number == self._stderr and not self._read_stderr():
                self._poll.unregister(self._stderr)
            elif number == self._stdin:
                self._write()
        return lines

    def _read_lines(self) -> list[bytes]:
        try:
            data = os.read(self._stdout, READ_BYTES)
        except BlockingIOError:
            return []
        if not data:
            self._output_closed()
            return []
        lines = self._lines.feed(data)
        self._end = self._end or self._lines.broken
        return lines

    def _output_closed(self) -> None:
        """The output has ended; the child gets a moment to end too, for its exit status."""
        self._poll.unregister(self._stdout)
        if self._child.wait(0.5) is None:
            self._end = End(died=False, detail="it closed its standard output and went on running")

    def _drain(self) -> list[bytes]:
        """All that the dead child left in its pipes; nobody that it started is alive."""
        lines: list[bytes] = []
        with suppress(KeyError):
            for _ in range(64):
                before = self._lines.fed
                lines += self._read_lines()
                if self._lines.fed == before or self._end is not None:
                    break
        self._read_stderr()
        return lines

    def _read_stderr(self) -> bool:
        """Keep the last part of what is there; False at its end. Bounded work for each call."""
        for _ in range(16):
            try:
                data = os.read(self._stderr, READ_BYTES)
            except BlockingIOError:
                return True
            if not data:
                return False
            self._error_tail = (self._error_tail + data[-STDERR_BYTES:])[-STDERR_BYTES:]
        return True

    def _write(self) -> None:
        """Write what the pipe takes; ask to be told when it takes more."""
        if self._child.stdin < 0:
            return
        try:
            while self._outgoing:
                count = os.write(self._stdin, memoryview(self._outgoing)[:READ_BYTES])
                del self._outgoing[:count]
        except BlockingIOError:
            if not self._writing:
                self._poll.register(self._stdin, select.POLLOUT)
                self._writing = True
            return
        except BrokenPipeError:
            # It reads no more. Whether that is a crash shows in how it ends.
            self._outgoing.clear()
            self._finishing = True
        if self._writing:
            self._poll.unregister(self._stdin)
            self._writing = False
        if self._finishing:
            self._child.close_input()

    def _close(self) -> None:
        with suppress(OSError):
            self._read_stderr()
        ended = self._child.poll()
        if ended is not None and ended.strayed:
            self._strayed(ended.strayed)
        self._child.close()
        self._closed = True
        self._desk.close()
        self._end = self._end or End(died=True, detail="it was killed")


def _widen(pipe: int) -> None:
    """Let a pipe hold more, where the system allows it: fewer turns for the same bytes."""
    with suppress(AttributeError, OSError):
        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, PIPE_BYTES)


def _how_it_ended(ended: Ended | None, rest: bytes) -> End:
    if ended is None or ended.code is None or ended.reason is not None:
        why = "nobody knows why" if ended is None or ended.reason is None else ended.reason
        return End(died=True, detail=f"was killed: {why}", rest=rest)
    if ended.code < 0:
        return End(died=True, detail=f"killed by {signal_name(-ended.code)}", rest=rest)
    well = ended.code == 0
    return End(died=True, detail=f"exited with status {ended.code}", well=well, rest=rest)


def signal_name(number: int) -> str:
    """What people call a signal."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
