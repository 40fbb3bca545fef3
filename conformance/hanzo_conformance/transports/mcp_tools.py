"""Which operations a server's tools are."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import mcp_types

from hanzo_conformance.implementations.manifest import McpTable, Route
from hanzo_conformance.transports.messages import PROTOCOL
from hanzo_conformance.transports.route import routed
from hanzo_vectors.vector import OPERATION

# A list that never ends is no list.
PAGES = 1000
# The session keeps what it has read of a tool, such as its schemas.
LIST_BYTES = 32 * 1024 * 1024


class ListingError(Exception):
    """A list of tools that cannot be read to its end."""


class Tools:
    """The tools of a server as operations: by the stated names and routes, else by their own.

    ``language`` is what the manifest says of the server, which cannot say it itself.
    """

    def __init__(self, table: McpTable, language: str) -> None:
        self._table = table
        self._names: Mapping[str, str] = table.tools
        self._language = language
        self._there: set[str] = set()

    async def refresh(self, session: Any) -> None:
        """Read the whole list, page by page; raises ``ListingError``."""
        found: set[str] = set()
        cursor: str | None = None
        seen: set[str] = set()
        size = 0
        for _ in range(PAGES):
            parameters = mcp_types.PaginatedRequestParams(cursor=cursor) if cursor else None
            page = await session.list_tools(params=parameters)
            found |= {tool.name for tool in page.tools}
            size += sum(len(tool.model_dump_json()) for tool in page.tools)
            if size > LIST_BYTES:
                raise ListingError(f"its list of tools has more than {LIST_BYTES} bytes")
            cursor = page.next_cursor
            if not cursor:
                self._there = found
                return
            if cursor in seen:
                raise ListingError(f"its list of tools comes back to the page {cursor!r}")
            seen.add(cursor)
        raise ListingError(f"its list of tools has more than {PAGES} pages")

    def afresh(self) -> Tools:
        """The same for another server, of which nothing is known yet."""
        return Tools(self._table, self._language)

    def handshake(self, server: mcp_types.Implementation) -> dict[str, Any]:
        """The handshake of the adapter that the server is seen as."""
        who = {"name": server.name, "version": server.version, "language": self._language}
        return {"protocol": PROTOCOL, "implementation": who, "operations": self.operations()}

    def operations(self) -> list[str]:
        """The operations that there are, sorted."""
        stated = {name for name, tool in self._names.items() if tool in self._there}
        plain = {
            name for name in self._there if re.search(OPERATION, name) and name not in self._names
        }
        return sorted(stated | plain | self._table.routes.keys())

    def route(self, operation: str) -> Route | None:
        """How the calls of an operation find their tools, where it is several."""
        return self._table.routes.get(operation)

    def call(self, operation: str, params: dict[str, Any]) -> tuple[str, dict[str, Any]] | None:
        """The tool that a call of an operation goes to, and its arguments, while it is there."""
        route = self.route(operation)
        if route is not None:
            name, arguments = routed(route, params)
        else:
            name, arguments = self._names.get(operation, operation), params
        return (name, arguments) if name in self._there else None
