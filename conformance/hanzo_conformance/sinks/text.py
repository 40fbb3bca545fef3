"""Text from strangers, made safe for terminals and reports."""

from __future__ import annotations

import json
from typing import Any

import msgspec


def printable(text: str) -> str:
    """The text with every character escaped that a terminal could obey or hide; lines are kept."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() or char == "\n" else _escape(char) for char in text)


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


def _escape(char: str) -> str:
    number = ord(char)
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"
