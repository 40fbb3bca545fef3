"""Places in a JSON value: every one of them, what stands there, the value with another part.

No function here or elsewhere recurses over a value: how deep it nests is up to whoever wrote it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

# The steps from a value to a part of it.
Path = tuple[str | int, ...]


def paths(value: Any) -> Iterator[Path]:
    """Every place, containers before what they hold."""
    left: list[tuple[Path, Any]] = [((), value)]
    while left:
        path, item = left.pop()
        yield path
        if isinstance(item, dict):
            left.extend(((*path, key), item[key]) for key in reversed(item))
        elif isinstance(item, list):
            left.extend(((*path, index), item[index]) for index in reversed(range(len(item))))


def part_at(value: Any, path: Path) -> Any:
    """What stands at a place that is there."""
    for step in path:
        value = value[step]
    return value


def has_place(value: Any, path: Path) -> bool:
    """Whether a place is there."""
    for step in path:
        if isinstance(step, int):
            if not isinstance(value, list) or step >= len(value):
                return False
        elif not isinstance(value, dict) or step not in value:
            return False
        value = value[step]
    return True


def with_part(value: Any, path: Path, part: Any) -> Any:
    """The value with another part at a place; what is not on the way is shared."""
    whole: list[Any] = [value]
    holder: Any = whole
    step: str | int = 0
    for following in path:
        inner = holder[step]
        holder[step] = dict(inner) if isinstance(inner, dict) else list(inner)
        holder, step = holder[step], following
    holder[step] = part
    return whole[0]


def rebuilt(value: Any, change: Callable[[Any], Any], inner: bool = True) -> Any:
    """A copy of the value in which every part is what ``change`` makes of it.

    Containers come before what they hold, and what they then hold is changed in turn; without
    ``inner``, a container that was exchanged for another value is left as it is.
    """
    whole: list[Any] = [value]
    left: list[tuple[Any, Any]] = [(whole, 0)]
    while left:
        holder, place = left.pop()
        before = holder[place]
        item = change(before)
        if inner or item is before:
            if isinstance(item, dict):
                item = dict(item)
                left.extend((item, key) for key in item)
            elif isinstance(item, list):
                item = list(item)
                left.extend((item, index) for index in range(len(item)))
        holder[place] = item
    return whole[0]


def renamed(value: Any, old: str, new: str) -> Any:
    """The value with every text that is ``old`` replaced; names of members stay."""
    return rebuilt(value, lambda item: new if isinstance(item, str) and item == old else item)
