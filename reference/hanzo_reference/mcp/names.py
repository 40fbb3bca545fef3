"""Joining a server and a tool into one name, and splitting such a name.

Neither direction knows of other tools: collisions and lengths are the registry's business.
"""

from __future__ import annotations

import string

from hanzo_reference.spec.declaration import DomainError

PREFIX = "mcp__"
SEPARATOR = "__"
REPLACEMENT = "_"
# What the narrowest tool-calling interfaces accept. MCP itself also has the full stop.
KEPT = frozenset(string.ascii_letters + string.digits + "_-")


def normalize(server: str, tool: str) -> str:
    """The name ``mcp__<server>__<tool>``, of ASCII letters, digits, ``_`` and ``-`` only.

    Each code point of server or tool outside that alphabet becomes one ``_``. Raises INVALID_NAME
    when server or tool is empty. Spec: MCP-1 to MCP-9.
    """
    if not server or not tool:
        raise DomainError("INVALID_NAME", "a server and a tool have at least one code point each")
    return PREFIX + _replace_foreign(server) + SEPARATOR + _replace_foreign(tool)


def _replace_foreign(part: str) -> str:
    # A Python string is a sequence of code points, so an emoji is one step of this loop.
    return "".join(point if point in KEPT else REPLACEMENT for point in part)


def parse(name: str) -> tuple[str, str]:
    """The server and the tool as they stand in a name, split at the first ``__``.

    Raises INVALID_NAME when the prefix, the separator or one of the parts is missing. What comes
    back need not be what was joined: see ``is_reversible``. Spec: MCP-11 to MCP-15.
    """
    if not name.startswith(PREFIX):
        raise DomainError("INVALID_NAME", f"a tool name begins with {PREFIX}")
    server, _, tool = name.removeprefix(PREFIX).partition(SEPARATOR)
    if not server or not tool:
        raise DomainError("INVALID_NAME", f"no server and tool on both sides of a {SEPARATOR}")
    return server, tool


def is_reversible(server: str, tool: str) -> bool:
    """Whether parsing the joined name gives back exactly this server and this tool.

    Raises INVALID_NAME when server or tool is empty. Spec: MCP-10.
    """
    name = normalize(server, tool)
    try:
        return parse(name) == (server, tool)
    except DomainError:
        # A server such as "_" leaves nothing before the first separator.
        return False
