"""What a result of a record has to tell, as plain text for any report."""

from __future__ import annotations

import msgspec

from hanzo_conformance.pure.overview import Overview
from hanzo_conformance.sinks.text import around, clipped, value
from hanzo_conformance.values.record import ResultEntry
from hanzo_conformance.values.verdict import MEANING, Verdict

INPUT_SHOWN = 400
STDERR_LINES = 12
LINE = 1000


def brief(entry: ResultEntry, room: int = 60) -> str:
    """One line: where the answer differs, or what happened otherwise."""
    if entry.verdict is Verdict.FIXED:
        return "it passes, and the baseline expects a divergence; take the entry out"
    parts: list[str] = []
    if isinstance(entry.detail, str):
        parts.append(clipped(entry.detail, 300))
    if isinstance(entry.pointer, str):
        left, right, _ = difference(entry, room)
        parts.append(f"at {place(entry)}: expected {left}, got {right}")
    return "; ".join(parts) or MEANING[entry.verdict]


def full(entry: ResultEntry, overview: Overview) -> list[str]:
    """All that there is to tell, a line each; no line begins with what a stranger wrote."""
    vector = overview.vectors[entry.vector]
    lines = [clipped(vector.description, 500)] if vector.description else []
    for name in vector.requirements:
        found = overview.requirements.get(name)
        told = f" ({found.level}): {found.sentence}" if found else ""
        lines.append(clipped(f"{name}{told}", 1000))
    if isinstance(entry.reason, str):
        lines.append(f"baseline  {clipped(entry.reason, 500)}")
    lines += (
        [] if entry.input is msgspec.UNSET else [f"input     {value(entry.input, INPUT_SHOWN)}"]
    )
    if isinstance(entry.detail, str):
        lines += [f"what      {line}" for line in block(entry.detail, STDERR_LINES)]
    elif entry.pointer is msgspec.UNSET:
        lines.append(f"what      {brief(entry)}")
    if isinstance(entry.pointer, str):
        left, right, column = difference(entry)
        lines += [
            f"at        {place(entry)}",
            f"expected  {left}",
            f"actual    {right}",
            f"          {' ' * column}^",
        ]
    if isinstance(entry.stderr, str) and entry.stderr.strip():
        lines += [f"stderr    {line}" for line in block(entry.stderr, STDERR_LINES)]
    if isinstance(entry.replay, str):
        lines.append(f"replay    {clipped(entry.replay, 500)}")
    return lines


def block(text: str, count: int) -> list[str]:
    """The last lines of a text, each of a bounded length."""
    return [clipped(line, LINE) for line in text.rstrip().split("\n")[-count:]]


def place(entry: ResultEntry) -> str:
    """Where the first difference is."""
    return clipped(entry.pointer or "", 300) or "(the whole answer)"


def difference(entry: ResultEntry, room: int = 72) -> tuple[str, str, int]:
    """Expected and actual around their first difference, and its column in both."""
    return around(value(entry.expected, 100_000), value(entry.actual, 100_000), room)
