"""Entries for differences that nobody has named yet: few, and no wider than what was seen.

Differences of one kind at one place are one entry, whatever the operations and however many lists
they stand in. Where an answer differs in several ways below one place in the same vectors, that
place is named instead. An entry that would be about much more than it explains is narrowed to a
requirement or to its vectors.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from hanzo_conformance.known.entry import UNEXPLAINED, Divergence
from hanzo_conformance.verdicts.difference import DifferenceEntry, Kind
from hanzo_conformance.verdicts.differences import place_of
from hanzo_vectors.vector import Vector

AFTER = "/after/files"
# Differences below one place that are told as that place: so many, of vectors that are so alike.
FOLDED, ALIKE = 3, 1.5
# So few vectors are named, instead of counted.
NAMED = 6
# An entry that explains less of what it can be about is narrowed.
SHARE = 0.3
# A list of operations that is longer than this says no more than none.
OPERATIONS = 12
# Kinds that say all by themselves; their codes tell one cause from another.
CODED = {Kind.ERROR_CODE, Kind.REFUSED, Kind.ACCEPTED}
COMPARED = {Kind.MISSING, Kind.ADDITIONAL, Kind.VALUE}

Seen = tuple[Vector, DifferenceEntry]


class ProposedGroup(msgspec.Struct, frozen=True):
    """Where differences are and of what kind; equal ones have one cause, as far as one can see."""

    at: str
    kind: Kind | None
    expected: Any = msgspec.UNSET
    actual: Any = msgspec.UNSET


def propose(seen: Sequence[Seen], judged: Sequence[Vector]) -> list[Divergence]:
    """Entries that name all these differences, in their order; ``judged`` is all that was asked."""
    by_operation: dict[str, dict[ProposedGroup, set[str]]] = {}
    for vector, difference in seen:
        groups = by_operation.setdefault(_operation(vector, difference), {})
        groups.setdefault(_group(difference), set()).add(vector.id)
    whole: dict[ProposedGroup, dict[str, set[str]]] = {}
    for operation, groups in by_operation.items():
        for group, vectors in _folded(groups).items():
            whole.setdefault(group, {})[operation] = vectors
    survey = _Survey(judged)
    return [survey.entry(group, operations) for group, operations in whole.items()]


class _Survey:
    """What was asked, by operation and by requirement."""

    def __init__(self, judged: Sequence[Vector]) -> None:
        self._order = {vector.id: place for place, vector in enumerate(judged)}
        self._requirements = {vector.id: vector.requirements for vector in judged}
        self._of: dict[str, set[str]] = {}
        for vector in judged:
            for operation in vector.operations:
                self._of.setdefault(operation, set()).add(vector.id)
        self._families: dict[str, set[str]] = {}
        for operation in self._of:
            self._families.setdefault(_family(operation), set()).add(operation)

    def entry(self, group: ProposedGroup, operations: Mapping[str, set[str]]) -> Divergence:
        """The entry of one group; its count is set when all entries are known."""
        touched = set().union(*operations.values())
        stated = Divergence(
            at=group.at, kind=group.kind, expected=group.expected, actual=group.actual,
            reason=UNEXPLAINED,
        )  # fmt: skip
        if len(touched) <= NAMED:
            return msgspec.structs.replace(stated, vector=_one_or_many(self._sorted(touched)))
        stated = msgspec.structs.replace(stated, operation=self._names(operations), count=1)
        asked = set().union(*(self._of[operation] for operation in operations))
        if len(touched) >= SHARE * len(asked):
            return stated
        return msgspec.structs.replace(stated, requirement=self._requirement(touched, asked))

    def _sorted(self, vectors: Iterable[str]) -> list[str]:
        return sorted(vectors, key=self._order.__getitem__)

    def _names(self, operations: Iterable[str]) -> str | list[str] | None:
        there = set(operations)
        if there == set(self._of):
            return None
        found: dict[str, None] = {}
        for operation in operations:
            family = _family(operation)
            every = self._families[family]
            whole = len(every) > 1 and there >= every
            found[f"{family}.*" if whole else operation] = None
        return None if len(found) > OPERATIONS else _one_or_many(list(found))

    def _requirement(self, touched: set[str], asked: set[str]) -> str | None:
        """The requirement that all cite and few others do."""
        common = set.intersection(*(set(self._requirements[vector]) for vector in touched))
        weighed = [
            (sum(name in self._requirements[vector] for vector in asked), name) for name in common
        ]
        return min(weighed)[1] if weighed and min(weighed)[0] <= 2 * len(touched) else None


def _group(difference: DifferenceEntry) -> ProposedGroup:
    if difference.kind in CODED:
        return ProposedGroup(difference.at, difference.kind, difference.expected, difference.actual)
    if difference.kind not in COMPARED:
        return ProposedGroup("", difference.kind)
    if difference.at.startswith(f"{AFTER}/"):
        return ProposedGroup(AFTER, None)
    return ProposedGroup(place_of(difference.at), difference.kind)


def _folded(groups: Mapping[ProposedGroup, set[str]]) -> dict[ProposedGroup, set[str]]:
    """The same groups, those below one place as one where the vectors are nearly the same."""
    found = dict(groups)
    places = {group.at for group in groups}
    parents = {at[:end] for at in places for end in range(len(at)) if end and at[end] == "/"}
    for parent in sorted(parents, key=lambda at: (-at.count("/"), at)):
        below = [
            group
            for group in found
            if group.at.startswith(f"{parent}/") and (group.kind in COMPARED or group.kind is None)
        ]
        if len(below) < FOLDED or parent == AFTER:
            continue
        union = set().union(*(found[group] for group in below))
        if len(union) <= ALIKE * max(len(found[group]) for group in below):
            here = [group for group in found if group.at == parent and group.kind in COMPARED]
            for group in [*below, *here]:
                union |= found.pop(group)
            found[ProposedGroup(parent, None)] = union
    return found


def _operation(vector: Vector, difference: DifferenceEntry) -> str:
    step = difference.step
    return vector.operation if isinstance(step, msgspec.UnsetType) else vector.operations[step - 1]


def _family(operation: str) -> str:
    return operation.partition(".")[0]


def _one_or_many(names: list[str]) -> str | list[str]:
    return names[0] if len(names) == 1 else names
