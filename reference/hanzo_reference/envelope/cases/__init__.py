"""The cases of the unified envelope, by the part of the rules that they are about.

Every expected value is written out by hand from the text that its anchor names.
"""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.envelope.cases import (
    building,
    checking,
    dispatching,
    judging,
    outcomes,
    paging,
)
from hanzo_reference.spec.cases import Case
from hanzo_reference.spec.declaration import Flag

FLAGS = {
    "members": Flag("Members of the envelope that come and go, or have another type."),
    "falsy-data": Flag("null, false, 0 or what is empty taken for nothing at all."),
    "spread-details": Flag(
        "Details written beside code and message, where they can overwrite them."
    ),
    "codes": Flag("Codes, aliases or modes that are passed through, folded or looked up loosely."),
    "built-in": Flag("help, schema or status missing, replaced, or listed where they are not."),
    "routing": Flag("Actions found by another name, or among what objects have by themselves."),
    "parameters": Flag("Parameters that reach the action unjudged and end as ERROR or nothing."),
    "outcome": Flag("What an action returned or raised, changed on its way into the envelope."),
    "sort-order": Flag(
        "Sorting by UTF-16 units, by number or not at all instead of by UTF-8 bytes."
    ),
    "paging": Flag("A page too many, too few, or a cursor that does not agree with more."),
    "cursor": Flag(
        "Cursors of another form or accepted from anywhere.",
        "https://www.rfc-editor.org/rfc/rfc4648#section-3.5",
    ),
}


def cases() -> Iterator[Case]:
    """Every case, in the order of the vector file."""
    yield from building.cases()
    yield from checking.cases()
    yield from dispatching.cases()
    yield from outcomes.cases()
    yield from judging.cases()
    yield from paging.cases()
