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
    # In order pieces of one name are in the order of their values.
    for piece in sorted(text.split("&")) if text else []:
        name, equals, value = piece.partition("=")
        found.setdefault(name, []).append(value if equals else None)
    return found


def located(url: str) -> tuple[str, Members]:
    """What stands before the first ``?`` of a URL, and the members behind it."""
    location, _, query = url.partition("?")
    return location, members(query)
