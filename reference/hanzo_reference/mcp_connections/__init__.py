"""Connections to MCP servers (HIP-0301 §1); what they mean is in ``hanzo_reference.mcp_client``."""

from hanzo_reference.mcp_connections.connection import McpConnection, McpError
from hanzo_reference.mcp_connections.models import PlayInput, PlayOutput
from hanzo_reference.mcp_connections.operations import play
from hanzo_reference.mcp_connections.stdio import StdioMcpTransport
from hanzo_reference.mcp_connections.streamable_http import HttpMcpTransport
from hanzo_reference.spec.declaration import Domain, Operation

__all__ = ["DOMAIN", "HttpMcpTransport", "McpConnection", "McpError", "StdioMcpTransport"]

DOMAIN = Domain(
    id="mcp_connections",
    title="Talking to MCP servers, over stdio",
    vector_file="mcp-client-stdio",
    requirement_prefix="MCPIO",
    sources=("HIP-0301 §1", "MCP 2025-11-25"),
    operations=(Operation("play", PlayInput, PlayOutput, play),),
    stem="mcp_client",
    touches_system=True,
    status="draft",
)
