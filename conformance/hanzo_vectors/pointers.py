"""Places in a JSON value: JSON Pointers (RFC 6901), every one of them, what stands there, the value with another part.

No function here or elsewhere recurses over a value: how deep it nests is up to whoever wrote it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

# The steps from a value to a part of it.
Path = tuple[str | int, ...]


class NoPlaceError(LookupError):
    """A JSON Pointer to where a value has nothing; ``str()`` is the pointer."""


def escape(key: str) -> str:
    """A member's name as a token of a JSON Pointer (RFC 6901 §3)."""
    return key.replace("~", "~0").replace("/", "~1")


def unescape(token: str) -> str:
    """The member's name that a token stands for."""
    # RFC 6901 §4: "~1" is decoded before "~0".
    return token.replace("~1", "/").replace("~0", "~")


def path_of(value: Any, pointer: str) -> Path:
    """The steps to what a JSON Pointer names in a value; raises ``NoPlaceError``."""
    path: list[str | int] = []
    for token in pointer.split("/")[1:]:
        name = unescape(token)
        if isinstance(value, dict) and name in value:
            path.append(name)
        elif isinstance(value, list) and _is_index(name) and int(name) < len(value):
            path.append(int(name))
        else:
            raise NoPlaceError(pointer)
        value = value[path[-1]]
    return tuple(path)


def value_at(value: Any, pointer: str) -> Any:
    """What stands where a JSON Pointer leads; raises ``NoPlaceError``."""
    return part_at(value, path_of(value, pointer))


def _is_index(name: str) -> bool:
    plain = name.isascii() and name.isdigit() and len(name) < 10
    return plain and (name == "0" or not name.startswith("0"))


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
