"""What can be formatted without knowing a language's style: blanks at the end of lines.

Pure; which blanks lie between tokens is asked of the tree by the caller.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from hanzo_reference.tools.code.source import Source, Span

TRAILING = re.compile(r"(?<![ \t])[ \t]+(?=\r?\n|\Z)")


def trimmed(source: Source, lines: range | None, is_between_tokens: Callable[[Span], bool]) -> str:
    """The text without blanks at line ends and with a line end at its end.

    ``lines`` restricts it to some lines, counted from 0. Spec: CODE-48 to CODE-51.
    """
    text = source.text
    pieces: list[str] = []
    place = units = 0
    for found in TRAILING.finditer(text):
        units += _units(text[place : found.start()])
        blank = Span(units, units + len(found[0]))
        number = source.position(units)["line"]
        wanted = lines is None or number in lines
        # At the very end of a text there may be no tree that could hold the blanks.
        kept = not wanted or not is_between_tokens(blank)
        pieces += [text[place : found.start()], found[0] if kept else ""]
        place, units = found.end(), blank.end
    pieces.append(text[place:])
    result = "".join(pieces)
    last = source.position(source.length)["line"]
    if text and not text.endswith("\n") and (lines is None or last in lines):
        first = re.search(r"\r?\n", text)
        result += first[0] if first else "\n"
    return result


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2
