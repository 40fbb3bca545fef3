"""``mcp.normalize`` over ``hanzoai.mcp.mcp_tool_name``.

The build makes names and never takes them apart: there is no parser and no registry, so
``mcp.parse`` and ``mcp.registry`` are not declared. ``reversible`` is a fact about the name that
the build made, and not something that it offers; it is read off the name by the domain's rule, for
without it no answer could be compared at all.
"""

from __future__ import annotations

from typing import Any

from hanzoai.mcp import mcp_tool_name
from shapes import Operation, record, text

PREFIX = "mcp__"


def normalize(params: dict[str, Any]) -> dict[str, Any]:
    """The build's name for a tool of a server, and whether it can be taken apart again."""
    server, tool = params["server"], params["tool"]
    name = mcp_tool_name(server, tool)
    first, separator, second = name.removeprefix(PREFIX).partition("__")
    whole = name.startswith(PREFIX) and separator != "" and first != "" and second != ""
    return {"name": name, "reversible": whole and (first, second) == (server, tool)}


OPERATIONS = {"mcp.normalize": Operation(record({"server": text, "tool": text}), normalize)}
