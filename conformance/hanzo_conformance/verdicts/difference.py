"""One place where an answer is not as its vector says, and of what kind that is."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

import msgspec

from hanzo_conformance.verdicts.verdict import DIVERGENT, Verdict
from hanzo_vectors.vector import Frozen


class Kind(StrEnum):
    """What sort of difference it is; the last four are verdicts on the adapter's process."""

    MISSING = "missing"
    ADDITIONAL = "additional"
    VALUE = "value"
    ERROR_CODE = "error-code"
    REFUSED = "refused"
    ACCEPTED = "accepted"
    ERRORED = "errored"
    CRASHED = "crashed"
    TIMED_OUT = "timed-out"
    GARBLED = "garbled"


KIND_MEANING: dict[Kind, str] = {
    Kind.MISSING: "nothing is there",
    Kind.ADDITIONAL: "something is there that should not be",
    Kind.VALUE: "another value is there",
    Kind.ERROR_CODE: "another error than the specified one",
    Kind.REFUSED: "an error where a result is specified",
    Kind.ACCEPTED: "a result where an error is specified",
    Kind.ERRORED: "the adapter's own failure",
    Kind.CRASHED: "the process died",
    Kind.TIMED_OUT: "no answer in time",
    Kind.GARBLED: "the answer broke the protocol",
}
# The verdicts that are no comparison of answers, each as a kind.
OF_VERDICT = {verdict: Kind(verdict.value) for verdict in DIVERGENT - {Verdict.FAILED}}
VERDICT_OF = {kind: verdict for verdict, kind in OF_VERDICT.items()}


class DifferenceEntry(Frozen, frozen=True):
    """A difference as a result and a record have it; long values are named, not kept."""

    at: Annotated[
        str,
        msgspec.Meta(
            description="JSON Pointer into the result or error; below /after/files a file that is "
            "left. Of very many an index of a list may be told as *."
        ),
    ]
    kind: Annotated[
        Kind,
        msgspec.Meta(
            description="; ".join(f"{kind}: {text}" for kind, text in KIND_MEANING.items())
        ),
    ]
    step: Annotated[
        int | msgspec.UnsetType, msgspec.Meta(description="Of several steps, counted from 1.")
    ] = msgspec.UNSET
    rule: Annotated[
        str | msgspec.UnsetType,
        msgspec.Meta(description="In words what has to be there, where that is no single value."),
    ] = msgspec.UNSET
    expected: Any = msgspec.UNSET
    actual: Any = msgspec.UNSET
