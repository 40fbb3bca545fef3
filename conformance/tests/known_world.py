"""Entries of baselines and results of runs, made for tests of what a baseline says to a run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from hanzo_conformance.verdicts.difference import DifferenceEntry, Kind
from hanzo_conformance.verdicts.record import Failure, Result
from hanzo_conformance.verdicts.verdict import Verdict
from hanzo_vectors.vector import Vector, answer_end, request_end

Spot = tuple[str, str] | tuple[str, str, int]


def vector(name: str, *requirements: str, operation: str = "", level: str = "must") -> Vector:
    """A vector whose operation is, by default, of the family that its id begins with."""
    family = name.partition("/")[0]
    asked = operation or f"{family}.say"
    return Vector(
        id=name, domain=family, description="", requirements=requirements or ("ECHO-1",),
        level=level, flags=(), operation=asked, request=request_end(asked, b"{}"),
        answer=answer_end(b"{}"), error=None, where=None, anchor=None,
    )  # fmt: skip


def entry(at: str = "", *, reason: str = "upstream bug", expires: str = "", **members: Any) -> str:
    """The text of an entry."""
    lines = [f"{key} = {msgspec.json.encode(value).decode()}" for key, value in members.items()]
    lines += [f"expires = {expires}"] if expires else []
    return "\n".join(["[[divergence]]", f'at = "{at}"', *lines, f'reason = "{reason}"', ""])


def passed(name: str) -> Result:
    return Result("x", name, Verdict.PASSED, 0.1)


def broken(name: str, verdict: Verdict = Verdict.CRASHED) -> Result:
    return Result("x", name, verdict, 0.1, Failure(detail="it died"))


def failed(name: str, *spots: Spot) -> Result:
    """A result that differs in these places: pointer, kind, and step of several."""
    kept = tuple(_difference(*spot) for spot in spots)
    first = kept[0]
    failure = Failure(
        pointer=first.at, expected=first.expected, actual=first.actual, differences=kept
    )
    return Result("x", name, Verdict.FAILED, 0.1, failure)


def _difference(at: str, kind: str, step: int = 0) -> DifferenceEntry:
    return DifferenceEntry(
        at=at, kind=Kind(kind), step=step or msgspec.UNSET, expected="e", actual="a"
    )


def named(vectors: Sequence[str]) -> list[Vector]:
    return [vector(name) for name in vectors]
