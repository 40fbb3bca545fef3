"""How a number of things is said."""

from __future__ import annotations


def counted(count: int, noun: str, plural: str | None = None) -> str:
    """``1 vector``, ``2 vectors``; ``plural`` where the noun does not just take an s."""
    return f"{count:,} {noun if count == 1 else plural or noun + 's'}"
