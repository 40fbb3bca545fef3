"""RE2, which answers in time that is linear in the text, given the trees of ``regex_syntax``."""

from __future__ import annotations

from functools import lru_cache
from typing import Protocol

from hanzo_reference.tools.fs.regex_syntax import Node, re2_text

# Automata are forgotten and built again beyond this; 8 MiB are too few for the largest patterns.
MOST_BYTES = 64 << 20


class Found(Protocol):
    """A match."""

    def span(self) -> tuple[int, int]:
        """Start and end as indices of bytes."""


class Automaton(Protocol):
    """A compiled expression over the bytes of UTF-8."""

    def search(self, content: bytes, start: int) -> Found | None:
        """The first match at or after an index."""

    def fullmatch(self, content: bytes) -> Found | None:
        """The match of all there is."""


@lru_cache(maxsize=512)
def automaton(tree: Node) -> Automaton:
    """The automaton of a tree."""
    # Loading it takes longer than most calls.
    import re2  # type: ignore[import-untyped]

    options = re2.Options()
    options.log_errors = False
    options.never_capture = True
    options.max_mem = MOST_BYTES
    found: Automaton = re2.compile(re2_text(tree), options)
    return found
