"""What a run comes to: counts, and the exit code that a gate reads.

Green is what has been seen to be right. So a run is incomplete, whatever it did not find, unless each
implementation was held to something: a vector of a level that counts was put to it, and its answer
was equal, or equal but for a place that its baseline names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from hanzo_conformance.engine.events import (
    BaselineChecked,
    Event,
    Judged,
    Notice,
    Ready,
    RunStarted,
    Unavailable,
)
from hanzo_conformance.values.errors import ExitCode
from hanzo_conformance.verdicts.verdict import JUDGED, RED, Verdict
from hanzo_vectors.vector import Vector

LEVELS = ("must", "should", "may")


class Conclusion:
    """Listens to the whole stream and says how it ends.

    ``require``: an unsupported operation makes the run incomplete. ``strict``: vectors of level
    should count like must; with ``every``, all count. Else level may is never judged.
    """

    def __init__(self, *, require: bool, strict: bool, every: bool = False) -> None:
        self.counts: dict[str, Counter[Verdict]] = {}
        self.red = 0
        self.tolerated = 0
        self.strict, self.require = strict, require
        self._counting = set(LEVELS[: 3 if every else 2 if strict else 1])
        self._vectors: Mapping[str, Vector] = {}
        self._unavailable: dict[str, bool] = {}
        self._held: set[str] = set()
        self._drafts: Counter[str] = Counter()
        self._missing: dict[str, Sequence[str]] = {}
        self._stale = self._faulty = False
        self.incomplete: list[str] = []

    def handle(self, event: Event) -> None:
        """Take one event."""
        if isinstance(event, Judged):
            self._count(event)
        elif isinstance(event, RunStarted):
            self._vectors = event.vectors
            self.counts = {item.name: Counter() for item in event.implementations}
        elif isinstance(event, Unavailable):
            self._unavailable[event.implementation] = event.fatal
        elif isinstance(event, Ready):
            self._missing[event.implementation] = event.missing
        elif isinstance(event, BaselineChecked) and event.problems:
            self._stale = True
        elif isinstance(event, Notice) and event.gates:
            self._faulty = True

    def _count(self, event: Judged) -> None:
        if not event.results:
            return
        # A batch is of one implementation, and nearly always all passed.
        name = event.results[0].implementation
        counts = self.counts[name]
        rest = [result for result in event.results if result.verdict is not Verdict.PASSED]
        passed = len(event.results) - len(rest)
        counts[Verdict.PASSED] += passed
        if name not in self._held and any(
            holds(result.verdict, result.failure and result.failure.pointer)
            and self.counts_against(result.vector)
            for result in event.results
        ):
            self._held.add(name)
        for result in rest:
            counts[result.verdict] += 1
            if result.verdict is Verdict.UNSUPPORTED and self._vectors[result.vector].draft:
                self._drafts[name] += 1
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
        ran = {name: of for name, of in self.counts.items() if name not in self._unavailable}
        drafts = self._drafts if self.require else None
        self.incomplete = incomplete_reasons(ran, self._held, self._missing, drafts)
        if any(self._unavailable.values()):
            return ExitCode.UNAVAILABLE
        if self.red or self._stale or self._faulty:
            return ExitCode.DIVERGES
        return ExitCode.INCOMPLETE if self.incomplete else ExitCode.CONFORMANT


def holds(verdict: Verdict, pointer: Any) -> bool:
    """Whether a result shows that the implementation was held to its vector.

    A known divergence does so where it is a part of the answer, at ``pointer``, and not all of it.
    """
    return (
        verdict is Verdict.PASSED
        or verdict in RED
        or (verdict is Verdict.KNOWN and isinstance(pointer, str) and bool(pointer))
    )


def incomplete_reasons(
    counts: Mapping[str, Mapping[Verdict, int]],
    held: Collection[str],
    missing: Mapping[str, Sequence[str]],
    drafts: Mapping[str, int] | None,
) -> list[str]:
    """Why a run is not complete.

    ``counts`` has how many vectors of each implementation that ran have which verdict, ``held`` the
    implementations of which a vector that counts ``holds``, and ``missing`` the operations of each
    that its manifest states and its handshake does not name. ``drafts`` says how many unsupported
    vectors of each are of drafts, where the others are asked of all; without it, none are.
    """
    found: list[str] = []
    if not any(of.get(verdict) for of in counts.values() for verdict in JUDGED):
        found.append("no vector was judged")
    else:
        for name, of in counts.items():
            found += _unheld(name, {**dict.fromkeys(Verdict, 0), **of}, name in held)
    for name, of in counts.items():
        if of.get(Verdict.NOT_RUN):
            found.append(f"{name}: {of[Verdict.NOT_RUN]} not run")
        lacks = of.get(Verdict.UNSUPPORTED, 0)
        if drafts is not None and lacks > drafts.get(name, 0):
            but = f" but {drafts[name]} of drafts" if drafts.get(name) else ""
            found.append(f"{name}: {lacks} unsupported, and --require asks for all{but}")
        if missing.get(name):
            found.append(
                f"{name}: its manifest states what its handshake does not name: "
                + ", ".join(missing[name])
            )
    return found


def _unheld(name: str, of: Mapping[Verdict, int], held: bool) -> list[str]:
    if not any(of[verdict] for verdict in JUDGED):
        # What was not run is told in words of its own.
        return [] if of[Verdict.NOT_RUN] else [f"{name}: no vector was judged"]
    if held:
        return []
    if of[Verdict.KNOWN]:
        return [
            f"{name}: no vector passed, and its baseline excuses {of[Verdict.KNOWN]} altogether"
        ]
    return [f"{name}: no vector was judged of a level that counts"]
