"""One divergence, told to a person: what was asked for, what came, how to see it again."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence

from hanzo_conformance.sinks.record import asked_of, replay_line
from hanzo_conformance.sinks.text import around, printable, value
from hanzo_conformance.values.record import Failure, Result
from hanzo_conformance.values.vector import RequirementEntry, Vector
from hanzo_conformance.values.verdict import MEANING

INPUT_SHOWN = 300
STDERR_LINES = 8


def failure_lines(
    result: Result, vector: Vector, requirements: Mapping[str, RequirementEntry]
) -> list[str]:
    """The lines that tell one divergence; the first names verdict, implementation and vector."""
    lines = [f"{result.verdict.value.upper()} {result.implementation} {result.vector}"]
    lines.append(f"  {printable(vector.description)}")
    for name in vector.requirements:
        found = requirements.get(name)
        if found is not None:
            lines.append(f"  {name} ({found.level}): {found.sentence}")
    asked = value(json.loads(asked_of(vector, result.failure)), INPUT_SHOWN)
    lines.append(f"  input     {asked}")
    failure = result.failure
    if failure is None:
        lines.append(f"  {MEANING[result.verdict]}")
    else:
        lines += _what_came(failure)
    lines.append(f"  replay    {replay_line(result)}")
    return lines


def _what_came(failure: Failure) -> list[str]:
    lines: list[str] = []
    if failure.detail is not None:
        lines += [f"  {line}" for line in printable(failure.detail).split("\n")]
    if failure.pointer is not None:
        left, right, column = around(
            value(failure.expected, 100_000), value(failure.actual, 100_000)
        )
        lines += [
            f"  at        {failure.pointer or '(the whole answer)'}",
            f"  expected  {left}",
            f"  actual    {right}",
            f"            {' ' * column}^",
        ]
    if failure.stderr.strip():
        tail = printable(failure.stderr).rstrip().split("\n")[-STDERR_LINES:]
        lines += ["  stderr", *(f"    {line}" for line in tail)]
    return lines


def grouped(results: Sequence[Result], shown: int, more: str) -> tuple[Sequence[Result], list[str]]:
    """The results to tell in full, and a line for the others of each verdict.

    ``more`` says how they are told too.
    """
    told, rest = results[:shown], results[shown:]
    counts = Counter(result.verdict for result in rest)
    lines = [
        f"… and {count} more {verdict.value} ({rest[0].implementation}); {more}"
        for verdict, count in counts.items()
    ]
    return told, lines
