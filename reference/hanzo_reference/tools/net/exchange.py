"""One request and its answer over a connection of its own, until a deadline.

What HTTP is lives in ``response``; here is what touches sockets. Raises ``TimeoutError`` at the deadline and
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

from hanzo_reference.tools.net.messages import Request
from hanzo_reference.tools.net.response import Head, ResponseError, ResponseReader
from hanzo_reference.tools.net.urls import Url

READ_BYTES = 16 * 1024


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

    def __init__(self, method: str, line: socket.socket, deadline: Deadline) -> None:
        self._reader = ResponseReader(method)
        self._line = line
        self._deadline = deadline
        self._pending: list[Head | bytes] = []
        head = self._next()
        assert isinstance(head, Head)
        self.status, self.headers, self.length = head.status, head.headers, head.length
        self.header = head.header

    def chunks(self) -> Iterator[bytes]:
        """The body as it comes."""
        while (piece := self._next()) is not None:
            assert isinstance(piece, bytes)
            yield piece

    def _next(self) -> Head | bytes | None:
        """What comes next; None at the end."""
        while not self._pending:
            if self._reader.done:
                return None
            try:
                self._line.settimeout(self._deadline.remaining_s())
                data = self._line.recv(READ_BYTES)
                self._pending = self._reader.feed(data) if data else self._reader.close()
            except (OSError, ResponseError) as problem:
                raise _failure(problem) from problem
        return self._pending.pop(0)


@contextmanager
def exchanged(request: Request, deadline: Deadline) -> Iterator[Answer]:
    """The answer to a request, as long as it is read."""
    line = _connected(request.url, deadline)
    try:
        try:
            line.settimeout(deadline.remaining_s())
            line.sendall(request.encode())
        except OSError as problem:
            raise _failure(problem) from problem
        yield Answer(request.method, line, deadline)
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
