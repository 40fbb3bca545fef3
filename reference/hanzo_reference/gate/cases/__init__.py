"""The cases of the gate: calls, conversations, routes."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.gate.cases import (
    calls,
    conversations,
    names,
    patterns,
    refusals,
    routes,
    streams,
)
from hanzo_reference.spec.cases import Case
from hanzo_reference.spec.declaration import Flag

FLAGS = {
    "allow-by-accident": Flag("Somebody who fails, or says nothing, taken for one who allows."),
    "audit": Flag("A decision without a record, or a record that says who decided in the end."),
    "blocked-by": Flag("A failure of the tool counted as a denial, or the other way round."),
    "empty-reason": Flag("An empty reason told as one."),
    "name": Flag("Rules asked for the bare tool, or with an action that was not asked for."),
    "order": Flag("Somebody who is asked before, or without, those who come first."),
    "other-glob": Flag(
        "Patterns read as paths, as regular expressions, or without case, unlike permissions.match.",
        security=True,
    ),
    "parsed-name": Flag("A name of a server's tool that is taken apart instead of looked up."),
    "unanswered": Flag("A tool use without its result, which providers refuse."),
}


def cases() -> Iterator[Case]:
    """Every case."""
    yield from calls.cases()
    yield from names.cases()
    yield from patterns.cases()
    yield from conversations.cases()
    yield from streams.cases()
    yield from refusals.cases()
    yield from routes.cases()
