"""The memory of the last run: what diverged, for ``run --last-failed`` and ``show``."""

from __future__ import annotations

from pathlib import Path

from hanzo_conformance.engine.events import Event, Judged, RunStarted
from hanzo_conformance.run.last_run import LastRun, Seen, read_last_run, write_last_run
from hanzo_conformance.terminal.console import say
from hanzo_conformance.verdicts.verdict import DIVERGENT, Verdict
from hanzo_vectors.errors import FileError

KEPT = DIVERGENT | {Verdict.KNOWN, Verdict.FIXED}


class LastRunSink:
    """Keeps divergences alone, however many vectors there are; ``close`` writes them."""

    def __init__(self, project: Path) -> None:
        self._project = project
        self._started = ""
        self._known: dict[str, dict[str, Seen]] = {
            name: dict(table) for name, table in read_last_run(project).implementations.items()
        }
        self._changed = False

    def handle(self, event: Event) -> None:
        """Take one event."""
        if isinstance(event, RunStarted):
            self._started = event.started
        elif isinstance(event, Judged):
            for result in event.results:
                self._take(result.implementation, result.vector, result.verdict)

    def _take(self, name: str, vector: str, verdict: Verdict) -> None:
        # What was not run says nothing new.
        if verdict is Verdict.NOT_RUN:
            return
        self._changed = True
        table = self._known.setdefault(name, {})
        if verdict in KEPT:
            table[vector] = Seen(verdict, self._started)
        else:
            table.pop(vector, None)

    def close(self) -> None:
        """Write what is known now; a cache that cannot be written costs the memory alone."""
        if not self._changed:
            return
        try:
            write_last_run(self._project, LastRun(1, str(self._project), self._known))
        except (FileError, UnicodeEncodeError) as problem:
            say(f"note: this run is not remembered for --last-failed: {problem}", err=True)
