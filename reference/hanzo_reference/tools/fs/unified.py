"""Unified diffs of one file as data: strict reading, hunks of bytes.

Here lives the form. Whether a hunk fits a content is the business of ``patching``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NoReturn

from hanzo_reference.envelope import ToolError
from hanzo_reference.tools.failures import violation

# POSIX diff -u: a count that is left out is 1; GNU and git put text behind the second "@@".
HUNK = re.compile(
    rb"@@ -([0-9]{1,9})(?:,([0-9]{1,9}))? \+([0-9]{1,9})(?:,([0-9]{1,9}))? @@", re.ASCII
)
NO_NEWLINE = b"\\ No newline at end of file"
# What git writes above the file names and what says nothing about content.
SILENT = (b"diff ", b"index ", b"similarity index ", b"dissimilarity index ")
OTHER_FEATURES = {
    b"new file mode ": "create",
    b"deleted file mode ": "delete",
    b"rename ": "rename",
    b"copy ": "copy",
    b"old mode ": "mode",
    b"new mode ": "mode",
    b"GIT binary patch": "binary",
    b"Binary files ": "binary",
}


@dataclass
class Hunk:
    """Lines that stand in a row and those that take their place, terminators included.

    ``old_index`` and ``new_index`` count the lines before them, in the old and the new file.
    """

    old_index: int
    new_index: int
    old: list[bytes] = field(default_factory=list)
    new: list[bytes] = field(default_factory=list)
    changes: bool = False


def parse(patch: str) -> list[Hunk]:
    """The hunks of a unified diff of one file; there is at least one.

    ``INVALID_PARAMS``: malformed. ``UNSUPPORTED`` with ``feature``: it asks for more than to change
    the content of a file.
    Spec: FS-47 to FS-60.
    """
    lines = patch.encode().split(b"\n")
    if lines.pop() != b"":
        malformed(len(lines) + 1, "the last line is cut off")
    reader = _Reader(lines)
    _skip_names(reader)
    hunks: list[Hunk] = []
    while reader.line is not None:
        hunks.append(_hunk(reader, hunks))
    if not hunks:
        malformed(reader.number, "there is no hunk")
    return hunks


def malformed(number: int, reason: str) -> NoReturn:
    """Refuse a patch; ``number`` is that of the line, from 1."""
    raise violation("/patch", "patch", f"line {number} of the patch: {reason}")


def _unsupported(feature: str) -> ToolError:
    return ToolError("UNSUPPORTED", f"a patch cannot do this: {feature}", {"feature": feature})


class _Reader:
    """The lines of a patch, one at a time."""

    def __init__(self, lines: Sequence[bytes]) -> None:
        self._lines = lines
        self._index = 0
        # Whether the last line of a side had no terminator, so that nothing may follow on it.
        self.old_ended = self.new_ended = False

    @property
    def number(self) -> int:
        return self._index + 1

    @property
    def line(self) -> bytes | None:
        return self._lines[self._index] if self._index < len(self._lines) else None

    def step(self) -> None:
        self._index += 1


def _skip_names(reader: _Reader) -> None:
    """Read what stands above the first hunk."""
    while reader.line is not None and not reader.line.startswith(b"--- "):
        for start, feature in OTHER_FEATURES.items():
            if reader.line.startswith(start):
                raise _unsupported(feature)
        if not reader.line.startswith(SILENT):
            malformed(reader.number, "neither a file name nor a hunk")
        reader.step()
    for start, feature in ((b"--- ", "create"), (b"+++ ", "delete")):
        if reader.line is None or not reader.line.startswith(start) or reader.line == start:
            malformed(reader.number, f"expected {start.decode()!r} and a name")
        # A time may follow the name after a tab.
        if reader.line.removeprefix(start).split(b"\t")[0].rstrip(b"\r") == b"/dev/null":
            raise _unsupported(feature)
        reader.step()


def _hunk(reader: _Reader, before: Sequence[Hunk]) -> Hunk:
    line = reader.line or b""
    match = HUNK.match(line)
    if match is None:
        if line.startswith((b"diff ", b"--- ")) and before:
            raise _unsupported("several-files")
        malformed(reader.number, "expected the head of a hunk")
    old_start, old_count, new_start, new_count = (int(part or b"1") for part in match.groups())
    hunk = Hunk(_index(reader, old_start, old_count), _index(reader, new_start, new_count))
    _refuse_disorder(reader, hunk, before)
    reader.step()
    while len(hunk.old) < old_count or len(hunk.new) < new_count:
        _body_line(reader, hunk)
    if len(hunk.old) > old_count or len(hunk.new) > new_count:
        malformed(reader.number - 1, "the hunk has more lines than its head says")
    if not hunk.changes:
        malformed(reader.number, "the hunk changes nothing")
    return hunk


def _index(reader: _Reader, start: int, count: int) -> int:
    """How many lines stand before a hunk: an empty side is numbered by the line before it."""
    if count == 0:
        return start
    if start == 0:
        malformed(reader.number, "lines are counted from 1")
    return start - 1


def _refuse_disorder(reader: _Reader, hunk: Hunk, before: Sequence[Hunk]) -> None:
    old_end = new_end = 0
    if before:
        old_end = before[-1].old_index + len(before[-1].old)
        new_end = before[-1].new_index + len(before[-1].new)
    if hunk.old_index < old_end:
        malformed(reader.number, "the hunk begins before the end of the one above")
    # As many lines lie between two hunks in the new file as in the old one.
    if hunk.new_index - new_end != hunk.old_index - old_end:
        malformed(reader.number, "the line numbers of old and new do not agree")


def _body_line(reader: _Reader, hunk: Hunk) -> None:
    line = reader.line
    if line is None:
        malformed(reader.number, "the hunk has fewer lines than its head says")
    # GNU diffutils, suppress-blank-empty: an empty line of context may have lost its space.
    mark, text = (line[:1], line[1:]) if line else (b" ", b"")
    if mark not in (b" ", b"-", b"+"):
        malformed(reader.number, "a line of a hunk begins with a space, - or +")
    reader.step()
    ended = reader.line == NO_NEWLINE
    if ended:
        if not text:
            malformed(reader.number, "a line of no bytes is no line")
        reader.step()
    content = text if ended else text + b"\n"
    hunk.changes |= mark != b" "
    if mark != b"+":
        if reader.old_ended:
            malformed(reader.number - 1, "a line follows the end of the old file")
        hunk.old.append(content)
        reader.old_ended = ended
    if mark != b"-":
        if reader.new_ended:
            malformed(reader.number - 1, "a line follows the end of the new file")
        hunk.new.append(content)
        reader.new_ended = ended
