"""What people read while a campaign goes on, and of each finding."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import TextIO

import msgspec

from hanzo_conformance.story.finding import REFERENCE, Finding
from hanzo_conformance.story.story import Story, shortened, tell, text_of
from hanzo_conformance.terminal.console import Part, Styled, say
from hanzo_conformance.terminal.progress import Progress, terminal_width
from hanzo_conformance.terminal.text import printable
from hanzo_conformance.values.wording import counted
from hanzo_conformance.verdicts.record import ResultEntry, VectorEntry
from hanzo_conformance.verdicts.verdict import Verdict
from hanzo_vectors.vector import RequirementEntry

REDRAW_S = 0.2
RETELL_S = 60.0
INPUT_SHOWN = 1000
REQUIREMENTS_SHOWN = 3


class FindingsSink:
    """Prints a campaign; ``bar`` on a terminal, where a line can be drawn again."""

    def __init__(
        self,
        requirements: Mapping[str, RequirementEntry],
        out: TextIO,
        *,
        bar: bool,
    ) -> None:
        self._requirements = requirements
        self._out = out
        self._bar = bar
        self._progress = Progress(out, terminal_width if bar else None)
        self._drawn = 0.0 if bar else time.monotonic()

    def begun(self, domains: Sequence[str], names: Sequence[str]) -> None:
        """Say what is asked of whom."""
        many = counted(len(domains), "domain")
        self._line(f"{many} against {', '.join(names)}: {', '.join(domains)}")

    def progress(self, asked: int, seconds: float, findings: int) -> None:
        """Redraw the line of progress, or write one now and then where lines stay."""
        if time.monotonic() - self._drawn > (REDRAW_S if self._bar else RETELL_S):
            self._drawn = time.monotonic()
            rate = asked / seconds if seconds > 0 else 0.0
            many = counted(findings, "finding")
            text = f"{counted(asked, 'input')}, {rate:,.0f}/s, {many}"
            if self._bar:
                self._progress.draw([text, f"{counted(asked, 'input')}, {many}"])
            else:
                say(text, out=self._out)
                self._out.flush()

    def found(self, finding: Finding, state: str) -> None:
        """Tell a finding in full when it is new."""
        self._line()
        word = {"new": "NEW", "again": "STILL", "back": "BACK"}[state]
        first, *rest = finding_lines(finding, self._requirements)
        self._line(Styled(f"{word} {first}", "red", bold=True))
        for line in rest:
            self._line(line)

    def fixed(self, finding: Finding) -> None:
        """A kept finding that is none any more."""
        self._line(Styled(f"FIXED {finding.id}", "green"))

    def note(self, text: str) -> None:
        """Anything else."""
        self._line(f"note: {printable(text)}")

    def close(self) -> None:
        """Leave the terminal as it was found."""
        self._progress.clear()

    def _line(self, *parts: Part) -> None:
        self._progress.clear()
        say(*parts, out=self._out)


def finding_lines(finding: Finding, requirements: Mapping[str, RequirementEntry]) -> list[str]:
    """The lines that tell one finding; the first is its id."""
    kind = finding.signature
    lines = [finding.id, f"  {kind.implementation} {kind.verdict.value} on {kind.operation}"]
    if not finding.alone:
        lines.append("  seen in company only: asked alone, it does not do it again")
    lines += [f"  {line}" for line in _story(finding).lines()]
    if finding.pointer is None and finding.reference is not None:
        lines.append(f"  expected  {shortened(text_of(finding.reference), INPUT_SHOWN)}")
    lines += _others(finding)
    for name in finding.requirements[:REQUIREMENTS_SHOWN]:
        known = requirements.get(name)
        if known is not None:
            lines.append(f"  likely    {name} ({known.level}): {printable(known.sentence)}")
    if finding.nearest:
        lines.append(f"  like      {', '.join(finding.nearest)}")
    return lines


def _story(finding: Finding) -> Story:
    """What it has in common with every divergence; which rule it breaks is a guess."""
    kind = finding.signature
    told = ResultEntry(
        kind.implementation,
        finding.id,
        kind.verdict,
        0.0,
        input=finding.input,
        detail=finding.detail or msgspec.UNSET,
        pointer=msgspec.UNSET if finding.pointer is None else finding.pointer,
        expected=finding.expected,
        actual=finding.actual,
        stderr=finding.stderr or msgspec.UNSET,
        alone=finding.alone,
    )
    asked = VectorEntry(
        id=finding.id,
        domain=finding.domain,
        description="",
        requirements=(),
        level="must",
        operation=kind.operation,
    )
    return tell(told, asked, {})


def _others(finding: Finding) -> list[str]:
    if finding.signature.implementation == REFERENCE or not finding.others:
        return []
    told = ", ".join(f"{name} {verdict.value}" for name, verdict in finding.others.items())
    alike = all(verdict is not Verdict.PASSED for verdict in finding.others.values())
    hint = "; is the reference right?" if alike else ""
    return [f"  others    {told}{hint}"]
