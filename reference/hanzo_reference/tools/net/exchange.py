"""One request and its answer over a connection of its own, until a deadline.

HTTP itself is h11's; here lives what touches sockets. Raises ``TimeoutError`` at the deadline and
``ExchangeError`` for all that keeps an answer from coming.
"""

from __future__ import annotations

import queue
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import h11

from hanzo_reference.tools.net.messages import Request
from hanzo_reference.tools.net.urls import Url

READ_BYTES = 16 * 1024
# More than that of headers is no answer but an attack.
HEAD_BYTES = 64 * 1024


class ExchangeError(Exception):
    """No connection, or no whole answer in HTTP."""


class Deadline:
    """The end of a call, ``timeout_ms`` after it began."""

    def __init__(self, timeout_ms: int) -> None:
        self._end = time.monotonic() + timeout_ms / 1000

    def remaining_s(self) -> float:
        """What is left; raises ``TimeoutError`` where nothing is."""
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return left


class Answer:
    """The head of an answer, and its body while the connection is open."""

    def __init__(self, connection: h11.Connection, line: socket.socket, deadline: Deadline) -> None:
        self._connection = connection
        self._line = line
        self._deadline = deadline
        head = self._next()
        while isinstance(head, h11.InformationalResponse):
            head = self._next()
        if not isinstance(head, h11.Response):
            raise ExchangeError("the connection ended before the answer")
        self.status = head.status_code
        self.headers = [(bytes(name), bytes(value)) for name, value in head.headers]

    def header(self, name: bytes) -> bytes | None:
        """The first value of a header by its name in lower case."""
        return next((value for found, value in self.headers if found == name), None)

    def chunks(self) -> Iterator[bytes]:
        """The body as it comes."""
        while isinstance(event := self._next(), h11.Data):
            yield bytes(event.data)

    def _next(self) -> Any:
        try:
            while (event := self._connection.next_event()) is h11.NEED_DATA:
                self._line.settimeout(self._deadline.remaining_s())
                self._connection.receive_data(self._line.recv(READ_BYTES))
        except (OSError, h11.RemoteProtocolError) as problem:
            raise _failure(problem) from problem
        return event


@contextmanager
def exchanged(request: Request, deadline: Deadline) -> Iterator[Answer]:
    """The answer to a request, as long as it is read."""
    line = _connected(request.url, deadline)
    try:
        connection = h11.Connection(h11.CLIENT, max_incomplete_event_size=HEAD_BYTES)
        head = h11.Request(
            method=request.method, target=request.url.target, headers=request.complete_headers()
        )
        parts = [connection.send(head)]
        if request.body:
            parts.append(connection.send(h11.Data(data=request.body)))
        parts.append(connection.send(h11.EndOfMessage()))
        try:
            line.settimeout(deadline.remaining_s())
            line.sendall(b"".join(part or b"" for part in parts))
        except OSError as problem:
            raise _failure(problem) from problem
        yield Answer(connection, line, deadline)
    finally:
        with suppress(OSError):
            line.close()


def _connected(url: Url, deadline: Deadline) -> socket.socket:
    """A connection to the first address of a host that takes one."""
    problem: Exception = OSError(f"{url.host} has no address")
    for family, kind, protocol, _, address in _addresses(url, deadline):
        line = socket.socket(family, kind, protocol)
        try:
            line.settimeout(deadline.remaining_s())
            line.connect(address)
            if url.scheme == "https":
                context = ssl.create_default_context()
                return context.wrap_socket(line, server_hostname=url.host.strip("[]"))
        except OSError as found:
            line.close()
            problem = found
        else:
            return line
    raise _failure(problem)


def _addresses(url: Url, deadline: Deadline) -> list[Any]:
    """Where a host is; asked in a thread, since the system's resolver knows no deadline."""
    told: queue.Queue[list[Any] | OSError] = queue.Queue()

    def ask() -> None:
        try:
            told.put(socket.getaddrinfo(url.host.strip("[]"), url.port, type=socket.SOCK_STREAM))
        except (OSError, UnicodeError) as problem:
            told.put(OSError(str(problem)))

    threading.Thread(target=ask, daemon=True).start()
    try:
        found = told.get(timeout=deadline.remaining_s())
    except queue.Empty:
        raise TimeoutError from None
    if isinstance(found, OSError):
        raise ExchangeError(str(found))
    return found


def _failure(problem: Exception) -> Exception:
    return problem if isinstance(problem, TimeoutError) else ExchangeError(str(problem))
