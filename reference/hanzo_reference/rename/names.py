"""Which name is which: old, new or none of ours, as each registry compares names."""

from __future__ import annotations

import re
import string
from dataclasses import dataclass
from typing import Literal

Registry = Literal["crates", "pypi", "npm"]
State = Literal["current", "deprecated", "yanked", "unrelated"]

# The old name and the new one, as published.
NAMES: dict[Registry, tuple[str, str]] = {
    "crates": ("hanzo-repl", "hanzo-dev"),
    "pypi": ("hanzo-repl", "hanzo-dev"),
    "npm": ("@hanzo/repl", "@hanzo/dev"),
}
GRACE_S = 90 * 86400

_RUN = re.compile("[-_.]+")
# Letters are folded by this table alone: lower() also makes a k of the Kelvin sign.
_SMALL = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)


@dataclass(frozen=True)
class Resolved:
    """What a name stands for: ``name`` as published, and ``warning`` where there is one to tell."""

    name: str
    state: State
    warning: str | None = None


def resolve(registry: Registry, name: str, published_s: int | None, now_s: int) -> Resolved:
    """What a name in a registry stands for at a time, in seconds since the epoch.

    ``published_s`` is when the shim was published, None before that. Spec: REN-1 to REN-9.
    """
    old, new = NAMES[registry]
    key = _key(registry, name)
    if key == _key(registry, new):
        return Resolved(new, "current")
    if key != _key(registry, old):
        return Resolved(name, "unrelated")
    gone = published_s is not None and now_s >= published_s + GRACE_S
    return Resolved(new, "yanked" if gone else "deprecated", warning(registry))


def warning(registry: Registry) -> str:
    """The line that leads from the old name to the new one. Spec: REN-9."""
    old, new = NAMES[registry]
    return f"{old} is now called {new}: install {new} instead"


def _key(registry: Registry, name: str) -> str:
    """What two spellings of one name have in common; a foreign letter is in no name of ours."""
    if registry == "npm":
        return name
    small = name.translate(_SMALL)
    return _RUN.sub("-", small) if registry == "pypi" else small.replace("_", "-")
