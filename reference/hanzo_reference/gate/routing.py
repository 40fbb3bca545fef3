"""Where a tool lives: with a server, or behind the Hanzo API."""

from __future__ import annotations

from collections.abc import Iterable

from hanzo_reference.mcp.registry import Registry
from hanzo_reference.spec.declaration import DomainError

PREFIX = "mcp__"


class UnknownTool(DomainError):  # noqa: N818 - the name that all languages share
    """No server has a tool of this name: ``UNKNOWN_TOOL``."""

    def __init__(self, name: str) -> None:
        super().__init__("UNKNOWN_TOOL", f"no server has a tool {name!r}")


def route(servers: Iterable[tuple[str, Iterable[str]]], name: str) -> tuple[str, str] | None:
    """The server and its tool behind a name, None for the Hanzo API; raises ``UnknownTool``.

    Spec: GATE-38 to GATE-41.
    """
    if not name.startswith(PREFIX):
        return None
    registry = Registry(
        (server, tool) for server, tools in servers for tool in tools if server and tool
    )
    entry = registry.find(name)
    if entry is None:
        raise UnknownTool(name)
    return entry.server, entry.tool
