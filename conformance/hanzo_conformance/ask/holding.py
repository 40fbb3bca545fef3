"""Replies held against each other: where they differ, and what each says there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from hanzo_conformance.ask.reply import Reply
from hanzo_vectors.comparison import ABSENT, SchemaCheck, differences
from hanzo_vectors.pointers import NoPlaceError, value_at


class Place(msgspec.Struct, frozen=True):
    """A place in which somebody differs; ``said`` has what each has there, or ABSENT."""

    pointer: str
    said: dict[str, Any]


def hold(
    replies: Sequence[Reply], where: Mapping[str, Any], check: SchemaCheck
) -> tuple[list[Place], set[str]]:
    """The places in which replies differ from the first that is one, and who does so.

    ``where`` are the rules of the answer, of which only the breach counts.
    """
    answered = [reply for reply in replies if reply.answered]
    if not answered:
        return [], set()
    first, *others = answered
    rules = {f"/result{pointer}": schema for pointer, schema in where.items()}
    pointers: dict[str, None] = {}
    differing: set[str] = set()
    for other in others:
        for found in differences(first.document(), other.document(), rules, check):
            pointers[found.pointer] = None
            differing.add(other.name)
    documents = {reply.name: reply.document() for reply in answered}
    return [
        Place(pointer, {name: _there(document, pointer) for name, document in documents.items()})
        for pointer in pointers
    ], differing


def _there(document: Any, pointer: str) -> Any:
    try:
        return value_at(document, pointer)
    except NoPlaceError:
        return ABSENT
