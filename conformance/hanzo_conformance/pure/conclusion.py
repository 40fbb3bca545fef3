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
        self.strict, self.require = strict, require
        self._counting = {"must", "should"} if strict else {"must"}
        self._vectors: Mapping[str, Vector] = {}
        self._unavailable = False
        self._stale = False
        self.incomplete: list[str] = []

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
        for result in rest:
            counts[result.verdict] += 1
            if result.verdict in RED:
                if self.counts_against(result.vector):
                    self.red += 1
                else:
                    self.tolerated += 1

    def counts_against(self, vector: str) -> bool:
        """Whether a divergence from this vector makes the run red."""
        return self._vectors[vector].level in self._counting

    def exit_code(self) -> ExitCode:
        """The gravest of all that happened; ``incomplete`` is filled with the reasons for 4."""
        self.incomplete = incomplete_reasons(self.counts, require=self.require)
        if self._unavailable:
            return ExitCode.UNAVAILABLE
        if self.red or self._stale:
            return ExitCode.DIVERGES
        return ExitCode.INCOMPLETE if self.incomplete else ExitCode.CONFORMANT


def incomplete_reasons(counts: Mapping[str, Mapping[Verdict, int]], *, require: bool) -> list[str]:
    """Why a run with these counts of each implementation's verdicts is not complete."""
    told = {name: {**dict.fromkeys(Verdict, 0), **of} for name, of in counts.items()}
    found: list[str] = []
    if not any(of[verdict] for of in told.values() for verdict in JUDGED):
        found.append("no vector was judged")
    found += [f"{name}: {of[Verdict.NOT_RUN]} not run" for name, of in told.items()
              if of[Verdict.NOT_RUN]]  # fmt: skip
    found += [
        f"{name}: {of[Verdict.UNSUPPORTED]} unsupported, and --require asks for all"
        for name, of in told.items()
        if require and of[Verdict.UNSUPPORTED]
    ]
    return found
