"""Inputs and outputs of the hooks operations."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from hanzo_reference.spec.declaration import Base64, Model

HOOKS = Field(
    description="Hooks in their order: {event, command, tool_pattern, timeout_ms?}. What they hold "
    "is judged (INVALID_HOOK), so the type here is loose."
)
EVENT = Field(description="pre_tool_use or post_tool_use; any other text is INVALID_CALL")
TOOL_NAME = Field(description="Name of the tool, such as fs.write or mcp__a__b")


class SelectInput(Model):
    """A list of hooks and what is about to happen, or has."""

    hooks: list[dict[str, Any]] = HOOKS
    event: str = EVENT
    tool_name: str = TOOL_NAME


class SelectOutput(Model):
    """Who is asked."""

    matching: list[int] = Field(description="Places in the list, rising")


class Result(Model):
    """What the tool returned."""

    output: str
    error: str | None
    is_error: bool


class PrepareInput(Model):
    """One call of a tool, and the environment of the program that makes it."""

    event: str = EVENT
    tool_name: str = TOOL_NAME
    input: dict[str, Any] = Field(description="The parameters of the tool")
    session_id: str = Field(description="Name of the session, any text without NUL")
    result: Result | None = Field(
        default=None, description="After the tool what it returned; null is the same as absent"
    )
    parent: dict[str, str] = Field(description="The caller's own variables")


class PrepareOutput(Model):
    """What a hook is given."""

    env: dict[str, str] = Field(description="The whole environment")
    stdin: str = Field(description="Canonical JSON and a line feed")


class Exited(Model):
    """It ended by itself."""

    exit: int = Field(ge=0, le=255)
    stderr_b64: Base64


class Signalled(Model):
    """A signal ended it."""

    signal: int = Field(ge=1, le=126)
    stderr_b64: Base64


class TimedOut(Model):
    """It took too long."""

    timeout: Literal[True]
    stderr_b64: Base64


class NotStarted(Model):
    """It could not be started."""

    spawn: Literal[True]
    stderr_b64: Base64


class JudgeInput(Model):
    """How the hooks of one call ended."""

    event: str = EVENT
    ended: list[Exited | Signalled | TimedOut | NotStarted] = Field(
        description="The ends in the order of the hooks, with what each wrote to standard error"
    )


class HookOutcome(Model):
    """What hooks amount to; the members from reason to exit_code are null on allow."""

    decision: Literal["allow", "deny", "error"]
    reason: str | None = Field(description="Why, on deny; else null")
    hook: int | None = Field(description="Place of the one that decided")
    cause: Literal["exit", "signal", "timeout", "spawn"] | None = Field(description="How it ended")
    exit_code: int | None = Field(description="Its exit code, 128 and the signal, or null")
    ran: int = Field(ge=0, description="How many were tried")
    failed: list[int] = Field(description="After the tool, places of those that did not exit 0")
