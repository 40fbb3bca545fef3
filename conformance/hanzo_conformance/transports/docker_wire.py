"""The connection to an attached container, plain or in TLS, without waiting.

TLS is not a socket with other bytes: it has data of its own, may hold data back that the system
does not see, and ends one direction with a message and not with the connection.
"""

from __future__ import annotations

import select
import socket
import ssl
from contextlib import suppress
from typing import Any


class Wire:
    """Wraps what the engine's client gives for an attached container."""

    def __init__(self, attached: Any) -> None:
        # The client gives the socket or a file around it, by the kind of connection.
        self._socket: socket.socket = getattr(attached, "_sock", attached)
        self._socket.setblocking(False)
        self._poll = select.poll()
        self._poll.register(self._socket, select.POLLIN)

    def ready(self, *, writing: bool, timeout_s: float) -> bool:
        """Wait until it can be read, or written where that is wanted; whether it can."""
        if isinstance(self._socket, ssl.SSLSocket) and self._socket.pending():
            return True
        self._poll.modify(self._socket, select.POLLIN | (select.POLLOUT if writing else 0))
        return bool(self._poll.poll(max(0.0, timeout_s) * 1000))

    def read(self, count: int) -> bytes:
        """Up to that many bytes, none at the end; raises ``BlockingIOError`` or ``OSError``."""
        try:
            return self._socket.recv(count)
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
            raise BlockingIOError from None

    def write(self, data: memoryview) -> int:
        """How many of the bytes have left; raises ``BlockingIOError`` or ``OSError``."""
        try:
            return self._socket.send(data)
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
            raise BlockingIOError from None

    def end_writing(self) -> None:
        """Say that nothing more comes, and go on reading; raises ``OSError``."""
        if isinstance(self._socket, ssl.SSLSocket):
            # RFC 8446 §6.1: close_notify ends one direction. Its answer comes with the last data.
            with suppress(ssl.SSLError):
                self._socket.unwrap()
        else:
            self._socket.shutdown(socket.SHUT_WR)
