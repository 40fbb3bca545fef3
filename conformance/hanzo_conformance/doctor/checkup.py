"""What ``doctor`` sees: one observation for each thing that it looks at."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Health(StrEnum):
    """How an observation counts: only WRONG makes a checkup fail."""

    OK = "ok"
    NOTE = "note"
    WRONG = "wrong"


class Observation(msgspec.Struct, frozen=True):
    """One thing that was looked at: what was seen, and what to change where it is not right.

    ``about`` is a word or two; ``stderr`` the last part of what an adapter wrote there, where that
    may explain it.
    """

    about: str
    health: Health
    seen: str
    change: str | None = None
    stderr: str = ""
