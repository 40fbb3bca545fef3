"""What the test programs that ``cargo test`` builds print.

The stable library for tests has no other form than this text, and tests print into it. So only the
lines count that its documentation shows, where it puts them: ``running``, and ``test result`` after an
empty line, with numbers that add up and, where there are failures, after the list of their names.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from hanzo_reference.tools.test.output.tally import Failure, Tally

# test result: FAILED. 1 passed; 3 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.14s
TOTALS = re.compile(
    r"test result: (ok|FAILED)\. ([0-9]{1,9}) passed; ([0-9]{1,9}) failed; ([0-9]{1,9}) ignored;"
    r" ([0-9]{1,9}) measured; [0-9]+ filtered out(?:; finished in [0-9.]+s)?\Z"
)
# running 5 tests
RUNNING = re.compile(r"running ([0-9]{1,9}) tests?\Z")
# ---- tests::bad stdout ----
HEADING = re.compile(r"---- (.+) stdout ----\Z", re.DOTALL)
# The names of what has failed stand under this line, each indented.
LIST, INDENT = "failures:", "    "
# thread 'tests::bad' (2721) panicked at src/lib.rs:15:9:
# note: test did not panic as expected at src/lib.rs:24:8
# Before Rust 1.73 the words of the panic stood first: panicked at 'no', src/lib.rs:9:5
PLACE = re.compile(
    r".*(?:panicked at|did not panic as expected at) (?:'.*', )?([^\s'].*):([0-9]{1,9}):[0-9]+:?\Z",
    re.DOTALL,
)
# src/lib.rs - two (line 1)
IN_TEXT = re.compile(r"(.+?) - .*\(line ([0-9]{1,9})\)", re.DOTALL)


class _Totals(NamedTuple):
    passed: int
    failed: int
    ignored: int
    failures: tuple[Failure, ...]


class _Program:
    """How many tests a program said that it runs, and what it said of them at its end."""

    def __init__(self, announced: int) -> None:
        self.announced = announced
        self.totals: _Totals | None = None


class CargoOutput:
    """Reads one test program after the other.

    Spec: TEST-21, TEST-22.
    """

    def __init__(self) -> None:
        # One that has not ended holds what seems to have begun after it: tests may print all of this.
        self._programs: list[_Program] = []
        self._places: dict[str, tuple[str, int]] = {}
        self._about: str | None = None
        self._listed: list[str] | None = None
        self._is_after_empty = False

    def line(self, text: str) -> None:
        """Take the next line, without its end."""
        running = RUNNING.match(text)
        totals = TOTALS.match(text) if self._is_after_empty else None
        heading = HEADING.match(text)
        if running:
            self._programs.append(_Program(int(running[1])))
        elif totals:
            self._end(totals)
        elif heading:
            self._about = heading[1]
        elif self._about is not None:
            place = PLACE.match(text)
            if place:
                self._places.setdefault(self._about, (place[1], int(place[2])))
        self._list(text)
        self._is_after_empty = text == ""

    def tally(self) -> Tally:
        """What was read by now."""
        known = [item.totals for item in self._programs if item.totals is not None]
        passed, failed, ignored = (sum(column) for column in zip((0, 0, 0), *(
            totals[:3] for totals in known
        ), strict=True))  # fmt: skip
        failures = [failure for totals in known for failure in totals.failures]
        complete = bool(known) and len(known) == len(self._programs)
        return Tally(passed, failed, ignored, failures, complete)

    def _list(self, text: str) -> None:
        """Keep the names of the last list of failures, which an empty line ends."""
        if text == LIST and self._is_after_empty:
            self._listed = []
        elif self._listed is not None and text.startswith(INDENT) and not self._is_after_empty:
            self._listed.append(text.removeprefix(INDENT))
        elif text:
            self._listed = None

    def _end(self, totals: re.Match[str]) -> None:
        passed, failed, ignored, measured = map(int, totals.groups()[1:])
        names = self._listed or []
        if (totals[1] == "ok") != (failed == 0) or len(names) != failed:
            return
        ended = self._ended(passed + failed + ignored + measured)
        if ended is None:
            return
        # What began within it was printed by a test.
        del self._programs[ended + 1 :]
        failures = tuple(Failure(name, *_place(name, self._places)) for name in names)
        self._programs[ended].totals = _Totals(passed, failed, ignored, failures)
        self._places, self._about = {}, None

    def _ended(self, count: int) -> int | None:
        """The last program of so many tests that may have ended now."""
        open_ones = [i for i, item in enumerate(self._programs) if item.totals is None]
        first = min([*open_ones, len(self._programs) - 1])
        for index in range(len(self._programs) - 1, max(first, 0) - 1, -1):
            if self._programs[index].announced == count:
                return index
        return None


def _place(name: str, places: dict[str, tuple[str, int]]) -> tuple[str, int] | tuple[()]:
    # What an example in the documentation says of lines is not of this file.
    in_text = IN_TEXT.match(name)
    return (in_text[1], int(in_text[2])) if in_text else places.get(name, ())
