"""JSON Lines while the run goes on: a killed run loses nothing that was decided.

The first line has ``event: started``, then come one line for each result (as in the run record)
and lines for all else that happens, at last ``event: finished``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from hanzo_conformance.sinks.record import result_entry
from hanzo_conformance.values.events import (
    BaselineChecked,
    BuildFinished,
    BuildStarted,
    Event,
    Judged,
    Notice,
    Ready,
    RunFinished,
    RunStarted,
    Unavailable,
)
from hanzo_conformance.values.vector import Vector
from hanzo_conformance.version import __version__


class EventsSink:
    """Writes each batch of lines as soon as it is known."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("wb", buffering=0)
        self._vectors: dict[str, Vector] = {}

    def handle(self, event: Event) -> None:
        """Take one event."""
        if isinstance(event, Judged):
            lines = [
                b'{"event":"result",'
                + msgspec.json.encode(result_entry(result, self._vectors[result.vector]))[1:]
                for result in event.results
            ]
            self._file.write(b"\n".join([*lines, b""]))
            return
        if isinstance(event, RunStarted):
            self._vectors = event.vectors
        self._file.write(msgspec.json.encode(_told(event)) + b"\n")

    def close(self) -> None:
        """Nothing more comes."""
        self._file.close()


def _told(event: Event) -> dict[str, Any]:
    """An event other than a result as plain values."""
    match event:
        case RunStarted():
            return {
                "event": "started",
                "format": 1,
                "tool": {"name": "hanzo-conformance", "version": __version__},
                "vectors_sha256": event.vectors_sha256,
                "started": event.started,
                "implementations": [item.name for item in event.implementations],
                "vectors": len(event.vectors),
            }
        case RunFinished():
            return {"event": "finished", **msgspec.structs.asdict(event)}
        case BuildStarted():
            return {"event": "build-started", **msgspec.structs.asdict(event)}
        case BuildFinished():
            return {"event": "build-finished", **msgspec.structs.asdict(event)}
        case Unavailable():
            return {"event": "unavailable", **msgspec.structs.asdict(event)}
        case Ready():
            return {"event": "ready", **msgspec.structs.asdict(event)}
        case Notice():
            return {"event": "notice", **msgspec.structs.asdict(event)}
        case BaselineChecked():
            return {"event": "baseline", **msgspec.structs.asdict(event)}
    raise AssertionError(event)
