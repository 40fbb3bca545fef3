"""What a campaign is asked to do, and what it tells while it does it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import msgspec

from hanzo_conformance.containment.state import Contain
from hanzo_conformance.implementations.manifest import Implementation
from hanzo_conformance.story.finding import Finding
from hanzo_vectors.reading import Corpus


class Plan(msgspec.Struct, frozen=True):
    """What to fuzz and for how long.

    ``examples`` are inputs of each domain, ``seconds`` for all of them; None is no bound. ``named`` says
    that somebody asked for these domains and no others.
    """

    corpus: Corpus
    folder: Path | None
    implementations: tuple[Implementation, ...]
    domains: tuple[str, ...]
    seed: int
    jobs: int
    examples: int | None = None
    seconds: float | None = None
    timeout_s: float | None = None
    contain: Contain | None = None
    named: bool = False


class Listener(Protocol):
    """Who is told how it goes."""

    def begun(self, domains: Sequence[str], names: Sequence[str]) -> None:
        """Everybody is up; these domains are asked of these implementations."""

    def progress(self, asked: int, seconds: float, findings: int) -> None:
        """So many inputs by now."""

    def found(self, finding: Finding, state: str) -> None:
        """A divergence: ``state`` is new, again (it was kept) or back (it had been fixed)."""

    def fixed(self, finding: Finding) -> None:
        """A kept finding on which nobody diverges any more."""

    def note(self, text: str) -> None:
        """Something else that a user wants to know."""


class Summary(msgspec.Struct):
    """What a campaign came to; ``asked`` counts inputs by domain."""

    asked: dict[str, int]
    judged: int = 0
    seconds: float = 0.0
    open: int = 0
    interrupted: bool = False
