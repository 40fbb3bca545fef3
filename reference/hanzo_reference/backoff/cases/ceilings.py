"""The cases of ``backoff.ceilings``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hanzo_reference.spec.cases import Case, result

# One case in few lines reads better than one argument a line.
# fmt: off

U64 = 2**64 - 1
HIP = "HIP-0301 §16 (hanzo-backoff)"


def ceiling_cases() -> Iterator[Case]:
    """Every case of the operation."""
    yield from _growth()
    yield from _limits()
    yield from _saturation()
    yield from _exactness()
    yield from _attempts()


def _ceilings(
    slug: str, description: str, requirements: Sequence[str], numbers: tuple[int, int, int],
    expected: Sequence[int], *, flags: Sequence[str] = (), anchor: str = HIP,
) -> Case:
    """Build an anchored case; ``numbers`` are base, limit and first attempt."""
    base_ms, max_ms, start = numbers
    return Case(
        slug, description, requirements, "ceilings",
        {"base_ms": str(base_ms), "max_ms": str(max_ms), "start": start, "count": len(expected)},
        flags, result({"ceilings": [str(item) for item in expected]}), anchor,
    )


def _growth() -> Iterator[Case]:
    yield _ceilings(
        "ceilings-double-up-to-the-limit",
        "Ten ceilings from 100 ms double until the limit of 30 s stops them",
        ["BACKOFF-1", "BACKOFF-2", "BACKOFF-3"], (100, 30000, 0),
        [100, 200, 400, 800, 1600, 3200, 6400, 12800, 25600, 30000],
    )
    for base_ms in (1, 7, 250, 86400000):
        yield _ceilings(
            f"attempt-0-with-base-{base_ms}",
            f"The first ceiling is the base itself, {base_ms} ms, not its double",
            ["BACKOFF-1"], (base_ms, U64, 0), [base_ms], flags=["attempt"],
        )
    yield _ceilings(
        "ceilings-from-attempt-5",
        "Ceilings asked for from attempt 5 on begin with the base times 32",
        ["BACKOFF-2"], (100, 30000, 5), [3200, 6400, 12800],
    )
    powers = {
        1: 2, 4: 16, 10: 1024, 30: 1073741824, 31: 2147483648, 32: 4294967296, 33: 8589934592,
        52: 4503599627370496, 53: 9007199254740992, 54: 18014398509481984,
        62: 4611686018427387904, 63: 9223372036854775808,
    }
    for attempt, power in powers.items():
        yield _ceilings(
            f"power-of-attempt-{attempt}",
            f"With base 1 the ceiling of attempt {attempt} is 2 to that power",
            ["BACKOFF-2"], (1, U64, attempt), [power],
            flags=["shift-width"] if attempt > 30 else [],
        )
    yield Case(
        "no-ceilings", "A count of 0 is answered by an empty list", ["BACKOFF-2"], "ceilings",
        {"base_ms": "100", "max_ms": "1000", "start": 0, "count": 0},
    )


def _limits() -> Iterator[Case]:
    around = {
        799: [400, 799, 799, 799], 800: [400, 800, 800, 800], 801: [400, 800, 801, 801],
        1599: [400, 800, 1599, 1599], 1600: [400, 800, 1600, 1600],
    }
    for limit, expected in around.items():
        yield _ceilings(
            f"limit-of-{limit}",
            f"A limit of {limit} ms cuts the ceilings of base 100 at {limit}, no earlier",
            ["BACKOFF-3"], (100, limit, 2), expected,
        )
    yield _ceilings(
        "limit-equal-to-the-base", "A limit equal to the base holds from the first attempt on",
        ["BACKOFF-3"], (100, 100, 0), [100, 100, 100],
    )
    yield _ceilings(
        "limit-below-the-base", "A limit below the base wins over the base, from attempt 0 on",
        ["BACKOFF-8"], (500, 20, 0), [20, 20, 20],
    )
    yield _ceilings(
        "limit-one-below-the-base", "A limit of one less than the base wins over it",
        ["BACKOFF-8"], (1000, 999, 0), [999, 999],
    )
    yield _ceilings(
        "limit-of-zero", "A limit of 0 makes every ceiling 0; it does not mean 'no limit'",
        ["BACKOFF-8"], (500, 0, 0), [0, 0], flags=["zero"],
    )
    yield _ceilings(
        "base-of-zero", "A base of 0 stays 0 however often it is doubled",
        ["BACKOFF-7"], (0, 30000, 0), [0, 0, 0], flags=["zero"],
    )
    yield _ceilings(
        "base-of-zero-at-a-saturated-power", "A base of 0 is 0 where the power is saturated too",
        ["BACKOFF-7"], (0, 30000, 64), [0], flags=["zero", "overflow"],
    )


def _saturation() -> Iterator[Case]:
    # Limits near 2^64 show that the result is large and not by chance right: it is the limit.
    products = {
        "three-times-2-to-63": (3, U64, 63),
        "2-to-63-doubled": (2**63, U64, 1),
        "2-to-32-times-2-to-32": (2**32, U64 - 2, 32),
        "the-greatest-base-doubled": (U64, U64 - 3, 1),
        "one-more-than-2-to-63-doubled": (2**63 + 1, U64 - 4, 1),
        "a-wrap-that-is-still-large": (6148914691236517206, U64 - 5, 2),
        "a-base-above-1-and-a-saturated-power": (2, U64 - 6, 64),
        "the-greatest-base-and-a-saturated-power": (U64, U64 - 7, 64),
    }
    for name, (base_ms, max_ms, attempt) in products.items():
        yield _ceilings(
            f"product-saturates-{name}",
            f"{base_ms} times 2 to the power {attempt} does not fit 64 bits and saturates",
            ["BACKOFF-4"], (base_ms, max_ms, attempt), [max_ms], flags=["overflow"],
        )
    yield _ceilings(
        "product-that-just-fits", "2^63 - 1 doubled is 2^64 - 2, which fits and is not saturated",
        ["BACKOFF-4"], (2**63 - 1, U64, 1), [18446744073709551614], flags=["overflow", "double"],
    )
    yield _ceilings(
        "saturated-product-under-a-limit", "A saturated product is cut at the limit, not wrapped",
        ["BACKOFF-3", "BACKOFF-4"], (2**63, 30000, 1), [30000], flags=["overflow"],
    )
    powers = {
        64: U64, 65: U64 - 8, 95: U64 - 9, 96: U64 - 10, 127: U64 - 11, 128: U64 - 12,
        256: U64 - 13, 1024: U64 - 14, 2**31: U64 - 15, 2**32 - 2: U64,
    }
    for attempt, max_ms in powers.items():
        yield _ceilings(
            f"power-saturates-at-attempt-{attempt}",
            f"At attempt {attempt} the power does not fit 64 bits and saturates",
            ["BACKOFF-5"], (1, max_ms, attempt), [max_ms], flags=["overflow", "shift-width"],
        )


def _exactness() -> Iterator[Case]:
    exact = {
        "2-to-53-plus-1": (2**53 + 1, U64, 0, 9007199254740993),
        "2-to-53-plus-1-doubled": (2**53 + 1, U64, 1, 18014398509481986),
        "the-greatest-base": (U64, U64, 0, 18446744073709551615),
        "one-below-the-greatest-base": (U64 - 1, U64, 0, 18446744073709551614),
        "an-odd-limit": (U64, 2**53 + 3, 0, 9007199254740995),
        "one-below-the-greatest-limit": (1, U64 - 1, 64, 18446744073709551614),
    }
    for name, (base_ms, max_ms, attempt, value) in exact.items():
        yield _ceilings(
            f"exact-{name}", f"The ceiling {value} is exact to the last bit",
            ["BACKOFF-6"], (base_ms, max_ms, attempt), [value], flags=["double"],
        )


def _attempts() -> Iterator[Case]:
    yield _ceilings(
        "attempts-saturate", "The attempt after 2^32 - 1 is the same one again, not attempt 0",
        ["BACKOFF-10"], (5, 7000, 2**32 - 2), [7000] * 4, flags=["attempt", "overflow"],
    )
    yield _ceilings(
        "the-last-attempt-twice", "Asked for twice, the last attempt has its ceiling twice",
        ["BACKOFF-10"], (1, U64, 2**32 - 1), [U64, U64], flags=["attempt", "overflow"],
    )
