"""A server of the protocol's official SDK, on standard input and output or on a port of loopback.

``python mcp_sdk_server.py [PORT]``; nothing in it is ours but what its tools do.
"""

from __future__ import annotations

import sys
import time

from mcp.server.mcpserver import MCPServer

server = MCPServer("sdk", version="1")


@server.tool()
def add(a: int, b: int) -> int:
    """The sum of two numbers."""
    return a + b


@server.tool()
def echo(text: str) -> str:
    """The text itself."""
    return text


@server.tool()
def fail() -> str:
    """Fails."""
    raise ValueError("not today")


@server.tool()
def sleep(seconds: float) -> str:
    """Answers late."""
    time.sleep(seconds)
    return "late"


if __name__ == "__main__":
    if len(sys.argv) > 1:
        server.run("streamable-http", host="127.0.0.1", port=int(sys.argv[1]))
    else:
        server.run("stdio")
