"""The client's side of the streamable HTTP transport, as a machine.

Here lives what is requested, and what responses mean. Who opens connections, and waits, is
elsewhere; how events lie in a stream is ``sse``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from hanzo_reference.mcp_client.headers import (
    EVENT_STREAM,
    JSON,
    LAST_EVENT,
    OWN,
    PROTOCOL,
    SESSION,
    Headers,
    Method,
    by_name,
    media_type,
)
from hanzo_reference.mcp_client.lines import MAX_LINE_BYTES
from hanzo_reference.mcp_client.message import Message, Received, id_of, judge, read_message
from hanzo_reference.spec.canonical import canonical_json
from hanzo_reference.sse.buffer import SseBufferOverflow, SseFrameBuffer
from hanzo_reference.sse.frame import SseFrame

# What a stream without a word of its own about it waits before it is resumed.
RETRY_MS = 1000
# How often running a stream is resumed that brings nothing.
MOST_RESUMED = 2
GONE = 404
NOT_ALLOWED = 405


@dataclass(frozen=True, slots=True)
class Request:
    """A request to the endpoint; ``to`` names the exchange that its response belongs to."""

    to: int
    method: Method
    headers: Headers
    body: str | None


@dataclass(frozen=True, slots=True)
class Receive:
    """A message of the server."""

    message: Message


@dataclass(frozen=True, slots=True)
class Wait:
    """The exchange is to be resumed after so long."""

    to: int
    ms: int


@dataclass(frozen=True, slots=True)
class Done:
    """The exchange has ended as it should; its response is of no interest any more."""

    to: int


@dataclass(frozen=True, slots=True)
class Failed:
    """The exchange has ended, and nothing is to be had from it."""

    to: int
    code: str
    status: int | None = None


@dataclass(frozen=True, slots=True)
class Expired:
    """The server has forgotten the session; all exchanges have ended."""


HttpAction: TypeAlias = Request | Receive | Wait | Done | Failed | Expired

# What is expected next: a response, its body (events, one message, or what an error says), the
# time to resume.
State = Literal["asked", "events", "json", "error", "waiting"]


@dataclass(slots=True)
class _Exchange:
    """A request with its responses. ``asked`` is the message that an answer is waited for."""

    to: int
    kind: Literal["send", "listen"]
    asked: Message | None
    frames: SseFrameBuffer
    state: State = "asked"
    bears_session: bool = field(init=False)
    is_resumed: bool = False
    status: int = field(init=False)
    resumed: int = 0
    body: bytearray = field(default_factory=bytearray)

    @property
    def is_initialize(self) -> bool:
        return self.asked is not None and self.asked["method"] == "initialize"

    def is_answered_by(self, received: Received) -> bool:
        """Spec: MCPC-68, MCPC-70."""
        if self.asked is None or received.kind not in {"result", "error"}:
            return False
        return id_of(self.asked) == id_of(received.message)


class McpExchange:
    """All exchanges with one endpoint; every method gives actions in their order.

    ``headers`` are the caller's. ``max_body`` bounds, in bytes, a message that is a body, and what
    is held back of an event. Spec: MCPC-60 to MCPC-83.
    """

    def __init__(self, headers: Headers, max_body: int = MAX_LINE_BYTES) -> None:
        self._headers = by_name(headers)
        self._max_body = max_body
        self._session: str | None = None
        self._version: str | None = None
        self._exchanges: dict[int, _Exchange] = {}
        self._is_closed = False

    def send(self, to: int, message: Message) -> list[HttpAction]:
        """Send a message; what is none is not sent. Spec: MCPC-60."""
        judged = judge(message)
        if self._is_closed or not isinstance(judged, Received):
            return []
        asked = message if judged.kind == "request" else None
        exchange = self._begin(to, "send", asked)
        return [self._request(exchange, "POST", canonical_json(dict(message)).decode())]

    def listen(self, to: int) -> list[HttpAction]:
        """Ask for what the server has to say by itself. Spec: MCPC-78."""
        if self._is_closed:
            return []
        return [self._request(self._begin(to, "listen", None), "GET")]

    def close(self, to: int) -> list[HttpAction]:
        """End the session; nothing happens any more. Spec: MCPC-79."""
        if self._is_closed:
            return []
        self._is_closed = True
        self._exchanges.clear()
        if self._session is None:
            return []
        return [Request(to, "DELETE", self._own_headers("DELETE"), None)]

    def response(self, to: int, status: int, headers: Headers) -> list[HttpAction]:
        """A response has begun. Spec: MCPC-63, MCPC-66 to MCPC-73, MCPC-78."""
        exchange = self._at(to, "asked")
        if exchange is None:
            return []
        exchange.status = status
        if status == GONE and exchange.bears_session:
            return self._expire()
        if status > 299:
            return self._take_refusal(exchange, status)
        if exchange.is_initialize and not exchange.is_resumed:
            # An empty one names no session.
            self._session = by_name(headers).get(SESSION) or None
        if exchange.kind == "send" and exchange.asked is None:
            return self._done(exchange)
        media = media_type(headers)
        if media == EVENT_STREAM:
            exchange.state = "events"
        elif media == JSON and exchange.kind == "send" and not exchange.is_resumed:
            exchange.state = "json"
        else:
            return self._failed(exchange, "BAD_CONTENT_TYPE")
        return []

    def chunk(self, to: int, data: bytes) -> list[HttpAction]:
        """Some more of a body. Spec: MCPC-69, MCPC-70, MCPC-80."""
        exchange = self._exchanges.get(to)
        if exchange is not None and exchange.state == "events":
            return list(self._take_events(exchange, data))
        if exchange is None or exchange.state not in {"json", "error"}:
            return []
        exchange.body += data
        return self._overflow(exchange) if len(exchange.body) > self._max_body else []

    def end(self, to: int) -> list[HttpAction]:
        """The end of a body. Spec: MCPC-68, MCPC-73 to MCPC-78."""
        exchange = self._exchanges.get(to)
        if exchange is None or exchange.state == "waiting":
            return []
        if exchange.state in {"asked", "events"}:
            return self._interrupted(exchange)
        received = read_message(exchange.body)
        is_json = exchange.state == "json"
        if (
            isinstance(received, Received)
            and exchange.is_answered_by(received)
            and (is_json or received.kind == "error")
        ):
            return [self._receive(exchange, received), *self._done(exchange)]
        return self._failed(exchange, "INVALID_RESPONSE" if is_json else "HTTP_ERROR")

    def fail(self, to: int) -> list[HttpAction]:
        """The connection is broken, or never was. Spec: MCPC-73 to MCPC-78."""
        exchange = self._exchanges.get(to)
        if exchange is None or exchange.state == "waiting":
            return []
        if exchange.state == "error":
            return self._failed(exchange, "HTTP_ERROR")
        return self._interrupted(exchange)

    def resume(self, to: int) -> list[HttpAction]:
        """The time of a wait is over. Spec: MCPC-75."""
        exchange = self._at(to, "waiting")
        if exchange is None:
            return []
        exchange.state, exchange.is_resumed = "asked", True
        return [self._request(exchange, "GET")]

    def abandon(self, to: int) -> list[HttpAction]:
        """Nobody waits for this exchange any more. Spec: MCPC-83."""
        self._exchanges.pop(to, None)
        return []

    def _at(self, to: int, state: State) -> _Exchange | None:
        exchange = self._exchanges.get(to)
        return exchange if exchange is not None and exchange.state == state else None

    def _begin(self, to: int, kind: Literal["send", "listen"], asked: Message | None) -> _Exchange:
        exchange = _Exchange(to, kind, asked, SseFrameBuffer(self._max_body))
        self._exchanges[to] = exchange
        return exchange

    def _request(self, exchange: _Exchange, method: Method, body: str | None = None) -> Request:
        headers = self._own_headers(method)
        if exchange.is_initialize and method == "POST":
            headers = {
                name: value for name, value in headers.items() if name not in {SESSION, PROTOCOL}
            }
        if exchange.frames.last_event_id:
            headers[LAST_EVENT] = exchange.frames.last_event_id
        exchange.bears_session = self._session is not None and SESSION in headers
        return Request(exchange.to, method, headers, body)

    def _own_headers(self, method: Method) -> dict[str, str]:
        """Spec: MCPC-61, MCPC-63, MCPC-64."""
        known = {SESSION: self._session, PROTOCOL: self._version}
        return {
            **self._headers,
            **OWN[method],
            **{name: value for name, value in known.items() if value is not None},
        }

    def _take_refusal(self, exchange: _Exchange, status: int) -> list[HttpAction]:
        """Spec: MCPC-72, MCPC-73, MCPC-78."""
        if exchange.kind == "listen" and status == NOT_ALLOWED:
            return self._done(exchange)
        if exchange.asked is None or exchange.is_resumed:
            return self._failed(exchange, "HTTP_ERROR")
        exchange.state = "error"
        return []

    def _take_events(self, exchange: _Exchange, data: bytes) -> Iterator[HttpAction]:
        """Spec: MCPC-69, MCPC-70, MCPC-76, MCPC-80."""
        overflows = False
        try:
            frames = exchange.frames.feed_bytes(data)
        except SseBufferOverflow as overflow:
            frames, overflows = list(overflow.frames), True
        for frame in frames:
            exchange.resumed = 0
            received = _message_of(frame)
            if received is not None:
                yield self._receive(exchange, received)
                if exchange.is_answered_by(received):
                    yield from self._done(exchange)
                    return
        if overflows:
            yield from self._overflow(exchange)

    def _receive(self, exchange: _Exchange, received: Received) -> Receive:
        """Spec: MCPC-64."""
        if exchange.is_initialize and exchange.is_answered_by(received):
            version = received.message.get("result", {}).get("protocolVersion")
            self._version = version if isinstance(version, str) else None
        return Receive(received.message)

    def _interrupted(self, exchange: _Exchange) -> list[HttpAction]:
        """A stream, or a request, that has ended too early. Spec: MCPC-74, MCPC-76 to MCPC-78."""
        buffer = exchange.frames
        buffer.close()
        if not buffer.last_event_id and exchange.kind == "listen":
            return self._done(exchange)
        if not buffer.last_event_id or exchange.resumed == MOST_RESUMED:
            return self._failed(exchange, "STREAM_ENDED")
        exchange.resumed += 1
        exchange.state = "waiting"
        retry_ms = buffer.reconnection_time
        return [Wait(exchange.to, RETRY_MS if retry_ms is None else retry_ms)]

    def _overflow(self, exchange: _Exchange) -> list[HttpAction]:
        """Spec: MCPC-80."""
        is_error = exchange.state == "error"
        return self._failed(exchange, "HTTP_ERROR" if is_error else "INVALID_RESPONSE")

    def _done(self, exchange: _Exchange) -> list[HttpAction]:
        del self._exchanges[exchange.to]
        return [Done(exchange.to)]

    def _failed(self, exchange: _Exchange, code: str) -> list[HttpAction]:
        del self._exchanges[exchange.to]
        return [Failed(exchange.to, code, exchange.status if code == "HTTP_ERROR" else None)]

    def _expire(self) -> list[HttpAction]:
        """Spec: MCPC-71."""
        self._exchanges.clear()
        self._session = self._version = None
        return [Expired()]


def _message_of(frame: SseFrame) -> Received | None:
    """The message that an event holds. Spec: MCPC-69."""
    if frame.event not in {None, "message"}:
        return None
    received = read_message(frame.data.encode())
    return received if isinstance(received, Received) else None
