"""A text in UTF-16 code units: what grammars are given, so that their offsets are columns.

An offset counts units from the start of the text. Lines and positions are those of
``hanzo_reference.ids``.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, NamedTuple

TERMINATOR = re.compile(r"\r\n|\r|\n")
# A line of a minified file says nothing and may be long.
SNIPPET_CHARACTERS = 200


class Span(NamedTuple):
    """From one offset up to and without another."""

    start: int
    end: int

    def covers(self, other: Span) -> bool:
        """Whether the other span lies in this one."""
        return self.start <= other.start and other.end <= self.end


@dataclass(frozen=True)
class _Line:
    start: int
    end: int


class Source:
    """A text, its units, and the places in it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.units = text.encode("utf-16-le")
        self._lines = _lines(text)
        self._starts = [line.start for line in self._lines]

    @property
    def length(self) -> int:
        """How many units the text has."""
        return len(self.units) // 2

    def part(self, span: Span) -> str:
        """The text of a span."""
        return self.units[2 * span.start : 2 * span.end].decode("utf-16-le", "replace")

    def position(self, offset: int) -> dict[str, int]:
        """Line and column of an offset; one inside of a terminator is the end of the line."""
        number = bisect_right(self._starts, offset) - 1
        line = self._lines[number]
        return {"line": number, "col": min(offset, line.end) - line.start}

    def range(self, span: Span) -> dict[str, Any]:
        """The range of a span."""
        return {"start": self.position(span.start), "end": self.position(span.end)}

    def offset(self, line: int, col: int) -> int | None:
        """The offset of a position, None for a line that the text does not have.

        Columns past the end mean the end, one inside of a character its start.
        Spec: CODE-4, CODE-5.
        """
        if line >= len(self._lines):
            return None
        place = self._lines[line]
        offset = min(place.start + col, place.end)
        inside = self.units[2 * offset + 1 : 2 * offset + 2]
        # The second half of a pair: DC00 to DFFF.
        if offset < place.end and inside and 0xDC <= inside[0] <= 0xDF:
            return offset - 1
        return offset

    def line_span(self, number: int) -> Span:
        """Where a line stands, without its terminator."""
        line = self._lines[number]
        return Span(line.start, line.end)

    def snippet(self, offset: int) -> str:
        """The beginning of the line in which an offset lies. Spec: CODE-7."""
        line = self._lines[bisect_right(self._starts, offset) - 1]
        # A character has two units at most.
        end = min(line.end, line.start + 2 * SNIPPET_CHARACTERS)
        return self.part(Span(line.start, end))[:SNIPPET_CHARACTERS]


def shortened(text: str) -> str:
    """A text on one line, each run of white space a blank, cut like a snippet."""
    return " ".join(re.split(r"[ \t\r\n\f\v]+", text)).strip(" ")[:SNIPPET_CHARACTERS]


def _lines(text: str) -> list[_Line]:
    pieces: list[int] = []
    end = 0
    for found in TERMINATOR.finditer(text):
        pieces += [_units(text[end : found.start()]), found.end() - found.start()]
        end = found.end()
    pieces.append(_units(text[end:]))
    edges = [0, *accumulate(pieces)]
    return [_Line(edges[index], edges[index + 1]) for index in range(0, len(pieces), 2)]


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2
