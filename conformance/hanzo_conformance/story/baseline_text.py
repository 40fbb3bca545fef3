"""What the entries of a baseline did in a run, a line each, the weightiest first."""

from __future__ import annotations

from collections.abc import Sequence

from hanzo_conformance.terminal.text import clipped
from hanzo_conformance.verdicts.record import EntryUse

REASON, PLACE = 300, 60


def use_lines(uses: Sequence[EntryUse]) -> list[str]:
    """How many vectors each entry touches and how many it alone keeps from passing, and why."""
    told = sorted((use for use in uses if use.touches), key=lambda use: (-use.alone, -use.touches))
    if not told:
        return []
    head = "vectors with known differences, and those of them with no other:"
    return [head, *(_line(use) for use in told)]


def _line(use: EntryUse) -> str:
    places = [use.at] if isinstance(use.at, str) else use.at
    place = clipped(" ".join(places), PLACE) or "(the whole answer)"
    return f"{use.touches:>5} {use.alone:>5}  {place}: {clipped(use.reason, REASON)}"
