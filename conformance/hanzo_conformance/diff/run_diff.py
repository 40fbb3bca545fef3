"""What changed from one run to another: by vector and implementation, never by totals.

Totals hide what is worth knowing: one vector newly failing and one newly passing leave them as
they were.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

import msgspec

from hanzo_conformance.story.overview import Overview
from hanzo_conformance.values.errors import ExitCode, UsageError
from hanzo_conformance.verdicts.record import (
    ImplementationEntry,
    ResultEntry,
    RunRecord,
    VectorEntry,
)
from hanzo_conformance.verdicts.verdict import DIVERGENT, Verdict
from hanzo_vectors.comparison import first_difference
from hanzo_vectors.vector import RequirementEntry


class ChangeKind(StrEnum):
    """What can have happened to a vector, in the order in which it is told."""

    NEWLY_FAILING = "newly failing"
    UNJUDGED = "no longer judged"
    CHANGED = "failing in another way"
    EXCUSED = "newly excused by a baseline"
    NEWLY_PASSING = "newly passing"
    ADDED = "new vectors"
    REMOVED = "vectors that are gone"


class _Stand(StrEnum):
    """What a verdict comes to for someone who compares two runs."""

    ABSENT = "absent"
    SILENT = "silent"
    PASSES = "passes"
    DIVERGES = "diverges"
    KNOWN = "known"


class Change(msgspec.Struct, frozen=True):
    """One vector whose result for one implementation is not what it was.

    ``counted`` when its level makes a run red.
    """

    kind: ChangeKind
    implementation: str
    vector: str
    before: ResultEntry | None
    after: ResultEntry | None
    counted: bool


class RunDiff(msgspec.Struct, frozen=True):
    """All changes, by kind and then in the order of the newer run; ``notes`` concern the whole.

    ``vectors`` and ``requirements`` are those of both runs, as the newer one states them. ``unheld``
    are the implementations of both of which the newer one has judged nothing that counts, ``faulty``
    those that are newly red by a fault that no vector answers for.
    """

    notes: tuple[str, ...]
    changes: dict[ChangeKind, list[Change]]
    vectors: dict[str, VectorEntry]
    requirements: dict[str, RequirementEntry]
    unheld: tuple[str, ...] = ()
    faulty: tuple[str, ...] = ()

    def gate(self) -> ExitCode:
        """What a gate says: newly failing or faulty is 1, and what is no longer judged 4.

        So is an implementation of which the newer run has judged nothing that counts.
        """
        failing = self.changes[ChangeKind.NEWLY_FAILING]
        if self.faulty or any(change.counted for change in failing):
            return ExitCode.DIVERGES
        if self.unheld or any(change.counted for change in self.changes[ChangeKind.UNJUDGED]):
            return ExitCode.INCOMPLETE
        return ExitCode.CONFORMANT


def diff(old: RunRecord, new: RunRecord) -> RunDiff:
    """The differences between two runs; raises ``UsageError`` when they have nobody in common."""
    was, now = ([item.name for item in of.implementations] for of in (old, new))
    if not set(was) & set(now):
        raise UsageError(
            f"the runs have no implementation in common: {', '.join(was)} before, "
            f"{', '.join(now)} now",
            "to hold different implementations against each other, there is compare",
        )
    changes: dict[ChangeKind, list[Change]] = {kind: [] for kind in ChangeKind}
    # Of one that is new everything would be new; that it is there is told in a note.
    for change in _changes(was, old, new):
        changes[change.kind].append(change)
    before, after = Overview(old), Overview(new)
    held = after.held()
    unheld = [
        item.name
        for item in new.implementations
        if item.name in was and item.name not in held and item.counts
    ]
    notes = [f"{name}: nothing that counts was judged now" for name in unheld]
    sound = {item.name for item in old.implementations if not item.faults}
    faulty = [item for item in new.implementations if item.name in sound and item.faults]
    notes += [f"{item.name}: {fault}" for item in faulty for fault in item.faults]
    return RunDiff(
        (*_notes(old, new), *notes),
        changes,
        {**before.vectors, **after.vectors},
        {**before.requirements, **after.requirements},
        tuple(unheld),
        tuple(item.name for item in faulty),
    )


def _changes(names: list[str], old: RunRecord, new: RunRecord) -> Iterator[Change]:
    before, after = _table(old), _table(new)
    was, now = Overview(old), Overview(new)
    vectors = [*now.vectors, *(name for name in was.vectors if name not in now.vectors)]
    # With the same vectors on both sides, one that is not there was not selected.
    same = old.vectors_sha256 == new.vectors_sha256
    running = {item.name for item in new.implementations}
    for name in names:
        for vector in vectors:
            left, right = before.get((name, vector)), after.get((name, vector))
            kind = _kind(left, right)
            if kind is ChangeKind.REMOVED and (
                same or name not in running or vector in now.vectors
            ):
                kind = ChangeKind.UNJUDGED
            if kind is None or (kind is ChangeKind.UNJUDGED and _stand(left) is _Stand.SILENT):
                continue
            level = (now if vector in now.vectors else was).vectors[vector].level
            counted = level == "must" or (level == "should" and new.strict)
            yield Change(kind, name, vector, left, right, counted)


def _table(record: RunRecord) -> dict[tuple[str, str], ResultEntry]:
    return {(result.implementation, result.vector): result for result in record.results}


def _kind(left: ResultEntry | None, right: ResultEntry | None) -> ChangeKind | None:
    was, now = _stand(left), _stand(right)
    if now is _Stand.ABSENT:
        return None if was is _Stand.ABSENT else ChangeKind.REMOVED
    if now is _Stand.DIVERGES and was is not _Stand.DIVERGES:
        return ChangeKind.NEWLY_FAILING
    if now is _Stand.KNOWN and was is not _Stand.KNOWN:
        return ChangeKind.EXCUSED
    if was is _Stand.ABSENT:
        assert right is not None
        return ChangeKind.UNJUDGED if right.verdict is Verdict.NOT_RUN else ChangeKind.ADDED
    if now is _Stand.SILENT:
        return None if was is _Stand.SILENT else ChangeKind.UNJUDGED
    if now is _Stand.PASSES:
        return None if was is _Stand.PASSES else ChangeKind.NEWLY_PASSING
    assert left is not None
    assert right is not None
    return None if _alike(left, right) else ChangeKind.CHANGED


def _stand(entry: ResultEntry | None) -> _Stand:
    if entry is None:
        return _Stand.ABSENT
    if entry.verdict in DIVERGENT:
        return _Stand.DIVERGES
    if entry.verdict is Verdict.KNOWN:
        return _Stand.KNOWN
    return _Stand.PASSES if entry.verdict in {Verdict.PASSED, Verdict.FIXED} else _Stand.SILENT


def _alike(left: ResultEntry, right: ResultEntry) -> bool:
    """Whether two divergences are the same, as far as that does not hang on chance.

    Texts about a fault name request ids and processes: they are not compared.
    """
    return (
        (left.was or left.verdict) == (right.was or right.verdict)
        and left.pointer == right.pointer
        and first_difference(left.expected, right.expected) is None
        and first_difference(left.actual, right.actual) is None
    )


def _notes(old: RunRecord, new: RunRecord) -> Iterator[str]:
    """What else differs, and makes the two runs less comparable."""
    if old.tool.version != new.tool.version:
        yield f"made by other versions of the tool: {old.tool.version} before, {new.tool.version} now"
    if old.vectors_sha256 != new.vectors_sha256:
        yield f"other vectors: {old.vectors_sha256[:12]} before, {new.vectors_sha256[:12]} now"
    if old.strict != new.strict:
        yield f"--strict was {_given(old.strict)}, is {_given(new.strict)}"
    for word, record in (("before", old), ("now", new)):
        if record.cut or record.interrupted:
            yield f"the run {word} did not come to its end"
        if record.shard is not None:
            yield f"the run {word} is shard {record.shard.index}/{record.shard.count} only"
    now = {item.name: item for item in new.implementations}
    was = {item.name: item for item in old.implementations}
    for name in {**now, **was}:
        yield from _notes_on(name, was.get(name), now.get(name))


def _notes_on(
    name: str, was: ImplementationEntry | None, now: ImplementationEntry | None
) -> Iterator[str]:
    if was is None or now is None:
        yield (
            f"{name} was not in the run before" if was is None else f"{name} is not in the run now"
        )
        return
    if was.version != now.version and was.version and now.version:
        yield f"{name}: version {was.version} before, {now.version} now"
    if now.state == "unavailable":
        yield f"{name} is unavailable: {now.why}"
    for problem in now.baseline_problems:
        if problem not in was.baseline_problems:
            yield f"new problem of its baseline: {problem}"


def _given(flag: bool) -> str:
    return "given" if flag else "not given"
