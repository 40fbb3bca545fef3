"""Whether a symbol is one that was searched for; pure."""

from __future__ import annotations

from collections.abc import Sequence

# ASCII only: the case of other letters depends on a version of Unicode.
LOWER = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}


def is_match(path: Sequence[str], query: str) -> bool:
    """Whether the name, or the dotted path if the query has a dot, contains the query.

    Spec: CODE-61, CODE-62.
    """
    text = ".".join(path) if "." in query else path[-1]
    return query.translate(LOWER) in text.translate(LOWER)


def may_have(text: str, query: str) -> bool:
    """Whether a file can have what is searched for: each part of the query stands in its text."""
    lowered = text.translate(LOWER)
    return all(part in lowered for part in query.translate(LOWER).split("."))
