"""The report that pytest writes with ``--junit-xml`` and ``-o junit_family=xunit1``."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from xml.parsers import expat

from hanzo_reference.tools.test.output.tally import Failure, Tally

# test_sample.py:9: in test_bad
PLACE = re.compile(r"(\S.*?):([0-9]+): in ")
FAILED = ("failure", "error")
UNREADABLE = Tally(0, 0, 0, (), complete=False)


def read_report(data: bytes | None, folder: str) -> Tally:
    """What a report says of the tests of a folder; nothing, if it is none or ends too early.

    Spec: TEST-18 to TEST-20.
    """
    if data is None:
        return UNREADABLE
    reading = _Reading(folder)
    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = _refuse
    parser.StartElementHandler = reading.start
    parser.EndElementHandler = reading.end
    parser.CharacterDataHandler = reading.text
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, _Foreign):
        return UNREADABLE
    tally = reading.tally()
    return tally if tally.complete else UNREADABLE


class _Foreign(Exception):  # noqa: N818 - no report of pytest: nothing has gone wrong
    """A document type: pytest writes none, and what it may define is nobody's result."""


def _refuse(*_declared: object) -> None:
    raise _Foreign


class _Reading:
    """One case after the other: what it is, how it went, and what was said of a failure."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._case: Mapping[str, str] | None = None
        self._outcome = "passed"
        self._telling = False
        self._said: list[str] = []
        self._counts = dict.fromkeys(("passed", "failed", "skipped"), 0)
        self._failures: list[Failure] = []
        self._is_report = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self._is_report = self._is_report or name == "testsuite"
        if name == "testcase":
            self._case, self._outcome, self._said = attributes, "passed", []
        elif self._case is not None and name in FAILED:
            self._telling = self._outcome != "failed"
            self._outcome = "failed"
        elif self._case is not None and name == "skipped" and self._outcome == "passed":
            self._outcome = "skipped"

    def text(self, data: str) -> None:
        if self._telling:
            self._said.append(data)

    def end(self, name: str) -> None:
        if name in FAILED:
            self._telling = False
        elif name == "testcase" and self._case is not None:
            self._counts[self._outcome] += 1
            if self._outcome == "failed":
                place = _place(self._case, "".join(self._said), self._folder)
                self._failures.append(Failure(_name(self._case), *place))
            self._case = None

    def tally(self) -> Tally:
        count = self._counts
        return Tally(
            count["passed"], count["failed"], count["skipped"], self._failures, self._is_report
        )


def _name(case: Mapping[str, str]) -> str:
    """The node's id, put together again: pytest writes the path of its file with full stops.

    Spec: TEST-19.
    """
    file, module, name = (case.get(key, "") for key in ("file", "classname", "name"))
    dotted = file.removesuffix(".py").replace("/", ".")
    if not module:
        # What failed is the collection of the file.
        return file if name == dotted else name
    if module != dotted and not module.startswith(f"{dotted}."):
        return f"{module}::{name}"
    groups = module[len(dotted) + 1 :].split(".") if module != dotted else []
    return "::".join((file, *groups, name))


def _place(case: Mapping[str, str], said: str, folder: str) -> tuple[str, int] | tuple[()]:
    """The first line of the traceback in the file of the case, else where the case begins.

    Spec: TEST-20.
    """
    file, line = case.get("file", ""), case.get("line", "")
    own = posixpath.normpath(posixpath.join(folder, file))
    for text in said.split("\n"):
        place = PLACE.match(text)
        if place and posixpath.normpath(posixpath.join(folder, place[1])) == own:
            return file, int(place[2])
    return (file, int(line) + 1) if re.fullmatch("[0-9]{1,9}", line) else ()
