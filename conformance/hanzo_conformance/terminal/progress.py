"""The one line of a terminal that is drawn again and again while work goes on."""

from __future__ import annotations

import shutil
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import TextIO

from hanzo_conformance.terminal.console import erase_line, redraw
from hanzo_conformance.terminal.text import visible

# The columns of a terminal that does not say how many it has.
STANDARD_WIDTH = 80
BAR = 24


class Progress:
    """A line that is never wider than the terminal, so that drawing it again leaves no trail.

    ``width`` is asked each time: a window changes its size. Without one nothing is drawn.
    """

    def __init__(self, out: TextIO, width: Callable[[], int] | None) -> None:
        self._out = out
        self._width = width
        self._drawn = False

    def draw(self, forms: Sequence[str]) -> None:
        """Draw the first of some forms that fits, else what fits of the last."""
        if self._width is None:
            return
        # A terminal whose last column is filled may have gone to the next line.
        room = max(1, self._width() - 1)
        safe = [visible(form) for form in forms]
        text = next((form for form in safe if columns(form) <= room), safe[-1])
        redraw(fitting(text, room), self._out)
        self._drawn = True

    def clear(self) -> None:
        """Leave the line empty."""
        if self._drawn:
            erase_line(self._out)
            self._drawn = False


def bar_forms(done: int, total: int, bad: int, rate: float, left: float) -> list[str]:
    """How far a run is, from the form with all to the one with the least."""
    full = BAR * done // max(1, total)
    bar = f"[{'#' * full}{'.' * (BAR - full)}] "
    told = _count(done, total, bad)
    pace, rest = f", {rate:,.0f}/s", f", {left:.0f} s left"
    return [bar + told + pace + rest, told + pace + rest, told + rest, told]


def building_forms(
    building: Mapping[str, tuple[float, str]], done: int, total: int, bad: int
) -> list[str]:
    """What is being built, for how many seconds, with the last line that it wrote.

    Of several builds the one that began last.
    """
    name = list(building)[-1]
    seconds, line = building[name]
    ahead = f"{_count(done, total, bad)}; " if done else ""
    said = f": {line}" if line else ""
    return [f"{ahead}{name}: building, {seconds:.0f} s{said}"]


def _count(done: int, total: int, bad: int) -> str:
    return f"{done}/{total}" + (f", {bad} diverging" if bad else "")


def terminal_width() -> int:
    """How many columns the terminal has now."""
    return shutil.get_terminal_size((STANDARD_WIDTH, 24)).columns


def columns(text: str) -> int:
    """How many columns of a terminal a printable text takes."""
    return len(text) if text.isascii() else sum(map(_columns_of, text))


def fitting(text: str, room: int) -> str:
    """As much of a text as there is room for, with an ellipsis where that is not all."""
    if columns(text) <= room:
        return text
    kept, left = "", room - 1
    for char in text:
        left -= _columns_of(char)
        if left < 0:
            break
        kept += char
    return f"{kept}…"


def _columns_of(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
