"""How far a result agrees with its vector, whatever a baseline makes of it."""

from __future__ import annotations

from hanzo_conformance.known.baseline import differences_of
from hanzo_conformance.verdicts.agreement import Agreement, agreement, is_let_through
from hanzo_conformance.verdicts.record import Result
from hanzo_conformance.verdicts.verdict import BREAKING, Verdict
from hanzo_vectors.vector import Vector


def agreement_of(result: Result, vector: Vector) -> Agreement | None:
    """The step to which it agrees; None where it was not judged."""
    verdict = _own_verdict(result)
    return agreement(verdict, differences_of(verdict, result.failure), vector.outcome)


def was_let_through(result: Result, vector: Vector) -> bool:
    """Whether the implementation did what security needs refused; known is no better than new."""
    if result.verdict not in BREAKING:
        return False
    found = differences_of(_own_verdict(result), result.failure)
    return is_let_through(found, vector.outcome, guards=vector.guards)


def _own_verdict(result: Result) -> Verdict:
    return result.was or result.verdict
