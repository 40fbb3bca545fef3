"""A run record as its readers look at it: by domain, by implementation, by what is wrong.

What reports have in common is decided here: which results count, what a run as a whole has to be
told off for, and in which order. How that is written is each report's own business.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Literal

import msgspec

from hanzo_conformance.engine.conclusion import holds, incomplete_reasons
from hanzo_conformance.story.agreement_text import LetThrough
from hanzo_conformance.story.causes import Cause, Symptom, causes, symptom
from hanzo_conformance.values.errors import ExitCode
from hanzo_conformance.values.wording import counted
from hanzo_conformance.verdicts.record import (
    Failure,
    ImplementationEntry,
    ResultEntry,
    RunRecord,
    VectorEntry,
)
from hanzo_conformance.verdicts.verdict import JUDGED, RED, Verdict

Severity = Literal["error", "warning", "note"]
SEVERITY: dict[str, Severity] = {"must": "error", "should": "warning", "may": "note"}


class Trouble(msgspec.Struct, frozen=True):
    """Something that is wrong with a run and that no vector answers for.

    ``what`` is told to people; ``point`` is the assertion that does not hold, for reports of test
    points. ``grave`` when it makes the run red or incomplete.
    """

    implementation: str
    what: str
    point: str
    texts: tuple[str, ...]
    grave: bool = True


class Overview:
    """Tables over a record; a record without vectors is read by the ids alone."""

    def __init__(self, record: RunRecord) -> None:
        self.record = record
        self.vectors = {item.id: item for item in record.vectors}
        for result in record.results:
            if result.vector not in self.vectors:
                self.vectors[result.vector] = _unknown(result)
        self.manifests = {
            item.name: item.manifest
            for item in record.implementations
            if isinstance(item.manifest, str)
        }
        self.requirements = {item.id: item for item in record.requirements}
        self.domains: dict[str, list[VectorEntry]] = {}
        for vector in self.vectors.values():
            self.domains.setdefault(vector.domain, []).append(vector)
        self.counts: dict[tuple[str, str], Counter[Verdict]] = {}
        for result in record.results:
            key = (result.implementation, self.vectors[result.vector].domain)
            if key not in self.counts:
                self.counts[key] = Counter()
            self.counts[key][result.verdict] += 1

    @property
    def word(self) -> str:
        """How the run ended, in a word."""
        if self.record.cut:
            return "cut off"
        try:
            return ExitCode(self.record.exit_code).name.lower()
        except ValueError:
            return f"exit status {self.record.exit_code}"

    @property
    def part(self) -> str:
        """Which shard of a run this is; empty for the whole."""
        shard = self.record.shard
        return f"shard {shard.index}/{shard.count} only" if shard else ""

    @property
    def whole(self) -> Counter[Verdict]:
        """How many results have which verdict."""
        return sum(self.counts.values(), Counter())

    def total(self, implementation: str) -> Counter[Verdict]:
        """The same for one implementation."""
        return sum(
            (found for (name, _), found in self.counts.items() if name == implementation), Counter()
        )

    def title(self, domain: str) -> str:
        """What people call a domain."""
        return self.record.titles.get(domain, domain)

    def of(self, implementation: str) -> Iterator[ResultEntry]:
        """The results of one implementation, in the order of vectors."""
        return (item for item in self.record.results if item.implementation == implementation)

    def let_through(self, implementation: str) -> list[LetThrough]:
        """What an implementation did that security needs refused."""
        return [
            LetThrough(
                result.vector,
                self.vectors[result.vector].description,
                result.verdict is Verdict.KNOWN,
            )
            for result in self.of(implementation)
            if result.let_through
        ]

    def divergences(self) -> Iterator[ResultEntry]:
        """Every red result, counted or not."""
        return (result for result in self.record.results if result.verdict in RED)

    def causes(self, results: Iterable[ResultEntry]) -> list[Cause[ResultEntry]]:
        """Divergent results, grouped by what looks like one fault."""
        return causes((self._symptom(result), result) for result in results)

    def _symptom(self, result: ResultEntry) -> Symptom:
        of, size = self.vectors[result.vector], _size(result.input)
        verdict = result.was if isinstance(result.was, Verdict) else result.verdict
        return symptom(of.requirements, of.level, verdict, failure_of(result), size)

    def severity(self, result: ResultEntry) -> Severity:
        """How much a red result matters to this run; ``error`` makes it red."""
        level = self.vectors[result.vector].level
        return "error" if level == "should" and self.record.strict else SEVERITY[level]

    def troubles(self) -> list[Trouble]:
        """What is wrong apart from vectors: first what concerns the run, then each implementation."""
        record = self.record
        found: list[Trouble] = []
        if record.cut:
            judged = sum(self.whole[verdict] for verdict in JUDGED)
            text = f"{judged} of {counted(len(record.results), 'result')} had been written"
            found.append(Trouble("", "the run was killed", "the run came to its end", (text,)))
        elif record.interrupted:
            text = "what was not judged by then is not-run"
            found.append(Trouble("", "the run was interrupted", "the run came to its end", (text,)))
        reasons = self.incomplete()
        if reasons:
            found.append(
                Trouble("", "the run is incomplete", "the run is complete", tuple(reasons))
            )
        for item in record.implementations:
            found += self._troubles_of(item)
        return found

    def incomplete(self) -> list[str]:
        """Why the run is not complete."""
        # One that is unavailable is told of as such.
        ran = [item for item in self.record.implementations if item.state == "ran"]
        counts = {item.name: self.total(item.name) for item in ran}
        missing = {item.name: item.missing for item in ran}
        drafts = Counter(
            result.implementation
            for result in self.record.results
            if result.verdict is Verdict.UNSUPPORTED and self.vectors[result.vector].draft
        )
        return incomplete_reasons(
            counts, self.held(), missing, drafts if self.record.require else None
        )

    def held(self) -> set[str]:
        """The implementations that a vector of a level that counts was put to."""
        return {
            result.implementation
            for result in self.record.results
            if holds(result.verdict, result.pointer) and self.counts_against(result)
        }

    def counts_against(self, result: ResultEntry) -> bool:
        """Whether a divergence from this result's vector makes the run red."""
        level = self.vectors[result.vector].level
        return level == "must" or (level == "should" and self.record.strict)

    def _troubles_of(self, item: ImplementationEntry) -> list[Trouble]:
        found: list[Trouble] = []
        if item.state == "unavailable":
            # One that nobody asked for by name has no results, and does the run no harm.
            grave = bool(item.counts) or not self.vectors
            hint = (f"hint: {item.hint}",) if item.hint else ()
            texts = (item.why or "it could not be driven", *hint)
            what, point = f"{item.name} is unavailable", f"{item.name} is available"
            found.append(Trouble(item.name, what, point, texts, grave))
        if item.faults:
            what = f"{item.name} has a fault that no vector answers for"
            point = f"{item.name} has no fault beside the vectors"
            found.append(Trouble(item.name, what, point, tuple(item.faults)))
        if item.baseline_problems:
            what = f"the baseline of {item.name} does not hold"
            point = f"{item.name} keeps to its baseline"
            found.append(Trouble(item.name, what, point, tuple(item.baseline_problems)))
        return found


def remarks(item: ImplementationEntry) -> list[str]:
    """The notices of an implementation that are no faults: those are troubles."""
    return [text for text in item.notices if text not in item.faults]


def counts_text(counts: Counter[Verdict]) -> str:
    """Counts in words, the passed ones first; nothing is added to them."""
    parts = [f"{counts[verdict]} {verdict.value}" for verdict in Verdict if counts[verdict]]
    return ", ".join(parts) or "nothing judged"


def failure_of(entry: ResultEntry) -> Failure:
    """Why a result is not ``passed``, as its record has it."""
    return Failure(
        detail=entry.detail or None,
        pointer=None if entry.pointer is msgspec.UNSET else entry.pointer,
        expected=entry.expected,
        actual=entry.actual,
        stderr=entry.stderr or "",
        rule=entry.rule or None,
        alone=entry.alone,
    )


def _size(asked: Any) -> float:
    """How large an input is; one that was not kept is larger than any that was."""
    if asked is msgspec.UNSET:
        return 0
    return len(msgspec.json.encode(asked)) if isinstance(asked, dict) else math.inf


def _unknown(result: ResultEntry) -> VectorEntry:
    """What a result says of its vector by itself."""
    return VectorEntry(
        id=result.vector,
        domain=result.vector.partition("/")[0],
        description="",
        requirements=tuple(result.requirements or ()),
        level=result.level or "must",
        operation="",
    )
