"""What a run comes to: counts, and the exit code that a gate reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from hanzo_conformance.values.errors import ExitCode
from hanzo_conformance.values.events import BaselineChecked, Event, Judged, RunStarted, Unavailable
from hanzo_conformance.values.vector import Vector
from hanzo_conformance.values.verdict import JUDGED, RED, Verdict


class Conclusion:
    """Listens to the whole stream and says how it ends.

    ``require``: an unsupported operation makes the run incomplete. ``strict``: vectors of level
    should count like must. Level may is never judged.
    """

    def __init__(self, *, require: bool, strict: bool) -> None:
        self.counts: dict[str, Counter[Verdict]] = {}
        self.red = 0
        self.tolerated = 0
        self._require = require
        self._counting = {"must", "should"} if strict else {"must"}
        self._vectors: Mapping[str, Vector] = {}
        self._unavailable = False
        self._stale = False
        self.incomplete: list[str] = []
        self._judged = 0
        self._not_run: Counter[str] = Counter()
        self._unsupported: Counter[str] = Counter()

    def handle(self, event: Event) -> None:
        """Take one event."""
        if isinstance(event, Judged):
            self._count(event)
        elif isinstance(event, RunStarted):
            self._vectors = event.vectors
            self.counts = {item.name: Counter() for item in event.implementations}
        elif isinstance(event, Unavailable):
            self._unavailable = self._unavailable or event.fatal
            self.counts.setdefault(event.implementation, Counter())
        elif isinstance(event, BaselineChecked) and event.problems:
            self._stale = True

    def _count(self, event: Judged) -> None:
        if not event.results:
            return
        # A batch is of one implementation, and nearly always all passed.
        counts = self.counts[event.results[0].implementation]
        rest = [result for result in event.results if result.verdict is not Verdict.PASSED]
        passed = len(event.results) - len(rest)
        counts[Verdict.PASSED] += passed
        self._judged += passed
        for result in rest:
            counts[result.verdict] += 1
            if result.verdict in JUDGED:
                self._judged += 1
            if result.verdict in RED:
                if self.counts_against(result.vector):
                    self.red += 1
                else:
                    self.tolerated += 1
            elif result.verdict is Verdict.NOT_RUN:
                self._not_run[result.implementation] += 1
            elif result.verdict is Verdict.UNSUPPORTED:
                self._unsupported[result.implementation] += 1

    def counts_against(self, vector: str) -> bool:
        """Whether a divergence from this vector makes the run red."""
        return self._vectors[vector].level in self._counting

    def exit_code(self) -> ExitCode:
        """The gravest of all that happened; ``incomplete`` is filled with the reasons for 4."""
        self.incomplete = []
        if self._judged == 0:
            self.incomplete.append("no vector was judged")
        self.incomplete += [f"{name}: {n} not run" for name, n in self._not_run.items()]
        if self._require:
            self.incomplete += [
                f"{name}: {n} unsupported, and --require asks for all"
                for name, n in self._unsupported.items()
            ]
        if self._unavailable:
            return ExitCode.UNAVAILABLE
        if self.red or self._stale:
            return ExitCode.DIVERGES
        return ExitCode.INCOMPLETE if self.incomplete else ExitCode.CONFORMANT
