"""JUnit XML: a suite for each implementation, a case for each vector.

Divergences are failures, trouble of the process errors, and what says nothing is skipped; a known
divergence, and one of a level that does not count, is skipped with its reason, since JUnit has no
better word. What is wrong with the run itself has cases of its own: no report is green when the
run is not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from xml.etree import ElementTree

from hanzo_conformance.report.retelling import Retelling
from hanzo_conformance.story.overview import Overview, Trouble
from hanzo_conformance.story.story import tell
from hanzo_conformance.terminal.text import clipped
from hanzo_conformance.verdicts.record import ImplementationEntry, ResultEntry, RunRecord
from hanzo_conformance.verdicts.verdict import RED, Verdict

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
    return b"".join(written(record))


def written(record: RunRecord) -> Iterator[bytes]:
    """The same in portions: a run may have a million vectors."""
    overview = Overview(record)
    troubles = overview.troubles()
    yield b"<?xml version='1.0' encoding='utf-8'?>\n<testsuites name=\"hanzo-conformance\">\n"
    of_run = [_trouble_case("run", item) for item in troubles if not item.implementation]
    if of_run:
        yield from _suite({"name": "run", "time": "0.000"}, [], [], of_run)
    for item in record.implementations:
        # Looked through three times, and never held.
        seconds = sum(result.ms for result in overview.of(item.name)) / 1000
        members = {"name": _clean(item.name), "time": f"{seconds:.3f}",
                   "timestamp": record.started[:19]}  # fmt: skip
        kinds = [_kind(result, overview) for result in overview.of(item.name)]
        telling = Retelling()
        cases = (_case(result, overview, telling) for result in overview.of(item.name))
        of_own = [_trouble_case(item.name, found) for found in troubles
                  if found.implementation == item.name]  # fmt: skip
        yield from _suite(members, kinds, chain([_properties(item, record)], cases), of_own)
    yield b"</testsuites>\n"


def _suite(
    members: Mapping[str, str],
    kinds: Sequence[str | None],
    elements: Iterable[ElementTree.Element],
    troubles: Sequence[ElementTree.Element],
) -> Iterator[bytes]:
    """A suite: what it counts, then what it has, one at a time; ``kinds`` are of its vectors."""
    counted = [*kinds, *(child.tag for case in troubles for child in case)]
    suite = ElementTree.Element(
        "testsuite",
        {
            **members,
            "tests": str(len(counted)),
            "failures": str(counted.count("failure")),
            "errors": str(counted.count("error")),
            "skipped": str(counted.count("skipped")),
        },
    )
    yield b"  " + _text(suite).removesuffix(b" />") + b">\n"
    for element in chain(elements, troubles):
        ElementTree.indent(element, level=2)
        yield b"    " + _text(element) + b"\n"
    yield b"  </testsuite>\n"


def _text(element: ElementTree.Element) -> bytes:
    text: str = ElementTree.tostring(element, encoding="unicode")
    return text.encode()


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


def _kind(result: ResultEntry, overview: Overview) -> str | None:
    """The element that says what became of a vector; None for one that passed."""
    if result.verdict in RED and overview.severity(result) != "error":
        return "skipped"
    return ELEMENT.get(result.verdict)


def _case(result: ResultEntry, overview: Overview, telling: Retelling) -> ElementTree.Element:
    vector = overview.vectors[result.vector]
    case = ElementTree.Element(
        "testcase",
        classname=_clean(f"{result.implementation}.{vector.domain}"),
        name=_clean(result.vector),
        time=f"{result.ms / 1000:.6f}",
    )
    kind = _kind(result, overview)
    if kind is None:
        return case
    story = tell(result, vector, overview.requirements)
    message = f"{result.verdict.value}: {story.brief()}"
    if kind != ELEMENT.get(result.verdict):
        message += f" (level {vector.level}: not counted)"
    what = ElementTree.SubElement(case, kind, type=result.verdict.value, message=_clean(message))
    if result.verdict is not Verdict.UNSUPPORTED and telling.in_full():
        what.text = _clean("\n".join(telling.once(story).lines()))
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
