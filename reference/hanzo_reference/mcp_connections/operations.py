"""The operation that starts a server: from its model to a connection and back."""

from __future__ import annotations

from pathlib import Path

from hanzo_reference.mcp_connections.connection import McpConnection, McpError
from hanzo_reference.mcp_connections.models import (
    CallAsked,
    GotValue,
    ListAsked,
    NoValue,
    PlayInput,
    PlayOutput,
)
from hanzo_reference.mcp_connections.stdio import StdioMcpTransport


def play(given: PlayInput) -> PlayOutput:
    """``mcp_client.play``."""
    transport = StdioMcpTransport(
        given.command, folder=Path(given.workspace), timeout_ms=given.timeout_ms
    )
    try:
        connection = transport.open()
    except McpError as problem:
        return PlayOutput(results=[NoValue(code=problem.code) for _ in given.calls])
    try:
        return PlayOutput(results=[_result(connection, asked) for asked in given.calls])
    finally:
        connection.end()


def _result(connection: McpConnection, asked: ListAsked | CallAsked) -> GotValue | NoValue:
    try:
        if isinstance(asked, ListAsked):
            return GotValue(value=connection.begin_list().result())
        call = asked.call
        return GotValue(value=connection.begin_call(call.name, call.arguments).result())
    except McpError as problem:
        return NoValue(code=problem.code)
