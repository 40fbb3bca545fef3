"""All differences of an answer, bounded in number and size.

The first ``EACH`` are kept as they are. Those that follow are kept by their place alone, in which
each index of a list is ``*``, once for each place and kind. What is left even then stands as one
difference of the whole answer, so that nobody takes a part for all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from hanzo_conformance.verdicts.difference import DifferenceEntry, Kind
from hanzo_conformance.verdicts.rule_words import in_words
from hanzo_vectors.comparison import ABSENT, Difference
from hanzo_vectors.strict_json import dumps

# So many differences are kept as they are, and so many more by their place.
EACH, PLACES = 48, 48
# What is quoted of one value and of all values of an answer, in bytes of their JSON.
VALUE_BYTES, ALL_BYTES = 512, 16 * 1024
INDEX = re.compile(r"/[0-9]+(?=/|$)")
UNCOUNTED = "(more differences than are kept)"


def entries(found: Iterable[Difference]) -> tuple[DifferenceEntry, ...]:
    """Differences of two compared values as a result keeps them, in their order."""
    return bounded(
        DifferenceEntry(
            at=difference.pointer,
            kind=kind_of(difference.expected, difference.actual),
            rule=msgspec.UNSET if difference.schema is None else in_words(difference.schema),
            # Where there is a rule, what the vector states is one right answer of many.
            expected=difference.expected if difference.schema is None else ABSENT,
            actual=difference.actual,
        )
        for difference in found
    )


def kind_of(expected: Any, actual: Any) -> Kind:
    """The kind of a difference between two values, of which one may be absent."""
    if actual is ABSENT:
        return Kind.MISSING
    return Kind.ADDITIONAL if expected is ABSENT else Kind.VALUE


def bounded(found: Iterable[DifferenceEntry]) -> tuple[DifferenceEntry, ...]:
    """The same, within the bounds of this module; nothing is left out without a trace."""
    return tuple(_within_size(_within_number(found)))


def place_of(pointer: str) -> str:
    """A pointer in which each index of a list is ``*``."""
    return INDEX.sub("/*", pointer)


def joined(parts: Sequence[tuple[DifferenceEntry, ...]]) -> tuple[DifferenceEntry, ...]:
    """The differences of several steps and of what they left, in their order."""
    return bounded(difference for part in parts for difference in part)


def _within_number(found: Iterable[DifferenceEntry]) -> Iterator[DifferenceEntry]:
    kept = 0
    places: set[tuple[str, Kind, Any]] = set()
    for difference in found:
        if kept < EACH:
            kept += 1
            yield difference
            continue
        place = place_of(difference.at)
        if (place, difference.kind, difference.step) in places:
            continue
        if len(places) == PLACES:
            yield DifferenceEntry(at="", kind=Kind.VALUE, actual=UNCOUNTED)
            return
        places.add((place, difference.kind, difference.step))
        yield DifferenceEntry(at=place, kind=difference.kind, step=difference.step)


def _within_size(found: Iterable[DifferenceEntry]) -> Iterator[DifferenceEntry]:
    room = ALL_BYTES
    for difference in found:
        told: dict[str, Any] = {}
        for side in ("expected", "actual"):
            value = getattr(difference, side)
            if value is ABSENT:
                continue
            size = len(dumps(value))
            if size > min(VALUE_BYTES, room):
                told[side] = f"(a value of {size} bytes of JSON, not kept)"
            else:
                room -= size
        yield msgspec.structs.replace(difference, **told) if told else difference
