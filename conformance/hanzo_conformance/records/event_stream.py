"""JSON Lines while the run goes on: a killed run loses nothing that was decided.

The first line has ``event: started`` and all that a record says of vectors and requirements; then
come one line for each result (as in the record) and lines for all else that happens, at last
``event: finished``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from hanzo_conformance.engine.events import (
    BaselineChecked,
    BuildFinished,
    BuildProgressed,
    BuildStarted,
    Decided,
    Event,
    Judged,
    Notice,
    Ready,
    RunFinished,
    RunStarted,
    Unavailable,
)
from hanzo_conformance.installation.writing import unwritable
from hanzo_conformance.records.record import head_of, result_entry, vector_entry
from hanzo_conformance.records.text import PORTION, Shared, refer
from hanzo_conformance.values.replay import Replay
from hanzo_conformance.verdicts.record import Result, StderrEntry, TakenBackEntry
from hanzo_vectors.vector import Vector

STARTED, RESULT, STDERR, TAKEN_BACK = "started", "result", "stderr", "taken-back"
# The lines that state an event as it is.
PLAIN: dict[str, type[Any]] = {
    "build-started": BuildStarted,
    "build-finished": BuildFinished,
    "unavailable": Unavailable,
    "ready": Ready,
    "notice": Notice,
    "baseline": BaselineChecked,
    "finished": RunFinished,
}
WORDS = {kind: word for word, kind in PLAIN.items()}


class EventsSink:
    """Writes each batch of lines as soon as it is known.

    A result that may still be taken back is written, too. One that becomes another has a second
    line, which counts; one that is taken back has a line that says so.
    """

    early = True

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = path.open("wb", buffering=0)
        self._shared = Shared()
        self._standing: dict[tuple[str, str], Result] = {}
        self._vectors: dict[str, Vector] = {}
        self._replays: Mapping[str, Replay] = {}

    def handle(self, event: Event) -> None:
        """Take one event."""
        if isinstance(event, Judged):
            self._put(b"".join(map(self._judged, event.results)))
        elif isinstance(event, Decided):
            self._put(b"".join(self._decided(event)))
        elif isinstance(event, RunStarted):
            self._vectors, self._replays = event.vectors, event.replays
            for portion in _started(event):
                self._put(portion)
        elif not isinstance(event, BuildProgressed):
            self._put(_line(WORDS[type(event)], event))

    def close(self) -> None:
        """Nothing more comes."""
        self._file.close()

    def _judged(self, result: Result) -> bytes:
        """The line of a result, if there is not just that line already."""
        before = self._standing.pop((result.implementation, result.vector), None)
        return b"" if before is result or before == result else self._result(result)

    def _decided(self, event: Decided) -> Iterator[bytes]:
        for result in event.results:
            self._standing[result.implementation, result.vector] = result
            yield self._result(result)
        for vector in event.taken_back:
            if self._standing.pop((event.implementation, vector), None) is not None:
                yield _line(TAKEN_BACK, TakenBackEntry(event.implementation, vector))

    def _result(self, result: Result) -> bytes:
        """The line of a result, behind that of a text which it shares with an earlier one."""
        replay = self._replays.get(result.implementation)
        entry = result_entry(result, self._vectors[result.vector], replay)
        if not isinstance(entry.stderr, str):
            return _line(RESULT, entry)
        stated = len(self._shared.texts)
        entry = refer(entry, self._shared.number(entry.stderr))
        new = self._shared.texts[stated:]
        return b"".join(_line(STDERR, StderrEntry(text)) for text in new) + _line(RESULT, entry)

    def _put(self, data: bytes) -> None:
        """Write all of it, or raise ``FileError``: a stream with a hole would mislead."""
        left = memoryview(data)
        try:
            while left:
                left = left[self._file.write(left) :]
        except OSError as problem:
            raise unwritable(self._path, problem) from None


def _started(event: RunStarted) -> Iterator[bytes]:
    """The first line, in portions: it states every vector of the run."""
    yield _line(STARTED, head_of(event, ())).removesuffix(b"}\n") + b',"vectors":['
    told = (msgspec.json.encode(vector_entry(vector)) for vector in event.vectors.values())
    separator = b""
    while portion := list(islice(told, PORTION)):
        yield separator + b",".join(portion)
        separator = b","
    yield b"]}\n"


def _line(word: str, what: msgspec.Struct) -> bytes:
    """One line: the event's word before the members of what it is about."""
    return b'{"event":"%s",%s\n' % (word.encode(), msgspec.json.encode(what)[1:])
