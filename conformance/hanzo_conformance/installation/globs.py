"""Patterns of names in which ``*`` is any text and all else is itself."""

from __future__ import annotations


class Glob:
    """One pattern; matching is linear, and making one costs next to nothing."""

    __slots__ = ("_first", "_last", "_middle", "is_exact", "prefix")

    def __init__(self, pattern: str) -> None:
        first, *rest = pattern.split("*")
        self.is_exact = not rest
        self.prefix = first
        self._first = first
        self._last = rest.pop() if rest else ""
        self._middle = [part for part in rest if part]

    def matches(self, text: str) -> bool:
        """Whether the pattern is the whole of a text."""
        if self.is_exact:
            return text == self._first
        if not text.startswith(self._first):
            return False
        at = len(self._first)
        for part in self._middle:
            at = text.find(part, at)
            if at < 0:
                return False
            at += len(part)
        return len(text) - at >= len(self._last) and text.endswith(self._last)
