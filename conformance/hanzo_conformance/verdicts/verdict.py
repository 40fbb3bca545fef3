"""Verdicts: what a run says of one vector against one implementation."""

from __future__ import annotations

from enum import StrEnum


class Verdict(StrEnum):
    """The whole table; each kind of trouble has its own word."""

    PASSED = "passed"
    FAILED = "failed"
    ERRORED = "errored"
    CRASHED = "crashed"
    TIMED_OUT = "timed-out"
    GARBLED = "garbled"
    UNSUPPORTED = "unsupported"
    KNOWN = "known"
    FIXED = "fixed"
    NOT_RUN = "not-run"


# The implementation did something else than the vector says.
DIVERGENT = frozenset(
    {Verdict.FAILED, Verdict.ERRORED, Verdict.CRASHED, Verdict.TIMED_OUT, Verdict.GARBLED}
)
# A known divergence is excused, and breaks the requirement all the same.
BREAKING = DIVERGENT | {Verdict.KNOWN}
# The vector was put to the implementation, and the run knows how that ended.
JUDGED = DIVERGENT | {Verdict.PASSED, Verdict.KNOWN, Verdict.FIXED}
# What makes a gate red by itself.
RED = DIVERGENT | {Verdict.FIXED}

MEANING: dict[Verdict, str] = {
    Verdict.PASSED: "the answer equals the expected one",
    Verdict.FAILED: "an answer, but a different one",
    Verdict.ERRORED: "the adapter answered with its own failure",
    Verdict.CRASHED: "the process died while this vector was in flight, or of its answer",
    Verdict.TIMED_OUT: "no answer in time; the process group was killed",
    Verdict.GARBLED: "the answer broke the protocol",
    Verdict.UNSUPPORTED: "the operation is not in the handshake",
    Verdict.KNOWN: "it differs only as the baseline says",
    Verdict.FIXED: "the baseline names a difference, and the vector passes",
    Verdict.NOT_RUN: "the run ended before it",
}
