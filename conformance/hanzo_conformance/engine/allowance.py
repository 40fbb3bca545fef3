"""How much one run quotes of what it was answered: everything that listens holds all of it.

Until the allowance is spent, failures are told as they are. Of those that come after it places and
kinds are kept, short values too; longer ones are named, and not kept.
"""

from __future__ import annotations

from typing import Any

import msgspec

from hanzo_conformance.verdicts.difference import DifferenceEntry
from hanzo_conformance.verdicts.record import Failure, Result

# Bytes of JSON. As objects of Python, and in each report, it is several times as much.
QUOTED_BYTES = 16 * 1024 * 1024
# Different texts that processes wrote to standard error, in characters.
STDERR_CHARACTERS = 16 * 1024 * 1024
# What is told of a failure in any case.
SHORT, DETAIL, FIRST = 64, 400, 1
NOT_KEPT = "(not kept: this run has quoted as much as it may)"
SPENT = (
    "what was answered is quoted up to {} MiB in all; of later divergences the places are kept, and "
    "long values are not"
)


class Allowance:
    """What is left to be quoted in one run."""

    def __init__(self, quoted: int = QUOTED_BYTES, stderr: int = STDERR_CHARACTERS) -> None:
        self._quoted = quoted
        self._stderr = stderr
        self._texts: dict[str, str] = {}
        self._notice: str | None = SPENT.format(quoted // 1024**2)

    def spend(self, result: Result) -> Result:
        """A result as it can be held to the end of the run."""
        failure = result.failure
        if failure is None:
            return result
        if self._quoted > 0:
            self._quoted -= _size(failure)
        else:
            failure = _shortened(failure)
        if failure.stderr:
            failure = msgspec.structs.replace(failure, stderr=self._shared(failure.stderr))
        return msgspec.structs.replace(result, failure=failure)

    def notice(self) -> str | None:
        """That it is spent, once."""
        if self._quoted > 0:
            return None
        told, self._notice = self._notice, None
        return told

    def _shared(self, text: str) -> str:
        """One object for all texts that are the same; NOT_KEPT for new ones when it is spent."""
        known = self._texts.get(text)
        if known is not None:
            return known
        if self._stderr <= 0:
            return NOT_KEPT
        self._stderr -= len(text)
        return self._texts.setdefault(text, text)


def _size(failure: Failure) -> int:
    return len(msgspec.json.encode(msgspec.structs.replace(failure, stderr="")))


def _shortened(failure: Failure) -> Failure:
    detail = failure.detail
    if detail is not None and len(detail) > DETAIL:
        detail = f"{detail[:DETAIL]}…"
    return msgspec.structs.replace(
        failure,
        detail=detail,
        expected=_short(failure.expected),
        actual=_short(failure.actual),
        differences=tuple(map(_placed, failure.differences[:FIRST])),
    )


def _placed(difference: DifferenceEntry) -> DifferenceEntry:
    return msgspec.structs.replace(
        difference, expected=_short(difference.expected), actual=_short(difference.actual)
    )


def _short(value: Any) -> Any:
    """A value that is no longer than its name, or a word in its place."""
    if value is msgspec.UNSET or value is None or isinstance(value, bool | int):
        return value
    return value if isinstance(value, str) and len(value) <= SHORT else NOT_KEPT
