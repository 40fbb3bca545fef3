"""JUnit XML: a suite for each implementation, a case for each vector.

Divergences are failures, trouble of the process errors, and what says nothing is skipped; a known
divergence is skipped with its reason, since JUnit has no better word.
"""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

from hanzo_conformance.sinks.record import replay_line, write_whole
from hanzo_conformance.sinks.text import printable, value
from hanzo_conformance.values.events import Event, Judged, RunStarted
from hanzo_conformance.values.record import Result
from hanzo_conformance.values.vector import Vector
from hanzo_conformance.values.verdict import MEANING, Verdict

# What XML 1.0 §2.2 does not allow even as a reference.
FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

ELEMENT = {
    Verdict.FAILED: "failure",
    Verdict.FIXED: "failure",
    Verdict.ERRORED: "error",
    Verdict.CRASHED: "error",
    Verdict.TIMED_OUT: "error",
    Verdict.GARBLED: "error",
    Verdict.UNSUPPORTED: "skipped",
    Verdict.KNOWN: "skipped",
    Verdict.NOT_RUN: "skipped",
}


class JunitSink:
    """Collects results and writes the file at the end."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._results: dict[str, list[Result]] = {}
        self._vectors: dict[str, Vector] = {}

    def handle(self, event: Event) -> None:
        """Take one event."""
        if isinstance(event, RunStarted):
            self._vectors = event.vectors
            self._results = {item.name: [] for item in event.implementations}
        elif isinstance(event, Judged):
            for result in event.results:
                self._results[result.implementation].append(result)

    def close(self) -> None:
        """Write the file."""
        root = ElementTree.Element("testsuites", name="hanzo-conformance")
        order = {vector: index for index, vector in enumerate(self._vectors)}
        for name, results in self._results.items():
            results.sort(key=lambda result: order[result.vector])
            root.append(self._suite(name, results))
        ElementTree.indent(root)
        write_whole(
            self._path, ElementTree.tostring(root, encoding="utf-8", xml_declaration=True) + b"\n"
        )

    def _suite(self, name: str, results: list[Result]) -> ElementTree.Element:
        kinds = [ELEMENT.get(result.verdict) for result in results]
        suite = ElementTree.Element(
            "testsuite",
            name=name,
            tests=str(len(results)),
            failures=str(kinds.count("failure")),
            errors=str(kinds.count("error")),
            skipped=str(kinds.count("skipped")),
            time=f"{sum(result.ms for result in results) / 1000:.3f}",
        )
        for result in results:
            suite.append(self._case(result))
        return suite

    def _case(self, result: Result) -> ElementTree.Element:
        vector = self._vectors[result.vector]
        case = ElementTree.Element(
            "testcase",
            classname=f"{result.implementation}.{vector.domain}",
            name=result.vector,
            time=f"{result.ms / 1000:.6f}",
        )
        kind = ELEMENT.get(result.verdict)
        if kind is not None:
            what = ElementTree.SubElement(
                case, kind, type=result.verdict.value, message=_clean(_message(result))
            )
            what.text = _clean(_body(result, vector))
        return case


def _message(result: Result) -> str:
    said = result.reason or (result.failure.detail if result.failure else None)
    return f"{result.verdict.value}: {said or MEANING[result.verdict]}"


def _body(result: Result, vector: Vector) -> str:
    lines = [vector.description, f"requirements: {', '.join(vector.requirements)}"]
    failure = result.failure
    if failure is not None:
        if failure.pointer is not None:
            lines += [
                f"at {failure.pointer or '(the whole answer)'}",
                f"expected {value(failure.expected)}",
                f"actual   {value(failure.actual)}",
            ]
        if failure.stderr:
            lines += ["stderr:", printable(failure.stderr)]
        lines.append(replay_line(result))
    return "\n".join(lines)


def _clean(text: str) -> str:
    return FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text)
