"""Requirements as ``spec.md`` states them, read into data.

A requirement is a third-level heading ``### PREFIX-N (MUST)``, followed by one paragraph with its
sentence, and labelled paragraphs: ``Source:`` (required), ``Why:``, ``Deviation:`` and
``Excluded:`` (the reason why no vector can show it).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

# From weakest to strongest.
LEVELS = ("may", "should", "must")
HEADING = re.compile(r"^### ([A-Z]+-[0-9]+) \((MUST|SHOULD|MAY)\)$", re.ASCII)
LABELS = ("Source", "Why", "Deviation", "Excluded")


class SpecError(Exception):
    """A ``spec.md`` that cannot be read as requirements; the message names the line."""


@dataclass(frozen=True)
class Requirement:
    """One numbered rule; ``sentence`` is what a report quotes when a vector of it fails."""

    id: str
    level: str
    sentence: str
    source: str
    why: str | None
    deviation: str | None
    excluded: str | None


def read(text: str, prefix: str) -> dict[str, Requirement]:
    """Every requirement of a specification text, in its order, by id; raises ``SpecError``."""
    found: dict[str, Requirement] = {}
    for number, heading, paragraphs in _sections(text):
        match = HEADING.match(heading)
        if match is None:
            raise SpecError(f"line {number}: expected '### {prefix}-N (MUST)', got {heading!r}")
        requirement = _requirement(number, match[1], match[2].lower(), paragraphs)
        if not requirement.id.startswith(f"{prefix}-"):
            raise SpecError(f"line {number}: {requirement.id} does not begin with {prefix}-")
        if requirement.id in found:
            raise SpecError(f"line {number}: {requirement.id} stands twice")
        found[requirement.id] = requirement
    return found


def _sections(text: str) -> Iterator[tuple[int, str, list[str]]]:
    """Each third-level section below ``## Requirements``: its line, heading and paragraphs."""
    inside = False
    heading: tuple[int, str] | None = None
    lines: list[str] = []
    for number, line in enumerate([*text.split("\n"), "## end"], start=1):
        if line.startswith(("## ", "### ")):
            if heading is not None:
                yield (*heading, _paragraphs(lines))
            lines = []
            heading = (number, line) if inside and line.startswith("### ") else None
            if line.startswith("## "):
                inside, heading = line == "## Requirements", None
        else:
            lines.append(line)


def _paragraphs(lines: list[str]) -> list[str]:
    blocks = "\n".join(lines).split("\n\n")
    return [" ".join(block.split()) for block in blocks if block.strip()]


def _requirement(number: int, name: str, level: str, paragraphs: list[str]) -> Requirement:
    if not paragraphs:
        raise SpecError(f"line {number}: {name} has no sentence")
    labelled: dict[str, str] = {}
    for paragraph in paragraphs[1:]:
        label, _, body = paragraph.partition(": ")
        if label not in LABELS or label in labelled:
            raise SpecError(
                f"line {number}: a paragraph of {name} begins with none of {', '.join(LABELS)}, "
                f"or with one for the second time: {paragraph[:40]!r}"
            )
        labelled[label] = body
    if "Source" not in labelled:
        raise SpecError(f"line {number}: {name} names no Source")
    return Requirement(
        id=name,
        level=level,
        sentence=paragraphs[0],
        source=labelled["Source"],
        why=labelled.get("Why"),
        deviation=labelled.get("Deviation"),
        excluded=labelled.get("Excluded"),
    )
