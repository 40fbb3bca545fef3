"""The run record: one JSON object, from which every other report is made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from hanzo_conformance.engine.events import (
    BaselineChecked,
    Event,
    Judged,
    Notice,
    Ready,
    RunFinished,
    RunStarted,
    Unavailable,
)
from hanzo_conformance.installation.writing import write_whole
from hanzo_conformance.records.agreeing import agreement_of, was_let_through
from hanzo_conformance.records.rows import Chain, Rows
from hanzo_conformance.records.text import written
from hanzo_conformance.values.replay import Replay, replay_of
from hanzo_conformance.verdicts.agreement import Agreement, count
from hanzo_conformance.verdicts.record import (
    EntryUse,
    Failure,
    ImplementationEntry,
    Result,
    ResultEntry,
    RunRecord,
    StreamHead,
    ToolEntry,
    VectorEntry,
)
from hanzo_conformance.verdicts.verdict import DIVERGENT, JUDGED, Verdict
from hanzo_conformance.verdicts.violations import violations
from hanzo_conformance.version import __version__
from hanzo_vectors.vector import Vector

# What a record quotes of an input, in bytes of its JSON; ``show`` has the whole.
INPUT_BYTES = 8 * 1024
# And of all inputs: as values they take several times as much memory.
INPUTS_BYTES = 16 * 1024 * 1024


class Hearsay:
    """What a stream says of implementations, apart from results."""

    def __init__(self) -> None:
        self.manifests: Mapping[str, str] = {}
        self.ready: dict[str, Ready] = {}
        self.unavailable: dict[str, Unavailable] = {}
        self.notices: dict[str, list[str]] = {}
        self.faults: dict[str, list[str]] = {}
        self.problems: dict[str, list[str]] = {}
        self.uses: dict[str, list[EntryUse]] = {}

    def take(self, event: Event) -> None:
        """Keep what an event says; those that say nothing of an implementation pass by."""
        if isinstance(event, Ready):
            self.ready[event.implementation] = event
        elif isinstance(event, Unavailable):
            self.unavailable[event.implementation] = event
        elif isinstance(event, Notice):
            self.notices.setdefault(event.implementation, []).append(event.text)
            if event.gates:
                self.faults.setdefault(event.implementation, []).append(event.text)
        elif isinstance(event, BaselineChecked):
            self.problems[event.implementation] = list(event.problems)
            self.uses[event.implementation] = list(event.entries)

    def entry(self, name: str, results: Collection[ResultEntry]) -> ImplementationEntry:
        """The entry of one implementation, given its results."""
        counts = Counter(result.verdict for result in results)
        ready, gone = self.ready.get(name), self.unavailable.get(name)
        who = ready.handshake.implementation if ready else None
        return ImplementationEntry(
            name=name,
            version=who.version if who else None,
            language=who.language if who else None,
            operations=sorted(ready.handshake.operations) if ready else [],
            counts={verdict: counts[verdict] for verdict in Verdict if counts[verdict]},
            state="unavailable" if gone else "ran",
            why=gone.why if gone else None,
            notices=self.notices.get(name, []),
            faults=self.faults.get(name, []),
            baseline_problems=self.problems.get(name, []),
            baseline=self.uses.get(name, []),
            hint=gone.hint if gone else None,
            log=gone.detail if gone else "",
            missing=list(ready.missing) if ready else [],
            unstated=ready.unstated if ready else 0,
            manifest=self.manifests.get(name, msgspec.UNSET),
            agreement=agreements(results),
            violates=violations((result.verdict, cited(result)) for result in results),
        )


class RecordSink:
    """Collects the stream; ``record`` is there once the run has finished."""

    def __init__(self) -> None:
        self._started: RunStarted | None = None
        self._heard = Hearsay()
        self._rows: dict[str, Rows] = {}
        self._inputs = INPUTS_BYTES
        self._finished: RunFinished | None = None
        self._record: RunRecord | None = None

    def handle(self, event: Event) -> None:
        """Take one event."""
        if isinstance(event, Judged):
            for result in event.results:
                self._rows[result.implementation].add(self._entry(result))
        elif isinstance(event, RunStarted):
            self._started = event
            self._rows = {item.name: Rows(item.name) for item in event.implementations}
        elif isinstance(event, RunFinished):
            self._finished = event
        else:
            self._heard.take(event)

    @property
    def record(self) -> RunRecord | None:
        """The record, put together when it is first asked for; None of a run that did not finish."""
        if self._record is None and self._finished is not None:
            assert self._started is not None
            head = head_of(self._started, self._started.vectors.values())
            order = order_of(head)
            for rows in self._rows.values():
                rows.sort(order)
            self._record = sum_up(head, self._heard, self._rows, self._finished)
        return self._record

    def _entry(self, result: Result) -> ResultEntry:
        assert self._started is not None
        vector = self._started.vectors[result.vector]
        entry = result_entry(result, vector, self._started.replays.get(result.implementation))
        if entry.input is not msgspec.UNSET:
            size = len(asked_of(vector, result.failure))
            self._inputs -= min(size, INPUT_BYTES)
            if self._inputs < 0:
                entry = msgspec.structs.replace(entry, input=_named(size))
        return entry

    def close(self) -> None:
        """Nothing is to be written: that is for those who ask for the record."""


class ReportSink:
    """Writes what ``render`` makes of the record that another sink has collected."""

    def __init__(
        self, path: Path, render: Callable[[RunRecord], bytes | Iterable[bytes]], kept: RecordSink
    ) -> None:
        self._path = path
        self._render = render
        self._kept = kept

    def handle(self, event: Event) -> None:
        """Leave it to who collects."""

    def close(self) -> None:
        """Write the report, whole or not at all."""
        record = self._kept.record
        if record is not None:
            write_whole(self._path, self._render(record))


def head_of(started: RunStarted, vectors: Iterable[Vector]) -> StreamHead:
    """What is known when a run starts, with the entries of these vectors."""
    return StreamHead(
        format=1,
        tool=ToolEntry("hanzo-conformance", __version__),
        vectors_sha256=started.vectors_sha256,
        started=started.started,
        implementations=[item.name for item in started.implementations],
        strict=started.strict,
        require=started.require,
        shard=started.shard,
        left_out=list(started.left_out),
        manifests=dict(started.manifests),
        containment=started.containment,
        titles=started.titles,
        vectors=[vector_entry(vector) for vector in vectors],
        requirements=list(started.requirements.values()),
    )


def sum_up(
    head: StreamHead,
    heard: Hearsay,
    own: Mapping[str, Collection[ResultEntry]],
    finished: RunFinished,
    *,
    cut: bool = False,
) -> RunRecord:
    """The record of a run, given the results of each implementation in the order of vectors."""
    heard.manifests = head.manifests
    return RunRecord(
        format=1,
        tool=head.tool,
        vectors_sha256=head.vectors_sha256,
        started=head.started,
        seconds=finished.seconds,
        exit_code=finished.exit_code,
        interrupted=finished.interrupted,
        implementations=[heard.entry(name, found) for name, found in own.items()],
        results=Chain(list(own.values())),
        strict=head.strict,
        require=head.require,
        shard=head.shard,
        left_out=head.left_out,
        containment=head.containment,
        cut=cut,
        notices=heard.notices.get("", []),
        titles=head.titles,
        vectors=head.vectors,
        requirements=head.requirements,
    )


def order_of(head: StreamHead) -> dict[str, int]:
    """Where each vector stands."""
    return {vector.id: index for index, vector in enumerate(head.vectors)}


def agreements(results: Iterable[ResultEntry]) -> dict[str, int]:
    """How many of the judged results agree up to each step."""
    return count(
        Counter(
            result.agrees if isinstance(result.agrees, Agreement) else Agreement.ALL
            for result in results
            if result.verdict in JUDGED
        )
    )


def cited(result: ResultEntry) -> list[str]:
    """The requirements that a result names; those of passed vectors name none."""
    return result.requirements if isinstance(result.requirements, list) else []


def result_entry(result: Result, vector: Vector, replay: Replay | None = None) -> ResultEntry:
    """A result as records and event streams state it, with the line that repeats it."""
    if result.verdict is Verdict.PASSED:
        return ResultEntry(result.implementation, result.vector, result.verdict, result.ms)
    failure = result.failure
    told = failure is not None or result.verdict is Verdict.FIXED
    again = replay or replay_of(result.implementation)
    diverges = result.verdict in DIVERGENT or result.was in DIVERGENT
    return ResultEntry(
        result.implementation,
        result.vector,
        result.verdict,
        result.ms,
        level=vector.level,  # type: ignore[arg-type] # a file with another level is not read
        requirements=list(vector.requirements),
        input=_input(vector, failure) if diverges else msgspec.UNSET,
        was=result.was if result.was is not None else msgspec.UNSET,
        reason=result.reason if result.reason is not None else msgspec.UNSET,
        detail=failure.detail if failure and failure.detail is not None else msgspec.UNSET,
        pointer=failure.pointer if failure and failure.pointer is not None else msgspec.UNSET,
        expected=failure.expected if failure else msgspec.UNSET,
        actual=failure.actual if failure else msgspec.UNSET,
        stderr=failure.stderr if failure and failure.stderr else msgspec.UNSET,
        replay=again.line(result.vector) if told else msgspec.UNSET,
        step=failure.step if failure and failure.step is not None else msgspec.UNSET,
        differences=failure.differences if failure and failure.differences else msgspec.UNSET,
        rule=failure.rule if failure and failure.rule is not None else msgspec.UNSET,
        alone=failure is not None and failure.alone and bool(failure.stderr),
        agrees=(agreement_of(result, vector) if diverges else None) or msgspec.UNSET,
        let_through=diverges and was_let_through(result, vector),
    )


def vector_entry(vector: Vector) -> VectorEntry:
    """A vector as records and event streams state it."""
    return VectorEntry(
        id=vector.id,
        domain=vector.domain,
        description=vector.description,
        requirements=vector.requirements,
        level=vector.level,  # type: ignore[arg-type] # a file with another level is not read
        operation=vector.operation,
        line=vector.line or msgspec.UNSET,
        draft=vector.draft,
    )


def encode(record: RunRecord) -> bytes:
    """A record as a file holds it."""
    return b"".join(written(record))


def asked_of(vector: Vector, failure: Failure | None) -> bytes:
    """The compact JSON of what was asked: of a scenario the step that did not pass, if one did."""
    if vector.scenario is None or failure is None or failure.step is None:
        return vector.params
    return vector.scenario.turns[failure.step - 1].input


def _named(size: int) -> str:
    return f"(an input of {size} bytes of JSON, not kept)"


def _input(vector: Vector, failure: Failure | None) -> Any:
    asked = asked_of(vector, failure)
    if len(asked) > INPUT_BYTES:
        return _named(len(asked))
    return msgspec.json.decode(asked)
