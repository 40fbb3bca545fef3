"""``doctor``: whether the installation is sound, and an adapter keeps to the protocol."""

from __future__ import annotations

import os
import shlex
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import click

from hanzo_conformance.containment.state import Contain
from hanzo_conformance.doctor.checkup import Health, Observation
from hanzo_conformance.doctor.checkup_text import observation_lines, stderr_lines
from hanzo_conformance.terminal.console import Styled, say, say_lines
from hanzo_conformance.terminal.parameters import contain_option
from hanzo_conformance.terminal.text import printable
from hanzo_conformance.values.errors import BuildError, ExitCode, StartError


@click.command(
    "doctor",
    epilog="\b\nExamples:\n"
    "  hanzo-conformance doctor                    tools, folders, vectors\n"
    "  hanzo-conformance doctor my/runner.toml     one adapter, by its manifest\n"
    "\nExit status: 0 all is well, 1 something is to be changed, 2 the manifest cannot be "
    "used, 3 it could not be built or started.",
)
@click.argument("name", metavar="[NAME|PATH|ADDRESS]", required=False)
@click.option("--vectors", "folder", type=click.Path(path_type=Path, file_okay=False),
              help="A folder of vector files instead of the ones shipped here.")  # fmt: skip
@contain_option
def command(name: str | None, folder: Path | None, contain: Contain | None) -> int:
    """Examine the installation or an adapter."""
    from hanzo_conformance.report.actions import quoted
    from hanzo_conformance.run.carrying_out import signals
    from hanzo_conformance.transports.channel import Interrupted

    interrupted = threading.Event()
    try:
        # What an adapter writes is shown, and is no command to whoever reads our output.
        with signals(interrupted), quoted(sys.stdout, os.environ):
            return _tell(_observations(name, folder, contain, interrupted))
    except Interrupted:
        say("interrupted", err=True)
        return ExitCode.INTERRUPTED


def _observations(
    name: str | None,
    folder: Path | None,
    contain: Contain | None,
    interrupted: threading.Event,
) -> Iterator[Observation]:
    from hanzo_conformance.doctor.examination import examine
    from hanzo_conformance.doctor.soundness import inspect
    from hanzo_conformance.implementations.manifests import choose, find_implementations
    from hanzo_vectors.reading import read_corpus

    if name is None:
        return inspect(Path.cwd())
    [item] = choose([name], find_implementations(Path.cwd()))
    return examine(
        item, read_corpus(folder), folder, _building, interrupted.is_set, contain=contain
    )


def _building(command: list[str]) -> None:
    say(f"       building: {printable(shlex.join(command))}")


def _tell(observations: Iterator[Observation]) -> ExitCode:
    wrong = count = 0
    try:
        for observation in observations:
            count += 1
            wrong += observation.health is Health.WRONG
            for line in observation_lines(observation):
                say(*line)
    except (BuildError, StartError) as problem:
        last = problem.tail if isinstance(problem, BuildError) else problem.stderr
        say_lines(stderr_lines(last), err=True)
        raise
    if wrong:
        say(Styled(f"{wrong} of {count} to be changed", "red", bold=True))
        return ExitCode.DIVERGES
    say(Styled(f"all {count} are well", "green", bold=True))
    return ExitCode.CONFORMANT
