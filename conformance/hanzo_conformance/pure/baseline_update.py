"""A baseline brought up to date with a run: what still holds stays, the rest is said and done.

An update never explains anything. What is new gets the reason TODO, which no gate accepts, and what
covers more than it did is left alone until somebody says that it may.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import cast

import msgspec

from hanzo_conformance.pure.baseline import UNEXPLAINED, Divergence, Excusable, glob, read_entries
from hanzo_conformance.pure.baseline_text import (
    Piece,
    changed,
    put_together,
    take_apart,
    without_entry,
    written,
)
from hanzo_conformance.values.record import RunRecord
from hanzo_conformance.values.verdict import DIVERGENT, JUDGED, Verdict

HEAD = "# Divergences of {name} that are known. An entry excuses what it names, and says why.\n"


class Action(StrEnum):
    """What can happen to an entry."""

    KEPT = "kept"
    LEFT = "left"
    WIDENED = "widened"
    SPLIT = "split"
    CHANGED = "changed"
    DROPPED = "dropped"
    ADDED = "added"


class Step(msgspec.Struct, frozen=True):
    """What was done about one entry, and why."""

    action: Action
    vector: str
    why: str


class Update(msgspec.Struct, frozen=True):
    """The new text of the file, and how it came about, in the order of the file."""

    text: str
    steps: tuple[Step, ...]


class Findings(msgspec.Struct, frozen=True):
    """What a run says to a baseline.

    ``verdicts`` are those before any baseline, of vectors that were judged or are unsupported;
    ``counting`` are the vectors whose divergence makes a run red; ``vectors`` are all there are.
    """

    vectors: Sequence[str]
    verdicts: Mapping[str, Verdict]
    counting: frozenset[str]


def findings(record: RunRecord, name: str, levels: Mapping[str, str], *, strict: bool) -> Findings:
    """What a run found out about an implementation; ``levels`` are those of all vectors."""
    counting = {"must", "should"} if strict else {"must"}
    verdicts = {
        result.vector: result.was or result.verdict
        for result in record.results
        if result.implementation == name
    }
    told = JUDGED | {Verdict.UNSUPPORTED}
    return Findings(
        vectors=list(levels),
        verdicts={vector: verdict for vector, verdict in verdicts.items() if verdict in told},
        counting=frozenset(vector for vector, level in levels.items() if level in counting),
    )


def update(name: str, place: str, text: str, found: Findings, *, widen: bool) -> Update:
    """Bring the baseline of an implementation up to date; raises ``BaselineError``.

    ``widen`` sets the counts of globs to what they cover now.
    """
    entries = [entry for entry, _ in read_entries(place, text)]
    preamble, old = take_apart(text)
    taken: set[str] = set()
    pieces: list[Piece] = []
    steps: list[Step] = []
    for entry, piece in zip(entries, old, strict=True):
        step, after = _settle(entry, piece, found, taken, widen=widen)
        steps.append(step)
        pieces += after
    for vector in found.vectors:
        verdict = found.verdicts.get(vector)
        if verdict in DIVERGENT and vector in found.counting and vector not in taken:
            word = cast("Excusable", verdict.value)
            entry = Divergence(vector=vector, verdict=word, reason=UNEXPLAINED)
            pieces.append(Piece("", written(entry), "\n"))
            steps.append(Step(Action.ADDED, vector, f"{verdict.value}; say why"))
    if not text.strip() and pieces:
        preamble = HEAD.format(name=name)
    return Update(put_together(preamble, pieces), tuple(steps))


def _settle(
    entry: Divergence, piece: Piece, found: Findings, taken: set[str], *, widen: bool
) -> tuple[Step, list[Piece]]:
    """What becomes of one entry; ``taken`` gets the vectors that it goes on covering."""
    pattern = glob(entry.vector)
    covered = [vector for vector in found.vectors if pattern.fullmatch(vector)]
    holding = [v for v in covered if found.verdicts.get(v, entry.verdict) == entry.verdict]

    def keep(
        action: Action, why: str, *pieces: Piece, covers: Sequence[str] = covered
    ) -> tuple[Step, list[Piece]]:
        taken.update(covers)
        return Step(action, entry.vector, why), list(pieces or (piece,))

    def drop(why: str) -> tuple[Step, list[Piece]]:
        return Step(Action.DROPPED, entry.vector, why), [without_entry(piece)]

    if not covered:
        return drop("no vector matches it")
    if taken.issuperset(covered):
        return drop("covered by an entry before it")
    if "*" not in entry.vector:
        return _settle_one(entry, piece, found.verdicts.get(entry.vector), keep, drop)
    if not holding:
        return drop(f"none of its {len(covered)} vectors is {entry.verdict} by now")
    if entry.count != len(covered) and not widen:
        says = "no count" if entry.count is None else str(entry.count)
        why = f"covers {len(covered)} vectors and says {says}; --widen sets it"
        return keep(Action.LEFT, why)
    if len(holding) < len(covered):
        fresh = [vector for vector in holding if vector not in taken]
        why = f"{len(holding)} of its {len(covered)} vectors are {entry.verdict} by now"
        singles = list(_singles(entry, piece, fresh)) or [without_entry(piece)]
        return keep(Action.SPLIT, why, *singles, covers=fresh)
    if entry.count != len(covered):
        wider = changed(piece, msgspec.structs.replace(entry, count=len(covered)))
        return keep(Action.WIDENED, f"count {entry.count} is {len(covered)} now", wider)
    return keep(Action.KEPT, "")


Keep = Callable[..., tuple[Step, list[Piece]]]


def _settle_one(
    entry: Divergence, piece: Piece, verdict: Verdict | None, keep: Keep, drop: Keep
) -> tuple[Step, list[Piece]]:
    """What becomes of an entry that names one vector."""
    if verdict is Verdict.PASSED:
        return drop("passes by now")
    if verdict is Verdict.UNSUPPORTED:
        return drop("is unsupported by now")
    if verdict is None or verdict.value == entry.verdict:
        return keep(Action.KEPT, "" if verdict else "not judged in this run")
    now = msgspec.structs.replace(entry, verdict=verdict.value, reason=UNEXPLAINED)
    # TOML's comments hold no control characters.
    why = "".join(char if char.isprintable() else f"\\u{ord(char):04x}" for char in
                  " ".join(entry.reason.split()))  # fmt: skip
    was = f"# was {entry.verdict}: {why}\n"
    after = changed(msgspec.structs.replace(piece, lead=piece.lead + was), now)
    return keep(Action.CHANGED, f"{entry.verdict} is {verdict.value} now; say why", after)


def _singles(entry: Divergence, piece: Piece, vectors: Sequence[str]) -> Iterator[Piece]:
    """An entry for each vector that a glob was right about; the first has its comments."""
    for place, vector in enumerate(vectors):
        single = msgspec.structs.replace(entry, vector=vector, count=None)
        last = place == len(vectors) - 1
        lead, tail = ("" if place else piece.lead), (piece.tail if last else "\n")
        yield Piece(lead, written(single), tail)
