"""A checkup as people read it: a line for each observation, and what to change below it."""

from __future__ import annotations

from collections.abc import Sequence

from hanzo_conformance.doctor.checkup import Health, Observation
from hanzo_conformance.terminal.console import Part, Styled
from hanzo_conformance.terminal.text import printable

COLOURS = {Health.OK: "green", Health.NOTE: "yellow", Health.WRONG: "red"}
STDERR_LINES = 8
INDENT = " " * 24


def observation_lines(observation: Observation) -> list[Sequence[Part]]:
    """The lines that tell one observation."""
    mark = Styled(f"{observation.health.value:<6}", COLOURS[observation.health])
    first, *more = printable(observation.seen).split("\n")
    lines: list[Sequence[Part]] = [(mark, f" {printable(observation.about):<16} {first}")]
    lines += [(f"{INDENT}{line}",) for line in more]
    if observation.change is not None and observation.health is not Health.OK:
        word = "change" if observation.health is Health.WRONG else "hint"
        lines.append((f"{INDENT}{word}: {printable(observation.change)}",))
    lines += [(line,) for line in stderr_lines(observation.stderr)]
    return lines


def stderr_lines(stderr: str) -> list[str]:
    """The end of what a process wrote to standard error, marked as such."""
    tail = printable(stderr).rstrip().split("\n")[-STDERR_LINES:] if stderr.strip() else []
    return [f"{INDENT}stderr: {line}" for line in tail]
