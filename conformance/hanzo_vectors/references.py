"""``$from``: what a step takes over from the answer of an earlier one, unread."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hanzo_vectors.pointers import NoPlaceError, rebuilt, value_at

MEMBER = "$from"


class UnresolvedError(LookupError):
    """There is nothing at the place that a step takes something from; ``str()`` names it."""


def resolve_from(value: Any, results: Mapping[int, Any]) -> Any:
    """A JSON value with each ``{"$from": [STEP, POINTER]}`` replaced.

    ``results`` are those of earlier steps, by their places from 0; a step that was answered with an
    error has none. Raises ``UnresolvedError``.
    """

    def take(item: Any) -> Any:
        named = isinstance(item, dict) and item.keys() == {MEMBER}
        return _taken(item[MEMBER], results) if named else item

    return rebuilt(value, take, inner=False)


def references(value: Any) -> list[Any]:
    """What every ``$from`` in a JSON value names."""
    left, found = [value], []
    while left:
        item = left.pop()
        if isinstance(item, dict):
            if item.keys() == {MEMBER}:
                found.append(item[MEMBER])
            else:
                left.extend(reversed(item.values()))
        elif isinstance(item, list):
            left.extend(reversed(item))
    return found


def is_reference(place: Any, count: int) -> bool:
    """Whether this names one of the first ``count`` steps and a JSON Pointer into its result."""
    match place:
        case [int(step), str(pointer)]:
            return (
                not isinstance(step, bool)
                and 0 <= step < count
                and (pointer == "" or pointer.startswith("/"))
            )
    return False


def _taken(place: Any, results: Mapping[int, Any]) -> Any:
    step, pointer = place
    if step not in results:
        raise UnresolvedError(f"step {step + 1} was answered without a result")
    try:
        return value_at(results[step], pointer)
    except NoPlaceError:
        raise UnresolvedError(f"the result of step {step + 1} has nothing at {pointer}") from None
