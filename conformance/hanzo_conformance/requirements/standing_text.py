"""Requirements, told to people and to programs."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import Any

from hanzo_conformance.requirements.standing import RequirementStanding
from hanzo_conformance.values.wording import counted

WIDTH = 100
INDENT = " " * 12


def standing_lines(standing: RequirementStanding) -> list[str]:
    """The lines that tell one requirement; the first has id, level and state."""
    entry = standing.entry
    lines = [f"{entry.id} ({entry.level}) {standing.state}", f"  {entry.sentence}"]
    lines.append(f"  source    {entry.source}")
    if entry.excluded is not None:
        lines.append(f"  excluded  {entry.excluded}")
    if standing.vectors:
        lines.append(f"  vectors   {len(standing.vectors)}, {len(standing.anchored)} anchored")
        names = ", ".join(standing.vectors)
        lines += wrap(
            names, WIDTH, initial_indent=INDENT, subsequent_indent=INDENT,
            break_long_words=False, break_on_hyphens=False,
        )  # fmt: skip
    return lines


def standing_value(standing: RequirementStanding) -> dict[str, Any]:
    """The same as a JSON value."""
    entry = standing.entry
    told: dict[str, Any] = {
        "id": entry.id,
        "domain": standing.domain,
        "level": entry.level,
        "sentence": entry.sentence,
        "source": entry.source,
        "state": standing.state,
        "review": standing.review,
        "vectors": list(standing.vectors),
        "anchored": list(standing.anchored),
        "problems": standing.problems(),
    }
    return told if entry.excluded is None else {**told, "reason": entry.excluded}


def closing_line(standings: Sequence[RequirementStanding]) -> str:
    """How many requirements there are in which state."""
    counts = {
        state: sum(standing.state == state for standing in standings)
        for state in ("covered", "uncovered", "excluded")
    }
    told = ", ".join(f"{count} {state}" for state, count in counts.items() if count)
    return f"{counted(len(standings), 'requirement')}: {told}" if standings else "no requirements"
