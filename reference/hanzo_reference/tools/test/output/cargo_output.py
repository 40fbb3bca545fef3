"""What the test programs that ``cargo test`` builds print."""

from __future__ import annotations

import re

from hanzo_reference.tools.test.output.tally import Failure, Tally

# test tests::calm - should panic ... FAILED
FAILED = re.compile(r"test (.+?)(?: - should panic)? \.\.\. FAILED\Z")
# test result: FAILED. 1 passed; 3 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.14s
TOTALS = re.compile(
    r"test result: [A-Za-z]+\. ([0-9]+) passed; ([0-9]+) failed; ([0-9]+) ignored; ([0-9]+) measured;"
)
# running 5 tests
RUNNING = re.compile(r"running ([0-9]+) tests?\Z")
# ---- tests::bad stdout ----
HEADING = re.compile(r"---- (.+) stdout ----\Z")
# thread 'tests::bad' (2721) panicked at src/lib.rs:15:9:
# note: test did not panic as expected at src/lib.rs:24:8
# Before Rust 1.73 the words of the panic stood first: panicked at 'no', src/lib.rs:9:5
PLACE = re.compile(
    r".*(?:panicked at|did not panic as expected at) (?:'.*', )?([^\s'].*):([0-9]+):[0-9]+:?\Z"
)
# src/lib.rs - two (line 1)
IN_TEXT = re.compile(r"(.+?) - .*\(line ([0-9]+)\)")


class CargoOutput:
    """Reads one test program after the other.

    Spec: TEST-21, TEST-22.
    """

    def __init__(self) -> None:
        self._names: list[str] = []
        self._places: dict[str, tuple[str, int]] = {}
        self._about: str | None = None
        # How many tests each program said that it runs, and its last totals that are as many.
        self._announced: list[int] = []
        self._totals: list[tuple[int, int, int] | None] = []

    def line(self, text: str) -> None:
        """Take the next line, without its end."""
        failed, totals, heading = FAILED.match(text), TOTALS.match(text), HEADING.match(text)
        running = RUNNING.match(text)
        if running and self._about is None:
            self._announced.append(int(running[1]))
            self._totals.append(None)
        elif failed and self._about is None:
            self._names.append(failed[1])
            in_text = IN_TEXT.match(failed[1])
            if in_text:
                # What an example in the documentation says of lines is not of this file.
                self._places[failed[1]] = (in_text[1], int(in_text[2]))
        elif totals:
            passed, failing, ignored, measured = map(int, totals.groups())
            # A test may print such a line, too.
            if self._announced and passed + failing + ignored + measured == self._announced[-1]:
                self._totals[-1], self._about = (passed, failing, ignored), None
        elif heading:
            self._about = heading[1]
        elif self._about is not None and self._about not in self._places:
            place = PLACE.match(text)
            if place:
                self._places[self._about] = (place[1], int(place[2]))

    def tally(self) -> Tally:
        """What was read by now."""
        failures = [Failure(name, *self._places.get(name, ())) for name in self._names]
        known = [totals for totals in self._totals if totals is not None]
        passed, failed, ignored = (sum(column) for column in zip((0, 0, 0), *known, strict=True))
        complete = bool(known) and len(known) == len(self._totals)
        return Tally(passed, failed, ignored, failures, complete)
