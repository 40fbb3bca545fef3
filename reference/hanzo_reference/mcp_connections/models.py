"""The input and output of ``mcp_client.play``."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from hanzo_reference.mcp_client.models import LONGEST_TIMEOUT_MS
from hanzo_reference.spec.declaration import Model


class NoParams(Model):
    """No params."""


class PlayedCall(Model):
    """A tool, and what it is given."""

    name: str
    arguments: dict[str, Any]


class ListAsked(Model):
    """The server's tools are asked for."""

    list: NoParams


class CallAsked(Model):
    """A tool is called."""

    call: PlayedCall


class PlayInput(Model):
    """A server, and what is asked of it, one after the other."""

    workspace: str = Field(description="Absolute path of the folder in which the server runs")
    command: list[str] = Field(min_length=1, description="The program and its arguments")
    timeout_ms: int = Field(
        ge=1, le=LONGEST_TIMEOUT_MS, description="How long an answer is waited for"
    )
    calls: list[ListAsked | CallAsked]


class GotValue(Model):
    """What was asked for, as session resolves it."""

    value: dict[str, Any]


class NoValue(Model):
    """Why there is nothing, as session rejects it."""

    code: str


class PlayOutput(Model):
    """What each call has got."""

    results: list[GotValue | NoValue]
