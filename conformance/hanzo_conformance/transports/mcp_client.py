"""The transport ``mcp``: an MCP server whose tools are operations, seen as an adapter.

The official client package speaks with the server, in an event loop on a thread of its own; what
it says is turned into lines of the adapter protocol. The package is optional.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, cast

import mcp
import mcp_types
import msgspec
from mcp.shared.exceptions import MCPError

from hanzo_conformance.implementations.manifest import Route
from hanzo_conformance.transports.channel import (
    Channel,
    End,
    LocalChannel,
    Received,
    Sharing,
)
from hanzo_conformance.transports.loopback import shared_by
from hanzo_conformance.transports.mcp_answer import (
    INTERNAL_ERROR,
    METHOD_NOT_FOUND,
    refusal_line,
    success_line,
    tool_line,
)
from hanzo_conformance.transports.mcp_links import HttpLink, Link, PipeLink
from hanzo_conformance.transports.mcp_tools import ListingError, Tools
from hanzo_conformance.transports.process import ProcessTransport
from hanzo_conformance.transports.waiting import wait_for
from hanzo_conformance.values.errors import StartError
from hanzo_conformance.version import __version__

JOIN_S = 5.0
HINT = "it must be an MCP server; start it by hand and look at what it says"
# What the package has to say comes back as verdicts.
logging.getLogger(mcp.__name__).addHandler(logging.NullHandler())


class McpTransport:
    """Starts the server of ``process``, or connects to the one at ``url``, as often as asked to."""

    def __init__(
        self,
        process: ProcessTransport | None,
        url: str | None,
        token: str | None,
        tools: Tools,
        answer_bytes: int,
        interrupted: Callable[[], bool],
    ) -> None:
        self._process = process
        self._url = url
        self._token = token
        self._tools = tools
        self._answer_bytes = answer_bytes
        self._interrupted = interrupted

    @property
    def sharing(self) -> Sharing:
        """All of it for a child of ours and for a server on this machine."""
        if self._process is not None:
            return self._process.sharing
        return shared_by(self._url or "")

    def open(self) -> Channel:
        """Start or connect to one; raises ``StartError``."""
        if self._process is not None:
            inner = self._process.open()
            return _McpChannel(lambda end: PipeLink(inner, end), inner, self._tools.afresh(),
                               self._interrupted)  # fmt: skip
        assert self._url is not None
        link = HttpLink(self._url, self._token, self._answer_bytes)
        return _McpChannel(lambda _: link, None, self._tools.afresh(), self._interrupted)


class _Asked(msgspec.Struct):
    """A request of the adapter protocol."""

    id: int
    method: str
    params: dict[str, Any]


class _McpChannel:
    """What the engine sees; the conversation itself is on the thread of the event loop."""

    def __init__(
        self,
        link: Callable[[Callable[[End], None]], Link],
        inner: LocalChannel | None,
        tools: Tools,
        interrupted: Callable[[], bool],
    ) -> None:
        self._inner = inner
        self._who = "the process" if inner is not None else "the server"
        self._interrupted = interrupted
        self._arrived: queue.SimpleQueue[bytes | End | StartError] = queue.SimpleQueue()
        self._asked: asyncio.Queue[_Asked | None] = asyncio.Queue()
        self._link = link(self._arrived.put)
        self._tools = tools
        self._end: End | None = None
        self._greeted = False
        self._loop = asyncio.new_event_loop()
        self._main: asyncio.Task[None] | None = None
        self._thread = threading.Thread(target=self._live, daemon=True)
        self._thread.start()

    def send(self, data: bytes) -> None:
        for line in data.splitlines():
            asked = msgspec.json.decode(line, type=_Asked)
            self._hand(self._asked.put_nowait, asked)

    def wait(self, timeout_s: float) -> Received:
        if self._end is not None:
            return Received([], self._end)
        return wait_for(self._look, timeout_s, self._interrupted)

    def _look(self, patience_s: float) -> Received | None:
        try:
            return self._gather(self._arrived.get(timeout=patience_s))
        except queue.Empty:
            return None

    def finish(self) -> None:
        self._hand(self._link.finish)
        if self._inner is None:
            self._hand(self._asked.put_nowait, None)

    def kill(self) -> None:
        self._hand(self._cancel)
        self._thread.join(JOIN_S)
        if self._inner is not None:
            self._inner.kill()
        self._end = self._end or End(died=True, detail="was left", who=self._who)

    def stop(self, grace_s: float) -> None:
        self._hand(self._cancel)
        self._thread.join(JOIN_S)
        if self._inner is not None:
            self._inner.stop(grace_s)
        self.kill()

    def stderr(self) -> str:
        return self._inner.stderr() if self._inner is not None else ""

    def _gather(self, first: bytes | End | StartError) -> Received:
        """All that is there already, up to the end."""
        lines: list[bytes] = []
        item: bytes | End | StartError = first
        while True:
            if isinstance(item, StartError):
                raise item
            if isinstance(item, End):
                self._end = item
                return Received(lines, item)
            lines.append(item)
            try:
                item = self._arrived.get_nowait()
            except queue.Empty:
                return Received(lines)

    def _hand(self, call: Callable[..., object], *arguments: object) -> None:
        # A loop that has ended wants nothing any more.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(call, *arguments)

    def _cancel(self) -> None:
        if self._main is not None:
            self._main.cancel()

    def _live(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._main = self._loop.create_task(self._converse())
            with suppress(asyncio.CancelledError):
                self._loop.run_until_complete(self._main)
            self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        finally:
            self._loop.close()

    async def _converse(self) -> None:
        """The session from start to end."""
        try:
            async with (
                self._link.streams() as (reading, writing),
                mcp.ClientSession(
                    reading,
                    writing,
                    message_handler=self._notice,
                    client_info=mcp_types.Implementation(
                        name="hanzo-conformance", version=__version__
                    ),
                ) as session,
            ):
                self._session = session
                await self._greet(session)
                await self._serve(session)
        except Exception as problem:  # noqa: BLE001 - the package lets any error of the network out
            told = "; ".join(dict.fromkeys(_told(problem)))
            self._arrived.put(
                End(died=True, detail=f"broke the connection: {told}", who=self._who)
                if self._greeted
                else StartError(f"its MCP session could not begin: {told}", HINT)
            )

    async def _greet(self, session: mcp.ClientSession) -> None:
        """Both handshakes; what goes wrong in the server's is why it cannot be started."""
        asked = await self._asked.get()
        if asked is None:
            return
        try:
            server = await session.initialize()
            await self._tools.refresh(session)
            await self._tools.survey(session)
        except MCPError as problem:
            if problem.code == mcp_types.CONNECTION_CLOSED and self._inner is not None:
                # How the process ended says more, and is on its way.
                await asyncio.Event().wait()
            told = self._link.trouble or problem.message
            self._arrived.put(StartError(f"its MCP session could not begin: {told}", HINT))
            return
        except (ListingError, RuntimeError, ValueError) as problem:
            self._arrived.put(StartError(f"its MCP session could not begin: {problem}", HINT))
            return
        self._greeted = True
        self._arrived.put(success_line(asked.id, self._tools.handshake(server.server_info)))

    async def _serve(self, session: mcp.ClientSession) -> None:
        async with asyncio.TaskGroup() as calls:
            while (asked := await self._asked.get()) is not None:
                calls.create_task(self._call(session, asked))
        self._arrived.put(End(died=True, detail="was left", who=self._who, well=True))

    async def _call(self, session: mcp.ClientSession, asked: _Asked) -> None:
        call = self._tools.call(asked.method, asked.params)
        if call is None:
            line = refusal_line(asked.id, METHOD_NOT_FOUND, f"no tool there is {asked.method}")
            self._arrived.put(line)
            return
        try:
            meta = cast("mcp_types.RequestParamsMeta | None", call.meta)
            result = await session.call_tool(call.tool, call.arguments, meta=meta)
        except MCPError as problem:
            if problem.code == mcp_types.CONNECTION_CLOSED:
                if self._inner is None:
                    self._arrived.put(End(died=True, detail="closed the connection", who=self._who))
                return
            line = refusal_line(asked.id, problem.code, self._link.trouble or problem.message)
            self._arrived.put(line)
            return
        except RuntimeError as problem:
            # The package holds structured content against the tool's own schema.
            self._arrived.put(refusal_line(asked.id, INTERNAL_ERROR, str(problem)))
            return
        self._arrived.put(_line(asked.id, result, self._tools.route(asked.method)))

    async def _notice(self, message: object) -> None:
        if isinstance(message, mcp_types.ToolListChangedNotification):
            await self._tools.refresh(self._session)


def _told(problem: BaseException) -> list[str]:
    """What the errors of a group say, one by one."""
    if isinstance(problem, BaseExceptionGroup):
        return [text for one in problem.exceptions for text in _told(one)]
    return [str(problem) or type(problem).__name__]


def _line(number: int, result: mcp_types.CallToolResult, route: Route | None) -> bytes:
    content = [
        part.model_dump(mode="json", by_alias=True, exclude_unset=True) for part in result.content
    ]
    return tool_line(
        number,
        content,
        result.structured_content,
        has_structured="structured_content" in result.model_fields_set,
        bad=bool(result.is_error),
        route=route,
    )
