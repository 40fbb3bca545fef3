"""Text from strangers, made safe for terminals and reports."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import msgspec

# What runners of workflows obey in the log of a step: GitHub's commands at the start of a line,
# and its older ones, Azure's and TeamCity's wherever they stand.
COMMAND = re.compile(r"^ *(:)(?=:)|(#)(?=#\w*\[)", re.MULTILINE)


def printable(text: str) -> str:
    """The text with every character escaped that a terminal could obey or hide; lines are kept.

    So is what would make a line of it a command to the runner of a workflow.
    """
    if not text.isprintable():
        text = "".join(
            char if char.isprintable() or char == "\n" else _escape(char) for char in text
        )
    return unobeyed(text)


def visible(text: str) -> str:
    """The text on one line: every character escaped that a terminal could obey or hide."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else _escape(char) for char in text)


def unobeyed(text: str) -> str:
    """The text with a sign escaped in whatever the runner of a workflow would obey."""
    if "::" not in text and "##" not in text:
        return text
    return COMMAND.sub(lambda found: found[0][:-1] + _escape(found[0][-1]), text)


def json_visible(text: str) -> str:
    """A JSON text with the same value, in which no character is left that could be obeyed."""
    return _rewritten(text, _json_escape)


def xml_visible(text: str) -> str:
    """An XML or HTML text that says the same, with no character left that could be obeyed."""
    return _rewritten(text, lambda char: f"&#{ord(char)};")


def _rewritten(text: str, escape: Callable[[str], str]) -> str:
    if not text.replace("\n", "").isprintable():
        kept = "\n\t"
        text = "".join(
            char if char.isprintable() or char in kept else escape(char) for char in text
        )
    return COMMAND.sub(lambda found: found[0][:-1] + escape(found[0][-1]), text)


def clipped(text: str, limit: int) -> str:
    """The text made printable and on one line, cut at ``limit`` characters."""
    return cut(printable(text[: limit + 1]).replace("\n", " "), limit)


def cut(text: str, limit: int) -> str:
    """The text, with an ellipsis where it is longer than ``limit`` characters."""
    return text if len(text) <= limit else f"{text[:limit]}…"


def value(anything: Any, limit: int = 2000) -> str:
    """A JSON value on one line, cut at ``limit`` characters; ``(nothing)`` for an absent one."""
    if anything is msgspec.UNSET:
        return "(nothing)"
    text = printable(json.dumps(anything, ensure_ascii=False))
    return text if len(text) <= limit else f"{text[:limit]}… ({len(text)} characters)"


def around(left: str, right: str, room: int = 72) -> tuple[str, str, int]:
    """Two texts cut to the part around their first difference, and its column in both.

    A cut is marked by an ellipsis.
    """
    place = next(
        (i for i, (a, b) in enumerate(zip(left, right, strict=False)) if a != b),
        min(len(left), len(right)),
    )
    start = max(0, place - room // 2)
    mark = "…" if start else ""
    cut = [
        mark + text[start : start + room] + ("…" if len(text) > start + room else "")
        for text in (left, right)
    ]
    return cut[0], cut[1], place - start + len(mark)


def _json_escape(char: str) -> str:
    """By number, above U+FFFF by two: what every JSON parser reads as the character."""
    data = char.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{data[at : at + 2].hex()}" for at in range(0, len(data), 2))


def _escape(char: str) -> str:
    number = ord(char)
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"
