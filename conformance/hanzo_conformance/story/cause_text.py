"""Causes of divergences, told to a person: the story of the smallest vector, and who is like it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from hanzo_conformance.story.causes import Cause, Symptom, symptom
from hanzo_conformance.story.story import Story
from hanzo_conformance.terminal.folding import folded
from hanzo_conformance.terminal.text import printable
from hanzo_conformance.verdicts.record import Result
from hanzo_vectors.vector import Vector

INDENT = "  "
# How many further vectors of a cause are named, and the option that tells them in full.
LIKE, EACH = 3, "--each"


def symptom_of(result: Result, vector: Vector) -> Symptom:
    """The symptom of a result that is in no record yet."""
    size = len(vector.params)
    return symptom(vector.requirements, vector.level, result.verdict, result.failure, size)


def cause_lines(
    story: Story, others: Sequence[str], width: Callable[[], int] | None, *, hint: bool
) -> Iterator[str]:
    """The lines of one cause; the first is for the eye. ``others`` are the vectors like it.

    ``hint`` where there is an option that tells them too.
    """
    yield story.head + (f" and {len(others)} more like it" if others else "")
    room = None if width is None else width() - len(INDENT)
    for line in story.lines(room):
        yield INDENT + line
    if others:
        named = ", ".join(printable(vector) for vector in others[:LIKE])
        rest = f" and {len(others) - LIKE} more" if len(others) > LIKE else ""
        how = f"; {EACH} tells each" if hint else ""
        for line in folded("like it", f"{named}{rest}{how}", room):
            yield INDENT + line


def untold(causes: Sequence[Cause[Result]], *, each: bool) -> str:
    """How many divergences are not told, of how many causes."""
    counts = Counter(one.verdict for cause in causes for one in cause.found)
    told = ", ".join(f"{count} more {verdict.value}" for verdict, count in counts.items())
    if each:
        return told
    return f"{told} of {len(causes)} further cause{'s' if len(causes) > 1 else ''}"
