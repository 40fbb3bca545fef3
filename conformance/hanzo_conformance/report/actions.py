"""What ``run`` does by itself inside GitHub Actions: annotations and the step's summary.

The runner obeys commands in everything that a step prints, and a run prints what adapters say. So
commands are switched off while others have the word, by a token that no adapter can know.
"""

from __future__ import annotations

import os
import stat
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from hanzo_conformance.engine.events import Event, RunFinished, RunStarted
from hanzo_conformance.records.record import RecordSink
from hanzo_conformance.report import markdown, workflow
from hanzo_conformance.terminal.console import Meant, hand_over, say

if TYPE_CHECKING:
    from hanzo_conformance.engine.run import Sink
    from hanzo_conformance.verdicts.record import RunRecord

VARIABLE, SUMMARY = "GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY"


def inside(environment: Mapping[str, str]) -> bool:
    """Whether this process is a step of a workflow."""
    return environment.get(VARIABLE) == "true"


@contextmanager
def quoted(out: TextIO, environment: Mapping[str, str]) -> Iterator[None]:
    """While inside, nothing that is printed is a command to the runner.

    Where the output goes to a file, there is no runner to tell.
    """
    if not inside(environment) or _is_file(out):
        yield
        return
    token = uuid.uuid4().hex
    hand_over(Meant(f"::stop-commands::{token}\n"), out)
    try:
        yield
    finally:
        # On a line of its own, whatever was printed last.
        hand_over(Meant(f"\n::{token}::\n"), out)


def _is_file(out: TextIO) -> bool:
    try:
        return stat.S_ISREG(os.fstat(out.fileno()).st_mode)
    except (OSError, ValueError):
        return False


class ActionsSink:
    """Wraps the sink that prints the run; annotations come after all that it prints."""

    def __init__(self, printer: Sink, out: TextIO, environment: Mapping[str, str]) -> None:
        self._printer = printer
        self._out = out
        self._summary = environment.get(SUMMARY)
        self._quoted = quoted(out, environment)
        self._quoting = False
        self._record = RecordSink()
        self._lost: OSError | None = None

    def handle(self, event: Event) -> None:
        """Take one event."""
        self._record.handle(event)
        self._print(partial(self._pass_on, event))

    def close(self) -> None:
        """Annotate, and add to the summary of the step; raises what kept it from printing."""
        self._print(self._printer.close)
        self._print(self._unquote)
        record = self._record.record
        if record is not None:
            self._print(partial(hand_over, Meant(workflow.render(record).decode()), self._out))
            self._summarize(record)
        if self._lost is not None:
            raise self._lost

    def _print(self, action: Callable[[], None]) -> None:
        """Output that cannot be written costs what is printed, and not the step's summary."""
        if self._lost is None:
            try:
                action()
            except OSError as problem:
                self._lost = problem

    def _pass_on(self, event: Event) -> None:
        if isinstance(event, RunStarted):
            self._quoted.__enter__()
            self._quoting = True
        self._printer.handle(event)
        if isinstance(event, RunFinished):
            self._unquote()

    def _summarize(self, record: RunRecord) -> None:
        if self._summary:
            try:
                with Path(self._summary).open("ab") as file:
                    file.write(markdown.render(record))
            except OSError as problem:
                # A summary that cannot be had is no reason to fail a run.
                text = f"note: no step summary: {problem.strerror}: {self._summary}"
                say(text, err=True)

    def _unquote(self) -> None:
        if self._quoting:
            self._quoting = False
            self._quoted.__exit__(None, None, None)


def for_workflow(printer: Sink, out: TextIO, environment: Mapping[str, str]) -> Sink:
    """The sink that prints a run, with what a workflow adds to it, inside one."""
    return ActionsSink(printer, out, environment) if inside(environment) else printer
