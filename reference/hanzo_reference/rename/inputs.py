"""Seeded inputs for fuzzing: spellings near the names, versions near the bounds."""

from __future__ import annotations

from random import Random
from typing import Any

REGISTRIES = ("crates", "pypi", "npm")
NAMES = ("hanzo-repl", "hanzo-dev", "@hanzo/repl", "@hanzo/dev", "hanzo-repl-x", "hanzorepl",
         "@hanzo/repl2", "@Hanzo/dev")  # fmt: skip
ODD = ("-", "_", ".", "--", "-_.", "", " ", "/", "\u212a", "\u0435", "\uff0d", "\0", "😀", "e", "E")
GRACE_S = 90 * 86400
NUMBERS = ("0", "1", "2", "9", "10", "01", "9007199254740990", "9007199254740991",
           "9007199254740992", "", "-1", "1_0", "٣")  # fmt: skip
PRE = ("", "", "-rc.1", "-0", "-01", "-a..b", "-", "-x-y.0a", "-9007199254740992", "+b", "-rc+b")


def well_formed(random: Random) -> tuple[str, dict[str, Any]]:
    """An operation and an input that a careful client could send."""
    registry = random.choice(REGISTRIES)
    if random.random() < 0.5:
        version = f"{random.randrange(3)}.{random.randrange(3)}.{random.randrange(3)}"
        new = f"{random.randrange(12)}.{random.randrange(12)}.0{random.choice(('', '-rc.1'))}"
        return "shim", {"registry": registry, "version": version, "new_version": new}
    name = random.choice(NAMES[:4])
    if random.random() < 0.5:
        name = "".join(random.choice((letter, letter.upper())) for letter in name)
    return "resolve", {"registry": registry, "name": name, **_times(random)}


def raw(random: Random) -> tuple[str, dict[str, Any]]:
    """An operation and an input that fits the schema and little else."""
    registry = random.choice(REGISTRIES)
    if random.random() < 0.5:
        return "shim", {
            "registry": registry, "version": _version(random), "new_version": _version(random),
        }  # fmt: skip
    name = random.choice(NAMES)
    for _ in range(random.randrange(3)):
        place = random.randrange(len(name) + 1)
        name = name[:place] + random.choice(ODD) + name[place + random.randrange(2) :]
    return "resolve", {"registry": registry, "name": name, **_times(random)}


def _times(random: Random) -> dict[str, Any]:
    now = random.choice((0, 1, GRACE_S, 1_800_000_000))
    published = random.choice((None, 0, 1, now, max(0, now - GRACE_S + random.randrange(-1, 2))))
    return {"published_s": published, "now_s": now}


def _version(random: Random) -> str:
    parts = [random.choice(NUMBERS) for _ in range(random.choice((2, 3, 3, 3, 3, 4)))]
    return ".".join(parts) + random.choice(PRE)
