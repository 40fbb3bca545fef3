"""Positions in text: lines, columns in the units of an encoding, and slices between positions.

Text here is a sequence of code points without surrogates. Nothing is normalized or grouped.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from hanzo_reference.spec.declaration import DomainError

Encoding: TypeAlias = Literal["utf-8", "utf-16", "utf-32"]


class Position(NamedTuple):
    """A place between two characters: 0-based line, and column in code units from its start."""

    line: int
    col: int


class Range(NamedTuple):
    """From ``start`` up to and without ``end``."""

    start: Position
    end: Position


def slice_text(text: str, extent: Range, encoding: Encoding = "utf-16") -> str:
    """The part of ``text`` in a range whose columns count units of ``encoding``.

    ``INVALID_PARAMS``: start after end, or a line that the text does not have.
    Spec: IDS-1 to IDS-18.
    """
    # The positions are compared as they were given, so the verdict does not depend on the text.
    if extent.start > extent.end:
        raise DomainError("INVALID_PARAMS", "the range ends before it starts")
    first = index_of(text, extent.start, encoding)
    return text[first : index_of(text, extent.end, encoding)]


def convert_position(text: str, position: Position, source: Encoding, target: Encoding) -> Position:
    """The same place with its column counted in units of another encoding.

    ``INVALID_PARAMS``: a line that the text does not have.
    Spec: IDS-19, IDS-20; IDS-1 to IDS-16 for how the place is found.
    """
    start, _ = _line(text, position.line)
    before = text[start : index_of(text, position, source)]
    return Position(position.line, sum(units(character, target) for character in before))


def index_of(text: str, position: Position, encoding: Encoding) -> int:
    """The index of a position among the code points of ``text``.

    ``INVALID_PARAMS``: a line that the text does not have.
    Spec: IDS-3 to IDS-16.
    """
    index, end = _line(text, position.line)
    left = position.col
    while index < end:
        width = units(text[index], encoding)
        # A column within this character's units means the character's start.
        if left < width:
            return index
        left -= width
        index += 1
    # Columns past the end mean the end, which lies before the line terminator.
    return end


def units(character: str, encoding: Encoding) -> int:
    """How many code units one code point takes in an encoding.

    Spec: IDS-3 to IDS-5.
    """
    point = ord(character)
    if encoding == "utf-32":
        return 1
    if encoding == "utf-16":
        return 1 if point < 0x10000 else 2
    if point < 0x80:
        return 1
    if point < 0x800:
        return 2
    return 3 if point < 0x10000 else 4


def lines(text: str) -> list[tuple[int, int]]:
    """Where each line starts and ends among the code points, terminators left out; never empty.

    LSP 3.17, text documents: the line terminators are LF, CR LF and CR, and no others.
    Spec: IDS-6 to IDS-11.
    """
    found: list[tuple[int, int]] = []
    start = index = 0
    while index < len(text):
        if text[index] not in "\r\n":
            index += 1
            continue
        found.append((start, index))
        index += 2 if text.startswith("\r\n", index) else 1
        start = index
    found.append((start, index))
    return found


def _line(text: str, number: int) -> tuple[int, int]:
    found = lines(text)
    if number >= len(found):
        raise DomainError("INVALID_PARAMS", f"line {number} of a text of {len(found)} lines")
    return found[number]
