"""Annotations of GitHub Actions: workflow commands, a line each, at the vectors' places.

GitHub shows ten errors and ten warnings of a step; there are never more, so that the last of them
can say how many there would be.
"""

from __future__ import annotations

import msgspec

from hanzo_conformance.pure.overview import Overview, Severity, counts_text
from hanzo_conformance.sinks.entry_text import full
from hanzo_conformance.sinks.text import clipped
from hanzo_conformance.values.record import ResultEntry, RunRecord

SHOWN = 10
COMMANDS: dict[Severity, str] = {"error": "error", "warning": "warning", "note": "notice"}
FOLDER = "test-vectors"


def render(record: RunRecord) -> bytes:
    """The record as workflow commands, nothing for a run without anything to annotate."""
    overview = Overview(record)
    troubles = [
        _command("error" if trouble.grave else "note", trouble.what, trouble.texts)
        for trouble in overview.troubles()
    ]
    by_severity: dict[Severity, list[ResultEntry]] = {"error": [], "warning": [], "note": []}
    for result in _interleaved(overview):
        by_severity[overview.severity(result)].append(result)
    lines = troubles[:SHOWN]
    for severity, found in by_severity.items():
        room = SHOWN - sum(line.startswith(f"::{COMMANDS[severity]} ") for line in lines)
        told = found if len(found) <= room else found[: max(0, room - 1)]
        lines += [_annotation(severity, result, overview) for result in told]
        if len(told) < len(found) and room > 0:
            rest = counts_text(overview.whole)
            text = f"{len(found) - len(told)} further divergences; in all {rest}"
            lines.append(_command(severity, f"{overview.word}, and more", (text,)))
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")


def _interleaved(overview: Overview) -> list[ResultEntry]:
    """Divergences with the implementations taking turns, so that each of them shows."""
    turns: dict[str, int] = {}
    placed: list[tuple[int, int, ResultEntry]] = []
    for number, result in enumerate(overview.divergences()):
        turn = turns[result.implementation] = turns.get(result.implementation, 0) + 1
        placed.append((turn, number, result))
    return [result for _, _, result in sorted(placed, key=lambda item: item[:2])]


def _annotation(severity: Severity, result: ResultEntry, overview: Overview) -> str:
    vector = overview.vectors[result.vector]
    stem = vector.id.partition("/")[0]
    line = 1 if vector.line is msgspec.UNSET else vector.line
    title = f"{result.implementation}: {result.verdict.value}: {result.vector}"
    place = {"file": f"{FOLDER}/{stem}.json", "line": str(line)}
    return _command(severity, title, tuple(full(result, overview)), place)


def _command(
    severity: Severity, title: str, texts: tuple[str, ...], place: dict[str, str] | None = None
) -> str:
    stated = {**(place or {}), "title": clipped(title, 200)}
    text = "\n".join(clipped(line, 1000) for line in texts[:40])
    properties = ",".join(f"{key}={_property(item)}" for key, item in stated.items())
    return f"::{COMMANDS[severity]} {properties}::{_data(text)}"


def _data(text: str) -> str:
    """Text as the value of a command; a percent sign first, or it would be escaped twice."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
