"""The registry: every tool of every server under a name that is unique and short enough.

Calls are routed by looking a name up here, never by taking the name apart.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from hanzo_reference.mcp.names import normalize

DEFAULT_MAX_LENGTH = 64
SMALLEST_LIMIT = 32
LARGEST_LIMIT = 128
HASH_DIGITS = 12
# Separates server, tool and attempt in what is hashed.
NUL = b"\0"


@dataclass(frozen=True)
class Entry:
    """A tool of a server, and the name under which the registry holds it."""

    server: str
    tool: str
    name: str


class Registry:
    """Names for a set of (server, tool) pairs; immutable once built.

    ``entries`` holds each distinct pair once, in the order of first appearance. The names depend on
    the set of pairs and on ``max_length`` (in bytes), not on the order of the pairs.
    """

    def __init__(
        self, tools: Iterable[tuple[str, str]], max_length: int = DEFAULT_MAX_LENGTH
    ) -> None:
        """Name every pair.

        Raises INVALID_NAME when a server or a tool is empty, ValueError when ``max_length`` is not
        from 32 to 128. Spec: MCP-16 to MCP-30.
        """
        if not SMALLEST_LIMIT <= max_length <= LARGEST_LIMIT:
            raise ValueError(f"max_length is from {SMALLEST_LIMIT} to {LARGEST_LIMIT}")
        # A dict keeps the first of equal keys, in the order of insertion.
        pairs = list(dict.fromkeys(tools))
        names = _assign(pairs, max_length)
        self.entries = tuple(Entry(server, tool, names[server, tool]) for server, tool in pairs)
        self._by_name = {entry.name: entry for entry in self.entries}

    def find(self, name: str) -> Entry | None:
        """The entry with exactly this name, or None."""
        return self._by_name.get(name)


def _assign(pairs: list[tuple[str, str]], max_length: int) -> dict[tuple[str, str], str]:
    joined = {pair: normalize(*pair) for pair in pairs}
    members = Counter(joined.values())
    taken: set[str] = set()
    assigned: dict[tuple[str, str], str] = {}
    for pair in sorted(pairs, key=_order):
        name = joined[pair]
        if members[name] > 1 or len(name) > max_length or name in taken:
            name = _shortened(pair, name, max_length, taken)
        taken.add(name)
        assigned[pair] = name
    return assigned


def _identity(server: str, tool: str) -> bytes:
    return server.encode() + NUL + tool.encode()


def _order(pair: tuple[str, str]) -> tuple[bytes, bytes]:
    # Two different pairs have the same identity only when a name contains NUL itself; the shorter
    # server then goes first, so that the order never depends on how the pairs were listed.
    return _identity(*pair), pair[0].encode()


def _shortened(pair: tuple[str, str], name: str, max_length: int, taken: set[str]) -> str:
    stem = name[: max_length - HASH_DIGITS - 1]
    attempt = 0
    while True:
        hashed = _identity(*pair)
        if attempt > 0:
            hashed += NUL + str(attempt).encode()
        candidate = f"{stem}_{hashlib.sha256(hashed).hexdigest()[:HASH_DIGITS]}"
        if candidate not in taken:
            return candidate
        attempt += 1
