"""Participants that do what a vector says, and note that they were asked."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

from hanzo_reference.gate.gate import Gate, Passage
from hanzo_reference.gate.models import (
    Asked,
    CalledOff,
    Content,
    Failure,
    Outcomes,
    Raised,
    Refusal,
    Returned,
)
from hanzo_reference.gate.models import Stop as StopEvent
from hanzo_reference.gate.models import ToolUse as UseEvent
from hanzo_reference.gate.models import Verdict as VerdictModel
from hanzo_reference.gate.protocols import (
    Allow,
    Cancelled,
    ContentDelta,
    Deny,
    Escalate,
    Message,
    MessageStop,
    PermissionDecision,
    StreamError,
    StreamEvent,
    ToolUse,
)
from hanzo_reference.hooks.preparation import ToolResult
from hanzo_reference.permissions.policy import PermissionPolicy

NOTHING = Outcomes(
    prompters=[], pre=None, execute=Returned(output="", error=None, is_error=False), post=None
)


class Script:
    """Everybody whom one call may meet."""

    def __init__(self, outcomes: Outcomes) -> None:
        self._outcomes = outcomes
        self._prompters = iter(outcomes.prompters)
        self.asked: list[Asked] = []

    def gate(self, policy: PermissionPolicy, session_id: str, timestamp_ms: int) -> Gate:
        """The gate before this call."""
        has_hooks = self._outcomes.pre is not None or self._outcomes.post is not None
        return Gate(
            policy,
            self,
            now_ms=lambda: timestamp_ms,
            session_id=session_id,
            prompters=[self] * len(self._outcomes.prompters),
            hooks=self if has_hooks else None,
        )

    async def request_permission(
        self, tool_name: str, tool_input: Mapping[str, Any]
    ) -> PermissionDecision:
        """What the next prompter of the chain does."""
        del tool_name, tool_input
        self.asked.append("prompter")
        answer = next(self._prompters)
        if isinstance(answer, Refusal):
            return Deny(answer.reason)
        if answer.type == "raise":
            raise RuntimeError
        return Allow() if answer.type == "allow" else Escalate()

    async def run_pre(self, tool_name: str, tool_input: Mapping[str, Any]) -> VerdictModel:
        """What hooks before the tool do."""
        del tool_name, tool_input
        if self._outcomes.pre is None:
            return VerdictModel(decision="allow", reason=None)
        self.asked.append("pre")
        return self._outcomes.pre

    async def run_post(
        self, tool_name: str, tool_input: Mapping[str, Any], result: ToolResult
    ) -> None:
        """What hooks behind the tool do."""
        del tool_name, tool_input, result
        if self._outcomes.post is None:
            return
        self.asked.append("post")
        if self._outcomes.post == "raise":
            raise RuntimeError

    async def execute(
        self, name: str, tool_input: Mapping[str, Any], session_id: str
    ) -> ToolResult:
        """What the tool does."""
        del name, tool_input, session_id
        self.asked.append("execute")
        done = self._outcomes.execute
        if isinstance(done, Raised):
            raise RuntimeError(done.message)  # noqa: TRY004 - what a tool raises
        if isinstance(done, CalledOff):
            raise Cancelled
        return ToolResult(done.output, done.error, done.is_error)


class ScriptedGate:
    """A gate that knows for each tool use whom it will meet."""

    def __init__(self, policy: PermissionPolicy, outcomes: Mapping[str, Outcomes]) -> None:
        self._policy = policy
        self._outcomes = outcomes

    async def admit(self, use: ToolUse) -> Passage:
        """What becomes of a call; nobody reads its audit record."""
        script = Script(self._outcomes.get(use.id, NOTHING))
        return await script.gate(self._policy, "", 0).admit(use)


class ScriptedModel:
    """A model that answers each request with the next stream, and then with empty ones."""

    def __init__(
        self, streams: Sequence[Sequence[Content | UseEvent | StopEvent | Failure]]
    ) -> None:
        self._streams = iter(streams)

    async def send_message(
        self, messages: Sequence[Message], tools: Sequence[str]
    ) -> AsyncIterator[StreamEvent]:
        """The next stream."""
        del messages, tools
        for event in next(self._streams, ()):
            yield _event(event)


def _event(event: Content | UseEvent | StopEvent | Failure) -> StreamEvent:
    if isinstance(event, Content):
        return ContentDelta(event.text)
    if isinstance(event, UseEvent):
        return ToolUse(event.id, event.name, event.input)
    return MessageStop() if isinstance(event, StopEvent) else StreamError(event.message)
