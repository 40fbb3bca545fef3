"""The operations: from input models to the behaviour and back."""

from __future__ import annotations

from hanzo_reference.my_domain.models import ShortenInput, ShortenOutput
from hanzo_reference.my_domain.rule import shorten


def shorten_text(given: ShortenInput) -> ShortenOutput:
    """``my_domain.shorten``."""
    return ShortenOutput(text=shorten(given.text, given.limit))
