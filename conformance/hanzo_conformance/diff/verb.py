"""``diff``: what changed from one run to another."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from hanzo_conformance.diff.diff_report import markdown, told
from hanzo_conformance.diff.run_diff import diff
from hanzo_conformance.records.reading import read_run
from hanzo_conformance.report.actions import quoted
from hanzo_conformance.terminal.console import say_document, say_lines
from hanzo_conformance.values.errors import ExitCode


@click.command(
    "diff",
    epilog="\b\nExamples:\n"
    "  hanzo-conformance diff main.json run.json --gate\n"
    "  hanzo-conformance diff main.json run.json --markdown > comment.md",
)
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
@click.option("--gate", is_flag=True,
              help="Exit 1 when a vector is newly failing or an implementation newly has a fault "
              "that no vector answers for, 4 when a vector is no longer judged.")  # fmt: skip
@click.option("--markdown", "as_markdown", is_flag=True, help="For a comment on a change.")
@click.option("--show", "shown", type=click.IntRange(0), default=50, show_default=True,
              metavar="N", help="How many changes of a kind to tell.")  # fmt: skip
def command(old: Path, new: Path, gate: bool, as_markdown: bool, shown: int) -> int:
    """Tell what changed between two runs.

    OLD and NEW are what run --report json=PATH has written. A new vector that fails is newly
    failing; one that a baseline excuses is told and does not close the gate. Levels count as they
    did in NEW.
    """
    found = diff(read_run(old), read_run(new))
    if as_markdown:
        say_document(markdown(found, shown))
    else:
        with quoted(sys.stdout, os.environ):
            say_lines(told(found, shown))
    return found.gate() if gate else ExitCode.CONFORMANT
