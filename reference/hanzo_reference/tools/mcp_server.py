"""The tools as an MCP server, on standard input and output or over streamable HTTP.

One MCP tool each; its arguments are the action's parameters and ``action``. The envelope is the
structured content, and once more as text; ``isError`` is true exactly where ``ok`` is false. A call's
``_meta`` may have the ``trace_id`` and the ``intent`` that stand in the envelope's.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

import click

try:
    import anyio
    import anyio.to_thread
    import mcp_types
    import uvicorn
    from mcp.server.lowlevel import Server
    from mcp.server.stdio import stdio_server
    from mcp.shared.exceptions import MCPError
except ModuleNotFoundError as missing:
    raise SystemExit(
        f"{missing.name} is missing: pip install 'hanzo-conformance[mcp]' brings it"
    ) from None

from hanzo_reference import __version__
from hanzo_reference.envelope import intended
from hanzo_reference.envelope.models import Intent
from hanzo_reference.tools.calling import Toolbox, declaration, tool_names
from hanzo_reference.tools.mcp_schema import input_schema, signature

LOOPBACK = "127.0.0.1"


class ToolServer:
    """Answers MCP's requests about tools, in one workspace."""

    def __init__(self, root: str, environment: Mapping[str, str]) -> None:
        self._root = root
        self._toolbox = Toolbox(environment)

    def server(self) -> Server[Any]:
        """The server, ready to be run on a transport."""

        async def listed(_: Any, __: Any) -> mcp_types.ListToolsResult:
            return mcp_types.ListToolsResult(tools=[_described(name) for name in tool_names()])

        async def called(_: Any, given: Any) -> mcp_types.CallToolResult:
            return await self._called(given.name, dict(given.arguments or {}), given.meta or {})

        return Server(
            "hanzo-reference-mcp",
            version=__version__,
            on_list_tools=listed,
            on_call_tool=called,
        )

    async def _called(
        self, name: str, arguments: dict[str, Any], meta: Mapping[str, Any]
    ) -> mcp_types.CallToolResult:
        if name not in tool_names():
            raise MCPError(mcp_types.INVALID_PARAMS, f"there is no tool {name!r}")
        action = arguments.pop("action", None)
        # A command may run for long, and what kills it has to get through meanwhile.
        envelope = await anyio.to_thread.run_sync(
            self._toolbox.call, self._root, name, action, arguments, _text(meta.get("trace_id"))
        )
        envelope = intended(envelope, _mode(meta.get("intent")))
        text = json.dumps(envelope, ensure_ascii=False)
        return mcp_types.CallToolResult(
            content=[mcp_types.TextContent(type="text", text=text)],
            structuredContent=envelope,
            isError=not envelope["ok"],
        )


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _mode(value: Any) -> str | None:
    # Whatever else stands in _meta is somebody else's.
    return value if value in get_args(Intent) else None


def _described(name: str) -> mcp_types.Tool:
    tool = declaration(name)
    schemas = tool.schemas()
    lines = [
        f"{signature(action, schemas[action])}: {item.description}"
        for action, item in sorted(tool.actions.items())
    ]
    return mcp_types.Tool(
        name=name, description="\n".join(lines), inputSchema=input_schema(schemas)
    )


@click.command()
@click.option(
    "--workspace",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=".",
    help="The folder that the tools may touch; the current one by default.",
)
@click.option("--port", type=click.IntRange(1, 65535), help="Serve streamable HTTP on this port.")
@click.version_option(__version__)
def main(workspace: Path, port: int | None) -> None:
    """Serve the tools of HIP-0300 to an MCP client, on standard input and output by default.

    Over HTTP the address is http://127.0.0.1:PORT/mcp, and nobody but this machine is let in.
    """
    server = ToolServer(str(workspace.resolve()), dict(os.environ)).server()
    if port is None:
        anyio.run(_on_standard_streams, server)
    else:
        app = server.streamable_http_app(host=LOOPBACK)
        uvicorn.run(app, host=LOOPBACK, port=port, log_level="warning")


async def _on_standard_streams(server: Server[Any]) -> None:
    async with stdio_server() as (source, sink):
        await server.run(source, sink, server.create_initialization_options())


if __name__ == "__main__":
    main()
