"""The run record: one JSON object, from which every other report can be made later."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec

from hanzo_conformance.values.events import (
    BaselineChecked,
    Event,
    Judged,
    Notice,
    Ready,
    RunFinished,
    RunStarted,
    Unavailable,
)
from hanzo_conformance.values.messages import Handshake
from hanzo_conformance.values.record import (
    ImplementationEntry,
    Result,
    ResultEntry,
    RunRecord,
    ToolEntry,
)
from hanzo_conformance.values.vector import Vector
from hanzo_conformance.values.verdict import Verdict
from hanzo_conformance.version import __version__


class RecordSink:
    """Collects the stream; ``record`` is there once the run has finished."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._started: RunStarted | None = None
        self._handshakes: dict[str, Handshake] = {}
        self._why: dict[str, str] = {}
        self._notices: dict[str, list[str]] = {}
        self._problems: dict[str, list[str]] = {}
        self._results: list[Result] = []
        self.record: RunRecord | None = None

    def handle(self, event: Event) -> None:
        """Take one event."""
        if isinstance(event, Judged):
            self._results += event.results
        elif isinstance(event, RunStarted):
            self._started = event
        elif isinstance(event, Ready):
            self._handshakes[event.implementation] = event.handshake
        elif isinstance(event, Unavailable):
            self._why[event.implementation] = event.why
        elif isinstance(event, Notice):
            self._notices.setdefault(event.implementation, []).append(event.text)
        elif isinstance(event, BaselineChecked):
            self._problems[event.implementation] = list(event.problems)
        elif isinstance(event, RunFinished):
            self.record = self._make(event)

    def close(self) -> None:
        """Write the record, if a path was given; whole or not at all."""
        if self._path is not None and self.record is not None:
            write_whole(self._path, encode(self.record))

    def _make(self, finished: RunFinished) -> RunRecord:
        started = self._started
        assert started is not None
        order = {vector: index for index, vector in enumerate(started.vectors)}
        names = {item.name: index for index, item in enumerate(started.implementations)}
        self._results.sort(key=lambda result: (names[result.implementation], order[result.vector]))
        return RunRecord(
            format=1,
            tool=ToolEntry("hanzo-conformance", __version__),
            vectors_sha256=started.vectors_sha256,
            started=started.started,
            seconds=finished.seconds,
            exit_code=finished.exit_code,
            interrupted=finished.interrupted,
            implementations=[self._implementation(name) for name in names],
            results=[
                result_entry(result, started.vectors[result.vector]) for result in self._results
            ],
        )

    def _implementation(self, name: str) -> ImplementationEntry:
        handshake = self._handshakes.get(name)
        who = handshake.implementation if handshake else None
        counts = Counter(
            result.verdict.value for result in self._results if result.implementation == name
        )
        return ImplementationEntry(
            name=name,
            version=who.version if who else None,
            language=who.language if who else None,
            operations=sorted(handshake.operations) if handshake else [],
            counts={verdict: counts[verdict] for verdict in Verdict if counts[verdict]},
            state="unavailable" if name in self._why else "ran",
            why=self._why.get(name),
            notices=self._notices.get(name, []),
            baseline_problems=self._problems.get(name, []),
        )


def result_entry(result: Result, vector: Vector) -> ResultEntry:
    """A result as records and event streams state it."""
    if result.verdict is Verdict.PASSED:
        return ResultEntry(result.implementation, result.vector, result.verdict, result.ms)
    failure = result.failure
    told = failure is not None
    return ResultEntry(
        result.implementation,
        result.vector,
        result.verdict,
        result.ms,
        level=vector.level,  # type: ignore[arg-type] # a file with another level is not read
        requirements=list(vector.requirements),
        was=result.was if result.was is not None else msgspec.UNSET,
        reason=result.reason if result.reason is not None else msgspec.UNSET,
        detail=failure.detail if failure and failure.detail is not None else msgspec.UNSET,
        pointer=failure.pointer if failure and failure.pointer is not None else msgspec.UNSET,
        expected=failure.expected if failure else msgspec.UNSET,
        actual=failure.actual if failure else msgspec.UNSET,
        stderr=failure.stderr if failure and failure.stderr else msgspec.UNSET,
        replay=replay_line(result) if told else msgspec.UNSET,
    )


def replay_line(result: Result) -> str:
    """The command that puts this one vector to this implementation again."""
    return f"hanzo-conformance replay {result.vector} --impl {result.implementation}"


def encode(record: RunRecord) -> bytes:
    """A record as a file holds it."""
    return msgspec.json.format(msgspec.json.encode(record), indent=1) + b"\n"


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that nobody ever sees a part of it."""
    beside = path.with_name(f".{path.name}.part")
    beside.write_bytes(data)
    beside.replace(path)
