"""Records read back: from a record, or from the event stream of a run, be it cut or whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from hanzo_conformance.engine.events import RunFinished
from hanzo_conformance.records.event_stream import PLAIN, RESULT, STARTED, STDERR, TAKEN_BACK
from hanzo_conformance.records.record import Hearsay, order_of, sum_up
from hanzo_conformance.records.text import read_record, resolve
from hanzo_conformance.values.errors import ExitCode
from hanzo_conformance.verdicts.record import (
    ResultEntry,
    RunRecord,
    StderrEntry,
    StreamHead,
    TakenBackEntry,
)
from hanzo_conformance.verdicts.verdict import Verdict
from hanzo_vectors.bounded import DATA_BYTES, read_bounded
from hanzo_vectors.errors import FileError

HINT = "it is written by hanzo-conformance run --report json=PATH, or events=PATH"
CUT = "the run was killed before this was decided"


def read_run(path: Path) -> RunRecord:
    """The record in a file, or of the stream in it; raises ``FileError``.

    The record of a stream that does not end, or has lost lines, has ``cut``, and not-run for what it
    does not decide.
    """
    try:
        data = read_bounded(path, DATA_BYTES)
    except OSError as problem:
        raise FileError(path, f"cannot be read: {problem.strerror}") from None
    if not data.strip():
        raise FileError(path, "is empty: its run was killed, or is still going on", HINT)
    if data.startswith(b'{"event":'):
        return _of_stream(path, data)
    try:
        record = read_record(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, IndexError) as problem:
        raise FileError(path, f"is no run record: {problem}", HINT) from None
    _refuse_gaps(path, record)
    return record


def _refuse_gaps(path: Path, record: RunRecord) -> None:
    """Raise ``FileError`` for a record that has not one result of each vector it is about."""
    found = Counter((result.implementation, result.vector) for result in record.results)
    for (name, vector), count in found.items():
        if count > 1:
            raise FileError(path, f"has {count} results of {name} for {vector}", HINT)
    for item in record.implementations:
        if item.state == "unavailable" and not item.counts:
            continue
        for of in record.vectors:
            if (item.name, of.id) not in found:
                raise FileError(path, f"has no result of {item.name} for {of.id}", HINT)


def _of_stream(path: Path, data: bytes) -> RunRecord:
    head: StreamHead | None = None
    heard = Hearsay()
    decided: dict[tuple[str, str], ResultEntry] = {}
    finished: RunFinished | None = None
    texts: list[str] = []
    for number, (word, line) in enumerate(_lines(path, data), 1):
        try:
            if head is None:
                head = _read_head(word, line)
            elif word == RESULT:
                result = resolve(msgspec.convert(line, ResultEntry), texts)
                decided[result.implementation, result.vector] = result
            elif word == TAKEN_BACK:
                gone = msgspec.convert(line, TakenBackEntry)
                del decided[gone.implementation, gone.vector]
            elif word == STDERR:
                texts.append(msgspec.convert(line, StderrEntry).text)
            else:
                event = msgspec.convert(line, PLAIN[word])
                if isinstance(event, RunFinished):
                    finished = event
                else:
                    heard.take(event)
        except (msgspec.ValidationError, KeyError, IndexError, RecursionError) as problem:
            raise FileError(path, f"line {number} is none of an event stream: {problem}") from None
    if head is None:
        raise FileError(path, "was cut before its first line ended", HINT)
    results = list(decided.values())
    undecided = list(_undecided(head, heard, results))
    cut = finished is None or bool(undecided)
    if finished is None or cut:
        finished = RunFinished(0.0, int(ExitCode.INTERRUPTED), interrupted=True)
    try:
        own = _by_implementation(head, results + undecided)
        record = sum_up(head, heard, own, finished, cut=cut)
    except KeyError as problem:
        raise FileError(
            path, f"has a result of {problem}, which its first line does not name"
        ) from None
    _refuse_gaps(path, record)
    # As a record is that was read whole.
    return msgspec.structs.replace(record, results=list(record.results))


def _by_implementation(
    head: StreamHead, results: Iterable[ResultEntry]
) -> dict[str, list[ResultEntry]]:
    """The results of each implementation in the order of vectors; raises ``KeyError``."""
    order = order_of(head)
    own: dict[str, list[ResultEntry]] = {name: [] for name in head.implementations}
    for result in results:
        own[result.implementation].append(result)
    for found in own.values():
        # By one number: pairs would take as much again as the results do.
        found.sort(key=lambda result: order[result.vector])
    return own


def _lines(path: Path, data: bytes) -> Iterator[tuple[str, dict[str, Any]]]:
    """The word and the members of each whole line; only the last may be in pieces."""
    lines = data.split(b"\n")
    for number, line in enumerate(lines, 1):
        try:
            told = msgspec.json.decode(line, type=dict[str, Any])
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
            if number == len(lines):
                return
            raise FileError(path, f"line {number} is no JSON object: {problem}") from None
        yield str(told.pop("event", None)), told


def _read_head(word: str, line: dict[str, Any]) -> StreamHead:
    if word != STARTED:
        raise msgspec.ValidationError(f"the first line is {STARTED!r}, this is {word!r}")
    return msgspec.convert(line, StreamHead)


def _undecided(
    head: StreamHead, heard: Hearsay, results: list[ResultEntry]
) -> Iterator[ResultEntry]:
    decided = {(result.implementation, result.vector) for result in results}
    for name in head.implementations:
        gone = heard.unavailable.get(name)
        if gone is not None and not gone.fatal:
            continue
        for vector in head.vectors:
            if (name, vector.id) not in decided:
                yield ResultEntry(
                    name,
                    vector.id,
                    Verdict.NOT_RUN,
                    0.0,
                    level=vector.level,
                    requirements=list(vector.requirements),
                    detail=CUT,
                )
