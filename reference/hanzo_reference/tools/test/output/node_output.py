"""What ``node --test --test-reporter=tap`` prints."""

from __future__ import annotations

import re

from hanzo_reference.ids import path_from_uri
from hanzo_reference.spec.declaration import DomainError
from hanzo_reference.tools.test.output.tally import Failure, Tally

INDENT = 4
# Of the comment "Subtest: adds" of TAP.
BEGINNING = re.compile(r"( *)# Subtest: (.*)\Z")
# not ok 2 - fails
FAILED = re.compile(r"( *)not ok [0-9]+ - (.*)\Z")
# TAP 14: a directive follows an unescaped #.
EXCUSED = re.compile(r".*[^\\]# (?:SKIP|TODO)\b")
ESCAPED = re.compile(r"\\([\\#])")
# As in location: '/project/a.test.js:4:1', below a failed result.
DETAIL = re.compile(r"(location|failureType): '(.*)'\Z")
PLACE = re.compile(r"(.+):([0-9]+):[0-9]+\Z")
COUNT = re.compile(r"# (pass|fail|cancelled|skipped|todo) ([0-9]+)\Z")


class NodeOutput:
    """Reads results that stand below what they belong to, and the counts at the end.

    Spec: TEST-23, TEST-24.
    """

    def __init__(self) -> None:
        self._names: list[str] = []
        self._failures: list[Failure] = []
        self._failing: Failure | None = None
        self._margin = ""
        self._counts: dict[str, int] = {}

    def line(self, text: str) -> None:
        """Take the next line, without its end."""
        if self._failing is not None:
            self._in_details(self._failing, text)
            return
        beginning, failed, count = BEGINNING.match(text), FAILED.match(text), COUNT.match(text)
        if beginning:
            depth = len(beginning[1]) // INDENT
            self._names = [*self._names[:depth], _plain(beginning[2])]
        elif failed and not EXCUSED.match(failed[2]):
            depth = len(failed[1]) // INDENT
            names = [*self._names[:depth], _plain(failed[2])]
            self._failing, self._margin = Failure(" > ".join(names)), failed[1] + "  "
        elif count:
            # A test may print such a line; the last ones are the runner's.
            self._counts[count[1]] = int(count[2])

    def tally(self) -> Tally:
        """What was read by now."""
        count = self._counts.get
        return Tally(
            count("pass", 0), count("fail", 0) + count("cancelled", 0),
            count("skipped", 0) + count("todo", 0), self._failures,
            "pass" in self._counts and "fail" in self._counts,
        )  # fmt: skip

    def _in_details(self, failing: Failure, text: str) -> None:
        if text == f"{self._margin}...":
            self._failures.append(failing)
            self._failing = None
            return
        detail = DETAIL.match(text.removeprefix(self._margin))
        if detail and detail[1] == "location":
            place = PLACE.match(detail[2])
            if place:
                self._failing = Failure(failing.name, _path(place[1]), int(place[2]))
        elif detail and detail[2] == "subtestsFailed":
            # It failed because something in it did, which is told by itself.
            self._failing = None


def _plain(name: str) -> str:
    return ESCAPED.sub(r"\1", name)


def _path(place: str) -> str:
    if not place.startswith("file:"):
        return place
    try:
        return path_from_uri(place)
    except DomainError:
        return place
