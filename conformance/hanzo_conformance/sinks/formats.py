"""``--report FORMAT=PATH``: which formats there are."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from hanzo_conformance.values.errors import FileError, UnknownNameError, UsageError

if TYPE_CHECKING:
    from hanzo_conformance.engine.run import Sink


def _json(path: Path) -> Sink:
    from hanzo_conformance.sinks.record import RecordSink

    return RecordSink(path)


def _events(path: Path) -> Sink:
    from hanzo_conformance.sinks.events import EventsSink

    return EventsSink(path)


def _junit(path: Path) -> Sink:
    from hanzo_conformance.sinks.junit import JunitSink

    return JunitSink(path)


FORMATS: dict[str, Callable[[Path], Sink]] = {"json": _json, "events": _events, "junit": _junit}


def open_report(stated: str) -> Sink:
    """The sink of one ``FORMAT=PATH``; raises a ``ConformanceError`` that says what is wrong."""
    name, equals, path = stated.partition("=")
    if not equals or not path:
        raise UsageError(
            f"--report {stated!r} is not FORMAT=PATH",
            f"for example --report {name or 'json'}=run.out",
        )
    if name not in FORMATS:
        raise UnknownNameError("report format", name, list(FORMATS))
    place = Path(path)
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        # Better now than after the run: a report that cannot be written is an error of usage.
        place.open("ab").close()
        return FORMATS[name](place)
    except OSError as problem:
        raise FileError(place, f"cannot be written: {problem.strerror}") from None
