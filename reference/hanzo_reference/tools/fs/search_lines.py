"""Finding a pattern in the bytes of one file, and saying where: line, columns, and the line's text.

The bytes are searched as a whole, which is what makes it fast, and only around a match are lines
looked at. Whether they are text at all is asked once something is found.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from hanzo_reference.tools.fs.engine import automaton
from hanzo_reference.tools.fs.regex_syntax import Node

# UTF-16 units of a line that are given back, and how many of them stand before the match.
LONGEST_TEXT = 500
BEFORE_MATCH = 100

# From bytes and an index to start and end of the first match from there on.
Finder = Callable[[bytes, int], "tuple[int, int] | None"]


@dataclass(frozen=True, slots=True)
class Match:
    """One match: 0-based line, columns in UTF-16 units, and the text from ``text_col`` on."""

    line: int
    start_col: int
    end_col: int
    text: str
    text_col: int


def literal_finder(text: str) -> Finder:
    """Finds a text as it stands."""
    needle = text.encode()
    width = len(needle)

    def find(content: bytes, start: int) -> tuple[int, int] | None:
        found = content.find(needle, start)
        return None if found < 0 else (found, found + width)

    return find


def tree_finder(tree: Node) -> Finder:
    """Finds what a regular expression matches, in time that is linear in the text."""
    compiled = automaton(tree)

    def find(content: bytes, start: int) -> tuple[int, int] | None:
        found = compiled.search(content, start)
        return None if found is None else found.span()

    return find


def matches(content: bytes, find: Finder) -> Iterator[Match]:
    """Every match in a file, in order; none in what is no text.

    Spec: FS-124, FS-136 to FS-141.
    """
    # LSP 3.17 has three line ends. No pattern matches any, so one is as good as the other.
    lines = content.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in content else content
    spans = _spans(lines, find)
    first = next(spans, None)
    if first is not None and _is_text(content):
        yield from _located(lines, first, spans)


def _is_text(content: bytes) -> bool:
    if 0 in content:
        return False
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True


def _spans(lines: bytes, find: Finder) -> Iterator[tuple[int, int]]:
    """Start and end of each match, the next one looked for where the last one ended."""
    at, last_end = 0, -1
    # What follows the last line end is no line when it is empty.
    end = len(lines) - lines.endswith(b"\n")
    while at <= end and lines:
        found = find(lines, at)
        if found is None or found[0] > end:
            return
        start, at = found
        if start == at:
            # An empty match that touches the last one adds nothing to it.
            touches = start == last_end
            at += 1
            # On to the next character: the bytes within one begin with the bits 10.
            while at < end and lines[at] & 0xC0 == 0x80:
                at += 1
            if touches:
                continue
        last_end = found[1]
        yield found


def _located(
    lines: bytes, span: tuple[int, int], spans: Iterator[tuple[int, int]]
) -> Iterator[Match]:
    number = counted = 0
    line_end = -1
    line = Line(b"")
    found: tuple[int, int] | None = span
    while found is not None:
        start, end = found
        if start > line_end:
            number += lines.count(b"\n", counted, start)
            counted = start
            line_start = lines.rfind(b"\n", 0, start) + 1
            line_end = lines.find(b"\n", start)
            line_end = len(lines) if line_end < 0 else line_end
            line = Line(lines[line_start:line_end])
        start_col, end_col = line.column(start - line_start), line.column(end - line_start)
        yield Match(number, start_col, end_col, *line.excerpt(start_col))
        found = next(spans, None)


class Line:
    """The bytes of one line; columns are asked for from left to right."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._ascii = content.isascii()
        self._at = self._col = 0

    def column(self, index: int) -> int:
        """The column, in UTF-16 units, of an index that is not before the last one."""
        if self._ascii:
            return index
        self._col += len(_units(self._content[self._at : index])) // 2
        self._at = index
        return self._col

    @functools.cached_property
    def _units(self) -> bytes:
        return _units(self._content)

    def excerpt(self, col: int) -> tuple[str, int]:
        """The line's text, or of a long one what is around a column, and where that starts.

        Spec: FS-140.
        """
        if len(self._content) <= LONGEST_TEXT:
            return self._content.decode(), 0
        units = self._units
        length = len(units) // 2
        start = max(0, min(col - BEFORE_MATCH, length - LONGEST_TEXT))
        end = min(start + LONGEST_TEXT, length)
        # Half a character is none.
        start += _is_second_half(units, start)
        end -= _is_second_half(units, end)
        return units[2 * start : 2 * end].decode("utf-16-le"), start


def _units(content: bytes) -> bytes:
    return content.decode().encode("utf-16-le")


def _is_second_half(units: bytes, index: int) -> bool:
    return 2 * index < len(units) and 0xDC <= units[2 * index + 1] <= 0xDF
