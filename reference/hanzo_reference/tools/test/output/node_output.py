"""What ``node --test --test-reporter=tap`` prints."""

from __future__ import annotations

import re

from hanzo_reference.ids import path_from_uri
from hanzo_reference.spec.declaration import DomainError
from hanzo_reference.tools.test.output.tally import Failure, Tally

INDENT = 4
# not ok 2 - fails
RESULT = re.compile(r"( *)(not )?ok [0-9]+ - (.*)\Z", re.DOTALL)
# 1..4
PLAN = re.compile(r"1\.\.([0-9]+)\Z")
# TAP 14: a directive follows an unescaped #, and a name has it escaped.
EXCUSED = re.compile(r"(.*?) # (?:SKIP|TODO)(?: .*)?\Z", re.DOTALL)
ESCAPED = re.compile(r"\\([\\#])")
# As in location: '/project/a.test.js:4:1', below a result.
DETAIL = re.compile(r"(location|failureType|type): '(.*)'\Z", re.DOTALL)
PLACE = re.compile(r"(.+):([0-9]+):[0-9]+\Z", re.DOTALL)


class NodeOutput:
    """Reads results, each of which stands below those that belong to it, with its details.

    What tests print and say stands in comments, as node's own counts do; none of them is read.

    Spec: TEST-23, TEST-24.
    """

    def __init__(self) -> None:
        # Failures with their depth, and the names of what they belong to as far as it has ended.
        self._failures: list[tuple[int, Failure]] = []
        self._result: _Result | None = None
        self._counts = dict.fromkeys(("passed", "failed", "skipped"), 0)
        self._outermost = 0
        self._planned: int | None = None

    def line(self, text: str) -> None:
        """Take the next line, without its end."""
        if self._result is not None and self._in_details(self._result, text):
            return
        found, plan = RESULT.match(text), PLAN.match(text)
        if found:
            self._result = _Result(found)
        elif plan:
            self._planned = int(plan[1])

    def tally(self) -> Tally:
        """What was read by now."""
        self._finish()
        return Tally(
            self._counts["passed"], self._counts["failed"], self._counts["skipped"],
            [failure for _, failure in self._failures], self._planned == self._outermost,
        )  # fmt: skip

    def _in_details(self, result: _Result, text: str) -> bool:
        """Whether the line is one of the result's details, which begin and end with marks."""
        if not result.is_open:
            result.is_open = text == f"{result.margin}---"
            if not result.is_open:
                self._finish()
            return result.is_open
        if text == f"{result.margin}...":
            self._finish()
        else:
            detail = DETAIL.match(text.removeprefix(result.margin))
            if detail:
                result.details[detail[1]] = detail[2]
        return True

    def _finish(self) -> None:
        result, self._result = self._result, None
        if result is None:
            return
        self._outermost += result.depth == 0
        # What ended before it and stands further in belongs to it.
        for index in reversed(range(len(self._failures))):
            depth, failure = self._failures[index]
            if depth <= result.depth:
                break
            whole = failure._replace(name=f"{result.name} > {failure.name}")
            self._failures[index] = (result.depth, whole)
        if result.details.get("type") != "suite":
            outcome = "skipped" if result.is_excused else "failed" if result.failed else "passed"
            self._counts[outcome] += 1
        by_itself = result.details.get("failureType") != "subtestsFailed"
        if result.failed and not result.is_excused and by_itself:
            place = PLACE.match(result.details.get("location", ""))
            told = (_path(place[1]), int(place[2])) if place else ()
            self._failures.append((result.depth, Failure(result.name, *told)))


class _Result:
    """A result that was printed, and what of its details was read by now."""

    def __init__(self, found: re.Match[str]) -> None:
        self.depth = len(found[1]) // INDENT
        self.margin = f"{found[1]}  "
        self.failed = found[2] is not None
        excused = EXCUSED.match(found[3])
        self.is_excused = excused is not None
        self.name = ESCAPED.sub(r"\1", excused[1] if excused else found[3])
        self.details: dict[str, str] = {}
        self.is_open = False


def _path(place: str) -> str:
    if not place.startswith("file:"):
        return place
    try:
        return path_from_uri(place)
    except DomainError:
        return place
