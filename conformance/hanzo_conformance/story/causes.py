"""Divergences grouped by cause: the same requirement, broken in the same kind of way.

One fault of an implementation shows on many vectors; whoever reads of it wants it told once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

import msgspec

from hanzo_conformance.story.signature import how_it_failed
from hanzo_conformance.verdicts.difference import Kind
from hanzo_conformance.verdicts.differences import kind_of
from hanzo_conformance.verdicts.record import Failure
from hanzo_conformance.verdicts.verdict import Verdict

UNNAMED = "unnamed"
T = TypeVar("T")


class Symptom(msgspec.Struct, frozen=True):
    """What can be seen of a divergence; ``kind`` says in which way the answer differs.

    ``place`` is where, with ``*`` for the places in lists. ``size`` is that of the input.
    """

    requirement: str
    level: str
    verdict: Verdict
    kind: str
    place: str
    size: float


class Cause(msgspec.Struct, Generic[T], frozen=True):
    """Divergences that look like one fault, the one with the smallest input first."""

    symptom: Symptom
    found: tuple[T, ...]


def symptom(
    requirements: Sequence[str], level: str, verdict: Verdict, failure: Failure | None, size: float
) -> Symptom:
    """The symptom of a divergence from a vector of this level."""
    failure = failure or Failure()
    tokens = (failure.pointer or "").split("/")
    place = "/".join("*" if token.isdecimal() else token for token in tokens)
    requirement = requirements[0] if requirements else UNNAMED
    return Symptom(requirement, level, verdict, _kind(verdict, failure), place, size)


def causes(found: Iterable[tuple[Symptom, T]]) -> list[Cause[T]]:
    """The causes: those first that differ from all before them in more than the requirement.

    So the first few show as many faults as they can; among equals the order of vectors holds.
    """
    together: dict[tuple[str, str, Verdict, str], list[tuple[Symptom, T]]] = {}
    for seen, one in found:
        key = (seen.requirement, seen.level, seen.verdict, seen.kind)
        together.setdefault(key, []).append((seen, one))
    made = []
    for group in together.values():
        # A stable sort: of equal size the first.
        group.sort(key=lambda item: item[0].size)
        made.append(Cause(group[0][0], tuple(one for _, one in group)))
    turns: dict[tuple[Verdict, str, str], int] = {}
    ranked = []
    for cause in made:
        look = (cause.symptom.verdict, cause.symptom.kind, cause.symptom.place)
        turn = turns[look] = turns.get(look, 0) + 1
        ranked.append((turn, cause))
    return [cause for _, cause in sorted(ranked, key=lambda item: item[0])]


def _kind(verdict: Verdict, failure: Failure) -> str:
    """In which way an answer differs: what was seen first, and of which sort it is."""
    if verdict is not Verdict.FAILED or not failure.pointer:
        return how_it_failed(failure.detail or "")
    if failure.rule is not None:
        return f"{kind_of(failure.rule, failure.actual)}, against a rule"
    kind = kind_of(failure.expected, failure.actual)
    if kind is Kind.VALUE and _sort(failure.expected) is not _sort(failure.actual):
        return f"{kind} of another type"
    return str(kind)


def _sort(value: object) -> type:
    return float if type(value) is int else type(value)
