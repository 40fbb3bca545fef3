"""TOML as text to plain values, with one error for all that can be wrong with it."""

from __future__ import annotations

import tomllib
from typing import Any


class NotTomlError(ValueError):
    """Text that is not TOML, or that no reader of it gets through; ``str()`` says why."""


def read_toml(text: str) -> dict[str, Any]:
    """Parse a TOML document; raises ``NotTomlError``."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise NotTomlError("nested too deeply") from None
    # What the library does not say in its own words is, for one, an integer of too many digits.
    except ValueError as problem:
        raise NotTomlError(str(problem)) from None
