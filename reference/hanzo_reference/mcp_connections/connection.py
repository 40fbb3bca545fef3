"""A connection to an MCP server: a session, its clock, and who waits for what.

Whatever happens is put to the session under one lock, in whichever thread it happens, and what the
session wants done is done there and then. How messages travel is the transport's.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import Any, Protocol

from hanzo_reference.mcp_client.actions import Action, Reject, Resolve, Send
from hanzo_reference.mcp_client.message import Id, Message
from hanzo_reference.mcp_client.session import McpSession
from hanzo_reference.spec.canonical import canonical_json

# What a client calls itself if nobody says otherwise.
CLIENT: Mapping[str, str] = {"name": "hanzo-conformance", "version": "0.1.0"}
TIMEOUT_MS = 60_000


class McpError(Exception):
    """What was asked for will not come; ``code`` says why, ``details`` what the server said."""

    def __init__(self, code: str, details: Mapping[str, Any] | None = None) -> None:
        said = f": {details['message']}" if details else ""
        super().__init__(f"{code}{said}")
        self.code = code
        self.details = None if details is None else dict(details)


class Carrier(Protocol):
    """What carries messages to a server, and back to ``Inbox``."""

    def send(self, message: Message) -> None:
        """Send a message, without waiting for that."""

    def close(self) -> None:
        """Begin to end it, without waiting for that."""

    def wait_closed(self) -> None:
        """Wait until nothing is left of it."""


class McpConnection:
    """A session that is carried by somebody; may be used from any thread.

    Spec: MCPC-15 to MCPC-58.
    """

    def __init__(self, timeout_ms: int) -> None:
        self._session = McpSession(timeout_ms)
        # The carrier's as well: two locks would be taken in both orders.
        self.lock = threading.RLock()
        self._changed = threading.Condition(self.lock)
        self._began_s = time.monotonic()
        self._waiting: dict[int, Future[dict[str, Any]]] = {}
        self._steps = 0
        self._has_ended = False
        self._carrier: Carrier | None = None

    def begin(
        self, carrier: Callable[[McpConnection], Carrier], client: Mapping[str, str]
    ) -> Future[dict[str, Any]]:
        """Be carried from now on, and greet; the future has what ``connect`` resolves."""
        with self.lock:
            self._carrier = carrier(self)
            threading.Thread(target=self._watch_clock, daemon=True).start()
            return self._ask(lambda step, at: self._session.connect(step, client, at))

    # What somebody asks.

    def begin_list(self) -> Future[dict[str, Any]]:
        """Ask for the tools: a future of ``{tools, generation}``, or of ``McpError``."""
        return self._ask(self._session.list_tools)

    def begin_call(self, name: str, arguments: Mapping[str, Any]) -> Future[dict[str, Any]]:
        """Call a tool: a future of ``{output, error, is_error}``, or of ``McpError``.

        Raises ``ValueError`` for arguments that JSON cannot carry exactly.
        """
        canonical_json(dict(arguments))
        return self._ask(lambda step, at: self._session.call_tool(step, name, arguments, at))

    async def list_tools(self) -> dict[str, Any]:
        """The tools, as ``{tools, generation}``; raises ``McpError``."""
        return await asyncio.wrap_future(self.begin_list())

    async def call_tool(self, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """What a tool says, as ``{output, error, is_error}``; raises ``McpError``."""
        return await asyncio.wrap_future(self.begin_call(name, arguments))

    async def send(self, request: Message) -> dict[str, Any]:
        """The response to a request with ``method`` and, if it has any, ``params``.

        It goes out under an id of the connection's own, and the response bears the request's.
        Raises ``McpError`` where there is no response. Spec: MCPC-58.
        """
        method, params = request["method"], request.get("params", {})
        canonical_json(dict(params))
        response: dict[str, Any] = {"jsonrpc": "2.0", "id": request.get("id")}
        try:
            asked = self._ask(lambda step, at: self._session.request(step, method, params, at))
            response["result"] = await asyncio.wrap_future(asked)
        except McpError as problem:
            if problem.details is None:
                raise
            response["error"] = problem.details
        return response

    async def close(self) -> None:
        """End it, and wait until nothing is left."""
        await asyncio.to_thread(self.end)

    def end(self) -> None:
        """End it, and wait in this thread until nothing is left."""
        self._happen(self._session.close)
        if self._carrier is not None:
            self._carrier.wait_closed()

    # What the carrier tells.

    def received(self, message: Message) -> None:
        """A message has come."""
        self._happen(lambda at: self._session.receive(message, at))

    def invalid(self, identity: Id | None) -> None:
        """What has come is no message."""
        self._happen(lambda at: self._session.invalid(identity, at))

    def failed(self, identity: Id | None, code: str) -> None:
        """A request has ended without an answer."""
        self._happen(lambda at: self._session.failed(identity, code, at))

    def closed(self, reason: str) -> None:
        """The carrier has ended, or lost its session: see ``McpSession.closed``."""
        with self.lock:
            self._happen(lambda at: self._session.closed(reason, at))
            if reason != "expired":
                self._end_clock()

    def _ask(self, ask: Callable[[int, int], list[Action]]) -> Future[dict[str, Any]]:
        future: Future[dict[str, Any]] = Future()
        # Nobody calls off what others may wait for as well.
        future.set_running_or_notify_cancel()
        with self.lock:
            step, self._steps = self._steps, self._steps + 1
            self._waiting[step] = future
            self._happen(lambda at: ask(step, at))
        return future

    def _happen(self, event: Callable[[int], list[Action]]) -> None:
        with self.lock:
            now_ms = int((time.monotonic() - self._began_s) * 1000)
            for action in event(now_ms):
                self._do(action)
            self._changed.notify_all()

    def _do(self, action: Action) -> None:
        if isinstance(action, Resolve):
            self._waiting.pop(action.step).set_result(action.value)
        elif isinstance(action, Reject):
            self._waiting.pop(action.step).set_exception(McpError(action.code, action.details))
        elif self._carrier is not None:
            if isinstance(action, Send):
                self._carrier.send(action.message)
            else:
                self._carrier.close()
                self._end_clock()

    def _end_clock(self) -> None:
        self._has_ended = True
        self._changed.notify_all()

    def _watch_clock(self) -> None:
        """Let time pass whenever something is due."""
        with self.lock:
            while not self._has_ended:
                due_ms = self._session.due_ms
                now_ms = (time.monotonic() - self._began_s) * 1000
                if due_ms is None or now_ms < due_ms:
                    self._changed.wait(None if due_ms is None else (due_ms - now_ms) / 1000)
                else:
                    self._happen(self._session.tick)
