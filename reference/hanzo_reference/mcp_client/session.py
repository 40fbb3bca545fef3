"""A session with an MCP server, as a machine: what happens goes in, what is to be done comes out.

Time is an argument, in ms, and never runs back. Bytes, processes and connections are elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from hanzo_reference.mcp_client.actions import Action, Close, Reject, Resolve, Send, in_order
from hanzo_reference.mcp_client.answers import (
    PROTOCOL_VERSIONS,
    Refused,
    read_call,
    read_initialize,
    read_page,
)
from hanzo_reference.mcp_client.message import (
    METHOD_NOT_FOUND,
    VERSION,
    Id,
    Message,
    Received,
    id_of,
    judge,
)
from hanzo_reference.mcp_client.tool_cache import Fetch, ToolCache

LIST_CHANGED = "notifications/tools/list_changed"
EXPIRED = "SESSION_EXPIRED"


@dataclass(frozen=True, slots=True)
class _Request:
    """What an answer is waited for: its kind, until when, and for whom.

    A page has its fetch, and what has no kind is given as it comes. ``step`` is None for an
    initialize that nobody asked for.
    """

    kind: Literal["initialize", "call"] | None
    due_ms: int
    step: int | None = None
    fetch: Fetch | None = None

    def waiting(self) -> list[int]:
        """The steps that its end is the end of."""
        if self.fetch is not None:
            return self.fetch.waiting
        return [] if self.step is None else [self.step]


class McpSession:
    """One session, from connect to its end; every method gives actions in their order.

    A step is a number that the caller gives to whatever it asks for, and gets back with its end.
    ``at`` is the time in ms. Spec: MCPC-15 to MCPC-58.
    """

    # Of the client from connect on, and of the server once it has answered that.
    _client: Mapping[str, str]
    _capabilities: Mapping[str, Any]

    def __init__(self, timeout_ms: int) -> None:
        self._timeout_ms = timeout_ms
        self._phase: Literal["new", "initializing", "ready", "ended"] = "new"
        self._now_ms = 0
        self._sent = 0
        # In the order in which they were sent, which is the order in which they are due.
        self._pending: dict[Id | None, _Request] = {}
        self._tools = ToolCache()
        self._actions: list[Action] = []

    @property
    def due_ms(self) -> int | None:
        """When the next request is given up, or None while nothing is waited for."""
        return next((request.due_ms for request in self._pending.values()), None)

    def tick(self, at: int) -> list[Action]:
        """Time passes. Spec: MCPC-15, MCPC-16."""
        return self._pass(at)

    def connect(self, step: int, client: Mapping[str, str], at: int) -> list[Action]:
        """Greet the server as this client. Spec: MCPC-20, MCPC-25."""
        before = self._pass(at)
        if self._phase != "new":
            return before + self._refused(step, "NOT_CONNECTED")
        self._client = {"name": client["name"], "version": client["version"]}
        self._initialize(step)
        return before + self._taken()

    def list_tools(self, step: int, at: int) -> list[Action]:
        """Ask for the server's tools. Spec: MCPC-40 to MCPC-50."""
        before = self._pass(at)
        if self._phase != "ready":
            return before + self._refused(step, "NOT_CONNECTED")
        kept = self._tools.kept()
        if not self._has_tools():
            kept = {"tools": [], "generation": self._tools.generation}
        if kept is not None:
            self._actions.append(Resolve(step, kept))
        elif self._tools.join(step) is None:
            fetch = self._tools.begin(step)
            self._ask("tools/list", {}, fetch=fetch)
        return before + self._taken()

    def call_tool(
        self, step: int, name: str, arguments: Mapping[str, Any], at: int
    ) -> list[Action]:
        """Call a tool. Spec: MCPC-50 to MCPC-57."""
        before = self._pass(at)
        if self._phase != "ready":
            return before + self._refused(step, "NOT_CONNECTED")
        if not self._has_tools():
            return before + self._refused(step, "NO_TOOLS")
        self._ask("tools/call", {"name": name, "arguments": arguments}, step, "call")
        return before + self._taken()

    def request(self, step: int, method: str, params: Mapping[str, Any], at: int) -> list[Action]:
        """Ask anything else; the result is given as it comes. Spec: MCPC-58."""
        before = self._pass(at)
        if self._phase != "ready":
            return before + self._refused(step, "NOT_CONNECTED")
        self._ask(method, params, step)
        return before + self._taken()

    def close(self, at: int) -> list[Action]:
        """End it. Spec: MCPC-35, MCPC-39."""
        before = self._pass(at)
        if self._phase != "ended":
            self._end()
            self._actions.append(Close())
        return before + self._taken()

    def closed(self, reason: str, at: int) -> list[Action]:
        """The transport has ended; or it is ``expired``: the server has forgotten us.

        Spec: MCPC-36 to MCPC-39.
        """
        before = self._pass(at)
        if reason != "expired":
            self._end()
        elif self._phase == "initializing":
            # Nothing else is on its way before it is answered.
            self._fail(self._pending.popitem()[1], EXPIRED)
        elif self._phase == "ready":
            self._reject_all(EXPIRED)
            self._tools.begin_generation()
            self._initialize(None)
        return before + self._taken()

    def receive(self, message: Message, at: int) -> list[Action]:
        """A message has come; what is none is ignored. Spec: MCPC-26 to MCPC-31."""
        before = self._pass(at)
        received = judge(message)
        if self._phase != "ended" and isinstance(received, Received):
            if received.kind == "request":
                self._answer(message)
            elif received.kind == "notification":
                if message["method"] == LIST_CHANGED:
                    self._tools.begin_generation()
            else:
                self._settle(received)
        return before + self._taken()

    def invalid(self, identity: Id | None, at: int) -> list[Action]:
        """What has come is no message. Spec: MCPC-31."""
        return self.failed(identity, "INVALID_RESPONSE", at)

    def failed(self, identity: Id | None, code: str, at: int) -> list[Action]:
        """A request has ended without an answer. Spec: MCPC-32."""
        before = self._pass(at)
        request = self._taken_out(identity)
        if request is not None:
            self._fail(request, code)
        return before + self._taken()

    def _pass(self, at: int) -> list[Action]:
        """Give up what is due by then. Spec: MCPC-15, MCPC-16, MCPC-33, MCPC-34."""
        self._now_ms = max(self._now_ms, at)
        actions: list[Action] = []
        while (due := self.due_ms) is not None and due <= self._now_ms:
            identity, request = next(iter(self._pending.items()))
            del self._pending[identity]
            if request.kind != "initialize":
                why = {"requestId": identity, "reason": "timeout"}
                self._notify({"method": "notifications/cancelled", "params": why})
            self._fail(request, "TIMEOUT")
            actions += self._taken()
        return actions

    def _taken(self) -> list[Action]:
        """The actions of the event that ends here."""
        actions, self._actions = self._actions, []
        return in_order(actions)

    def _refused(self, step: int, code: str) -> list[Action]:
        return [Reject(step, code)]

    def _has_tools(self) -> bool:
        return isinstance(self._capabilities.get("tools"), dict)

    def _notify(self, told: Mapping[str, Any]) -> None:
        self._actions.append(Send({"jsonrpc": VERSION, **told}))

    def _ask(
        self,
        method: str,
        params: Mapping[str, Any],
        step: int | None = None,
        kind: Literal["initialize", "call"] | None = None,
        fetch: Fetch | None = None,
    ) -> None:
        """Send a request. Spec: MCPC-19."""
        self._sent += 1
        identity = str(self._sent)
        due_ms = self._now_ms + self._timeout_ms
        self._pending[identity] = _Request(kind, due_ms, step, fetch)
        asked = {"jsonrpc": VERSION, "id": identity, "method": method, "params": params}
        self._actions.append(Send(asked))

    def _initialize(self, step: int | None) -> None:
        self._phase = "initializing"
        self._ask(
            "initialize",
            {
                "protocolVersion": PROTOCOL_VERSIONS[0],
                "capabilities": {},
                "clientInfo": self._client,
            },
            step,
            "initialize",
        )

    def _answer(self, message: Message) -> None:
        """Spec: MCPC-26, MCPC-27."""
        answer: dict[str, Any] = {"jsonrpc": VERSION, "id": id_of(message)}
        if message["method"] == "ping":
            answer["result"] = {}
        else:
            answer["error"] = {"code": METHOD_NOT_FOUND, "message": "Method not found"}
        self._actions.append(Send(answer))

    def _taken_out(self, identity: Id | None) -> _Request | None:
        """What waits for an answer with this id. Spec: MCPC-29."""
        return self._pending.pop(identity, None)

    def _settle(self, received: Received) -> None:
        request = self._taken_out(id_of(received.message))
        if request is None:
            return
        try:
            if received.kind == "error":
                raise _told(received.message["error"])
            self._succeed(request, received.message["result"])
        except Refused as refused:
            self._fail(request, refused.code, refused.details)

    def _succeed(self, request: _Request, result: Mapping[str, Any]) -> None:
        value: Any = result
        if request.kind == "initialize":
            value = read_initialize(result)
            self._phase, self._capabilities = "ready", value["capabilities"]
            self._notify({"method": "notifications/initialized"})
        elif request.kind == "call":
            value = read_call(result)
        elif request.fetch is not None:
            following = request.fetch.take(read_page(result))
            if following is not None:
                self._ask("tools/list", following, fetch=request.fetch)
                return
            value = request.fetch.value()
            self._tools.end(request.fetch, value)
        self._actions += [Resolve(step, value) for step in request.waiting()]

    def _fail(self, request: _Request, code: str, details: dict[str, Any] | None = None) -> None:
        self._actions += [Reject(step, code, details) for step in request.waiting()]
        if request.fetch is not None:
            self._tools.end(request.fetch)
        if request.kind == "initialize":
            self._phase = "ended"
            self._actions.append(Close())

    def _reject_all(self, code: str) -> None:
        for request in self._pending.values():
            self._actions += [Reject(step, code) for step in request.waiting()]
        self._pending.clear()

    def _end(self) -> None:
        self._reject_all("CLOSED")
        self._phase = "ended"


def _told(error: Mapping[str, Any]) -> Refused:
    """What a server says of its failure. Spec: MCPC-30."""
    return Refused(
        "RPC_ERROR",
        {
            "code": error["code"],
            "message": error["message"],
            "data": error.get("data"),
        },
    )
