"""A web server on the loopback address that answers as a vector says, for as long as it is put.

Nothing is said that the vector does not say: no Date, no Server, no content type by default.
"""

from __future__ import annotations

import base64
import re
import socket
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from email.message import Message
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from io import BufferedIOBase
from typing import Any

from hanzo_vectors.files import content
from hanzo_vectors.strict_json import dumps

LOOPBACK = "127.0.0.1"
# A client that neither speaks nor leaves is forgotten after this time.
IDLE_S = 30.0
# Nobody waits for an answer as long as this, and no clock counts as far as a vector can.
DELAY_S = 86_400
CHUNK_BYTES = 64 * 1024
# What is kept of a request's body, to be told by an echo, and how long one may be.
KEPT_BYTES = 4 * 1024 * 1024
BODY_BYTES = 64 * 1024 * 1024
LINE_BYTES = 4096
TRAILERS = 100
# Connections at a time; further ones are closed.
CONNECTIONS = 64
# RFC 9110 §8.6, RFC 9112 §7.1: digits and nothing else, of numbers that nobody means beyond.
LENGTH = re.compile("[0-9]{1,15}", re.ASCII)
CHUNK_SIZE = re.compile(rb"([0-9A-Fa-f]{1,12})[ \t]*(?:;.*)?")
# RFC 9110 §8.6: an answer with one of these has no body and states no length of it.
BODILESS = (204, 304)


def _listening() -> socket.socket:
    return socket.create_server((LOOPBACK, 0), backlog=64)


class FixtureServer:
    """Answers on a port of its own until it is closed; ``address`` is its URL without a path.

    ``routes`` is the member ``http`` of a workspace; what it states has passed the schema.
    """

    def __init__(
        self, routes: Mapping[str, Any], listen: Callable[[], socket.socket] | None = None
    ) -> None:
        self._routes = dict(routes)
        self._listener = listen() if listen is not None else _listening()
        self.address = f"http://{LOOPBACK}:{self._listener.getsockname()[1]}"
        self.closed = threading.Event()
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._accept, name="fixture server", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Answer nobody any more; answers under way are cut."""
        self.closed.set()
        # A thread that waits for a connection sees no flag: it is woken, or gets one.
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        with suppress(OSError):
            socket.create_connection((LOOPBACK, self._listener.getsockname()[1]), 1).close()
        self._thread.join()
        self._listener.close()
        with self._lock:
            for connection in self._open:
                with suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)

    def response(self, method: str, path: str) -> Mapping[str, Any] | None:
        """What a route answers; the one that names the method goes before the one for any."""
        found = self._routes.get(f"{method} {path}", self._routes.get(path))
        assert found is None or isinstance(found, Mapping)
        return found

    def _accept(self) -> None:
        while True:
            try:
                connection, peer = self._listener.accept()
            except OSError:
                if self.closed.is_set():
                    return
                continue
            if self.closed.is_set():
                connection.close()
                return
            with self._lock:
                if len(self._open) >= CONNECTIONS:
                    connection.close()
                    continue
                self._open.add(connection)
            threading.Thread(target=self._talk, args=(connection, peer), daemon=True).start()

    def _talk(self, connection: socket.socket, peer: Any) -> None:
        try:
            connection.settimeout(IDLE_S)
            # The client may go away at any moment.
            with suppress(OSError):
                _Talk(connection, peer, self)
        finally:
            with self._lock:
                self._open.discard(connection)
            connection.close()


class _Talk(BaseHTTPRequestHandler):
    """One connection, any number of requests."""

    protocol_version = "HTTP/1.1"

    def __init__(self, connection: socket.socket, peer: Any, server: FixtureServer) -> None:
        self._fixture = server
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        super().__init__(connection, peer, None)  # type: ignore[arg-type] # asks nothing of it

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name it has there
        """What is asked is no news."""

    def answer(self) -> None:
        """Read the whole request and answer it."""
        try:
            body = read_body(self.rfile, self.headers, KEPT_BYTES + 1)
        except RefusedError as refused:
            self._refuse(refused.status)
            return
        found = self._fixture.response(self.command, self.path.partition("?")[0])
        if found is None:
            self._send(404, {}, b"")
        elif "echo" in found and len(body) > KEPT_BYTES:
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        elif "echo" in found:
            self._send(200, {"Content-Type": "application/json"}, self._echo(found["echo"], body))
        elif "raw" in found:
            self._send_raw(found)
        else:
            self._state(found)

    # The names by which the standard library looks for them.
    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = answer  # noqa: N815 - the standard library's names

    def _state(self, found: Mapping[str, Any]) -> None:
        if self._fixture.closed.wait(min(found.get("delay_s", 0), DELAY_S)):
            self.close_connection = True
            return
        address = self._fixture.address
        headers = {
            name: value.replace("${http}", address)
            for name, value in found.get("headers", {}).items()
        }
        body = found.get("body", {"text": ""})
        if "endless" in body:
            self._send_endless(found.get("status", 200), headers, body)
        else:
            self._send(found.get("status", 200), headers, content(body))

    def _echo(self, names: list[str], body: bytes) -> bytes:
        return dumps(
            {
                "method": self.command,
                "target": self.path,
                "headers": {name.lower(): self.headers.get(name) for name in names},
                "body_b64": base64.b64encode(body).decode(),
            }
        )

    def _send(self, status: int, headers: Mapping[str, str], body: bytes) -> None:
        bodiless = status in BODILESS or status < 200
        length = {} if bodiless else {"Content-Length": str(len(body))}
        silent = bodiless or self.command == "HEAD"
        self._send_head(status, {**headers, **length}, b"" if silent else body)

    def _send_endless(
        self, status: int, headers: Mapping[str, str], body: Mapping[str, Any]
    ) -> None:
        """A body without an end; its length cannot be stated, the connection closes behind it."""
        self.close_connection = True
        self._send_head(status, {**headers, "Connection": "close"}, b"")
        text, pause_s = body["endless"].encode(), body.get("pause_ms", 0) / 1000
        portion = text if pause_s else text * max(1, CHUNK_BYTES // len(text))
        while self.command != "HEAD" and not self._fixture.closed.wait(pause_s):
            self.wfile.write(portion)

    def _send_raw(self, found: Mapping[str, Any]) -> None:
        """Bytes of the vector's own, whatever HTTP says of them; a part a packet at most."""
        self.close_connection = True
        for number, part in enumerate(found["raw"]):
            if number and self._fixture.closed.wait(found.get("pause_ms", 0) / 1000):
                return
            self.wfile.write(content(part))

    def _send_head(self, status: int, headers: Mapping[str, str], body: bytes) -> None:
        self.send_response_only(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def _refuse(self, status: int) -> None:
        """Answer what cannot be read to its end, and read no more of it."""
        self.close_connection = True
        self._send(status, {"Connection": "close"}, b"")


def read_body(stream: BufferedIOBase, headers: Message, kept_bytes: int) -> bytes:
    """The body of a request, its end found as RFC 9112 §6.3 says; never more than is kept.

    What goes beyond ``kept_bytes`` is counted and dropped. Raises ``RefusedError``.
    """
    codings, lengths = (
        headers.get_all("Transfer-Encoding", []),
        headers.get_all("Content-Length", []),
    )
    if len(codings) + len(lengths) > 1:
        raise RefusedError(HTTPStatus.BAD_REQUEST)
    if codings and codings[0].strip().lower() != "chunked":
        raise RefusedError(HTTPStatus.NOT_IMPLEMENTED)
    body = _Body(stream, kept_bytes)
    if codings:
        body.take_chunks()
    elif lengths:
        if not LENGTH.fullmatch(lengths[0].strip()):
            raise RefusedError(HTTPStatus.BAD_REQUEST)
        body.take(int(lengths[0]))
    return bytes(body.kept)


class RefusedError(Exception):
    """A request whose end cannot be found, or is too far; with the status that says so."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status)
        self.status = status


class _Body:
    """Reads a body in portions, and keeps the first of it."""

    def __init__(self, stream: BufferedIOBase, kept_bytes: int) -> None:
        self.kept = bytearray()
        self._stream = stream
        self._room = kept_bytes
        self._length = 0

    def take(self, count: int) -> None:
        """The next so many bytes."""
        self._length += count
        if self._length > BODY_BYTES:
            raise RefusedError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        while count:
            portion = self._stream.read(min(count, CHUNK_BYTES))
            if not portion:
                raise RefusedError(HTTPStatus.BAD_REQUEST)
            count -= len(portion)
            self.kept += portion[: self._room - len(self.kept)]

    def take_chunks(self) -> None:
        """RFC 9112 §7.1; extensions and trailers are read and forgotten."""
        overhead = 0
        while True:
            line = self._line()
            overhead += len(line)
            size = CHUNK_SIZE.fullmatch(line)
            if size is None or overhead > BODY_BYTES:
                raise RefusedError(HTTPStatus.BAD_REQUEST)
            count = int(size[1], 16)
            if not count:
                break
            self.take(count)
            if self._line():
                raise RefusedError(HTTPStatus.BAD_REQUEST)
        for _ in range(TRAILERS):
            if not self._line():
                return
        raise RefusedError(HTTPStatus.BAD_REQUEST)

    def _line(self) -> bytes:
        line = self._stream.readline(LINE_BYTES)
        if not line.endswith(b"\r\n"):
            raise RefusedError(HTTPStatus.BAD_REQUEST)
        return line[:-2]
