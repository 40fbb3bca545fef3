"""The domain's one door to the system's randomness.

Everything else here is a function of its arguments. Reached only by a ``Backoff`` without a seed
and by the operation ``backoff.sample``.
"""

from __future__ import annotations

import secrets


def system_word() -> int:
    """A word that nobody can predict, 0 to 2^64 - 1, every value equally likely."""
    return secrets.randbits(64)
