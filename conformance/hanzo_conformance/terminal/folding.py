"""Lines folded to the width of a terminal, so that words stay whole.

Where there is no width, as in a log, lines stay as long as they are.
"""

from __future__ import annotations

from textwrap import wrap

# The column at which what a line says begins, after its label.
LABEL = 10
NARROWEST = 24


def folded(label: str, text: str, width: int | None) -> list[str]:
    """A line with its label, and where it is too wide as many as it takes."""
    if not text:
        return []
    head = f"{label:<{LABEL}}" if label else ""
    if width is None or len(head) + len(text) <= width:
        return [head + text]
    return wrap(
        text,
        max(NARROWEST, width),
        initial_indent=head,
        subsequent_indent=" " * (LABEL if label else 2),
        break_on_hyphens=False,
    )


def folded_prose(text: str, width: int | None) -> list[str]:
    """A line without a label; what follows its first is set in further than it."""
    if width is None or len(text) <= width:
        return [text]
    indent = " " * (len(text) - len(text.lstrip(" ")))
    return wrap(
        text.lstrip(" "),
        max(NARROWEST, width),
        initial_indent=indent,
        subsequent_indent=f"{indent}  ",
        break_on_hyphens=False,
    )
