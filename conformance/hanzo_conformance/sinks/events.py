"""JSON Lines while the run goes on: a killed run loses nothing that was decided.

The first line has ``event: started`` and all that a record says of vectors and requirements; then
come one line for each result (as in the record) and lines for all else that happens, at last
``event: finished``.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from hanzo_conformance.files.writing import unwritable
from hanzo_conformance.sinks.record import head_of, result_entry
from hanzo_conformance.sinks.record_text import Shared, refer
from hanzo_conformance.values.events import (
    BaselineChecked,
    BuildFinished,
    BuildProgressed,
    BuildStarted,
    Event,
    Judged,
    Notice,
    Ready,
    RunFinished,
    RunStarted,
    Unavailable,
)
from hanzo_conformance.values.record import Result, StderrEntry
from hanzo_conformance.values.replay import Replay
from hanzo_conformance.values.vector import Vector

STARTED, RESULT, STDERR = "started", "result", "stderr"
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
    """Writes each batch of lines as soon as it is known."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = path.open("wb", buffering=0)
        self._shared = Shared()
        self._vectors: dict[str, Vector] = {}
        self._replays: Mapping[str, Replay] = {}

    def handle(self, event: Event) -> None:
        """Take one event."""
        if isinstance(event, Judged):
            self._put(b"".join(map(self._result, event.results)))
        elif isinstance(event, RunStarted):
            self._vectors, self._replays = event.vectors, event.replays
            self._put(_line(STARTED, head_of(event)))
        elif not isinstance(event, BuildProgressed):
            self._put(_line(WORDS[type(event)], event))

    def close(self) -> None:
        """Nothing more comes."""
        self._file.close()

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


def _line(word: str, what: msgspec.Struct) -> bytes:
    """One line: the event's word before the members of what it is about."""
    return b'{"event":"%s",%s\n' % (word.encode(), msgspec.json.encode(what)[1:])
