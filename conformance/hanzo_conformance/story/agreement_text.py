"""What an implementation let through that security needs refused, told before anything else."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from hanzo_conformance.terminal.text import clipped
from hanzo_conformance.values.wording import counted

MOST, SAID = 40, 200


class LetThrough(msgspec.Struct, frozen=True):
    """One vector that was let through, and whether a baseline knows of it."""

    vector: str
    description: str
    known: bool


def let_through_head(name: str, found: Sequence[LetThrough]) -> str:
    """A line above them."""
    known = sum(one.known for one in found)
    told = f", {known} of them known" if known else ""
    many = counted(len(found), "vector")
    return f"LET THROUGH {name} {many} of what security needs refused{told}"


def let_through_lines(found: Sequence[LetThrough]) -> list[str]:
    """A line each, those first that no baseline knows; bounded, since strangers write vectors."""
    ordered = sorted(found, key=lambda one: one.known)
    lines = [_line(one) for one in ordered[:MOST]]
    rest = len(ordered) - len(lines)
    return [*lines, f"and {rest} more; --report json=PATH has all"] if rest else lines


def _line(one: LetThrough) -> str:
    return f"{clipped(one.vector, SAID)}: {clipped(one.description, SAID)}{' (known)' if one.known else ''}"
