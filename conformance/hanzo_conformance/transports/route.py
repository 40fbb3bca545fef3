"""Operations that are calls of a server's tools: which tool one goes to, and with what. No I/O."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from fnmatch import fnmatchcase
from typing import Any, NamedTuple
from urllib.parse import unquote

from hanzo_conformance.implementations.manifest import LEAF, STEM, Route
from hanzo_vectors.pointers import NoPlaceError, unescape, value_at
from hanzo_vectors.vector import OPERATION

PART = "[a-z][a-z0-9_]*"
FILE = "file://"


class Call(NamedTuple):
    """A call of a tool; no ``meta`` is none at all."""

    tool: str
    arguments: dict[str, Any]
    meta: dict[str, Any] | None = None


class Member(NamedTuple):
    """A tool that has operations of a family; no ``leaf`` is any that the tool says it has."""

    tool: str
    stem: str
    leaf: str | None


def route_of(routes: Mapping[str, Route], operation: str) -> Route | None:
    """The route of an operation: its own, else that of the narrowest family that it is of."""
    if operation in routes:
        return routes[operation]
    families = [name for name in routes if "*" in name and fnmatchcase(operation, name)]
    return routes[max(families, key=lambda name: (len(name), name))] if families else None


def routed(route: Route, operation: str, params: dict[str, Any]) -> Call:
    """The call that is made of the name and the params of an operation."""
    name = str(_value(route.tool, operation, params))
    given = _at(params, route.arguments)
    taken = {*_taken(route), *route.without}
    arguments = (
        {key: value for key, value in given.items() if key not in taken}
        if isinstance(given, dict)
        else {}
    )
    for place, stated in route.also.items():
        value = _value(stated, operation, params)
        if value is not None:
            _put(arguments, place, value)
    for key in route.paths:
        if key in arguments:
            arguments[key] = _path(arguments[key])
    known = {key: _at(params, pointer) for key, pointer in route.meta.items()}
    meta = {key: value for key, value in known.items() if value is not None}
    return Call(route.names.get(name, name), arguments, meta or None)


def members(family: str, route: Route, there: Collection[str]) -> Iterator[Member]:
    """The tools that belong to a family, of those that a server has."""
    wanted = tuple(None if part == "*" else part for part in family.split("."))
    pattern = re.compile(_pattern(route.tool))
    renamed = {name for name, tool in route.names.items() if tool in there}
    for name in sorted(renamed | set(there).difference(route.names.values())):
        match = pattern.fullmatch(name)
        if match is None:
            continue
        found = match.groupdict()
        stem, leaf = found.get("stem", wanted[0]), found.get("leaf", wanted[1])
        if stem is not None and all(
            part in {None, is_one} for part, is_one in zip(wanted, (stem, leaf), strict=True)
        ):
            yield Member(route.names.get(name, name), stem, leaf)


def operations_of(member: Member, told: Any) -> list[str]:
    """The operations that a tool has; ``told`` is what it says of them, where they are any."""
    leaves = [member.leaf] if member.leaf is not None else told
    if not isinstance(leaves, list | dict):
        return []
    names = [f"{member.stem}.{leaf}" for leaf in leaves if isinstance(leaf, str)]
    return [name for name in names if re.search(OPERATION, name)]


def leaves_at(route: Route, result: Any) -> Any:
    """What an answer of a tool says of what it has; None where it says nothing."""
    return None if route.leaves is None else _at(result, route.leaves.at)


def marked(route: Route, result: dict[str, Any], bad: bool) -> dict[str, Any]:
    """The result of a call, with ``isError`` in it where that mark contradicts what it says.

    No expected result has such a member, so that the vector fails, and nothing else of the result
    is hidden by that.
    """
    if route.success is None or _at(result, route.success) is (not bad):
        return result
    return {**result, "isError": bad}


def _value(stated: str | int | bool, operation: str, params: dict[str, Any]) -> Any:
    if not isinstance(stated, str):
        return stated
    if stated.startswith("/"):
        return _at(params, stated)
    stem, _, leaf = operation.partition(".")
    return stated.replace(STEM, stem).replace(LEAF, leaf)


def _path(value: Any) -> Any:
    """The path of a file's URI (RFC 8089), or of each in a list; anything else as it is."""
    if isinstance(value, list):
        return [_path(item) for item in value]
    if isinstance(value, str) and value.startswith(FILE):
        return unquote(value.removeprefix(FILE))
    return value


def _taken(route: Route) -> Iterator[str]:
    """The members of what has the arguments that other arguments are made of."""
    within = f"{route.arguments}/"
    for stated in route.also.values():
        if isinstance(stated, str) and stated.startswith(within):
            yield unescape(stated.removeprefix(within).partition("/")[0])


def _put(arguments: dict[str, Any], place: str, value: Any) -> None:
    """Put a value to an argument, or to a place within one that a JSON Pointer names."""
    names = map(unescape, place.split("/")[1:]) if place.startswith("/") else [place]
    *above, last = names
    for name in above:
        there = arguments.get(name)
        # What is there belongs to the params.
        arguments[name] = dict(there) if isinstance(there, dict) else {}
        arguments = arguments[name]
    arguments[last] = value


def _pattern(tool: str) -> str:
    """A regular expression of the names that a tool of a family may have."""
    text = re.escape(tool)
    for name, part in (("stem", STEM), ("leaf", LEAF)):
        text = text.replace(re.escape(part), f"(?P<{name}>{PART})", 1)
        text = text.replace(re.escape(part), f"(?P={name})")
    return text


def _at(value: Any, pointer: str) -> Any:
    """What is at a JSON Pointer; None where there is nothing."""
    try:
        return value_at(value, pointer)
    except NoPlaceError:
        return None
