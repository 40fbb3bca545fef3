"""``--report FORMAT=PATH``: which formats there are.

All but ``events`` are made from the run record when the run is over, so that ``report`` can make
each of them later from the same record.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hanzo_conformance.installation.writing import unwritable
from hanzo_conformance.values.errors import UnknownNameError, UsageError
from hanzo_conformance.verdicts.record import RunRecord

if TYPE_CHECKING:
    from hanzo_conformance.engine.run import Sink

Renderer = Callable[[RunRecord], bytes]
Writer = Callable[[RunRecord], bytes | Iterable[bytes]]

# Module and function, imported when the format is asked for.
RENDERERS: dict[str, tuple[str, str]] = {
    "json": ("records.record", "encode"),
    "junit": ("report.junit", "render"),
    "tap": ("report.tap", "render"),
    "sarif": ("report.sarif", "render"),
    "markdown": ("report.markdown", "render"),
    "html": ("report.html_page", "render"),
    "github": ("report.workflow", "render"),
    "badge": ("report.badge", "svg"),
    "badge-json": ("report.badge", "endpoint"),
}
STREAMED = {
    "json": ("records.text", "written"),
    "junit": ("report.junit", "written"),
    "tap": ("report.tap", "written"),
    "html": ("report.html_page", "written"),
}
STREAM = "events"
STANDARD_OUTPUT = Path("-")
FORMATS = (*RENDERERS, STREAM)


def renderer(name: str) -> Renderer:
    """The function that makes a format from a record; raises ``UnknownNameError``."""
    if name not in RENDERERS:
        raise UnknownNameError("report format", name, list(RENDERERS))
    module, function = RENDERERS[name]
    found: Renderer = getattr(importlib.import_module(f"hanzo_conformance.{module}"), function)
    return found


def writer(name: str) -> Writer:
    """The same, in portions where a format has one for each result of a long run."""
    if name not in STREAMED:
        return renderer(name)
    module, function = STREAMED[name]
    found: Writer = getattr(importlib.import_module(f"hanzo_conformance.{module}"), function)
    return found


def parse_report(option: str, stated: str, known: tuple[str, ...] = FORMATS) -> tuple[str, Path]:
    """The name and place of one ``FORMAT=PATH``; raises an error that says what is wrong."""
    name, equals, path = stated.partition("=")
    if not equals or not path:
        raise UsageError(
            f"{option} {stated!r} is not FORMAT=PATH",
            f"for example {option} {name or 'json'}=run.out",
        )
    if name not in known:
        raise UnknownNameError("report format", name, list(known))
    return name, Path(path)


def parse_reports(
    option: str, stated: Iterable[str], known: tuple[str, ...] = FORMATS
) -> list[tuple[str, Path]]:
    """Several of them; also raises ``UsageError`` where one file is to hold two reports."""
    found = [parse_report(option, text, known) for text in stated]
    files: dict[Path, str] = {}
    for name, path in found:
        # What is no file, as a pipe or a terminal, takes one behind the other.
        if path == STANDARD_OUTPUT or (path.exists() and not path.is_file()):
            continue
        if other := files.get(path.resolve()):
            raise UsageError(
                f"{option}: {path} would hold {other} and {name}, of which one is lost",
                "give each report a file of its own",
            )
        files[path.resolve()] = name
    return found


def open_place(place: Path) -> None:
    """Raise ``FileError`` now, rather than after the run, where no report can be written.

    What another run has left there is emptied: it says nothing of this one, however it ends.
    """
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.open("ab").close()
        if place.is_file():
            os.truncate(place, 0)
    except OSError as problem:
        raise unwritable(place, problem) from None


def open_reports(stated: Sequence[str]) -> list[Sink]:
    """The sinks of some ``FORMAT=PATH``; raises a ``ConformanceError`` that says what is wrong.

    All that are made from the record are made from one.
    """
    from hanzo_conformance.records.event_stream import EventsSink
    from hanzo_conformance.records.record import RecordSink, ReportSink

    found: list[Sink] = []
    kept = RecordSink()
    for name, place in parse_reports("--report", stated):
        open_place(place)
        if name == STREAM:
            found.append(EventsSink(place))
        else:
            found.append(ReportSink(place, writer(name), kept))
    return [kept, *found] if any(isinstance(sink, ReportSink) for sink in found) else found
