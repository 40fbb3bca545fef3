"""MCP servers of a merged configuration: which of them are started, and with what words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hanzo_reference.config.strict_json import Json


def active_servers(mcp_servers: Mapping[str, Json]) -> list[str]:
    """The names of the servers that are not disabled, sorted by their UTF-8 bytes.

    Spec: CONFIG-46 to CONFIG-49.
    """
    names = [
        name
        for name, server in mcp_servers.items()
        if not (isinstance(server, dict) and server.get("disabled") is True)
    ]
    return sorted(names, key=lambda name: name.encode("utf-8"))


def argv(command: str | Sequence[str], args: Sequence[str] = ()) -> list[str]:
    """The words that start a server: the command's, then the arguments.

    A command that is one text is one word; nothing is split or quoted.

    Spec: CONFIG-50.
    """
    return [command, *args] if isinstance(command, str) else [*command, *args]
