"""Sequences drawn, asked to everybody, and made small where somebody diverges."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from random import Random
from typing import Any

import msgspec

from hanzo_conformance.fuzz.free_parts import FreeParts
from hanzo_conformance.fuzz.sequence_trial import BrokenError, Trial, stated, steady
from hanzo_conformance.fuzz.sequences import Drawn, Sequences
from hanzo_conformance.fuzz.shrink import SpentError, shrink
from hanzo_conformance.fuzz.whole_steps import fewer_steps
from hanzo_conformance.story.finding import REFERENCE
from hanzo_conformance.verdicts.differences import place_of
from hanzo_conformance.verdicts.record import Failure, Result
from hanzo_conformance.verdicts.verdict import DIVERGENT, JUDGED, Verdict

# So many sequences are drawn before they are asked, of all implementations side by side.
BATCH = 32
# After so many batches a process is ended, so that nothing hides behind its last answer.
LASTING = 8
# What is tried at most to make one sequence small, and for how long: some wait for an answer each time.
PROBES = 300
PATIENCE_S = 60.0


class Divergence(msgspec.Struct, frozen=True):
    """A sequence on which somebody diverges, made small, with what the reference makes of it.

    ``entry`` is None where the reference itself broke.
    """

    implementation: str
    sequence: Drawn
    entry: dict[str, Any] | None
    verdict: Verdict
    failure: Failure

    @property
    def kind(self) -> tuple[str, ...]:
        """In what way somebody diverges, whatever the sequence."""
        step = self.failure.step
        place = place_of(self.failure.pointer or "")
        place = "/after/files" if place.startswith("/after/files") else place
        operation = self.sequence["steps"][step - 1]["operation"] if step else ""
        return self.implementation, self.verdict.value, operation, place


class Tally(msgspec.Struct):
    """What a campaign has asked: whole sequences, their steps, and what was not asked and why.

    ``judged`` counts the sequences that each implementation had the operations for.
    """

    judged: dict[str, int] = msgspec.field(default_factory=dict)
    sequences: int = 0
    steps: int = 0
    refused: int = 0
    unsteady: int = 0


class Campaign:
    """For one domain; ``found`` is told of each kind of divergence once.

    ``free`` are the parts of answers that are not compared.
    """

    def __init__(
        self,
        domain: Any,
        drawing: Sequences,
        trials: Sequence[Trial],
        found: Callable[[Divergence], None],
        free: FreeParts | None = None,
    ) -> None:
        self.tally = Tally(judged=dict.fromkeys((trial.name for trial in trials), 0))
        self._domain = domain
        self._drawing = drawing
        self._trials = trials
        self._found = found
        self._free = free
        self._kinds: set[tuple[str, ...]] = set()

    def run(
        self, seed: int, steps: int | None, seconds: float | None, ended: Callable[[], bool]
    ) -> None:
        """Draw until so many steps were asked, the time is over, or somebody says so."""
        random = Random(f"{seed} {self._domain.id}")  # noqa: S311 - reproducible test data
        until = None if seconds is None else time.monotonic() + seconds
        with ThreadPoolExecutor(max_workers=max(1, len(self._trials))) as lanes:
            for number in itertools.count(1):
                if ended() or (steps is not None and self.tally.steps >= steps):
                    break
                if until is not None and time.monotonic() >= until:
                    break
                left = None if steps is None else steps - self.tally.steps
                batch = list(self._batch(random, left, ended))
                entries = [entry for _, entry in batch]
                asked = [
                    lanes.submit(trial.put, entries, lasting=number % LASTING != 0)
                    for trial in self._trials
                ]
                for trial, put in zip(self._trials, asked, strict=True):
                    results = put.result()
                    judged = sum(result.verdict in JUDGED for result in results)
                    self.tally.judged[trial.name] += judged
                    for (sequence, entry), result in zip(batch, results, strict=True):
                        if result.verdict in DIVERGENT and not ended():
                            self._look(trial, sequence, entry, result, ended)

    def _batch(
        self, random: Random, left: int | None, ended: Callable[[], bool]
    ) -> Iterator[tuple[Drawn, dict[str, Any]]]:
        """Sequences with what the reference makes of them; about ``left`` steps at most."""
        for _ in range(BATCH):
            if (left is not None and left <= 0) or ended():
                return
            sequence = self._drawing.draw(random)
            try:
                entry = stated(self._domain, sequence, self._free)
            except BrokenError as problem:
                self._tell(self._broken(sequence, str(problem)))
                continue
            if entry is None:
                self.tally.refused += 1
                continue
            count = len(sequence["steps"])
            self.tally.sequences += 1
            self.tally.steps += count
            left = None if left is None else left - count
            yield sequence, entry

    def _look(
        self,
        trial: Trial,
        sequence: Drawn,
        entry: dict[str, Any],
        result: Result,
        ended: Callable[[], bool],
    ) -> None:
        first = _divergence(trial.name, sequence, entry, result)
        if first.kind in self._kinds:
            return
        seen = self._probe(trial, sequence, first.verdict)
        if seen is None:
            # The reference itself answers otherwise each time, or nobody does so again.
            self.tally.unsteady += 1
            return
        kind = seen.kind
        if kind in self._kinds:
            return

        until = time.monotonic() + PATIENCE_S

        def holds(candidate: Any) -> bool:
            nonlocal seen
            if ended() or time.monotonic() >= until:
                raise SpentError
            probe = self._probe(trial, candidate, first.verdict)
            if probe is None or probe.kind != kind:
                return False
            seen = probe
            return True

        with suppress(SpentError):
            fewer_steps(sequence, holds)
            shrink(seen.sequence, holds, PROBES)
        self._tell(seen)

    def _probe(self, trial: Trial, candidate: Any, verdict: Verdict) -> Divergence | None:
        """How a smaller sequence diverges, if it is one that can be asked and does."""
        if not _is_sequence(candidate):
            return None
        try:
            entry = steady(self._domain, candidate, self._free)
        except (BrokenError, LookupError, TypeError, AttributeError):
            return None
        if entry is None:
            return None
        # Another answer shows in any process, a fault of one only in one of its own.
        [result] = trial.put([entry], lasting=verdict is Verdict.FAILED)
        if result.verdict not in DIVERGENT:
            return None
        return _divergence(trial.name, candidate, entry, result)

    def _broken(self, sequence: Drawn, what: str) -> Divergence:
        return Divergence(REFERENCE, sequence, None, Verdict.CRASHED, Failure(detail=what))

    def _tell(self, divergence: Divergence) -> None:
        if divergence.kind not in self._kinds:
            self._kinds.add(divergence.kind)
            self._found(divergence)


def _divergence(name: str, sequence: Drawn, entry: dict[str, Any], result: Result) -> Divergence:
    return Divergence(name, sequence, entry, result.verdict, result.failure or Failure())


def _is_sequence(value: Any) -> bool:
    """Whether what is left of a sequence still is one."""
    return (
        isinstance(value, dict)
        and value.keys() == {"workspace", "steps"}
        and isinstance(value["workspace"], dict)
        and bool(value["steps"])
        and all(
            isinstance(step, dict) and step.keys() == {"operation", "input"}
            for step in value["steps"]
        )
    )
