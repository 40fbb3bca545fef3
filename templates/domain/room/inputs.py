"""Inputs for fuzzing: what people send, and plain noise."""

from __future__ import annotations

from random import Random
from typing import Any

PARTS = ("a", "é", "\U0001f600", " ", "…", "\n")


def well_formed(random: Random) -> tuple[str, dict[str, Any]]:
    """A text near its limit."""
    limit = 1 + int(random.random() * 9)
    return "shorten", {"text": _text(random, limit + 2), "limit": limit}


def raw(random: Random) -> tuple[str, dict[str, Any]]:
    """Any text and any limit."""
    return "shorten", {"text": _text(random, 12), "limit": int(random.random() * 14) - 2}


def _text(random: Random, most: int) -> str:
    count = int(random.random() * (most + 1))
    return "".join(PARTS[int(random.random() * len(PARTS))] for _ in range(count))
