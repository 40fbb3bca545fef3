"""What differs between two contents, as a unified diff.

The result does not depend on how it is found: FS-75 says which lines count as kept, whatever
algorithm finds them.
"""

from __future__ import annotations

import io
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

CONTEXT = 3
# How many pairs of lines are compared at most, besides the common start and end.
MOST_PAIRS = 1_000_000


@dataclass
class Change:
    """Old lines ``[old, old_end)`` give way to new lines ``[new, new_end)``."""

    old: int
    old_end: int
    new: int
    new_end: int


def unified(before: bytes, after: bytes, old_name: str, new_name: str) -> bytes:
    """A unified diff with three lines of context; empty when nothing differs.

    Spec: FS-71 to FS-79.
    """
    old, new = io.BytesIO(before).readlines(), io.BytesIO(after).readlines()
    found = changes(old, new)
    if not found:
        return b""
    head = f"--- {old_name}\n+++ {new_name}\n".encode()
    return head + b"".join(piece for group in _groups(found) for piece in _hunk(old, new, group))


def changes(old: Sequence[bytes], new: Sequence[bytes]) -> list[Change]:
    """The changes that lead from old to new lines, in order, each with a line kept between."""
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    old_end, new_end = len(old) - end, len(new) - end
    if (old_end - start) * (new_end - start) > MOST_PAIRS:
        return [Change(start, old_end, start, new_end)]
    found: list[Change] = []
    for step in _steps(old[start:old_end], new[start:new_end]):
        at = Change(start + step[0], start + step[1], start + step[2], start + step[3])
        if found and found[-1].old_end == at.old and found[-1].new_end == at.new:
            found[-1] = Change(found[-1].old, at.old_end, found[-1].new, at.new_end)
        else:
            found.append(at)
    return found


def _steps(old: Sequence[bytes], new: Sequence[bytes]) -> Iterator[tuple[int, int, int, int]]:
    """Removals and additions of single lines, from the first: FS-75."""
    common = _common(old, new)
    i = j = 0
    while i < len(old) or j < len(new):
        if i < len(old) and j < len(new) and old[i] == new[j]:
            i, j = i + 1, j + 1
        elif i < len(old) and common[i + 1][j] == common[i][j]:
            yield i, i + 1, j, j
            i += 1
        else:
            yield i, i, j, j + 1
            j += 1


def _common(old: Sequence[bytes], new: Sequence[bytes]) -> list[array[int]]:
    """At ``[i][j]``, how many lines ``old[i:]`` and ``new[j:]`` have in common, in order."""
    rows = [array("L", bytes(array("L").itemsize * (len(new) + 1)))]
    for line in reversed(old):
        below, row = rows[-1], array("L", rows[-1])
        for j in range(len(new) - 1, -1, -1):
            if line == new[j]:
                row[j] = below[j + 1] + 1
            elif row[j + 1] > row[j]:
                row[j] = row[j + 1]
        rows.append(row)
    return rows[::-1]


def _groups(found: Sequence[Change]) -> Iterator[list[Change]]:
    """Changes whose context would touch or overlap, together."""
    group = [found[0]]
    for change in found[1:]:
        if change.old - group[-1].old_end <= 2 * CONTEXT:
            group.append(change)
        else:
            yield group
            group = [change]
    yield group


def _hunk(old: Sequence[bytes], new: Sequence[bytes], group: Sequence[Change]) -> Iterator[bytes]:
    before = min(CONTEXT, group[0].old)
    after = min(CONTEXT, len(old) - group[-1].old_end)
    old_span = _span(group[0].old - before, group[-1].old_end + after)
    new_span = _span(group[0].new - before, group[-1].new_end + after)
    yield f"@@ -{old_span} +{new_span} @@\n".encode()
    at = group[0].old - before
    for change in group:
        yield from _marked(b" ", old[at : change.old])
        yield from _marked(b"-", old[change.old : change.old_end])
        yield from _marked(b"+", new[change.new : change.new_end])
        at = change.old_end
    yield from _marked(b" ", old[at : at + after])


def _span(start: int, end: int) -> str:
    """Lines as a head of a hunk counts them: from 1, an empty span by the line before it."""
    count = end - start
    if count == 1:
        return str(start + 1)
    return f"{start + 1 if count else start},{count}"


def _marked(mark: bytes, lines: Sequence[bytes]) -> Iterator[bytes]:
    for line in lines:
        yield mark + line
        if not line.endswith(b"\n"):
            yield b"\n\\ No newline at end of file\n"
