"""Servers that are reached over streamable HTTP."""

from __future__ import annotations

import asyncio
import http.client
import queue
import socket
import ssl
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any
from urllib.parse import SplitResult, urlsplit

from hanzo_reference.mcp_client.http import (
    Done,
    Expired,
    Failed,
    HttpAction,
    McpExchange,
    Receive,
    Request,
    Wait,
)
from hanzo_reference.mcp_client.message import Message
from hanzo_reference.mcp_connections.connection import (
    CLIENT,
    TIMEOUT_MS,
    McpConnection,
    McpError,
)

CHUNK_BYTES = 65536
# How long the end of a session may take.
GRACE_S = 2.0


class HttpMcpTransport:
    """Reaches a server at an address. Spec: MCPC-60 to MCPC-83."""

    def __init__(
        self,
        url: str,
        headers: Mapping[str, str] | None = None,
        *,
        timeout_ms: int = TIMEOUT_MS,
        client: Mapping[str, str] = CLIENT,
    ) -> None:
        if urlsplit(url).scheme not in {"http", "https"}:
            raise ValueError(f"{url} is no address of a server: it begins with http:// or https://")
        self._url = url
        self._headers = dict(headers or {})
        self._timeout_ms = timeout_ms
        self._client = client

    async def connect(self) -> McpConnection:
        """Greet the server, and listen to it; raises ``McpError``."""
        return await asyncio.to_thread(self.open)

    def open(self) -> McpConnection:
        """The same in this thread."""
        connection = McpConnection(self._timeout_ms)

        def carry(inbox: McpConnection) -> _Exchanges:
            exchanges = McpExchange(self._headers)
            return _Exchanges(self._url, exchanges, inbox, self._timeout_ms / 1000)

        try:
            connection.begin(carry, self._client).result()
        except McpError:
            connection.end()
            raise
        return connection


class _Exchanges:
    """The exchanges of a connection: one thread each, and one that keeps messages in order."""

    def __init__(
        self, url: str, machine: McpExchange, inbox: McpConnection, limit_s: float
    ) -> None:
        self._url = urlsplit(url)
        self._machine = machine
        self._inbox = inbox
        self._limit_s = limit_s
        self._steps = 0
        # The id of the request that an exchange is of, and the connection that it uses.
        self._asked: dict[int, Any] = {}
        self._open: dict[int, _Line] = {}
        self._abandoned: set[Any] = set()
        self._timers: dict[int, threading.Timer] = {}
        self._outgoing: queue.SimpleQueue[Message | None] = queue.SimpleQueue()
        self._is_closed = False
        self._sender = threading.Thread(target=self._send_in_order, daemon=True)
        self._sender.start()

    def send(self, message: Message) -> None:
        if message.get("method") == "notifications/cancelled":
            self._abandon(message["params"]["requestId"])
        self._outgoing.put(message)

    def close(self) -> None:
        self._outgoing.put(None)

    def wait_closed(self) -> None:
        self._outgoing.put(None)
        self._sender.join()

    def _step(self) -> int:
        self._steps += 1
        return self._steps

    def _send_in_order(self) -> None:
        """Begin one message after the other; one that wants no answer is done before the next.

        A server may refuse what comes before notifications/initialized.
        """
        while (message := self._outgoing.get()) is not None:
            is_request = "method" in message and "id" in message
            with self._inbox.lock:
                if is_request and message["id"] in self._abandoned:
                    self._abandoned.remove(message["id"])
                    continue
                step = self._step()
                if is_request:
                    self._asked[step] = message["id"]
                actions = self._machine.send(step, message)
            for action in actions:
                assert isinstance(action, Request)
                if is_request:
                    self._start(action)
                else:
                    self._exchange(action, is_patient=False)
            if message.get("method") == "notifications/initialized":
                with self._inbox.lock:
                    self._do(self._machine.listen(self._step()))
        self._end()

    def _end(self) -> None:
        with self._inbox.lock:
            if self._is_closed:
                return
            self._is_closed = True
            actions = self._machine.close(self._step())
            for timer in self._timers.values():
                timer.cancel()
            for line in self._open.values():
                line.cut()
        for action in actions:
            assert isinstance(action, Request)
            self._limit_s = GRACE_S
            self._exchange(action, is_patient=False)

    def _abandon(self, identity: Any) -> None:
        """Nobody waits for the answer any more. Spec: MCPC-83."""
        with self._inbox.lock:
            steps = [step for step, asked in self._asked.items() if asked == identity]
            if not steps:
                self._abandoned.add(identity)
            for step in steps:
                self._machine.abandon(step)
                self._forget(step)

    def _forget(self, step: int) -> None:
        self._asked.pop(step, None)
        timer = self._timers.pop(step, None)
        if timer is not None:
            timer.cancel()
        line = self._open.pop(step, None)
        if line is not None:
            line.cut()

    def _start(self, request: Request) -> None:
        threading.Thread(target=self._exchange, args=(request,), daemon=True).start()

    def _exchange(self, request: Request, *, is_patient: bool = True) -> None:
        """Make a request, and tell the machine how it goes.

        Nobody waits for a stream's next event but its own request, whose time the session measures.
        """
        step, line = request.to, _Line(self._url, self._limit_s)
        with self._inbox.lock:
            self._open[step] = line
        try:
            response = line.begin(request, is_patient=is_patient)
            headers = dict(response.getheaders())
            if not self._happen(line, step, self._machine.response, step, response.status, headers):
                return
            while chunk := response.read1(CHUNK_BYTES):
                if not self._happen(line, step, self._machine.chunk, step, chunk):
                    return
            # What has a length, and is shorter, has not ended but failed.
            self._happen(
                line, step, self._machine.fail if response.length else self._machine.end, step
            )
        except (OSError, http.client.HTTPException, ValueError):
            self._happen(line, step, self._machine.fail, step)
        finally:
            line.close()

    def _happen(
        self, line: _Line, step: int, event: Callable[..., list[HttpAction]], *given: Any
    ) -> bool:
        """Put an event to the machine, unless the exchange has ended; whether it goes on."""
        with self._inbox.lock:
            if self._open.get(step) is not line:
                return False
            self._do(event(*given))
            return self._open.get(step) is line

    def _do(self, actions: list[HttpAction]) -> None:
        for action in actions:
            if isinstance(action, Request):
                self._start(action)
            elif isinstance(action, Receive):
                self._inbox.received(action.message)
            elif isinstance(action, Wait):
                self._open.pop(action.to, None)
                timer = threading.Timer(action.ms / 1000, self._resume, (action.to,))
                timer.daemon = True
                self._timers[action.to] = timer
                timer.start()
            elif isinstance(action, Done | Failed):
                asked = self._asked.get(action.to)
                self._forget(action.to)
                if isinstance(action, Failed) and asked is not None:
                    self._inbox.failed(asked, action.code)
            elif isinstance(action, Expired):
                for step in {*self._open, *self._timers, *self._asked}:
                    self._forget(step)
                self._inbox.closed("expired")

    def _resume(self, step: int) -> None:
        with self._inbox.lock:
            if self._timers.pop(step, None) is not None:
                self._do(self._machine.resume(step))


class _Line:
    """One connection to the server, for one request, that any thread may cut."""

    def __init__(self, url: SplitResult, limit_s: float) -> None:
        host, port = url.hostname or "", url.port
        if url.scheme == "http":
            self._connection = http.client.HTTPConnection(host, port, timeout=limit_s)
        else:
            context = ssl.create_default_context()
            self._connection = http.client.HTTPSConnection(
                host, port, timeout=limit_s, context=context
            )
        self._target = (url.path or "/") + (f"?{url.query}" if url.query else "")
        self._socket: socket.socket | None = None
        self._is_cut = False

    def begin(self, request: Request, *, is_patient: bool) -> http.client.HTTPResponse:
        """Connect, send, and wait for the response, however long that takes if patient."""
        self._connection.connect()
        # The response takes it away from the connection.
        self._socket = self._connection.sock
        if self._is_cut:
            raise ConnectionAbortedError
        if is_patient:
            self._socket.settimeout(None)
        body = None if request.body is None else request.body.encode()
        headers = {name: value.encode() for name, value in request.headers.items()}
        self._connection.request(request.method, self._target, body, headers)
        return self._connection.getresponse()

    def cut(self) -> None:
        """End it under whoever reads from it."""
        self._is_cut = True
        with suppress(OSError):
            if self._socket is not None:
                self._socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Give it back."""
        self._connection.close()
        if self._socket is not None:
            self._socket.close()
