"""Places in a JSON value: every one of them, what stands there, the value with another part."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

# The steps from a value to a part of it.
Path = tuple[str | int, ...]


def paths(value: Any, path: Path = ()) -> Iterator[Path]:
    """Every place, containers before what they hold."""
    yield path
    if isinstance(value, dict):
        for key, item in value.items():
            yield from paths(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from paths(item, (*path, index))


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
    if not path:
        return part
    changed: Any = dict(value) if isinstance(value, dict) else list(value)
    changed[path[0]] = with_part(value[path[0]], path[1:], part)
    return changed


def renamed(value: Any, old: str, new: str) -> Any:
    """The value with every text that is ``old`` replaced; names of members stay."""
    if isinstance(value, dict):
        return {key: renamed(item, old, new) for key, item in value.items()}
    if isinstance(value, list):
        return [renamed(item, old, new) for item in value]
    return new if value == old and isinstance(value, str) else value
