"""Queries and form bodies in a form in which they can be compared: no order, every spelling.

RFC 6749 gives the members of a request no order, so none is told; how each is spelled is.
"""

from __future__ import annotations

Members = dict[str, list[str | None]]


def members(text: str) -> Members:
    """The members of a query or form body by name, as they are spelled, each name's in order.

    A member without ``=`` has null in the place of its value. Spec: OAUTH-9, OAUTH-37.
    """
    found: Members = {}
    for piece in text.split("&") if text else []:
        name, equals, value = piece.partition("=")
        found.setdefault(name, []).append(value if equals else None)
    return {name: sorted(values, key=_place) for name, values in sorted(found.items())}


def located(url: str) -> tuple[str, Members]:
    """What stands before the first ``?`` of a URL, and the members behind it."""
    location, _, query = url.partition("?")
    return location, members(query)


def _place(value: str | None) -> tuple[bool, str]:
    return (value is not None, value or "")
