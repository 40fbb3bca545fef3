"""Talking to MCP servers: machines without any input or output (HIP-0301 §1; MCP 2025-11-25)."""

from hanzo_reference.mcp_client.http import McpExchange
from hanzo_reference.mcp_client.lines import McpLines
from hanzo_reference.mcp_client.models import (
    HttpInput,
    HttpOutput,
    LinesInput,
    LinesOutput,
    SessionInput,
    SessionOutput,
)
from hanzo_reference.mcp_client.operations import read_lines, run_http, run_session
from hanzo_reference.mcp_client.session import McpSession
from hanzo_reference.spec.declaration import Domain, Operation

__all__ = ["DOMAIN", "McpExchange", "McpLines", "McpSession"]

DOMAIN = Domain(
    id="mcp_client",
    title="Talking to MCP servers",
    vector_file="mcp-client",
    requirement_prefix="MCPC",
    sources=("HIP-0301 §1", "MCP 2025-11-25", "JSON-RPC 2.0", "RFC 8259", "RFC 7493"),
    operations=(
        Operation("lines", LinesInput, LinesOutput, read_lines),
        Operation("session", SessionInput, SessionOutput, run_session),
        Operation("http", HttpInput, HttpOutput, run_http),
    ),
    status="draft",
)
