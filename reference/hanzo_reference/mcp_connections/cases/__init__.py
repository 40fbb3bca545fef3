"""The cases of servers that are started: what is said, how they fail, how they end."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.mcp_connections.cases import ends, exchanges, failures
from hanzo_reference.spec.cases import Case
from hanzo_reference.spec.declaration import Flag

FLAGS = {
    "environment": Flag("A server that gets what is none of its business.", security=True),
    "framing": Flag("Messages that a server cannot read line by line."),
    "hang": Flag("A server that answers nothing, and a client that waits for ever."),
    "noise": Flag("Whatever else a server writes, taken for the end or for a message."),
    "orphan": Flag("A process that outlives the connection."),
    "unbounded": Flag("A server that babbles fills the memory."),
}


def cases() -> Iterator[Case]:
    """Every case."""
    yield from exchanges.cases()
    yield from failures.cases()
    yield from ends.cases()
