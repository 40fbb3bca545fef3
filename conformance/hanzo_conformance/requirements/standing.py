"""How requirements stand: who shows them, and whether their vectors still mean what they say."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping
from typing import Literal

import msgspec

from hanzo_vectors.vector import RequirementEntry, Vector

State = Literal["covered", "uncovered", "excluded"]
# What a new room has in the place of a source and of an anchor.
UNSTATED = "TODO"


class RequirementStanding(msgspec.Struct, frozen=True):
    """One requirement with its vectors.

    ``anchored`` are the vectors whose expected value was written by hand. ``review`` says whether
    the sentence is the one that the vectors were last reviewed against. What is missing in a draft is
    told, and held against nobody.
    """

    domain: str
    entry: RequirementEntry
    vectors: tuple[str, ...]
    anchored: tuple[str, ...]
    review: Literal["current", "changed", "missing"]
    draft: bool = False

    @property
    def state(self) -> State:
        """Whether vectors show it, should, or cannot."""
        if self.entry.excluded is not None:
            return "excluded"
        return "covered" if self.vectors else "uncovered"

    def problems(self) -> list[str]:
        """What is wrong with it, in words for people; a should may be uncovered."""
        entry, found = self.entry, []
        if entry.level == "must" and self.state == "uncovered":
            found.append(f"{entry.id} is a must, and no vector shows it")
        elif entry.level == "must" and self.state == "covered" and not self.anchored:
            found.append(f"{entry.id} is a must, and none of its vectors is anchored")
        if self.state == "excluded" and self.vectors:
            found.append(f"{entry.id} is excluded, and {self.vectors[0]} shows it all the same")
        if entry.source == UNSTATED:
            found.append(f"{entry.id} names no source yet")
        if self.review == "changed":
            found.append(f"{entry.id} says something else than when it was last reviewed")
        elif self.review == "missing":
            found.append(f"{entry.id} was never reviewed")
        return found


def standings(
    requirements: Iterable[RequirementEntry],
    homes: Mapping[str, str],
    vectors: Iterable[Vector],
    reviewed: Mapping[str, str],
    drafts: Collection[str] = (),
) -> list[RequirementStanding]:
    """Every requirement in its order.

    ``reviewed`` maps ids to fingerprints of sentences, ``drafts`` are domains.
    """
    citing: dict[str, list[Vector]] = {}
    for vector in vectors:
        for name in vector.requirements:
            citing.setdefault(name, []).append(vector)
    return [_standing(entry, homes[entry.id], citing, reviewed, drafts) for entry in requirements]


def _standing(
    entry: RequirementEntry,
    home: str,
    citing: Mapping[str, list[Vector]],
    reviewed: Mapping[str, str],
    drafts: Collection[str],
) -> RequirementStanding:
    found = citing.get(entry.id, [])
    seen = reviewed.get(entry.id)
    current = fingerprint(entry)
    return RequirementStanding(
        domain=home,
        entry=entry,
        vectors=tuple(vector.id for vector in found),
        anchored=tuple(vector.id for vector in found if vector.anchor not in {None, UNSTATED}),
        review="missing" if seen is None else "current" if seen == current else "changed",
        draft=home in drafts,
    )


def fingerprint(entry: RequirementEntry) -> str:
    """What stands for a sentence in the list of reviews: the first half of its SHA-256."""
    return hashlib.sha256(entry.sentence.encode()).hexdigest()[:32]
