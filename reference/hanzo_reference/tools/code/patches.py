"""Unified diffs of texts, as a rule with the same number of lines: renamed words, trimmed lines.

Pure. The form is that of diff -u and git: three lines of context, changes up to six lines apart in
one hunk, removed lines of a run before added ones.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence

CONTEXT = 3
NO_NEWLINE = "\\ No newline at end of file\n"
# What git writes in quotes, because it would break a line of the header.
UNPRINTABLE = re.compile(r'[\x00-\x1f"\\\x7f]')


def unified(path: str, before: str, after: str) -> str:
    """The patch that turns one text into the other; empty when they are equal.

    ``path`` is relative. Lines end at line feeds; a carriage return is content.
    Spec: CODE-44 to CODE-46.
    """
    old, new = _lines(before), _lines(after)
    if len(old) != len(new):
        return _header(path) + _general(old, new)
    changed = [index for index, line in enumerate(old) if line != new[index]]
    hunks = "".join(_hunk(old, new, group) for group in _groups(changed))
    return _header(path) + hunks if hunks else ""


def _header(path: str) -> str:
    return f"--- {_name('a', path)}\n+++ {_name('b', path)}\n"


def _general(old: Sequence[str], new: Sequence[str]) -> str:
    """The hunks of texts of different length, which only language servers give."""
    _, _, *lines = difflib.unified_diff(old, new, n=CONTEXT)
    return "".join(line if line[0] == "@" else _line(line[0], line[1:]) for line in lines)


def _lines(text: str) -> list[str]:
    lines = text.split("\n")
    ended = [f"{line}\n" for line in lines[:-1]]
    return [*ended, lines[-1]] if lines[-1] else ended


def _groups(changed: Sequence[int]) -> Iterator[list[int]]:
    group: list[int] = []
    for index in changed:
        if group and index - group[-1] > 2 * CONTEXT + 1:
            yield group
            group = []
        group.append(index)
    if group:
        yield group


def _hunk(old: Sequence[str], new: Sequence[str], changed: Sequence[int]) -> str:
    start = max(0, changed[0] - CONTEXT)
    end = min(len(old), changed[-1] + CONTEXT + 1)
    told: list[str] = []
    added: list[str] = []
    for index in range(start, end):
        if old[index] != new[index]:
            told.append(_line("-", old[index]))
            added.append(_line("+", new[index]))
        else:
            told += [*added, _line(" ", old[index])]
            added = []
    place = _extent(start, end)
    return "".join([f"@@ -{place} +{place} @@\n", *told, *added])


def _extent(start: int, end: int) -> str:
    count = end - start
    return f"{start + 1}" if count == 1 else f"{start + 1},{count}"


def _line(sign: str, line: str) -> str:
    return f"{sign}{line}" if line.endswith("\n") else f"{sign}{line}\n{NO_NEWLINE}"


def _name(side: str, path: str) -> str:
    name = f"{side}/{path}"
    if not UNPRINTABLE.search(name):
        return name
    return '"' + UNPRINTABLE.sub(_quoted, name) + '"'


def _quoted(found: re.Match[str]) -> str:
    character = found[0]
    return f"\\{character}" if character in '"\\' else f"\\{ord(character):03o}"
