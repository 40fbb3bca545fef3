"""Inputs and outputs of the permissions operations."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from hanzo_reference.permissions.audit import EARLIEST_MS, LATEST_MS
from hanzo_reference.spec.declaration import Model

Mode = Literal["allow", "deny", "prompt"]


class MatchInput(Model):
    """One pattern and one name."""

    pattern: str = Field(description="Glob pattern, by code points")
    name: str = Field(description="Tool name, any text, also empty")


class MatchOutput(Model):
    """Whether they go together."""

    matches: bool = Field(description="Whether the pattern covers the whole name")


class Rule(Model):
    """One rule as it comes in; its mode has not been judged yet."""

    tool_pattern: str = Field(description="Glob pattern over tool names")
    mode: str = Field(description="allow, deny or prompt; any other text is INVALID_MODE")
    reason: str | None = Field(default=None, description="Why; null is the same as no reason")


class EvaluateInput(Model):
    """A policy and the tool in question."""

    rules: list[Rule] = Field(description="Rules, the one with the highest precedence first")
    tool_name: str = Field(description="Name of the tool, any text, also empty")


class EvaluateOutput(Model):
    """The outcome and where it comes from."""

    mode: Mode = Field(description="What is to be done")
    rule_matched: str | None = Field(description="Pattern of the deciding rule; null by default")
    reason: str | None = Field(description="Reason of the deciding rule, or null")


class AuditInput(Model):
    """A policy, the tool in question, and what the record needs besides."""

    rules: list[Rule] = Field(description="Rules, the one with the highest precedence first")
    tool_name: str = Field(description="Name of the tool, any text, also empty")
    session_id: str = Field(description="Name of the session, any text")
    timestamp_ms: int = Field(
        ge=EARLIEST_MS,
        le=LATEST_MS,
        description="Time of the evaluation in ms since 1970-01-01T00:00:00Z, years 0000 to 9999",
    )


class AuditRecord(Model):
    """What is logged; ``reason`` is there on deny and only then."""

    timestamp: str = Field(
        pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$",
        description="RFC 3339, UTC, milliseconds",
    )
    tool_name: str = Field(description="The tool's name as it came in")
    mode: Mode = Field(description="What was decided")
    rule_matched: str | None = Field(description="Pattern of the deciding rule; null by default")
    session_id: str = Field(description="The session's name as it came in")
    reason: str | None = Field(
        default=None, description="On deny only: reason of the deciding rule, or null"
    )


class AuditOutput(Model):
    """The one record of the one evaluation."""

    record: AuditRecord
