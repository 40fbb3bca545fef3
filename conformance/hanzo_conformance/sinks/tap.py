"""TAP 14 (Test Anything Protocol): a point for each vector of each implementation.

Known divergences, and those of a level that does not count, are TODO: expected to fail. What was
not asked or not run is SKIP. What is wrong with the run itself has points of its own at the end.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec

from hanzo_conformance.pure.overview import Overview
from hanzo_conformance.sinks.entry_text import STDERR_LINES, block, brief, place
from hanzo_conformance.sinks.text import clipped, printable, value
from hanzo_conformance.values.record import ResultEntry, RunRecord
from hanzo_conformance.values.verdict import RED, Verdict

# TAP 14 lets a hash sign be escaped, and readers of older versions do not: what begins directives
# stands in nobody's text. A backslash is written twice.
SPECIAL = str.maketrans({"#": "\N{FULLWIDTH NUMBER SIGN}", "\\": "\\\\"})


def render(record: RunRecord) -> bytes:
    """The record as a TAP document."""
    overview = Overview(record)
    troubles = overview.troubles()
    facts = [
        f"{record.tool.name} {record.tool.version}",
        f"vectors {record.vectors_sha256[:12]}",
        f"started {record.started}",
        overview.word,
        *([overview.part] if overview.part else []),
    ]
    count = len(record.results) + len(troubles)
    lines = ["TAP version 14", f"1..{count}", f"# {_plain(', '.join(facts))}"]
    number = 0
    for result in record.results:
        number += 1
        lines += _point(number, result, overview)
    for trouble in troubles:
        number += 1
        skip = "" if trouble.grave else f" # SKIP {_plain(trouble.texts[0])}"
        word = "not ok" if trouble.grave else "ok"
        lines.append(f"{word} {number} - {_plain(trouble.point)}{skip}")
        lines += _diagnostics({"problems": [clipped(text, 2000) for text in trouble.texts]})
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")


def _point(number: int, result: ResultEntry, overview: Overview) -> Iterator[str]:
    said = f"{number} - {_plain(result.implementation)} {_plain(result.vector)}"
    verdict = result.verdict
    if verdict is Verdict.PASSED:
        yield f"ok {said}"
    elif verdict in {Verdict.UNSUPPORTED, Verdict.NOT_RUN}:
        yield f"ok {said} # SKIP {verdict.value}: {_plain(brief(result))}"
    else:
        yield f"not ok {said}{_directive(result, overview)}"
        yield from _diagnostics(_told(result, overview))


def _directive(result: ResultEntry, overview: Overview) -> str:
    if result.verdict is Verdict.KNOWN:
        return f" # TODO known: {_plain(result.reason or '')}"
    if result.verdict in RED and overview.severity(result) != "error":
        return f" # TODO level {overview.vectors[result.vector].level}, not counted"
    return ""


def _told(result: ResultEntry, overview: Overview) -> dict[str, Any]:
    vector = overview.vectors[result.vector]
    told: dict[str, Any] = {
        "verdict": result.verdict.value,
        "message": brief(result),
        "description": clipped(vector.description, 1000),
        "requirements": [printable(name) for name in vector.requirements],
    }
    if result.input is not msgspec.UNSET:
        told["input"] = value(result.input, 1000)
    if isinstance(result.pointer, str):
        told["at"] = place(result)
        # Text, and not YAML values: what is absent would have none, and JSON says more exactly.
        told["expected"], told["actual"] = value(result.expected), value(result.actual)
    if isinstance(result.stderr, str):
        told["stderr"] = "\n".join(block(result.stderr, STDERR_LINES))
    if isinstance(result.replay, str):
        told["replay"] = printable(result.replay)
    return told


def _diagnostics(told: dict[str, Any]) -> Iterator[str]:
    """A YAML block; its values are written as JSON, which YAML 1.2 reads as it is."""
    yield "  ---"
    for key, item in told.items():
        yield f"  {key}: {json.dumps(item, ensure_ascii=False)}"
    yield "  ..."


def _plain(text: str) -> str:
    return clipped(text, 500).translate(SPECIAL)
