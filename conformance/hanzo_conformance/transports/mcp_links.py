"""How messages of MCP travel: a server's standard input and output, or streamable HTTP.

A link gives the session its two streams, and says how the server ended. Over pipes it is the same
channel that an adapter has, with the same bounds and the same end; over HTTP, answers have a
largest size.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Protocol

import anyio
import httpx2
import mcp_types
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.message import SessionMessage

from hanzo_conformance.transports.channel import End, LocalChannel
from hanzo_conformance.transports.protocol import shown
from hanzo_conformance.version import __version__
from hanzo_vectors.strict_json import NotStrictJsonError, check

# How often a process is looked after that says nothing.
TICK_S = 0.02
# Messages that are not read yet; a server that floods is cut off.
BACKLOG = 10_000
BACKLOG_BYTES = 64 * 1024 * 1024
# What a server has asked and not yet fetched the answers of.
UNREAD_BYTES = 16 * 1024 * 1024
FLOOD = f"more than {BACKLOG} messages, or {BACKLOG_BYTES} bytes of them, at once"
Ended = Callable[[End], None]


class Link(Protocol):
    """A connection to a server, used inside one event loop."""

    trouble: str

    def streams(self) -> AbstractAsyncContextManager[tuple[Any, Any]]:
        """The reading and the writing end for a session, while the block lasts."""

    def finish(self) -> None:
        """No more requests come."""


class PipeLink:
    """A server that is a process; ``ended`` is told how it ended or what it broke."""

    def __init__(self, channel: LocalChannel, ended: Ended) -> None:
        self.trouble = ""
        self._channel = channel
        self._ended = ended
        self._over = False

    @asynccontextmanager
    async def streams(self) -> AsyncIterator[tuple[Any, Any]]:
        """See ``Link``."""
        loop = asyncio.get_running_loop()
        unread = _Unread()
        inward, readable = anyio.create_memory_object_stream[SessionMessage | Exception](BACKLOG)
        writable, outward = anyio.create_memory_object_stream[SessionMessage](BACKLOG)

        def deliver(message: SessionMessage, size: int) -> None:
            inward.send_nowait(message)
            unread.take(size, inward.statistics().current_buffer_used)

        def serve() -> None:
            if not self._over:
                self._over = self._take(deliver)
                if self._over:
                    for number in watched:
                        loop.remove_reader(number)
                    # Whoever still waits for an answer learns that none comes.
                    inward.close()

        async def tend() -> None:
            while True:
                serve()
                await asyncio.sleep(TICK_S)

        async def write() -> None:
            async for message in outward:
                text = message.message.model_dump_json(by_alias=True, exclude_unset=True)
                self._channel.send(text.encode() + b"\n")
                while self._channel.unsent() > UNREAD_BYTES:  # noqa: ASYNC110 - bytes tell nobody
                    # Its answers wait here, and then its questions there: that has a bound.
                    await asyncio.sleep(TICK_S)

        watched = self._channel.readable()
        for number in watched:
            loop.add_reader(number, serve)
        tasks = [asyncio.create_task(tend()), asyncio.create_task(write())]
        try:
            yield readable, writable
        finally:
            for task in tasks:
                task.cancel()
            if not self._over:
                for number in watched:
                    loop.remove_reader(number)
            await asyncio.gather(*tasks, return_exceptions=True)
            for stream in (inward, readable, writable, outward):
                stream.close()

    def finish(self) -> None:
        """See ``Link``."""
        self._channel.finish()

    def _take(self, deliver: Callable[[SessionMessage, int], None]) -> bool:
        """Pass on what has come; whether that was the last."""
        received = self._channel.wait(0)
        for line in received.lines:
            try:
                check(line)
                deliver(
                    SessionMessage(
                        mcp_types.jsonrpc_message_adapter.validate_json(line, by_name=False)
                    ),
                    len(line),
                )
            except (NotStrictJsonError, ValueError):
                what = f"a line that is no message of JSON-RPC\n  it wrote: {shown(line)}"
                self._ended(End(died=False, detail=what))
                return True
            except anyio.WouldBlock:
                self._ended(End(died=False, detail=FLOOD))
                return True
        if received.end is not None:
            self._ended(received.end)
        return received.end is not None


class _Unread:
    """How many bytes of messages wait to be read."""

    def __init__(self) -> None:
        self._sizes: deque[int] = deque()
        self._bytes = 0

    def take(self, size: int, waiting: int) -> None:
        """One more, with which so many wait; raises ``WouldBlock`` where that is too much."""
        self._sizes.append(size)
        self._bytes += size
        while len(self._sizes) > waiting:
            self._bytes -= self._sizes.popleft()
        if self._bytes > BACKLOG_BYTES:
            raise anyio.WouldBlock


class HttpLink:
    """A server at a URL; its ``trouble`` is the last bad status."""

    def __init__(self, url: str, token: str | None, answer_bytes: int) -> None:
        self.trouble = ""
        self._url = url
        self._answer_bytes = answer_bytes
        self._headers = {"User-Agent": f"hanzo-conformance/{__version__}"}
        if token:
            self._headers["Authorization"] = f"Bearer {token}"

    @asynccontextmanager
    async def streams(self) -> AsyncIterator[tuple[Any, Any]]:
        """See ``Link``."""
        client = httpx2.AsyncClient(
            headers=self._headers,
            timeout=httpx2.Timeout(30.0, read=None),
            transport=_Bounded(self._answer_bytes, self._look),
            trust_env=False,
        )
        async with (
            client,
            streamable_http_client(
                self._url, http_client=client, max_sse_event_size=self._answer_bytes
            ) as streams,
        ):
            yield streams

    def finish(self) -> None:
        """See ``Link``: leaving the block is all there is to it."""

    def _look(self, method: str, status: int, phrase: str) -> None:
        # A server need not have a stream of its own messages, nor sessions that can be ended.
        if status >= 300 and method == "POST":
            self.trouble = f"HTTP status {status} {phrase}".rstrip()


class _Bounded(httpx2.AsyncBaseTransport):
    """Breaks off an answer that is longer than it may be."""

    def __init__(self, limit: int, look: Callable[[str, int, str], None]) -> None:
        self._inner = httpx2.AsyncHTTPTransport()
        self._limit = limit
        self._look = look

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        response = await self._inner.handle_async_request(request)
        self._look(request.method, response.status_code, response.reason_phrase)
        # The stream of a server's own messages lasts as long as the session does.
        if request.method == "POST":
            assert isinstance(response.stream, httpx2.AsyncByteStream)
            response.stream = _BoundedStream(response.stream, self._limit)
        return response

    async def aclose(self) -> None:
        await self._inner.aclose()


class _BoundedStream(httpx2.AsyncByteStream):
    def __init__(self, inner: httpx2.AsyncByteStream, limit: int) -> None:
        self._inner = inner
        self._limit = limit

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async for piece in self._inner:
            size += len(piece)
            if size > self._limit:
                raise httpx2.ReadError(f"an answer of more than {self._limit} bytes")
            yield piece

    async def aclose(self) -> None:
        await self._inner.aclose()
