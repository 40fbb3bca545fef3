"""The transport ``http``: JSON-RPC 2.0 over POST, many requests a batch, one connection a channel.

A connection is a session: who serves one adapter for each connection (``http_server`` does) shows
its crashes as those of a process. Certificates are verified, redirects are refused, answers have a
largest size, and no proxy is asked.
"""

from __future__ import annotations

import http.client
import queue
import socket
import ssl
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from urllib.parse import urlsplit

import msgspec

from hanzo_conformance.transports.channel import Channel, End, Received, Sharing
from hanzo_conformance.transports.http_report import REPORT_STATUS, SERVER, HttpReport, read_report
from hanzo_conformance.transports.loopback import shared_by
from hanzo_conformance.transports.waiting import wait_for
from hanzo_conformance.values.errors import StartError
from hanzo_conformance.values.wording import counted
from hanzo_conformance.version import __version__

READ_BYTES = 256 * 1024
CONNECT_S = 15.0
# How long a thread that blocks on the network is waited for.
LEAVING_S = 0.05
# A server may close a connection that nobody used for a while just when it is used again.
IDLE_S = 1.0
# How many times the longest line an answer to a batch may be.
BATCH_LINES = 8
WHO, BEHIND = "the server", "the process behind the server"


class HttpTransport:
    """Connects to one URL as often as it is asked to."""

    def __init__(
        self, url: str, token: str | None, line_bytes: int, interrupted: Callable[[], bool]
    ) -> None:
        self._url = url
        self._token = token
        self._line_bytes = line_bytes
        self._interrupted = interrupted

    @property
    def sharing(self) -> Sharing:
        """All where the address is this machine's own."""
        return shared_by(self._url)

    def open(self) -> Channel:
        """A channel that connects when the first bytes leave; raises ``StartError``."""
        if self._token is not None and not (self._token.isascii() and self._token.isprintable()):
            raise StartError(
                "the bearer token is not printable ASCII", "look for a line end in the variable"
            )
        return _HttpChannel(_Poster(self._url, self._token, self._line_bytes), self._interrupted)


class _HttpChannel:
    """Hands batches to a thread that blocks on the network, and waits for what it brings."""

    def __init__(self, poster: _Poster, interrupted: Callable[[], bool]) -> None:
        self._poster = poster
        self._interrupted = interrupted
        self._outgoing: list[bytes] = []
        self._batches: queue.SimpleQueue[list[bytes] | None] = queue.SimpleQueue()
        self._arrived: queue.SimpleQueue[Received | Exception] = queue.SimpleQueue()
        self._posting = self._finishing = False
        self._end: End | None = None
        self._thread = threading.Thread(target=self._exchange, daemon=True)
        self._thread.start()

    def send(self, data: bytes) -> None:
        self._outgoing += data.splitlines()

    def wait(self, timeout_s: float) -> Received:
        if self._end is not None:
            return Received([], self._end)
        return wait_for(self._look, timeout_s, self._interrupted)

    def _look(self, patience_s: float) -> Received | None:
        if self._outgoing and not self._posting:
            self._batches.put(self._outgoing)
            self._outgoing, self._posting = [], True
        if self._finishing and not self._posting:
            # An empty batch: the session ends.
            self._batches.put([])
            self._posting = True
        try:
            received = self._arrived.get(timeout=patience_s)
        except queue.Empty:
            return None
        self._posting = False
        if isinstance(received, Exception):
            raise received
        self._end = received.end
        return received

    def finish(self) -> None:
        self._finishing = True

    def kill(self) -> None:
        self._batches.put(None)
        self._poster.close()
        self._thread.join(LEAVING_S)
        self._end = self._end or End(died=True, detail="was left", who=WHO)

    def stop(self, grace_s: float) -> None:  # noqa: ARG002 - leaving takes no time
        self.kill()

    def stderr(self) -> str:
        return self._poster.stderr

    def _exchange(self) -> None:
        while (batch := self._batches.get()) is not None:
            try:
                self._arrived.put(self._poster.post(batch) if batch else self._poster.part())
            except Exception as problem:  # noqa: BLE001 - it is raised again where one waits
                self._arrived.put(problem)
        self._poster.release()


class _Poster:
    """One connection, used by one thread; ``close`` comes from another."""

    def __init__(self, url: str, token: str | None, line_bytes: int) -> None:
        parts = urlsplit(url)
        self._url = url
        self._target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        self._line_bytes = line_bytes
        self._headers = {
            "Content-Type": "application/json",
            "Accept": "application/json",
            "User-Agent": f"hanzo-conformance/{__version__}",
        }
        if token:
            self._headers["Authorization"] = f"Bearer {token}"
        host = parts.hostname or ""
        self._connection: http.client.HTTPConnection = (
            http.client.HTTPSConnection(
                host, parts.port, timeout=CONNECT_S, context=ssl.create_default_context()
            )
            if parts.scheme == "https"
            else http.client.HTTPConnection(host, parts.port, timeout=CONNECT_S)
        )
        self._used = 0.0
        self._answered = self._closed = self._ours = False
        self._socket: socket.socket | None = None
        self._response: http.client.HTTPResponse | None = None
        self.stderr = ""

    def close(self) -> None:
        """Let go, also of an answer that is being waited for."""
        self._closed = True
        if self._socket is not None:
            with suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)

    def release(self) -> None:
        """Close what is open."""
        if self._response is not None:
            self._response.close()
        self._connection.close()

    def post(self, batch: list[bytes]) -> Received:
        """Post requests and read their answers; raises ``StartError`` when it cannot be asked."""
        body = batch[0] if len(batch) == 1 else b"[" + b",".join(batch) + b"]"
        try:
            response = self._response = self._request(body)
            limit = self._line_bytes * min(len(batch), BATCH_LINES)
            content = self._read(response, limit)
        except (OSError, http.client.HTTPException) as problem:
            self.release()
            said = str(problem) or type(problem).__name__
            return _broken(f"broke the connection: {said}", died=True)
        self._used = time.monotonic()
        self._ours = response.getheader("Server", "").startswith(f"{SERVER}/")
        if content is None:
            return _broken(f"an answer of more than {limit} bytes")
        if response.status != http.client.OK:
            return self._refused(response, content)
        self._answered = True
        return self._lines(content, len(batch))

    def part(self) -> Received:
        """End the session; a server of ours says what its adapter did after its answers."""
        lines: list[bytes] = []
        if self._ours and self._connection.sock is not None:
            with suppress(OSError, http.client.HTTPException):
                self._connection.request("DELETE", self._target, headers=self._headers)
                response = self._response = self._connection.getresponse()
                content = self._read(response, self._line_bytes) or b""
                if response.status == http.client.OK:
                    lines = content.splitlines()
                report = read_report(content)
                if response.status == REPORT_STATUS and report is not None:
                    self.stderr = report.stderr
                    return _broken(report.detail, died=report.died, who=BEHIND)
        return Received(lines, End(died=True, detail="was left", who=WHO, well=True))

    def _request(self, body: bytes) -> http.client.HTTPResponse:
        fresh = self._connection.sock is None
        if fresh:
            self._connect()
        try:
            self._connection.request("POST", self._target, body, self._headers)
            return self._connection.getresponse()
        except (OSError, http.client.HTTPException):
            self._connection.close()
            if fresh or self._closed or time.monotonic() - self._used < IDLE_S:
                raise
        return self._request(body)

    def _connect(self) -> None:
        try:
            self._connection.connect()
        except ssl.SSLError as problem:
            raise StartError(
                f"{self._url}: no secure connection: {problem.reason or problem}",
                "its certificate must be valid for this name; SSL_CERT_FILE names a file of "
                "authorities to trust instead of the system's",
            ) from None
        except (OSError, UnicodeError) as problem:
            said = getattr(problem, "strerror", None) or problem
            raise StartError(
                f"{self._url} cannot be reached: {said}",
                "start it there, for example: hanzo-conformance serve --impl NAME",
            ) from None
        self._socket = self._connection.sock
        self._socket.settimeout(None)
        if self._closed:
            self.close()

    def _read(self, response: http.client.HTTPResponse, limit: int) -> bytes | None:
        """The whole body, or None when it is longer than it may be."""
        pieces: list[bytes] = []
        size = 0
        while piece := response.read(READ_BYTES):
            pieces.append(piece)
            size += len(piece)
            if size > limit:
                self.release()
                return None
        if response.length:
            # A body that ends before the length that was announced is no error to the reader.
            raise http.client.IncompleteRead(b"", response.length)
        return b"".join(pieces)

    def _lines(self, content: bytes, asked: int) -> Received:
        lines = split(content)
        if any(len(line) > self._line_bytes for line in lines):
            lines = [line for line in lines if len(line) <= self._line_bytes]
            return Received(lines, _broken(f"an answer of more than {self._line_bytes} bytes").end)
        if len(lines) < asked:
            what = f"{counted(len(lines), 'answer')} to {counted(asked, 'request')}"
            return Received(lines, _broken(what).end)
        return Received(lines)

    def _refused(self, response: http.client.HTTPResponse, content: bytes) -> Received:
        """What a status other than 200 means."""
        status = f"HTTP status {response.status} {response.reason}".rstrip()
        report = read_report(content) or HttpReport(detail="")
        self.stderr = report.stderr
        if response.status in {http.client.UNAUTHORIZED, http.client.FORBIDDEN}:
            told = report.detail or "it wants another bearer token"
            hint = "the token is read from the variable HANZO_CONFORMANCE_TOKEN"
            raise StartError(f"{self._url}: {status}: {told}", report.hint or hint, report.stderr)
        if response.status == REPORT_STATUS and report.detail:
            return _broken(report.detail, died=report.died, who=BEHIND)
        place = response.getheader("Location")
        if response.status // 100 == 3:
            told = f"redirects are refused, it points to {place}"
            hint = "name the address that answers itself"
        else:
            told, hint = report.detail, report.hint or "it must answer POST with JSON-RPC 2.0"
        what = f"{status}: {told}" if told else status
        if not self._answered:
            raise StartError(f"{self._url}: {what}", hint, report.stderr)
        return _broken(what)


def split(content: bytes) -> list[bytes]:
    """The answers of a body, each as it was written; what is no JSON array is one line."""
    stripped = content.strip()
    if stripped.startswith(b"["):
        with suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return [bytes(raw) for raw in msgspec.json.decode(stripped, type=list[msgspec.Raw])]
    return [stripped] if stripped else []


def _broken(detail: str, *, died: bool = False, who: str = WHO) -> Received:
    return Received([], End(died=died, detail=detail, who=who))
