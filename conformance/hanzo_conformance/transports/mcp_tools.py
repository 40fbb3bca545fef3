"""Which operations a server's tools are."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import mcp_types
from mcp.shared.exceptions import MCPError

from hanzo_conformance.implementations.manifest import McpTable, Route
from hanzo_conformance.transports.mcp_answer import payload_of
from hanzo_conformance.transports.messages import PROTOCOL
from hanzo_conformance.transports.route import (
    Call,
    Member,
    leaves_at,
    members,
    operations_of,
    route_of,
    routed,
)
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
        self._of_families: set[str] = set()

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

    async def survey(self, session: Any) -> None:
        """Find out which operations of its families the server has; raises ``MCPError``."""
        for family, route in self._table.routes.items():
            if "*" not in family:
                continue
            for member in members(family, route, self._there):
                told = None if member.leaf else await _told(session, member, route)
                self._of_families.update(operations_of(member, told))

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
        single = {name for name in self._table.routes if "*" not in name and self._is_there(name)}
        return sorted(stated | plain | single | self._of_families)

    def _is_there(self, operation: str) -> bool:
        """Whether a routed operation has its tool; one whose params name it has several."""
        route = self._table.routes[operation]
        return route.tool.startswith("/") or routed(route, operation, {}).tool in self._there

    def route(self, operation: str) -> Route | None:
        """How the calls of an operation find their tool, where the manifest says so."""
        return route_of(self._table.routes, operation)

    def call(self, operation: str, params: dict[str, Any]) -> Call | None:
        """The call of a tool that an operation is, while that tool is there."""
        route = self.route(operation)
        found = (
            Call(self._names.get(operation, operation), params)
            if route is None
            else routed(route, operation, params)
        )
        return found if found.tool in self._there else None


async def _told(session: Any, member: Member, route: Route) -> Any:
    """What a tool says of the operations that it has; None where it does not."""
    assert route.leaves is not None
    try:
        result = await session.call_tool(member.tool, dict(route.leaves.arguments))
    except MCPError as problem:
        if problem.code == mcp_types.CONNECTION_CLOSED:
            raise
        return None
    if "structured_content" in result.model_fields_set:
        return leaves_at(route, result.structured_content)
    content = [part.model_dump(mode="json", by_alias=True) for part in result.content]
    return leaves_at(route, payload_of(content))
