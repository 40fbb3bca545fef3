"""A diverging sequence in words: who, where, and its steps."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_conformance.fuzz.sequence_campaign import Divergence
from hanzo_conformance.terminal.text import printable, value
from hanzo_conformance.verdicts.verdict import MEANING

SHOWN = 600


def divergence_lines(divergence: Divergence) -> Iterator[str]:
    """All there is to tell of it, a line each."""
    failure = divergence.failure
    yield ""
    yield f"{divergence.verdict.value.upper()} {printable(divergence.implementation)}"
    yield f"  workspace {value(divergence.sequence['workspace'], SHOWN)}"
    for number, step in enumerate(divergence.sequence["steps"], 1):
        mark = "*" if number == failure.step else " "
        yield f"  step {number} {mark}  {printable(step['operation'])} {value(step['input'], SHOWN)}"
    for line in printable(failure.detail or MEANING[divergence.verdict]).split("\n"):
        yield f"  what      {line}"
    if failure.pointer is not None:
        yield f"  at        {printable(failure.pointer) or '(the whole answer)'}"
        yield f"  expected  {value(failure.expected, SHOWN)}"
        yield f"  actual    {value(failure.actual, SHOWN)}"
