"""Inputs for fuzzing; samples are asked for at ceiling 0 only, where one answer is possible."""

from __future__ import annotations

from random import Random
from typing import Any

from hanzo_reference.backoff.decimals import U64_MAX
from hanzo_reference.backoff.retry import U32_MAX

EDGES_64 = (
    0, 1, 2, 3, 99, 100, 255, 256, 30000, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**53 - 1, 2**53,
    2**53 + 1, 2**62, 2**63 - 1, 2**63, 2**63 + 1, U64_MAX - 1, U64_MAX,
)  # fmt: skip
EDGES_32 = (0, 1, 2, 30, 31, 32, 33, 52, 53, 62, 63, 64, 65, 127, 128, U32_MAX - 1, U32_MAX)


def well_formed(random: Random) -> tuple[str, dict[str, Any]]:
    """A question that a program would ask: a small base, a greater limit, few calls."""
    base_ms = random.choice((1, 10, 50, 100, 250, 1000))
    numbers = {"base_ms": str(base_ms), "max_ms": str(base_ms * random.choice((1, 8, 300, 10**6)))}
    kind = random.random()
    if kind < 0.4:
        return "ceilings", {**numbers, "start": random.randrange(20), "count": random.randrange(9)}
    if kind < 0.95:
        return "delays", {**numbers, "seed": str(random.getrandbits(64)), "calls": _calls(random)}
    return "sample", {**numbers, "base_ms": "0", "attempt": random.randrange(20), "count": 3}


def raw(random: Random) -> tuple[str, dict[str, Any]]:
    """Any numbers that the schema admits, with a liking for the edges of their types."""
    numbers = {"base_ms": _u64(random), "max_ms": _u64(random)}
    kind = random.random()
    if kind < 0.4:
        return "ceilings", {**numbers, "start": _u32(random), "count": random.randrange(12)}
    if kind < 0.95:
        return "delays", {**numbers, "seed": _u64(random), "calls": _calls(random)}
    zeroed = random.choice(("base_ms", "max_ms"))
    return "sample", {
        **numbers, zeroed: "0", "attempt": _u32(random), "count": random.randrange(12),
    }  # fmt: skip


def _calls(random: Random) -> list[str]:
    if random.random() < 0.02:
        return ["next"] * 70
    return random.choices(("next", "reset"), weights=(5, 1), k=random.randrange(12))


def _u64(random: Random) -> str:
    if random.random() < 0.5:
        return str(random.choice(EDGES_64))
    return str(random.getrandbits(64) >> random.randrange(64))


def _u32(random: Random) -> int:
    if random.random() < 0.7:
        return random.choice(EDGES_32)
    return random.getrandbits(32) >> random.randrange(32)
