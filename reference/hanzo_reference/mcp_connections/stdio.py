"""Servers that are started here and spoken to over their standard input and output."""

from __future__ import annotations

import asyncio
import os
import selectors
import signal
import threading
from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path

from hanzo_reference.mcp_client.lines import Closed, McpLines
from hanzo_reference.mcp_client.message import Invalid, Message
from hanzo_reference.mcp_connections.connection import (
    CLIENT,
    TIMEOUT_MS,
    McpConnection,
    McpError,
)
from hanzo_reference.spec.canonical import canonical_json
from hanzo_reference.tools.child import CHUNK_BYTES, Child

# What a server is told of where it runs; everything else, keys above all, stays here.
PASSED_ON = ("HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER")
# How long a server has to end by itself, and then after SIGTERM.
GRACE_S = 2.0
# What may wait to be read by the server before the client reads no more of it.
MOST_WAITING_BYTES = 1048576


def server_environment(own: Mapping[str, str], env: Mapping[str, str]) -> dict[str, str]:
    """What a server gets of our variables, and over them its own. Spec: MCPIO-2."""
    return {name: own[name] for name in PASSED_ON if name in own} | dict(env)


class StdioMcpTransport:
    """Starts a server as a process. Spec: MCPIO-1 to MCPIO-8."""

    def __init__(
        self,
        command: Sequence[str],
        env: Mapping[str, str] | None = None,
        *,
        folder: Path | None = None,
        timeout_ms: int = TIMEOUT_MS,
        client: Mapping[str, str] = CLIENT,
    ) -> None:
        self._command = list(command)
        self._env = server_environment(os.environ, env or {})
        self._folder = folder or Path.cwd()
        self._timeout_ms = timeout_ms
        self._client = client

    async def connect(self) -> McpConnection:
        """Start the server and greet it; raises ``McpError``."""
        return await asyncio.to_thread(self.open)

    def open(self) -> McpConnection:
        """The same in this thread."""
        try:
            child = Child(self._command, self._folder, self._env, stdout=True)
        except (OSError, ValueError) as problem:
            raise McpError("CLOSED") from problem
        connection = McpConnection(self._timeout_ms)
        greeting = connection.begin(lambda inbox: _Pipes(child, inbox), self._client)
        try:
            greeting.result()
        except McpError:
            connection.end()
            raise
        return connection


class _Pipes:
    """A server's standard input and output, each with a thread of its own."""

    def __init__(self, child: Child, inbox: McpConnection) -> None:
        self._child = child
        self._inbox = inbox
        self._changed = threading.Condition()
        self._outgoing: deque[bytes] = deque()
        self._waiting_bytes = 0
        self._is_closing = False
        reader = threading.Thread(target=self._read, daemon=True)
        writer = threading.Thread(target=self._write, daemon=True)
        self._threads = (reader, writer)
        reader.start()
        writer.start()

    def send(self, message: Message) -> None:
        line = canonical_json(dict(message)) + b"\n"
        with self._changed:
            self._outgoing.append(line)
            self._waiting_bytes += len(line)
            self._changed.notify_all()

    def close(self) -> None:
        with self._changed:
            if self._is_closing:
                return
            self._is_closing = True
            self._changed.notify_all()
        threading.Thread(target=self._end, daemon=True).start()

    def wait_closed(self) -> None:
        self.close()
        self._child.code  # noqa: B018 - asking for it waits for the end
        for thread in self._threads:
            thread.join()
        self._child.close()

    def _end(self) -> None:
        """Ask the server to end, with more and more emphasis. Spec: MCPIO-6."""
        if not self._child.wait(GRACE_S):
            self._child.signal(signal.SIGTERM)
            if not self._child.wait(GRACE_S):
                self._child.signal(signal.SIGKILL)

    def _write(self) -> None:
        """Write what waits, then end the server's input. Spec: MCPIO-3, MCPIO-6."""
        pipe = self._child.stdin
        os.set_blocking(pipe.fileno(), False)
        with selectors.DefaultSelector() as selector:
            selector.register(pipe, selectors.EVENT_WRITE)
            selector.register(self._child.ended, selectors.EVENT_READ)
            while (line := self._next_line()) is not None:
                if not self._written(selector, line):
                    break
        pipe.close()

    def _next_line(self) -> bytes | None:
        with self._changed:
            self._changed.wait_for(lambda: self._outgoing or self._is_closing)
            # What is to be said before the end is said, while somebody listens.
            return self._outgoing.popleft() if self._outgoing else None

    def _written(self, selector: selectors.BaseSelector, line: bytes) -> bool:
        """Whether a line got through to a server that lives and is still spoken to."""
        rest = memoryview(line)
        while rest:
            ready = {key.fileobj for key, _ in selector.select(0.2)}
            if self._child.ended in ready:
                return False
            try:
                sent = os.write(self._child.stdin.fileno(), rest[:CHUNK_BYTES]) if ready else 0
            except BlockingIOError:
                sent = 0
            except BrokenPipeError:
                return False
            rest = rest[sent:]
        with self._changed:
            self._waiting_bytes -= len(line)
            self._changed.notify_all()
        return True

    def _read(self) -> None:
        """Tell what the server writes, until it ends or babbles. Spec: MCPIO-4, MCPIO-5."""
        lines = McpLines()
        output = self._child.stdout.fileno()
        os.set_blocking(output, False)
        with selectors.DefaultSelector() as selector:
            selector.register(output, selectors.EVENT_READ)
            selector.register(self._child.ended, selectors.EVENT_READ)
            while (chunk := self._chunk(selector, output)) is not None:
                if not self._tell(lines, chunk):
                    break
            else:
                self._tell(lines, None)
        self.close()

    def _chunk(self, selector: selectors.BaseSelector, output: int) -> bytes | None:
        """Some more of the output, or None at its end."""
        self._wait_for_room()
        # Who has ended has written all; what others still hold open is not waited for.
        has_ended = self._child.ended in {key.fileobj for key, _ in selector.select()}
        try:
            return os.read(output, CHUNK_BYTES) or None
        except BlockingIOError:
            return None if has_ended else b""

    def _wait_for_room(self) -> None:
        """A server that asks and does not read must not fill the memory. Spec: MCPIO-5."""
        with self._changed:
            while self._waiting_bytes > MOST_WAITING_BYTES and not self._is_closing:
                if self._child.wait(0):
                    return
                self._changed.wait(0.2)

    def _tell(self, lines: McpLines, chunk: bytes | None) -> bool:
        """Whether more may come behind this; None is the end."""
        for event in lines.close() if chunk is None else lines.feed(chunk):
            if isinstance(event, Closed):
                self._inbox.closed(event.reason)
                return False
            if isinstance(event, Invalid):
                self._inbox.invalid(event.id)
            else:
                self._inbox.received(event.message)
        return True
