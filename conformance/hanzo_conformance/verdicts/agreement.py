"""How far an answer agrees with its vector, and which refusals were let through.

Answers that differ are not alike: one that succeeds where it has to and says so in words of its own
is nearer than one that does what has to be refused. The steps are ``ok`` (it succeeds or refuses as
specified), ``code`` (and refuses for the specified reason), ``data`` (and answers and leaves what was
asked for) and ``all``; each takes in the ones before it. Where results say these things is stated by
the file of the vector.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum

import msgspec

from hanzo_conformance.values.wording import counted
from hanzo_conformance.verdicts.difference import VERDICT_OF, DifferenceEntry, Kind
from hanzo_conformance.verdicts.verdict import JUDGED, Verdict
from hanzo_vectors.vector import Outcome

# Files that are left belong to what was asked for; a step that could not be put agrees in nothing.
AFTER, UNPUT = "/after/files", "/input"
# The folder beside the workspace, which nobody may touch.
BEYOND = f"{AFTER}/${{outside}}"


class Agreement(StrEnum):
    """The last step to which an answer agrees."""

    NOTHING = "nothing"
    OK = "ok"
    CODE = "code"
    DATA = "data"
    ALL = "all"


STEPS = tuple(Agreement)
IN_WORDS = {
    Agreement.OK: "ok",
    Agreement.CODE: "and the error's code",
    Agreement.DATA: "and data",
    Agreement.ALL: "all",
}


def agreement(
    verdict: Verdict, differences: Iterable[DifferenceEntry], outcome: Outcome
) -> Agreement | None:
    """How far an answer agrees, given the verdict that it has without a baseline.

    None of a vector that was not judged.
    """
    if verdict not in JUDGED:
        return None
    if verdict in {Verdict.PASSED, Verdict.FIXED}:
        return Agreement.ALL
    found = [_agreement(difference, outcome) for difference in differences]
    return min(found, key=STEPS.index, default=Agreement.NOTHING)


def is_let_through(
    differences: Iterable[DifferenceEntry], outcome: Outcome, *, guards: bool
) -> bool:
    """Whether an implementation did what it has to refuse, or reached what is out of bounds.

    ``guards`` says that the vector is about security: of another one only what was reached counts.
    """
    return any(
        difference.at.startswith(BEYOND) or (guards and _is_accepted(difference, outcome))
        for difference in differences
    )


def count(found: Mapping[Agreement, int]) -> dict[str, int]:
    """How many vectors agree up to each step, ``judged`` being all of them; empty without any.

    ``found`` has how many come just so far.
    """
    judged = sum(found.values())
    if not judged:
        return {}
    left = judged - found.get(Agreement.NOTHING, 0)
    told = {"judged": judged}
    for step in STEPS[1:]:
        told[step.value] = left
        left -= found.get(step, 0)
    return told


def agreement_text(found: Mapping[str, int]) -> str:
    """The same in one line; empty where all is as specified, or nothing was judged."""
    judged = found.get("judged", 0)
    if not judged or found.get("all", 0) == judged:
        return ""
    parts = [f"{IN_WORDS[step]} {found.get(step.value, 0)}" for step in STEPS[1:]]
    return f"agreement of {counted(judged, 'answer')}: {', '.join(parts)}"


def _agreement(difference: DifferenceEntry, outcome: Outcome) -> Agreement:
    at, kind = difference.at, difference.kind
    if kind in VERDICT_OF or kind in {Kind.REFUSED, Kind.ACCEPTED} or _is_at(UNPUT, at):
        return Agreement.NOTHING
    if kind is Kind.ERROR_CODE:
        return Agreement.OK
    if _touches(at, outcome.refused) and not _is_as_refusing(difference, outcome):
        return Agreement.NOTHING
    if outcome.code is not None and _touches(at, (outcome.code,)):
        return Agreement.OK
    if _touches(at, (outcome.data, AFTER)):
        return Agreement.CODE
    return Agreement.DATA


def _is_accepted(difference: DifferenceEntry, outcome: Outcome) -> bool:
    if difference.kind is Kind.ACCEPTED:
        return True
    if difference.actual is msgspec.UNSET:
        return False
    wanted, actual = _refusals(difference, outcome)
    return wanted and not actual


def _is_as_refusing(difference: DifferenceEntry, outcome: Outcome) -> bool:
    """Whether a place that says whether a call was refused has another value that says the same."""
    if difference.at not in outcome.refused or difference.kind is not Kind.VALUE:
        return False
    wanted, actual = _refusals(difference, outcome)
    return wanted == actual


def _refusals(difference: DifferenceEntry, outcome: Outcome) -> tuple[bool, bool]:
    """Whether the specified value of a place is one of a refusal, and whether the answered one is."""
    values = outcome.refused.get(difference.at, [])
    return _is_among(difference.expected, values), _is_among(difference.actual, values)


def _is_among(value: object, values: Iterable[object]) -> bool:
    return any(isinstance(one, bool) == isinstance(value, bool) and one == value for one in values)


def _touches(at: str, places: Iterable[str]) -> bool:
    return any(_is_at(place, at) or _is_at(at, place) for place in places)


def _is_at(place: str, at: str) -> bool:
    """Whether a pointer leads to a place or below it."""
    return at == place or at.startswith(f"{place}/") or not place
