"""The turn loop: asks the model, makes the calls that it wants, and asks again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from hanzo_reference.gate.gate import Passage, failed
from hanzo_reference.gate.protocols import ApiClient, Message, ToolUse
from hanzo_reference.gate.turn import read_turn
from hanzo_reference.hooks.preparation import ToolResult
from hanzo_reference.session.compactor import SessionCompactor
from hanzo_reference.session.message import blocks_of, check_messages
from hanzo_reference.session.tokens import total
from hanzo_reference.spec.declaration import DomainError

Stop = Literal["end", "error", "limit", "cancelled"]
# What stands for the middle of a conversation; None when nobody could say.
Summarise = Callable[[Sequence[Message]], str | None]


class InvalidLimit(DomainError):  # noqa: N818 - the name that all languages share
    """No request may be made: ``INVALID_LIMIT``."""

    def __init__(self) -> None:
        super().__init__("INVALID_LIMIT", "max_requests is 1 or more")


@dataclass(frozen=True, slots=True)
class Conversation:
    """How a run has ended: all messages, the requests made, and which calls were blocked."""

    messages: list[Message]
    requests: int
    stop: Stop
    partial: str
    blocked: list[str]


@dataclass(frozen=True, slots=True)
class Budget:
    """What a conversation may cost, and who sums up what has to go."""

    compactor: SessionCompactor
    summarise: Summarise


class Admission(Protocol):
    """Who lets calls pass, one after the other; a ``Gate`` is one."""

    async def admit(self, use: ToolUse) -> Passage:
        """What became of a call."""


class AgentLoop:
    """A model, the tools that it may call, and the gate before them.

    ``log`` gets the audit record of each call that the policy judged. Raises ``InvalidLimit``.
    Spec: GATE-36.
    """

    def __init__(
        self,
        model: ApiClient,
        gate: Admission,
        *,
        tools: Sequence[str],
        max_requests: int,
        budget: Budget | None = None,
        log: Callable[[Mapping[str, str | None]], None] = lambda _: None,
    ) -> None:
        check_limit(max_requests)
        self._model = model
        self._gate = gate
        self._tools = tuple(tools)
        self._max_requests = max_requests
        self._budget = budget
        self._log = log

    async def run(self, messages: Sequence[Message]) -> Conversation:
        """Go on with a conversation until the model wants nothing more; raises ``InvalidMessage``.

        Spec: GATE-22 to GATE-37.
        """
        check_messages(messages)
        total(messages)
        run = _Run(list(messages))
        while run.stop is None:
            await self._turn(run)
        return Conversation(run.messages, run.requests, run.stop, run.partial, run.blocked)

    async def _turn(self, run: _Run) -> None:
        if self._budget is not None:
            summary = self._budget.summarise(run.messages)
            run.messages = self._budget.compactor.compact(run.messages, summary).messages
        run.requests += 1
        events = self._model.send_message(tuple(run.messages), self._tools)
        turn = await read_turn(events, _used_ids(run.messages))
        if not turn.complete:
            run.stop, run.partial = "error", turn.text
            return
        if turn.blocks:
            run.messages.append({"role": "assistant", "content": turn.blocks})
        if not turn.uses:
            run.stop = "end"
            return
        results = [await self._result_of(use, run) for use in turn.uses]
        run.messages.append({"role": "tool", "content": results})
        if run.stop is None and run.requests == self._max_requests:
            run.stop = "limit"

    async def _result_of(self, use: ToolUse, run: _Run) -> dict[str, Any]:
        """One call of a message, after those before it. Spec: GATE-29 to GATE-32, GATE-35."""
        if run.stop == "cancelled":
            return _block(use.id, failed("cancelled"))
        if use.name not in self._tools:
            return _block(use.id, failed("unknown tool"))
        passage = await self._gate.admit(use)
        if passage.audit is not None:
            self._log(passage.audit)
        if passage.blocked_by is not None:
            run.blocked.append(use.id)
        if passage.cancelled:
            run.stop = "cancelled"
        return _block(use.id, passage.result)


def check_limit(max_requests: int) -> None:
    """Pass a number of requests that can be made; raises ``InvalidLimit``. Spec: GATE-36."""
    if max_requests < 1:
        raise InvalidLimit


@dataclass(slots=True)
class _Run:
    messages: list[Message]
    requests: int = 0
    stop: Stop | None = None
    partial: str = ""
    blocked: list[str] = field(default_factory=list)


def _block(identity: str, result: ToolResult) -> dict[str, Any]:
    """The block that answers a tool use. Spec: GATE-30."""
    content = "\n".join(part for part in (result.output, result.error) if part)
    block = {"type": "tool_result", "tool_use_id": identity, "content": content}
    return {**block, "is_error": True} if result.is_error else block


def _used_ids(messages: Sequence[Message]) -> frozenset[str]:
    return frozenset(
        block["id"]
        for message in messages
        for block in blocks_of(message)
        if block["type"] == "tool_use"
    )
