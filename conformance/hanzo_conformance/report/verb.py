"""``report``: make any report later, from the record or the event stream of a run."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from hanzo_conformance.installation.writing import write_whole
from hanzo_conformance.records.reading import read_run
from hanzo_conformance.report.actions import quoted
from hanzo_conformance.report.formats import (
    RENDERERS,
    STANDARD_OUTPUT,
    open_place,
    parse_reports,
    renderer,
    writer,
)
from hanzo_conformance.terminal.console import (
    Meant,
    hand_over,
    say,
    say_document,
    say_json,
    say_xml,
)
from hanzo_conformance.values.errors import UsageError


@click.command(
    "report",
    epilog="\b\nExamples:\n"
    "  hanzo-conformance report run.json --to html=run.html --to sarif=run.sarif\n"
    "  hanzo-conformance report run.jsonl | less",
)
@click.argument("path", metavar="RUN", type=click.Path(path_type=Path))
@click.option("--to", "reports", multiple=True, metavar="FORMAT=PATH",
              help=f"Write this; formats: {', '.join(RENDERERS)}. PATH - is standard output. "
              "Repeatable; without it: Markdown.")  # fmt: skip
def command(path: Path, reports: tuple[str, ...]) -> None:
    """Make reports of a RUN that is over.

    RUN is what run --report json=PATH has written, or events=PATH, also of a run that was killed.
    """
    wanted = parse_reports("--to", reports, tuple(RENDERERS))
    for name, place in wanted:
        if name != "json" and place.resolve() == path.resolve():
            raise UsageError(f"--to {name}={place} would take the place of the run itself")
    record = read_run(path)
    if record.cut:
        say(f"note: {path} is cut: its run was killed; reports say so", err=True)
    if not wanted:
        # For eyes, in the log of a step: no line of it is a command to the runner.
        with quoted(sys.stdout, os.environ):
            say_document(renderer("markdown")(record).decode())
    for name, place in wanted:
        if place == STANDARD_OUTPUT:
            _print(name, renderer(name)(record).decode())
            continue
        open_place(place)
        count = write_whole(place, writer(name)(record))
        say(f"{name}: {place} ({count:,} bytes)", err=True)


def _print(name: str, text: str) -> None:
    """Print a report that says the same as in a file.

    Nothing in it is obeyed by a terminal or in the log of a step; commands to a runner are meant.
    """
    if name == "github":
        hand_over(Meant(text))
    elif name in {"json", "sarif", "badge-json"}:
        say_json(text)
    elif name in {"junit", "html", "badge"}:
        say_xml(text)
    else:
        say_document(text)
