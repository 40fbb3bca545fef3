"""``$from``: what a step takes over from the answer of an earlier one, unread."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hanzo_conformance.contract.pointers import rebuilt

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
    value = results[step]
    # RFC 6901 §4: "~1" is decoded before "~0".
    for token in pointer.split("/")[1:]:
        name = token.replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict) and name in value:
            value = value[name]
        elif isinstance(value, list) and _is_index(name) and int(name) < len(value):
            value = value[int(name)]
        else:
            raise UnresolvedError(f"the result of step {step + 1} has nothing at {pointer}")
    return value


def _is_index(name: str) -> bool:
    plain = name.isascii() and name.isdigit() and len(name) < 10
    return plain and (name == "0" or not name.startswith("0"))
