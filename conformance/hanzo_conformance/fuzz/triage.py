"""From a divergence to a finding: made small, asked of the others, laid beside its vectors."""

from __future__ import annotations

import datetime
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from hanzo_conformance.engine.respondent import Respondent
from hanzo_conformance.fuzz.batch import Divergence
from hanzo_conformance.fuzz.nearest import likely_requirements, nearest
from hanzo_conformance.fuzz.oracle import (
    BrokenReferenceError,
    Oracle,
    OutsideError,
    fits,
    json_answer,
    output_names,
)
from hanzo_conformance.fuzz.shrink import SpentError, shrink
from hanzo_conformance.story.finding import REFERENCE, Finding, Signature
from hanzo_conformance.story.signature import finding_id, signature
from hanzo_conformance.transports.channel import Interrupted
from hanzo_conformance.values.errors import StartError
from hanzo_conformance.verdicts.record import Failure, Result
from hanzo_conformance.verdicts.verdict import DIVERGENT, Verdict
from hanzo_vectors.vector import Question, Vector

# What making one finding small may cost.
TRIES = 20_000
SECONDS = 30.0
NEAREST = 3
# These cannot be told from what was asked before in the same process.
APART = frozenset({Verdict.GARBLED})


class Triage:
    """Asks implementations that are kept alive; ``vectors`` are those of the corpus."""

    def __init__(
        self,
        oracle: Oracle,
        vectors: Sequence[Vector],
        respondents: Mapping[str, Respondent],
        interrupted: Callable[[], bool],
    ) -> None:
        self._oracle = oracle
        self._vectors = vectors
        self._respondents = respondents
        self._interrupted = interrupted

    def examine(self, divergence: Divergence) -> Finding:
        """The finding of a divergence, as small as time allows."""
        wanted = divergence.signature
        first = msgspec.json.decode(divergence.question.params)
        deadline = time.monotonic() + SECONDS

        def holds(params: Any) -> bool:
            if self._interrupted() or time.monotonic() > deadline:
                raise SpentError
            seen = self.ask(wanted.implementation, wanted.operation, params, wanted.verdict)
            return seen is not None and seen[0] == wanted

        last = (wanted, divergence.question, divergence.result)
        alone = False
        try:
            alone = holds(first)
            if alone:
                small = shrink(first, holds, TRIES)
                again = self.ask(wanted.implementation, wanted.operation, small, wanted.verdict)
                last = again if again is not None and again[0] == wanted else last
        except SpentError:
            # What was seen is told as it was seen.
            pass
        return self._finding(divergence, last[1], last[2], alone)

    def still(self, finding: Finding) -> Finding | None:
        """A kept finding as it is now, or None when the implementation does not diverge on it.

        Raises ``SpentError`` when it could not be asked.
        """
        old = finding.signature
        seen = self.ask(old.implementation, old.operation, finding.input, old.verdict)
        if seen is None:
            return None
        kind, question, result = seen
        kept = Divergence(kind, question, result, finding.origin)
        found = self._finding(kept, question, result, alone=True)
        return msgspec.structs.replace(found, found=finding.found)

    def ask(
        self, implementation: str, operation: str, params: Any, verdict: Verdict
    ) -> tuple[Signature, Question, Result] | None:
        """How an implementation diverges on an input, or None when it does not.

        None too for an input that nobody need take. ``verdict`` is the one that is suspected.
        Raises ``SpentError`` when the implementation cannot be asked.
        """
        if not isinstance(params, dict) or not fits(operation, params):
            return None
        try:
            question = self._oracle.question(operation, params, "probe")
        except OutsideError:
            return None
        except BrokenReferenceError as problem:
            if implementation != REFERENCE:
                return None
            kind = signature(problem.result, problem.question, output_names(operation))
            return kind, problem.question, problem.result
        if implementation == REFERENCE:
            return None
        result = self._result(implementation, question, verdict)
        if result.verdict not in DIVERGENT:
            return None
        return signature(result, question, output_names(operation)), question, result

    def _result(self, implementation: str, question: Question, verdict: Verdict) -> Result:
        respondent = self._respondents[implementation]
        try:
            return respondent.ask(question, apart=verdict in APART)
        except (Interrupted, StartError):
            # Nothing was learnt, and nothing more will be.
            respondent.close()
            raise SpentError from None

    def _finding(
        self, divergence: Divergence, question: Question, result: Result, alone: bool
    ) -> Finding:
        kind = divergence.signature
        failure = result.failure or Failure()
        near = nearest(question, self._vectors, NEAREST)
        asked = self._respondents.get(kind.implementation)
        return Finding(
            format=1,
            id=finding_id(kind),
            domain=self._oracle.homes[question.operation],
            signature=kind,
            input=msgspec.json.decode(question.params),
            reference=json_answer(question),
            origin=divergence.origin,
            found=datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
            alone=alone,
            version=asked.handshake.implementation.version if asked else "",
            expected=failure.expected,
            actual=failure.actual,
            pointer=failure.pointer,
            detail=failure.detail,
            stderr=failure.stderr,
            others=self._others(question, kind.implementation) if asked else {},
            requirements=likely_requirements(near),
            nearest=[item.id for item in near],
        )

    def _others(self, question: Question, but: str) -> dict[str, Verdict]:
        """What the same input is to every other implementation that has the operation."""
        found: dict[str, Verdict] = {}
        for name, respondent in self._respondents.items():
            if name != but and question.operation in respondent.handshake.operations:
                try:
                    found[name] = respondent.ask(question, apart=False).verdict
                except (Interrupted, StartError):
                    respondent.close()
        return found
