"""The inputs and outputs of ``session.should_compact`` and ``session.compact`` as typed models."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from hanzo_reference.spec.declaration import Model

MESSAGES = (
    "The session, oldest first. A message is {role: system|user|assistant|tool, content: text or "
    "[block], token_count?: integer, zero or more}; a block is {type: text, text}, {type: "
    "tool_use, id, name, input: object} or {type: tool_result, tool_use_id, content: any JSON "
    "value, is_error?: boolean}. Anything else is INVALID_MESSAGE, so the type here is loose."
)


class ShouldCompactInput(Model):
    """A session and its budget."""

    messages: list[dict[str, Any]] = Field(description=MESSAGES)
    max_tokens: int = Field(description="The budget in tokens; below 1 is INVALID_BUDGET.")


class ShouldCompactOutput(Model):
    """Whether the session has outgrown nine tenths of its budget."""

    should_compact: bool = Field(description="Whether total * 10 > max_tokens * 9.")
    total_tokens: int = Field(ge=0, description="The tokens of all messages together.")


class CompactInput(ShouldCompactInput):
    """A session, its budget, and what the summariser made of it."""

    reserve_recent: int = Field(
        description="How many turns at the end are protected; below 0 is INVALID_BUDGET."
    )
    summary: str | None = Field(
        description="What the summariser returned for the middle, null when it failed."
    )


class TextBlock(Model):
    """Text."""

    type: Literal["text"]
    text: str


class ToolUseBlock(Model):
    """A call of a tool by the model."""

    type: Literal["tool_use"]
    id: str
    name: str
    input: dict[str, Any]


class ToolResultBlock(Model):
    """What a tool returned, or ``[compacted]`` in its place."""

    type: Literal["tool_result"]
    tool_use_id: str
    content: Any = Field(description="Text or any other JSON value.")
    is_error: bool = Field(default_factory=bool, description="Absent when the input has none.")


class Message(Model):
    """One message of the session."""

    role: Literal["system", "user", "assistant", "tool"]
    content: str | list[TextBlock | ToolUseBlock | ToolResultBlock]
    token_count: int = Field(
        default_factory=int,
        ge=0,
        description="In tokens; absent when the input has none and nothing changed.",
    )


class CompactOutput(Model):
    """The session as compaction leaves it."""

    messages: list[Message] = Field(description="The session, oldest first.")
    compacted_count: int = Field(
        ge=0, description="Messages that were replaced by the one with the summary."
    )
    results_compacted: int = Field(
        ge=0, description="Tool results that were rewritten and are still there."
    )
    tokens_saved: int = Field(description="Tokens before minus tokens after; may be negative.")
    fits: bool = Field(description="Whether the messages cost max_tokens or less.")
    summary_source: Literal["model", "fallback", "none"] = Field(
        description="Where the text comes from that replaced the middle; none when it stands."
    )
