"""Inputs and outputs of the gate operations."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from hanzo_reference.permissions.audit import EARLIEST_MS, LATEST_MS
from hanzo_reference.permissions.models import AuditRecord, Rule
from hanzo_reference.session.models import MESSAGES, Message
from hanzo_reference.spec.declaration import Model

Asked = Literal["policy", "prompter", "pre", "execute", "post"]
RULES = Field(description="Permission rules, the one with the highest precedence first")


class Call(Model):
    """A call of a tool, as the model wants it."""

    name: str
    input: dict[str, Any]


class Answer(Model):
    """A prompter that allows, hands on, or fails."""

    type: Literal["allow", "escalate", "raise"]


class Refusal(Model):
    """A prompter that denies."""

    type: Literal["deny"]
    reason: str


class Verdict(Model):
    """What the hooks before a tool have decided."""

    decision: Literal["allow", "deny", "error"]
    reason: str | None


class Returned(Model):
    """What a tool returned."""

    output: str
    error: str | None
    is_error: bool


class Raised(Model):
    """An executor that fails, with its message."""

    message: str = Field(alias="raise")


class CalledOff(Model):
    """An executor whose call the user has called off."""

    cancel: Literal[True]


class Outcomes(Model):
    """How everybody whom a call may meet behaves; pre and post are null where there are no hooks."""

    prompters: list[Answer | Refusal] = Field(description="In the order of the chain")
    pre: Verdict | None = Field(description="What hooks before the tool decide")
    execute: Returned | Raised | CalledOff = Field(description="What the executor does")
    post: Literal["ok", "raise"] | None = Field(description="What hooks behind the tool do")


class CallInput(Model):
    """One call and everybody whom it may meet."""

    call: Call
    rules: list[Rule] = RULES
    session_id: str = Field(description="Name of the session, any text")
    timestamp_ms: int = Field(
        ge=EARLIEST_MS, le=LATEST_MS, description="Time of the call in ms since 1970, UTC"
    )
    outcomes: Outcomes


class CallOutput(Model):
    """Who was asked, and what became of the call."""

    asked: list[Asked] = Field(description="Everybody who was asked, in order, prompters each time")
    result: Returned
    blocked_by: Literal["policy", "prompter", "hook"] | None = Field(description="Who objected")
    audit: AuditRecord | None = Field(description="Of the policy's decision; null without one")


class Content(Model):
    """Some more text of the model."""

    type: Literal["content"]
    text: str


class ToolUse(Model):
    """A call that the model wants made."""

    type: Literal["tool_use"]
    id: str
    name: str
    input: dict[str, Any]


class Stop(Model):
    """The message is complete."""

    type: Literal["stop"]


class Failure(Model):
    """The message will never be complete."""

    type: Literal["error"]
    message: str


class Budget(Model):
    """What the conversation may cost, and what stands for its middle."""

    max_tokens: int = Field(description="As session.compact; below 1 is INVALID_BUDGET")
    reserve_recent: int = Field(description="As session.compact; below 0 is INVALID_BUDGET")
    summary: str | None


class RunInput(Model):
    """A conversation, the streams that the model will answer with, and how calls will go."""

    messages: list[dict[str, Any]] = Field(description=MESSAGES)
    tools: list[str] = Field(description="Names of the tools that the model may call")
    rules: list[Rule] = RULES
    model: list[list[Content | ToolUse | Stop | Failure]] = Field(
        description="One stream for each request; further requests get an empty one"
    )
    outcomes: dict[str, Outcomes] = Field(
        description="By the id of the tool use; without: no prompters, no hooks, an empty output"
    )
    max_requests: int = Field(description="Below 1 is INVALID_LIMIT")
    budget: Budget | None


class RunOutput(Model):
    """How the conversation has ended."""

    messages: list[Message] = Field(description="The conversation, oldest first")
    requests: int = Field(ge=1, description="How many streams were begun")
    stop: Literal["end", "error", "limit", "cancelled"]
    partial: str = Field(description="The text of a message that was dropped, else empty")
    blocked: list[str] = Field(description="Ids of the tool uses that somebody blocked, in order")


class Server(Model):
    """An MCP server with the names of its tools, as it tells them."""

    name: str
    tools: list[str]


class RouteInput(Model):
    """A name, and the servers that there are."""

    servers: list[Server]
    name: str


class RouteOutput(Model):
    """Where it leads; both null for the Hanzo API."""

    server: str | None
    tool: str | None
