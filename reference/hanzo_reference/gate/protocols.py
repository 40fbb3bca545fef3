"""Who takes part in a call or a turn: executors, prompters, hooks and models, as protocols."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from hanzo_reference.hooks.preparation import ToolResult

Message = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Allow:
    """The call may be made, this once."""


@dataclass(frozen=True, slots=True)
class Deny:
    """The call may not be made."""

    reason: str


@dataclass(frozen=True, slots=True)
class Escalate:
    """Somebody else has to say."""


PermissionDecision = Allow | Deny | Escalate


@dataclass(frozen=True, slots=True)
class ContentDelta:
    """Some more text of the model."""

    text: str


@dataclass(frozen=True, slots=True)
class ToolUse:
    """A call that the model wants made."""

    id: str
    name: str
    input: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class MessageStop:
    """The message is complete."""


@dataclass(frozen=True, slots=True)
class StreamError:
    """The message will never be complete."""

    message: str


StreamEvent = ContentDelta | ToolUse | MessageStop | StreamError


class Cancelled(Exception):  # noqa: N818 - no error: somebody wanted it
    """Raised by an executor whose call, and turn, the user has called off."""


class ToolExecutor(Protocol):
    """Executes a tool by its name."""

    async def execute(
        self, name: str, tool_input: Mapping[str, Any], session_id: str
    ) -> ToolResult:
        """The tool's result; raises ``Cancelled``, and anything else for a failure."""


class PermissionPrompter(Protocol):
    """Asks a person, or something that decides for one."""

    async def request_permission(
        self, tool_name: str, tool_input: Mapping[str, Any]
    ) -> PermissionDecision:
        """What was decided; whatever it raises denies."""


class Verdict(Protocol):
    """What hooks before a tool have decided."""

    @property
    def decision(self) -> Literal["allow", "deny", "error"]:
        """Whether the call may be made."""

    @property
    def reason(self) -> str | None:
        """Why not, on deny."""


class Hooks(Protocol):
    """Commands before and after a tool; ``hanzo_reference.hook_runs.HookRunner`` is one."""

    async def run_pre(self, tool_name: str, tool_input: Mapping[str, Any]) -> Verdict:
        """Ask before the tool; whatever it raises denies."""

    async def run_post(
        self, tool_name: str, tool_input: Mapping[str, Any], result: ToolResult
    ) -> object:
        """Tell behind the tool; whatever it raises or returns changes nothing."""


class ApiClient(Protocol):
    """A model."""

    def send_message(
        self, messages: Sequence[Message], tools: Sequence[str]
    ) -> AsyncIterator[StreamEvent]:
        """The model's answer to a conversation, as it comes."""
