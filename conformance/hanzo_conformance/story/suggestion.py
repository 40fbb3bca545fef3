"""Where to begin: the operation with the least to get right, and a vector that shows it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from hanzo_vectors.vector import Vector


class Suggestion(msgspec.Struct, frozen=True):
    """An operation to begin with; ``member`` is the first of its params."""

    operation: str
    vector: str
    member: str


def suggest(vectors: Iterable[Vector]) -> Suggestion | None:
    """The operation that takes one text and is said in the fewest bytes, with its first vector.

    Where no operation takes just one text, any operation counts; None without vectors.
    """
    operations: dict[str, list[Vector]] = {}
    for vector in vectors:
        # A folder to work in is more to get right than a text.
        if vector.scenario is not None:
            continue
        operations.setdefault(vector.operation, []).append(vector)
    if not operations:
        return None
    easiest = min(
        operations.values(),
        key=lambda found: (not _takes_one_text(found), sum(map(_size, found))),
    )
    # The plain case stands first in a file; a result shows more than an error.
    shown = next((vector for vector in easiest if vector.error is None), easiest[0])
    members: dict[str, Any] = msgspec.json.decode(shown.params)
    return Suggestion(shown.operation, shown.id, next(iter(members), ""))


def _size(vector: Vector) -> int:
    return len(vector.params) + len(vector.answer or vector.error or b"")


def _takes_one_text(vectors: Iterable[Vector]) -> bool:
    """Whether all params are one and the same member, a text."""
    seen: set[tuple[str, ...]] = set()
    for vector in vectors:
        params: dict[str, Any] = msgspec.json.decode(vector.params)
        if not all(isinstance(value, str) for value in params.values()):
            return False
        seen.add(tuple(params))
    return len(seen) == 1 and all(len(names) == 1 for names in seen)
