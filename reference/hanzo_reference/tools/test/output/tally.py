"""The one form into which the output of every runner is brought."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol


class Failure(NamedTuple):
    """A test that failed, by the name that its runner gives it, and where, if that was told.

    ``path`` is as printed, ``line`` counts from 1.
    """

    name: str
    path: str | None = None
    line: int | None = None


class Tally(NamedTuple):
    """How many tests passed, failed and were skipped.

    ``complete`` is whether the runner came to its last words, which are its counts.
    """

    passed: int
    failed: int
    skipped: int
    failures: Sequence[Failure]
    complete: bool


class Reader(Protocol):
    """Reads what a runner prints."""

    def line(self, text: str) -> None:
        """Take the next line, without its end."""

    def tally(self) -> Tally:
        """What was read by now."""
