"""Annotations of GitHub Actions: workflow commands, a line for each cause, at the manifest.

GitHub shows ten errors and ten warnings of a step; there are never more, so that the last of them
can say how many there would be.
"""

from __future__ import annotations

from hanzo_conformance.story.causes import Cause
from hanzo_conformance.story.overview import Overview, Severity, counts_text
from hanzo_conformance.story.story import tell
from hanzo_conformance.terminal.text import clipped
from hanzo_conformance.verdicts.record import ResultEntry, RunRecord

SHOWN = 10
COMMANDS: dict[Severity, str] = {"error": "error", "warning": "warning", "note": "notice"}


def render(record: RunRecord) -> bytes:
    """The record as workflow commands, nothing for a run without anything to annotate."""
    overview = Overview(record)
    troubles = [
        _command("error" if trouble.grave else "note", trouble.what, trouble.texts)
        for trouble in overview.troubles()
    ]
    by_severity: dict[Severity, list[Cause[ResultEntry]]] = {
        "error": [], "warning": [], "note": []
    }  # fmt: skip
    for severity, cause in _interleaved(overview):
        by_severity[severity].append(cause)
    lines = troubles[:SHOWN]
    for severity, found in by_severity.items():
        room = SHOWN - sum(line.startswith(f"::{COMMANDS[severity]} ") for line in lines)
        told = found if len(found) <= room else found[: max(0, room - 1)]
        lines += [_annotation(severity, cause, overview) for cause in told]
        if len(told) < len(found) and room > 0:
            left = sum(len(cause.found) for cause in found[len(told) :])
            text = f"{left} further divergences; in all {counts_text(overview.whole)}"
            lines.append(_command(severity, f"{overview.word}, and more", (text,)))
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")


def _interleaved(overview: Overview) -> list[tuple[Severity, Cause[ResultEntry]]]:
    """Causes with the implementations taking turns, so that each of them shows."""
    found: dict[tuple[str, Severity], list[ResultEntry]] = {}
    for result in overview.divergences():
        found.setdefault((result.implementation, overview.severity(result)), []).append(result)
    placed = [
        (turn, severity, cause)
        for (_, severity), results in found.items()
        for turn, cause in enumerate(overview.causes(results))
    ]
    return [(severity, cause) for _, severity, cause in sorted(placed, key=lambda item: item[0])]


def _annotation(severity: Severity, cause: Cause[ResultEntry], overview: Overview) -> str:
    result, *others = cause.found
    story = tell(result, overview.vectors[result.vector], overview.requirements)
    many = f" and {len(others)} more like it" if others else ""
    title = f"{story.implementation}: {story.verdict.value}: {story.vector}{many}"
    # What the user's repository has of all this is the manifest.
    manifest = overview.manifests.get(result.implementation)
    place = {} if manifest is None else {"file": manifest, "line": "1"}
    return _command(severity, title, tuple(story.lines()), place)


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
