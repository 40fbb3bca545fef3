"""One operation that is several tools of a server: which tool a call goes to, and with what.

For an operation that has a tool's name among its params. No I/O.
"""

from __future__ import annotations

from typing import Any

from hanzo_conformance.implementations.manifest import Route
from hanzo_vectors.pointers import NoPlaceError, value_at


def routed(route: Route, params: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """The tool and its arguments, of the params of an operation."""
    name = str(_at(params, route.tool))
    given = _at(params, route.arguments)
    arguments = dict(given) if isinstance(given, dict) else {}
    for argument, pointer in route.also.items():
        value = _at(params, pointer)
        if value is not None:
            arguments[argument] = value
    return route.names.get(name, name), arguments


def marked(route: Route, result: dict[str, Any], bad: bool) -> dict[str, Any]:
    """The result of a call, with ``isError`` in it where that mark contradicts what it says.

    No expected result has such a member, so that the vector fails, and nothing else of the result
    is hidden by that.
    """
    if route.success is None or _at(result, route.success) is (not bad):
        return result
    return {**result, "isError": bad}


def _at(value: Any, pointer: str) -> Any:
    """What is at a JSON Pointer; None where there is nothing."""
    try:
        return value_at(value, pointer)
    except NoPlaceError:
        return None
