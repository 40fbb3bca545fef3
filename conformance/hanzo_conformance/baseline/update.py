"""A baseline brought up to date with a run: what still holds stays, the rest is said and done.

An update never explains anything. What is new gets the reason TODO, which no gate accepts, and what
touches more than it did is left alone until somebody says that it may. Entries that excuse whole
vectors, as they were written once, become entries for the whole answers of these.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from enum import StrEnum

import msgspec

from hanzo_conformance.baseline.proposal import propose
from hanzo_conformance.baseline.text import (
    Piece,
    changed,
    migrated,
    put_together,
    take_apart,
    without_entry,
    written,
)
from hanzo_conformance.known.baseline import Baseline, differences_of
from hanzo_conformance.known.entry import Divergence, read_entries
from hanzo_conformance.verdicts.record import EntryUse, Failure, Result, ResultEntry, RunRecord
from hanzo_conformance.verdicts.verdict import DIVERGENT, JUDGED, Verdict
from hanzo_vectors.vector import Vector

HEAD = "# Differences of {name} that are known. An entry excuses what it names, and says why.\n"
# No entry has run out on this day: that is the gate's to say, not the update's.
NEVER = datetime.date.min


class Action(StrEnum):
    """What can happen to an entry."""

    KEPT = "kept"
    MIGRATED = "migrated"
    LEFT = "left"
    WIDENED = "widened"
    CHANGED = "changed"
    DROPPED = "dropped"
    ADDED = "added"


class UpdateStep(msgspec.Struct, frozen=True):
    """What was done about one entry, and why; ``entry`` tells which one, in short."""

    action: Action
    entry: str
    why: str


class Update(msgspec.Struct, frozen=True):
    """The new text of the file, and how it came about, in the order of the file."""

    text: str
    steps: tuple[UpdateStep, ...]


class Findings(msgspec.Struct, frozen=True):
    """What a run says to a baseline.

    ``results`` are those before any baseline, of vectors that were judged or are unsupported;
    ``counting`` are the levels whose divergence makes a run red; ``vectors`` are all there are.
    """

    vectors: Sequence[Vector]
    results: Sequence[Result]
    counting: frozenset[str]


def findings(record: RunRecord, name: str, vectors: Sequence[Vector], *, strict: bool) -> Findings:
    """What a run found out about an implementation."""
    told = JUDGED | {Verdict.UNSUPPORTED}
    return Findings(
        vectors=vectors,
        results=[
            _before(result)
            for result in record.results
            if result.implementation == name and result.verdict in told
        ],
        counting=frozenset({"must", "should"} if strict else {"must"}),
    )


def update(name: str, place: str, text: str, found: Findings, *, widen: bool) -> Update:
    """Bring the baseline of an implementation up to date; raises ``BaselineError``.

    ``widen`` sets the counts of entries to what they touch now.
    """
    preamble, pieces = take_apart(text)
    renewed = [migrated(piece) for piece in pieces]
    if any(renewed):
        pieces = [new or old for new, old in zip(renewed, pieces, strict=True)]
        text = put_together(preamble, pieces)
        preamble, pieces = take_apart(text)
    entries = [entry for entry, _ in read_entries(place, text)]
    baseline, told = _held_against(name, entries, found)
    steps: list[UpdateStep] = []
    after: list[Piece] = []
    said: set[bytes] = set()
    for number, (entry, piece, use) in enumerate(
        zip(entries, pieces, baseline.uses(), strict=True)
    ):
        touched = [vector for vector in entry.names if _touches(baseline, told.get(vector), number)]
        action, why, now = _settle(entry, use, told, touched, said, widen=widen)
        if action is Action.KEPT and renewed[number] is not None:
            action, why = Action.MIGRATED, "names the whole answer; name the place that differs"
        if now is None:
            after.append(without_entry(piece))
        else:
            after.append(piece if now is entry else changed(piece, now))
        steps.append(UpdateStep(action, describe(entry), why))
    kept = [entry for entry, step in zip(entries, steps, strict=True)
            if step.action is not Action.DROPPED]  # fmt: skip
    for entry in _proposals(name, kept, found):
        after.append(Piece("", written(entry), "\n"))
        touches = entry.bound or 0
        steps.append(UpdateStep(Action.ADDED, describe(entry), f"{_vectors(touches)}; say why"))
    if not text.strip() and after:
        preamble = HEAD.format(name=name)
    return Update(put_together(preamble, after), tuple(steps))


def describe(entry: Divergence) -> str:
    """An entry in a few words: where, of what kind, in what."""
    parts = [place or "(the whole answer)" for place in entry.places]
    parts += [kind.value for kind in entry.kinds]
    parts += [
        side if isinstance(side, str) else f"{side[0]} and {len(side) - 1} more"
        for side in (entry.operation, entry.requirement, entry.vector)
        if side
    ]
    return ", ".join(parts)


def _settle(
    entry: Divergence,
    use: EntryUse,
    told: Mapping[str, Result],
    touched: Sequence[str],
    said: set[bytes],
    *,
    widen: bool,
) -> tuple[Action, str, Divergence | None]:
    """What becomes of one entry, why, and how it reads then; None when it goes."""
    what = msgspec.json.encode(
        msgspec.structs.replace(entry, reason="", issue=None, expires=None, count=None)
    )
    if what in said:
        return Action.DROPPED, "says the same as an entry before it", None
    said.add(what)
    if not use.reach:
        return Action.DROPPED, "no vector matches it", None
    if entry.names:
        return _settle_named(entry, told, touched)
    if not use.touches and use.judged == use.reach:
        return Action.DROPPED, "nothing differs there by now", None
    if use.touches > use.bound and use.bound and not widen:
        why = f"touches {_vectors(use.touches)} and says {use.bound}; --widen sets it"
        return Action.LEFT, why, entry
    if use.touches > use.bound:
        now = msgspec.structs.replace(entry, count=use.touches)
        return Action.WIDENED, f"count {entry.count} is {use.touches} now", now
    if use.touches < use.bound and use.judged == use.reach:
        now = msgspec.structs.replace(entry, count=use.touches)
        return Action.CHANGED, f"count {entry.count} is {use.touches} now", now
    return Action.KEPT, "" if use.judged else "not judged in this run", entry


def _settle_named(
    entry: Divergence, told: Mapping[str, Result], touched: Sequence[str]
) -> tuple[Action, str, Divergence | None]:
    """What becomes of an entry that names its vectors."""
    left = [name for name in entry.names if name not in told or name in touched]
    now = entry if entry.count is None else msgspec.structs.replace(entry, count=None)
    if len(left) == len(entry.names):
        known = any(name in told for name in left)
        if now is not entry:
            return Action.CHANGED, "names its vectors, so it has no count", now
        return Action.KEPT, "" if known else "not judged in this run", entry
    gone = next(name for name in entry.names if name not in left)
    why = f"{gone} {_state(told[gone].verdict)} by now"
    if not left:
        return Action.DROPPED, why, None
    return (
        Action.CHANGED,
        why,
        msgspec.structs.replace(now, vector=left[0] if len(left) == 1 else left),
    )


def _proposals(name: str, kept: Sequence[Divergence], found: Findings) -> list[Divergence]:
    """New entries for what the kept ones do not name, with what they touch."""
    baseline, told = _held_against(name, kept, found)
    vectors = {vector.id: vector for vector in found.vectors}
    seen = [
        (vectors[result.vector], difference)
        for result in told.values()
        if result.verdict in DIVERGENT and vectors[result.vector].level in found.counting
        for difference, numbers in baseline.hits(result)
        if not numbers
    ]
    judged = [vectors[result.vector] for result in told.values() if result.verdict in JUDGED]
    proposed = propose(seen, judged)
    uses = _held_against(name, proposed, found)[0].uses()
    return [
        entry if entry.names else msgspec.structs.replace(entry, count=max(1, use.touches))
        for entry, use in zip(proposed, uses, strict=True)
    ]


def _held_against(
    name: str, entries: Sequence[Divergence], found: Findings
) -> tuple[Baseline, dict[str, Result]]:
    baseline = Baseline("", name, [(entry, place) for place, entry in enumerate(entries, 1)])
    baseline.prepare(found.vectors, NEVER)
    for result in found.results:
        baseline.apply(result)
    return baseline, {result.vector: result for result in found.results}


def _touches(baseline: Baseline, result: Result | None, number: int) -> bool:
    if result is None or result.verdict not in DIVERGENT:
        return False
    return any(number in numbers for _, numbers in baseline.hits(result))


def _before(result: ResultEntry) -> Result:
    """The result of a record as it was before a baseline."""
    verdict = result.was if isinstance(result.was, Verdict) else result.verdict
    verdict = Verdict.PASSED if result.verdict is Verdict.FIXED else verdict
    differences = () if isinstance(result.differences, msgspec.UnsetType) else result.differences
    failure = Failure(differences=differences)
    if verdict in DIVERGENT:
        failure = Failure(differences=differences_of(verdict, failure))
    return Result(result.implementation, result.vector, verdict, result.ms, failure)


def _state(verdict: Verdict) -> str:
    if verdict is Verdict.UNSUPPORTED:
        return "is unsupported"
    return "passes" if verdict is Verdict.PASSED else "does not differ there"


def _vectors(count: int) -> str:
    return f"{count} vector{'' if count == 1 else 's'}"
