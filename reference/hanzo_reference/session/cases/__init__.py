"""The cases of session compaction, by the part of the rules that they are about.

Every expected value is written out by hand from the text that its anchor names.
"""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.session.cases import counting, judging, stages, trigger, turns
from hanzo_reference.spec.cases import Case
from hanzo_reference.spec.declaration import Flag

FLAGS = {
    "byte-count": Flag("Text counted in code points or UTF-16 units instead of UTF-8 bytes."),
    "canonical-json": Flag(
        "JSON counted with spaces, escapes or fractions that RFC 8785 does not write.",
        "https://www.rfc-editor.org/rfc/rfc8785#section-3.2",
    ),
    "falsy-zero": Flag("A count of 0 that is taken for a missing one."),
    "trigger": Flag("A comparison in floating point, with >= for >, or against the budget itself."),
    "message-shape": Flag("Messages that are accepted though nobody can count them."),
    "budget": Flag("A budget or reserve that is not judged, or judged one off."),
    "turns": Flag("Messages counted as turns, or turns begun by what a tool returned."),
    "tool-pairs": Flag("A call and its result that end up on two sides of the boundary."),
    "reserve": Flag("A reserve of nothing or of everything read as its opposite."),
    "placeholder": Flag("Tool results rewritten too eagerly, too seldom, or counted as before."),
    "blank-summary": Flag("Blankness or length of a summary judged by the language's own trim."),
    "smaller": Flag("A summary that replaces less than it costs."),
}


def cases() -> Iterator[Case]:
    """Every case, in the order of the vector file."""
    yield from counting.cases()
    yield from trigger.cases()
    yield from judging.cases()
    yield from turns.cases()
    yield from stages.cases()
