"""``compare``: where implementations disagree with each other, or together with the vectors."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from hanzo_conformance.compare.agreement import compare
from hanzo_conformance.compare.agreement_text import told
from hanzo_conformance.merge.merging import merge
from hanzo_conformance.records.reading import read_run
from hanzo_conformance.report.actions import quoted
from hanzo_conformance.story.overview import Overview
from hanzo_conformance.terminal.console import say_lines
from hanzo_conformance.terminal.text import printable
from hanzo_conformance.values.errors import ExitCode, UsageError


@click.command(
    "compare",
    epilog="\b\nExamples:\n"
    "  hanzo-conformance run --impl ONE --impl TWO --report json=run.json\n"
    "  hanzo-conformance compare run.json",
)
@click.argument("paths", metavar="RUN...", nargs=-1, required=True,
                type=click.Path(path_type=Path))  # fmt: skip
@click.option("--show", "shown", type=click.IntRange(0), default=20, show_default=True,
              metavar="N", help="How many vectors of each kind to tell.")  # fmt: skip
def command(paths: tuple[Path, ...], shown: int) -> int:
    """Hold implementations against each other.

    RUN is what run --report json=PATH has written; several are joined as merge does. Where most
    implementations give the same answer against the expected one, the reference is suspect.
    """
    record = merge([(printable(str(path)), read_run(path)) for path in paths])
    if len(record.implementations) < 2:
        raise UsageError(
            "there is only one implementation to compare",
            "run with several --impl, or give the records of several runs",
        )
    found = compare(record)
    with quoted(sys.stdout, os.environ):
        say_lines(told(found, Overview(record), shown))
    return ExitCode.CONFORMANT if found.judged else ExitCode.INCOMPLETE
