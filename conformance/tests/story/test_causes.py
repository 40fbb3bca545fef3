"""Divergences of one fault are one cause, told by the smallest input that shows it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from hanzo_conformance.story.causes import Cause, causes, symptom
from hanzo_conformance.verdicts.record import Failure
from hanzo_conformance.verdicts.verdict import Verdict


def seen(
    requirement: str = "R-1",
    verdict: Verdict = Verdict.FAILED,
    size: float = 1,
    level: str = "must",
    **members: Any,
) -> Any:
    members = {"pointer": "/a", "expected": 1, "actual": 2, **members}
    return symptom([requirement], level, verdict, Failure(**members), size)


def names(found: list[Cause[str]]) -> list[tuple[str, ...]]:
    return [cause.found for cause in found]


def test_same_requirement_and_kind_are_one_cause_with_the_smallest_first() -> None:
    found = causes([(seen(size=9), "large"), (seen(size=2), "small"), (seen(size=5), "middle")])
    assert names(found) == [("small", "middle", "large")]


def test_of_equal_size_the_first_comes_first() -> None:
    assert names(causes([(seen(), "one"), (seen(), "two")])) == [("one", "two")]


@pytest.mark.parametrize(
    "other",
    [
        seen("R-2"),
        seen(level="should"),
        seen(actual=msgspec.UNSET),
        seen(expected=msgspec.UNSET),
        seen(actual="2"),
        seen(rule="a text", expected=msgspec.UNSET),
        seen(verdict=Verdict.CRASHED, detail="the process exited with status 1"),
        seen(pointer="", detail="answered the error X where a result is specified"),
    ],
)
def test_what_differs_in_requirement_level_or_kind_is_another_cause(other: Any) -> None:
    assert len(causes([(seen(), "one"), (other, "two")])) == 2


def test_places_in_lists_and_numbers_in_words_do_not_part_what_belongs_together() -> None:
    one = seen(verdict=Verdict.CRASHED, pointer=None, detail="killed after 12 s")
    two = seen(verdict=Verdict.CRASHED, pointer=None, detail="killed after 7 s")
    assert len(causes([(one, "one"), (two, "two")])) == 1
    assert seen(pointer="/a/0/b").place == seen(pointer="/a/17/b").place


def test_the_first_causes_show_as_many_faults_as_they_can() -> None:
    """Thirty-nine failures of three bugs are not told as ten of one."""
    found = [(seen(f"R-{n}", pointer="/mark"), f"mark-{n}") for n in range(30)]
    found += [(seen(f"S-{n}", pointer="/end"), f"end-{n}") for n in range(6)]
    found += [(seen("T-1", actual=msgspec.UNSET), f"gone-{n}") for n in range(3)]
    first = names(causes(found))[:3]
    assert first == [("mark-0",), ("end-0",), ("gone-0", "gone-1", "gone-2")]
