"""What pytest prints with ``--verbosity=0 --color=no --tb=short -rfE``."""

from __future__ import annotations

import re

from hanzo_reference.tools.test.output.tally import Failure, Tally

# ===== FAILURES =====
SECTION = re.compile(r"=+ (.+) =+\Z")
# ____ TestGroup.test_words[a - b] ____
HEADING = re.compile(r"_+ (.+) _+\Z")
# test_sample.py:9: in test_bad
PLACE = re.compile(r"(\S.*?):([0-9]+): in ")
# 3 failed, 2 passed, 1 error in 1.80s
TOTALS = re.compile(r"(?:no tests ran|[0-9]+ [a-z]+(?:, [0-9]+ [a-z]+)*) in [0-9.]+s")
COUNT = re.compile(r"([0-9]+) ([a-z]+)")
# FAILED test_sample.py::TestGroup::test_words[a - b] - AssertionError: assert ...
SUMMARY = re.compile(r"(FAILED|ERROR) (\S[^\[]*?(?:\[.*\])?)(?: - .*)?\Z")
MEANINGS = {
    "passed": "passed", "xpassed": "passed", "failed": "failed", "error": "failed",
    "errors": "failed", "skipped": "skipped", "xfailed": "skipped",
}  # fmt: skip
SUMMARY_TITLE = "short test summary info"
KINDS = {"FAILURES": "FAILED", "ERRORS": "ERROR"}


class PytestOutput:
    """Reads sections: what happened where, then the names, then the counts.

    Spec: TEST-18 to TEST-20.
    """

    def __init__(self) -> None:
        self._section = ""
        # The section of details that was begun last: a test may print what looks like another one.
        self._details = ""
        self._open = False
        self._places: dict[str, list[tuple[str, int] | None]] = {"FAILED": [], "ERROR": []}
        self._names: dict[str, list[str]] = {"FAILED": [], "ERROR": []}
        self._counts = dict.fromkeys(("passed", "failed", "skipped"), 0)
        self._complete = False

    def line(self, text: str) -> None:
        """Take the next line, without its end."""
        section = SECTION.match(text)
        if section:
            self._begin(section[1])
        elif self._section in KINDS or (self._details and HEADING.match(text)):
            self._section = self._details
            self._in_details(KINDS[self._section], text)
        elif self._section == SUMMARY_TITLE:
            named = SUMMARY.match(text)
            if named:
                self._names[named[1]].append(named[2])

    def tally(self) -> Tally:
        """What was read by now: the failed ones, then those with an error around them."""
        failures = []
        for kind, names in self._names.items():
            places = self._places[kind]
            for index, name in enumerate(names):
                place = places[index] if index < len(places) else None
                failures.append(Failure(name, *(place or ())))
        return Tally(
            self._counts["passed"], self._counts["failed"], self._counts["skipped"],
            failures, self._complete,
        )  # fmt: skip

    def _begin(self, title: str) -> None:
        self._section = title
        self._open = False
        if title in KINDS:
            self._details = title
        elif title == SUMMARY_TITLE:
            # A test may print all of this; the last ones are the runner's.
            self._names = {"FAILED": [], "ERROR": []}
        elif TOTALS.match(title):
            self._complete = True
            self._counts = dict.fromkeys(self._counts, 0)
            for number, word in COUNT.findall(title):
                if word in MEANINGS:
                    self._counts[MEANINGS[word]] += int(number)

    def _in_details(self, kind: str, text: str) -> None:
        if HEADING.match(text):
            self._places[kind].append(None)
            self._open = True
        elif text.startswith("-"):
            # What the test printed follows, and may look like anything.
            self._open = False
        elif self._open:
            place = PLACE.match(text)
            if place:
                self._places[kind][-1] = (place[1], int(place[2]))
                self._open = False
