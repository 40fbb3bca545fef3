"""JUnit XML: a suite for each implementation, a case for each vector.

Divergences are failures, trouble of the process errors, and what says nothing is skipped; a known
divergence, and one of a level that does not count, is skipped with its reason, since JUnit has no
better word. What is wrong with the run itself has cases of its own: no report is green when the
run is not.
"""

from __future__ import annotations

import re
from xml.etree import ElementTree

from hanzo_conformance.pure.overview import Overview, Trouble
from hanzo_conformance.sinks.story import tell
from hanzo_conformance.sinks.text import clipped
from hanzo_conformance.values.record import ImplementationEntry, ResultEntry, RunRecord
from hanzo_conformance.values.verdict import RED, Verdict

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


def render(record: RunRecord) -> bytes:
    """The record as a JUnit file."""
    overview = Overview(record)
    root = ElementTree.Element("testsuites", name="hanzo-conformance")
    troubles = overview.troubles()
    of_run = [trouble for trouble in troubles if not trouble.implementation]
    if of_run:
        root.append(_suite("run", [_trouble_case("run", trouble) for trouble in of_run], 0.0))
    for item in record.implementations:
        results = list(overview.of(item.name))
        cases = [_case(result, overview) for result in results]
        cases += [_trouble_case(item.name, found) for found in troubles
                  if found.implementation == item.name]  # fmt: skip
        suite = _suite(item.name, cases, sum(result.ms for result in results) / 1000)
        suite.set("timestamp", record.started[:19])
        suite.insert(0, _properties(item, record))
        root.append(suite)
    ElementTree.indent(root)
    document: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return document + b"\n"


def _suite(name: str, cases: list[ElementTree.Element], seconds: float) -> ElementTree.Element:
    kinds = [child.tag for case in cases for child in case]
    suite = ElementTree.Element(
        "testsuite",
        name=_clean(name),
        tests=str(len(cases)),
        failures=str(kinds.count("failure")),
        errors=str(kinds.count("error")),
        skipped=str(kinds.count("skipped")),
        time=f"{seconds:.3f}",
    )
    suite.extend(cases)
    return suite


def _properties(item: ImplementationEntry, record: RunRecord) -> ElementTree.Element:
    properties = ElementTree.Element("properties")
    stated = {
        "version": item.version or "",
        "language": item.language or "",
        "vectors_sha256": record.vectors_sha256,
        "tool": f"{record.tool.name} {record.tool.version}",
    }
    for name, text in stated.items():
        ElementTree.SubElement(properties, "property", name=name, value=_clean(clipped(text, 200)))
    return properties


def _case(result: ResultEntry, overview: Overview) -> ElementTree.Element:
    vector = overview.vectors[result.vector]
    case = ElementTree.Element(
        "testcase",
        classname=_clean(f"{result.implementation}.{vector.domain}"),
        name=_clean(result.vector),
        time=f"{result.ms / 1000:.6f}",
    )
    kind = ELEMENT.get(result.verdict)
    story = tell(result, vector, overview.requirements)
    message = f"{result.verdict.value}: {story.brief()}"
    if result.verdict in RED and overview.severity(result) != "error":
        kind, message = "skipped", f"{message} (level {vector.level}: not counted)"
    if kind is not None:
        what = ElementTree.SubElement(
            case, kind, type=result.verdict.value, message=_clean(message)
        )
        if result.verdict is not Verdict.UNSUPPORTED:
            what.text = _clean("\n".join(story.lines()))
    return case


def _trouble_case(classname: str, trouble: Trouble) -> ElementTree.Element:
    case = ElementTree.Element(
        "testcase", classname=_clean(classname), name=_clean(trouble.point), time="0"
    )
    kind = "error" if trouble.grave else "skipped"
    what = ElementTree.SubElement(
        case, kind, type="run", message=_clean(clipped(trouble.texts[0], 1000))
    )
    what.text = _clean("\n".join(clipped(text, 5000) for text in trouble.texts))
    return case


def _clean(text: str) -> str:
    return FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text)
