"""Shapes of params: what a request must look like before anything is asked of the build.

A shape takes a value and its JSON Pointer and returns the first problem as text, or None. Only the
protocol's rule stands here (unknown, missing or ill-typed members are the caller's mistake); what
the published code thinks of a value is for the published code to say.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

Shape = Callable[[object, str], "str | None"]


class Operation(NamedTuple):
    """One operation of the adapter: the shape of its params, and what asks the build."""

    params: Shape
    run: Callable[[dict[str, Any]], dict[str, Any]]


def text(value: object, pointer: str) -> str | None:
    """A string."""
    return None if isinstance(value, str) else f"{pointer}: not a text"


def integer(value: object, pointer: str) -> str | None:
    """A whole number; Python counts booleans among them, JSON does not."""
    whole = isinstance(value, int) and not isinstance(value, bool)
    return None if whole else f"{pointer}: not an integer"


def null(value: object, pointer: str) -> str | None:
    """The value null."""
    return None if value is None else f"{pointer}: not null"


def mapping(value: object, pointer: str) -> str | None:
    """An object with any members."""
    return None if isinstance(value, dict) else f"{pointer}: not an object"


def base64_bytes(value: object, pointer: str) -> str | None:
    """Bytes as base64 with padding (RFC 4648 §4)."""
    try:
        if isinstance(value, str) and base64.b64decode(value, validate=True) is not None:
            return None
    except (binascii.Error, ValueError):
        pass
    return f"{pointer}: not base64"


def either(*shapes: Shape) -> Shape:
    """A value that fits one of the shapes."""

    def check(value: object, pointer: str) -> str | None:
        problem = None
        for shape in shapes:
            problem = shape(value, pointer)
            if problem is None:
                return None
        return problem

    return check


def array(item: Shape) -> Shape:
    """An array whose items all have one shape."""

    def check(value: object, pointer: str) -> str | None:
        if not isinstance(value, list):
            return f"{pointer}: not an array"
        found = (item(entry, f"{pointer}/{index}") for index, entry in enumerate(value))
        return next((problem for problem in found if problem is not None), None)

    return check


def table(item: Shape) -> Shape:
    """An object with any names, whose values all have one shape."""

    def check(value: object, pointer: str) -> str | None:
        if not isinstance(value, dict):
            return f"{pointer}: not an object"
        found = (item(entry, f"{pointer}/{name}") for name, entry in value.items())
        return next((problem for problem in found if problem is not None), None)

    return check


def record(required: Mapping[str, Shape], optional: Mapping[str, Shape] | None = None) -> Shape:
    """An object with exactly these members, of which the optional ones may be absent."""
    members = {**required, **(optional or {})}

    def check(value: object, pointer: str) -> str | None:
        if not isinstance(value, dict):
            return f"{pointer or '/'}: not an object"
        for name in required:
            if name not in value:
                return f"{pointer}/{name}: missing"
        for name, entry in value.items():
            if name not in members:
                return f"{pointer}/{name}: unknown"
            problem = members[name](entry, f"{pointer}/{name}")
            if problem is not None:
                return problem
        return None

    return check
