"""Records of parts of a run made into the record of the whole: of shards, of implementations.

What does not belong together is refused, and nothing is guessed: a gate reads the outcome.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Any

import msgspec

from hanzo_conformance.containment.state import weakest
from hanzo_conformance.known.baseline import sorted_problems, use_problems
from hanzo_conformance.story.overview import Overview
from hanzo_conformance.values.errors import ExitCode, UsageError
from hanzo_conformance.values.replay import update_of
from hanzo_conformance.values.wording import counted
from hanzo_conformance.verdicts.record import (
    EntryUse,
    ImplementationEntry,
    ResultEntry,
    RunRecord,
    ShardEntry,
    VectorEntry,
)
from hanzo_conformance.verdicts.verdict import Verdict

# A record and the name of its file, for messages.
Part = tuple[str, RunRecord]

# What all records have to agree on, in words, and what to do when they do not.
ALIKE: tuple[tuple[str, Callable[[RunRecord], Any], str], ...] = (
    ("versions of the tool", lambda record: record.tool.version, "run all with one version"),
    ("vectors", lambda record: record.vectors_sha256, "run all over the same vectors"),
    ("values of --strict", lambda record: record.strict, "give --strict to all or to none"),
    ("values of --require", lambda record: record.require, "give --require to all or to none"),
)


def merge(parts: Sequence[Part]) -> RunRecord:
    """The record of the whole run, its exit code found anew.

    Shards of the same implementations have to be complete; groups of other implementations may
    stand beside them, with the same selection. Raises ``UsageError`` naming the files.
    """
    _refuse_unlike(parts)
    groups: dict[tuple[str, ...], list[Part]] = {}
    for name, record in parts:
        key = tuple(item.name for item in record.implementations)
        groups.setdefault(key, []).append((name, record))
    wholes = [_whole(group) for group in groups.values()]
    _refuse_overlap(wholes)
    first = wholes[0][1]
    records = [record for _, record in parts]
    merged = msgspec.structs.replace(
        first,
        started=min(record.started for record in records),
        seconds=round(sum(record.seconds for record in records), 3),
        interrupted=any(record.interrupted for record in records),
        cut=any(record.cut for record in records),
        implementations=[item for _, record in wholes for item in record.implementations],
        results=[result for _, record in wholes for result in record.results],
        notices=_once(chain.from_iterable(record.notices for record in records)),
        containment=weakest(record.containment for record in records),
        left_out=_left_out(records),
    )
    unavailable = any(record.exit_code == ExitCode.UNAVAILABLE for record in records)
    return msgspec.structs.replace(merged, exit_code=int(_exit_code(merged, unavailable)))


def _refuse_unlike(parts: Sequence[Part]) -> None:
    (first, one), *others = parts
    for name, record in others:
        for what, of, hint in ALIKE:
            if of(record) != of(one):
                raise UsageError(
                    f"{first} and {name} have different {what}: {of(one)} and {of(record)}", hint
                )


def _whole(group: Sequence[Part]) -> Part:
    """The shards of the same implementations as one record, or the only record of a group."""
    (name, record), *others = group
    if record.shard is None and not others:
        return name, record
    shards = [_shard_entry(of, found) for of, found in group]
    _refuse_incomplete([of for of, _ in group], shards)
    vectors = _in_places(shards, [found.vectors for _, found in group])
    order = {vector.id: place for place, vector in enumerate(vectors)}
    results = [result for _, found in group for result in found.results]
    entries = [
        _implementation([(of, found.implementations[place]) for of, found in group], results)
        for place in range(len(record.implementations))
    ]
    names = {item.name: place for place, item in enumerate(record.implementations)}
    results.sort(key=lambda result: (names[result.implementation], order[result.vector]))
    return name, msgspec.structs.replace(
        record, shard=None, vectors=vectors, results=results, implementations=entries
    )


def _shard_entry(name: str, record: RunRecord) -> ShardEntry:
    shard = record.shard
    if shard is None:
        who = ", ".join(item.name for item in record.implementations)
        raise UsageError(
            f"{name} is no shard, and another record is of {who} too", "leave one of them out"
        )
    if not len(shard.places) == len(record.vectors) == len(set(shard.places)):
        raise UsageError(f"{name} says that it is a shard and does not fit together")
    return shard


def _refuse_incomplete(names: Sequence[str], shards: Sequence[ShardEntry]) -> None:
    (first, one), *others = zip(names, shards, strict=True)
    seen = {one.index: first}
    for name, shard in others:
        if shard.count != one.count:
            raise UsageError(
                f"{first} is one of {counted(one.count, 'shard')}, {name} one of {shard.count}",
                "cut a run into the same number of shards everywhere",
            )
        if shard.selection_sha256 != one.selection_sha256:
            raise UsageError(
                f"{first} and {name} are shards of different selections",
                "give the same --domain, -k and --level to all",
            )
        if shard.index in seen:
            raise UsageError(
                f"{seen[shard.index]} and {name} are both shard {shard.index}/{shard.count}",
                "leave one of them out",
            )
        seen[shard.index] = name
    missing = [f"{n}/{one.count}" for n in range(1, one.count + 1) if n not in seen]
    if missing:
        raise UsageError(
            f"shard {', '.join(missing)} is missing", f"run it with --shard {missing[0]}"
        )


def _in_places(
    shards: Sequence[ShardEntry], vectors: Sequence[Sequence[VectorEntry]]
) -> list[VectorEntry]:
    placed = [
        (place, vector)
        for shard, found in zip(shards, vectors, strict=True)
        for place, vector in zip(shard.places, found, strict=True)
    ]
    placed.sort(key=lambda item: item[0])
    if [place for place, _ in placed] != list(range(len(placed))):
        raise UsageError(
            "the shards overlap or leave gaps", "run them anew, all with one version of the tool"
        )
    return [vector for _, vector in placed]


def _implementation(
    parts: Sequence[tuple[str, ImplementationEntry]], results: Iterable[ResultEntry]
) -> ImplementationEntry:
    """One implementation as its shards saw it; raises ``UsageError`` where that is not one."""
    seen = [(name, entry) for name, entry in parts if entry.version is not None]
    for name, entry in seen[1:]:
        for what in ("version", "language", "operations"):
            one, other = getattr(seen[0][1], what), getattr(entry, what)
            if one != other:
                raise UsageError(
                    f"{entry.name} has another {what} in {name} than in {seen[0][0]}",
                    "run all shards with one build of it",
                )
    entries = [entry for _, entry in parts]
    gone = next((entry for entry in entries if entry.state == "unavailable"), None)
    own = [item for item in results if item.implementation == entries[0].name]
    counts = Counter(item.verdict for item in own)
    told = next((item.replay for item in own if isinstance(item.replay, str)), None)
    uses = _uses(entries)
    return msgspec.structs.replace(
        seen[0][1] if seen else entries[0],
        counts={verdict.value: counts[verdict] for verdict in Verdict if counts[verdict]},
        state=gone.state if gone else "ran",
        why=gone.why if gone else None,
        hint=gone.hint if gone else None,
        log=gone.log if gone else "",
        notices=_once(chain.from_iterable(entry.notices for entry in entries)),
        faults=_once(chain.from_iterable(entry.faults for entry in entries)),
        missing=_once(chain.from_iterable(entry.missing for entry in entries)),
        unstated=max(entry.unstated for entry in entries),
        baseline_problems=_problems(entries, uses, update_of(told, entries[0].name)),
        baseline=uses,
        agreement={
            step: sum(entry.agreement.get(step, 0) for entry in entries)
            for step in dict.fromkeys(chain.from_iterable(entry.agreement for entry in entries))
        },
        violates=dict(sum((Counter(entry.violates) for entry in entries), Counter())),
    )


def _uses(entries: Sequence[ImplementationEntry]) -> list[EntryUse]:
    """What each entry of the baseline did in all shards: no vector is in two of them."""
    places: dict[str, list[EntryUse]] = {}
    for entry in entries:
        for use in entry.baseline:
            places.setdefault(use.place, []).append(use)
    return [
        msgspec.structs.replace(
            uses[0],
            touches=sum(use.touches for use in uses),
            alone=sum(use.alone for use in uses),
            judged=sum(use.judged for use in uses),
        )
        for uses in places.values()
    ]


def _problems(
    entries: Sequence[ImplementationEntry], uses: Sequence[EntryUse], update: str
) -> list[str]:
    """What is wrong with the baseline, which ``update`` mends, its numbers looked at in the whole."""
    # What is to be done about it is told of each part as its user asked for it.
    of_parts = tuple(
        problem[: problem.index("; ", len(use.place)) + 1]
        for entry in entries
        for use in entry.baseline
        for problem in use_problems(update, [use])
    )
    found = {problem for entry in entries for problem in entry.baseline_problems}
    kept = [problem for problem in found if not problem.startswith(of_parts)]
    return sorted_problems([*kept, *use_problems(update, uses)])


def _refuse_overlap(wholes: Sequence[Part]) -> None:
    (first, one), *others = wholes
    homes = {item.name: first for item in one.implementations}
    for name, record in others:
        for item in record.implementations:
            if item.name in homes:
                raise UsageError(
                    f"{homes[item.name]} and {name} are both of {item.name}",
                    "leave one of them out",
                )
            homes[item.name] = name
        if [item.id for item in record.vectors] != [item.id for item in one.vectors]:
            raise UsageError(
                f"{first} and {name} are about different selections of vectors",
                "give the same --domain, -k and --level to all",
            )


def _left_out(records: Sequence[RunRecord]) -> list[str]:
    """Who was left out of one part and is in no other."""
    there = {item.name for record in records for item in record.implementations}
    left = _once(chain.from_iterable(record.left_out for record in records))
    return [name for name in left if name not in there]


def _exit_code(record: RunRecord, unavailable: bool) -> ExitCode:
    """What the run would have come to in one piece."""
    overview = Overview(record)
    if record.interrupted:
        return ExitCode.INTERRUPTED
    if unavailable:
        return ExitCode.UNAVAILABLE
    red = any(overview.severity(result) == "error" for result in overview.divergences())
    if red or any(item.baseline_problems or item.faults for item in record.implementations):
        return ExitCode.DIVERGES
    if overview.incomplete():
        return ExitCode.INCOMPLETE
    return ExitCode.CONFORMANT


def _once(texts: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(texts))
