"""Offers an adapter over HTTP: one connection has one adapter of its own, from first to last.

A browser's page on the same machine cannot use it: requests with an Origin, another Host than the
one that is served, or another content type than JSON are refused. Whoever leaves while an answer
is awaited takes the adapter with him.
"""

from __future__ import annotations

import hmac
import re
import select
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from http.client import LineTooLong
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BufferedIOBase
from typing import Any, ClassVar

import msgspec

from hanzo_conformance.transports.channel import Channel, End, Interrupted, Transport
from hanzo_conformance.transports.http_report import REPORT_STATUS, SERVER, HttpReport
from hanzo_conformance.transports.rpc_exchange import Exchange, UnreadableError, read_requests
from hanzo_conformance.values.errors import StartError
from hanzo_conformance.version import __version__

# Somebody who says nothing for so long is gone.
IDLE_S = 600.0
# Somebody new has this long to say who he is and what he wants, and then to say it whole.
HEAD_S = 10.0
BODY_S = 60.0
HEAD_BYTES = 64 * 1024
PORTION_BYTES = 64 * 1024
# What is told of an adapter that goes on writing when it is left.
STRAY_LINES = 10
# How often it is looked whether somebody who waits is still there.
SLICE_S = 0.1
# Those who were let in and have an adapter each, and those of whom nothing is known yet: where
# there are more, the oldest of these goes, so that nobody locks others out by saying nothing.
CONNECTIONS = 64
STRANGERS = 64
# RFC 9110 §8.6: digits, and of leading zeros none, which two readers may count differently.
LENGTH = re.compile("0|[1-9][0-9]{0,14}", re.ASCII)


class Offer(msgspec.Struct, frozen=True):
    """What is served, and to whom."""

    transport: Transport
    token: str | None
    body_bytes: int
    grace_s: float
    # Host names that a request may name; None where the token says who may ask.
    hosts: frozenset[str] | None


class AdapterServer(ThreadingHTTPServer):
    """A server of adapters; ``close`` ends it with all connections and their adapters."""

    daemon_threads = False
    block_on_close = True

    def __init__(self, host: str, port: int, offer: Offer) -> None:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        self.address_family = family
        self.offer = offer
        # In the order in which they came.
        self._strangers: dict[socket.socket, None] = {}
        self._admitted: set[socket.socket] = set()
        self._deadlines: dict[socket.socket, float] = {}
        self._lock = threading.Lock()
        super().__init__((host, port), _Handler)

    @property
    def url(self) -> str:
        """Where it is reached."""
        host, port = self.server_address[:2]
        name = str(host)
        return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"

    def run(self, stopped: Callable[[], bool]) -> None:
        """Serve until ``stopped``, and leave no connection and no adapter behind."""
        thread = threading.Thread(target=self.serve_forever, args=(SLICE_S,))
        thread.start()
        try:
            while not stopped():
                thread.join(SLICE_S)
        finally:
            self.shutdown()
            thread.join()
            with self._lock:
                for connection in [*self._strangers, *self._admitted]:
                    _hang_up(connection)
            self.server_close()

    def process_request(self, request: Any, client_address: Any) -> None:
        """Hear somebody new, in place of who has said nothing for longest where many do."""
        with self._lock:
            if len(self._strangers) >= STRANGERS:
                _hang_up(next(iter(self._strangers)))
                self._strangers.pop(next(iter(self._strangers)))
            self._strangers[request] = None
            self._deadlines[request] = time.monotonic() + HEAD_S
        super().process_request(request, client_address)

    def service_actions(self) -> None:
        """Hang up on who has taken too long; looked at while nobody comes, too."""
        now = time.monotonic()
        with self._lock:
            for connection in [item for item, at in self._deadlines.items() if at < now]:
                del self._deadlines[connection]
                _hang_up(connection)

    def admit(self, connection: socket.socket) -> bool:
        """Let somebody in who may ask; whether there is room for one more."""
        with self._lock:
            if len(self._admitted) >= CONNECTIONS:
                return False
            self._strangers.pop(connection, None)
            self._admitted.add(connection)
            return True

    def expect(self, connection: socket.socket, within_s: float | None) -> None:
        """Hang up on a connection after this time, or never if nothing more is expected of it."""
        with self._lock:
            if within_s is None:
                self._deadlines.pop(connection, None)
            else:
                self._deadlines[connection] = time.monotonic() + within_s

    def forget(self, connection: socket.socket) -> None:
        """A connection has ended."""
        with self._lock:
            self._strangers.pop(connection, None)
            self._admitted.discard(connection)
            self._deadlines.pop(connection, None)

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that breaks its connection is no event."""


def _hang_up(connection: socket.socket) -> None:
    # Whoever reads there sees an end, and closes it.
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)


class _Head:
    """The head of a request as its lines are read: bounded as a whole, too."""

    def __init__(self, stream: BufferedIOBase) -> None:
        self._stream = stream
        self._room = HEAD_BYTES

    def readline(self, limit: int = -1) -> bytes:
        """A line, or an error of which the standard library makes the status 431."""
        line = self._stream.readline(limit)
        self._room -= len(line)
        if self._room < 0:
            raise LineTooLong("head")
        return line


class _Handler(BaseHTTPRequestHandler):
    server: AdapterServer
    protocol_version = "HTTP/1.1"
    server_version = f"{SERVER}/{__version__}"
    sys_version = ""
    timeout = IDLE_S
    # Headers and body of an answer leave together, and at once.
    wbufsize = -1
    disable_nagle_algorithm = True
    JSON: ClassVar[str] = "application/json"

    def setup(self) -> None:
        super().setup()
        self._admitted = False
        self._stream = self.rfile
        self._channel: Channel | None = None

    def finish(self) -> None:
        self.server.forget(self.connection)
        self._leave(self.server.offer.grace_s)
        self.rfile = self._stream
        with suppress(OSError):
            super().finish()

    def handle_one_request(self) -> None:
        """Read and answer one request."""
        self.rfile = _Head(self._stream)  # type: ignore[assignment] # it is asked for lines only
        super().handle_one_request()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - inherited
        """Say nothing: who asks what is the business of who asks."""

    def do_POST(self) -> None:
        """Answer one request or one batch."""
        body = self._body()
        if body is None:
            return
        try:
            exchange = read_requests(body)
        except UnreadableError as problem:
            self._answer(HTTPStatus.OK, problem.answer)
            return
        try:
            self._carry(exchange)
        except StartError as problem:
            report = HttpReport(str(problem), hint=problem.hint or "", stderr=problem.stderr)
            self._report(HTTPStatus.SERVICE_UNAVAILABLE, report)
        except Interrupted:
            self._report(HTTPStatus.SERVICE_UNAVAILABLE, HttpReport("the server is being stopped"))

    def do_DELETE(self) -> None:
        """End the session of this connection: what the adapter still wrote, or how it crashed."""
        refusal = self._refusal(self.server.offer)
        if refusal is not None:
            self._report(refusal[0], HttpReport(refusal[1]))
            return
        self.close_connection = True
        stray, crash = self._leave(self.server.offer.grace_s)
        if crash is not None and not stray:
            self._report(REPORT_STATUS, crash)
            return
        self._answer(HTTPStatus.OK if stray else HTTPStatus.NO_CONTENT, b"\n".join(stray))

    def _carry(self, exchange: Exchange) -> None:
        """Put requests to the adapter of this connection and answer with what it answers."""
        if self._channel is None:
            self._channel = self.server.offer.transport.open()
        channel = self._channel
        channel.send(exchange.lines)
        while not exchange.complete:
            received = channel.wait(SLICE_S)
            stray = exchange.take(received.lines)
            if stray is not None:
                self._broken(channel, HttpReport(stray))
                return
            if received.end is not None and not exchange.complete:
                self._broken(channel, HttpReport(received.end.detail, died=received.end.died))
                return
            if not received.lines and self._left():
                self.close_connection = True
                self._leave(0)
                return
        if exchange.silent:
            self._answer(HTTPStatus.NO_CONTENT, b"")
        else:
            self._answer(HTTPStatus.OK, exchange.answer())

    def _broken(self, channel: Channel, report: HttpReport) -> None:
        channel.kill()
        told = msgspec.structs.replace(report, stderr=channel.stderr())
        self._channel = None
        self._report(REPORT_STATUS, told)

    def _body(self) -> bytes | None:
        """The body of a request that may be made, or None after its refusal."""
        offer = self.server.offer
        refusal = self._refusal(offer)
        lengths = self.headers.get_all("Content-Length", [])
        if refusal is None and (
            "Transfer-Encoding" in self.headers
            or len(lengths) != 1
            or not LENGTH.fullmatch(lengths[0])
        ):
            refusal = (HTTPStatus.LENGTH_REQUIRED, "a body of known length is needed")
        if refusal is None and int(lengths[0]) > offer.body_bytes:
            refusal = (
                HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
                f"a request of more than {offer.body_bytes} bytes",
            )
        if refusal is not None:
            self._report(refusal[0], HttpReport(refusal[1]))
            return None
        self.server.expect(self.connection, BODY_S)
        body = bytearray()
        while len(body) < int(lengths[0]):
            portion = self._stream.read(min(PORTION_BYTES, int(lengths[0]) - len(body)))
            if not portion:
                self.close_connection = True
                return None
            body += portion
        self.server.expect(self.connection, None)
        return bytes(body)

    def _refusal(self, offer: Offer) -> tuple[HTTPStatus, str] | None:
        host = (self.headers.get("Host") or "").rpartition(":")[0].strip("[]").lower()
        if offer.hosts is not None and host not in offer.hosts:
            return HTTPStatus.FORBIDDEN, "this server is asked by another name than its own"
        if self.headers.get("Origin") is not None:
            return HTTPStatus.FORBIDDEN, "pages in browsers are not served"
        if offer.token is not None:
            said = self.headers.get("Authorization", "").encode("utf-8", "replace")
            if not hmac.compare_digest(said, f"Bearer {offer.token}".encode()):
                return HTTPStatus.UNAUTHORIZED, "a bearer token is needed, and not the one given"
        if self.headers.get_content_type() != self.JSON:
            return HTTPStatus.UNSUPPORTED_MEDIA_TYPE, f"requests are {self.JSON}"
        # Only who may ask takes a place.
        self._admitted = self._admitted or self.server.admit(self.connection)
        if not self._admitted:
            return HTTPStatus.SERVICE_UNAVAILABLE, f"more than {CONNECTIONS} connections"
        self.server.expect(self.connection, None)
        return None

    def _report(self, status: int, report: HttpReport) -> None:
        # What is left of the request is not read, and the adapter may be gone.
        self.close_connection = True
        self._answer(status, msgspec.json.encode(report))

    def _answer(self, status: int, body: bytes) -> None:
        with suppress(OSError):
            self.send_response(status)
            if status == HTTPStatus.UNAUTHORIZED:
                self.send_header("WWW-Authenticate", "Bearer")
            if self.close_connection:
                self.send_header("Connection", "close")
            if status != HTTPStatus.NO_CONTENT:
                self.send_header("Content-Type", self.JSON)
                self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
            self.wfile.flush()

    def _left(self) -> bool:
        """Whether the one who asked has closed the connection."""
        poll = select.poll()
        poll.register(self.connection, select.POLLIN)
        if not poll.poll(0):
            return False
        with suppress(OSError):
            return not self.connection.recv(1, socket.MSG_PEEK)
        return True

    def _leave(self, grace_s: float) -> tuple[list[bytes], HttpReport | None]:
        """End the adapter of this connection; the lines that nobody had asked for, and a crash."""
        channel, self._channel = self._channel, None
        if channel is None:
            return [], None
        stray: list[bytes] = []
        end: End | None = None
        with suppress(Interrupted, StartError):
            channel.finish()
            deadline = time.monotonic() + grace_s
            # One line is enough to tell whose it is; who asks does not wait longer than we do.
            while not (end or stray) and (left := deadline - time.monotonic()) > 0:
                received = channel.wait(left)
                end = received.end
                rest = [end.rest] if end is not None and end.rest else []
                stray = [*stray, *received.lines, *rest][:STRAY_LINES]
        channel.kill()
        if end is None or end.well:
            return stray, None
        return stray, HttpReport(end.detail, died=end.died, stderr=channel.stderr())
