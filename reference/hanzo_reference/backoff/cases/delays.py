"""The cases of ``backoff.delays``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hanzo_reference.spec.cases import Case, result

# One case in few lines reads better than one argument a line.
# fmt: off

U64 = 2**64 - 1
HIP = "HIP-0301 §16 (hanzo-backoff)"
# First words of SplitMix64 as published: by Vigna's splitmix64.c, run and tabulated in many places.
WORDS_0 = (0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC)
WORDS_1234567 = (
    6457827717110365317, 3203168211198807973, 9817491932198370423,
    4593380528125082431, 16408922859458223821,
)
KNOWN = "SplitMix64 known answers (splitmix64.c)"


def delay_cases() -> Iterator[Case]:
    """Every case of the operation."""
    yield from _words()
    yield from _draws()
    yield from _calls()
    yield from _resets()


def _delays(
    slug: str, description: str, requirements: Sequence[str], numbers: tuple[int, int, int],
    calls: Sequence[str], *, expected: Sequence[int] | None = None, flags: Sequence[str] = (),
    anchor: str | None = None,
) -> Case:
    """Build a case, anchored if a value is expected; ``numbers`` are base, limit and seed."""
    base_ms, max_ms, seed = numbers
    asked = {"base_ms": str(base_ms), "max_ms": str(max_ms), "seed": str(seed)}
    answer = None if expected is None else result({"delays": [str(item) for item in expected]})
    return Case(
        slug, description, requirements, "delays", {**asked, "calls": list(calls)},
        flags, answer, anchor,
    )


def _words() -> Iterator[Case]:
    for seed, words in ((0, WORDS_0), (1234567, WORDS_1234567)):
        yield _delays(
            f"words-of-seed-{seed}",
            f"At the greatest ceiling the delays are the words of SplitMix64 with seed {seed}",
            ["BACKOFF-13", "BACKOFF-17", "BACKOFF-18"], (U64, U64, seed), ["next"] * len(words),
            expected=words, flags=["stream", "overflow"], anchor=KNOWN,
        )
    yield _delays(
        "words-of-a-large-seed", "The words of seed 1477776061723855037, which needs 61 bits",
        ["BACKOFF-13"], (U64, U64, 1477776061723855037), ["next"] * 3,
        expected=[1985237415132408290, 2979275885539914483, 13511426838097143398],
        flags=["double"], anchor=KNOWN,
    )
    yield _delays(
        "seed-whose-state-wraps-to-zero",
        "The seed that the first step wraps to 0 gives the word 0, then the words of seed 0",
        ["BACKOFF-14"], (U64, U64, 7046029254386353131), ["next"] * 3,
        expected=[0, *WORDS_0[:2]],
        flags=["overflow"],
        anchor=f"{KNOWN}: seed + 0x9e3779b97f4a7c15 = 2^64, and 0 is mixed to 0",
    )
    yield _delays(
        "seed-above-2-to-63",
        "A seed with its top bit set, one step ahead of seed 0, gives the words of seed 0 after "
        "the first",
        ["BACKOFF-14"], (U64, U64, 11400714819323198485), ["next"] * 3, expected=WORDS_0[1:],
        flags=["signed"],
        anchor=f"{KNOWN}: seed = 0x9e3779b97f4a7c15, the state of seed 0 after one step",
    )
    for name, seed in (("one", 1), ("2-to-53-plus-1", 2**53 + 1), ("the-greatest", U64)):
        yield _delays(
            f"seed-{name}", f"Seed {seed} is as good as any other",
            ["BACKOFF-14"], (U64, U64, seed), ["next"] * 2, flags=["double", "signed"],
        )


def _draws() -> Iterator[Case]:
    by_hand = f"{KNOWN}, multiplied by hand"
    tops = {1: (1, 0, 0, 1), 255: (0xE2, 0x6E, 0x06, 0xF8), 65535: (0xE220, 0x6E78, 0x06C4, 0xF88B)}
    for limit, expected in tops.items():
        bits = limit.bit_length()
        yield _delays(
            f"top-{bits}-of-each-word",
            f"Below ceiling {limit} the delay is the top {bits} bits of the word, not the lowest",
            ["BACKOFF-15"], (limit, limit, 0), ["next"] * 4,
            expected=expected, flags=["signed"], anchor=by_hand,
        )
    yield _delays(
        "both-ends-are-drawn", "Below ceiling 3 a word in the top quarter gives 3, in the lowest 0",
        ["BACKOFF-16"], (3, 3, 0), ["next"] * 4,
        expected=[3, 1, 0, 3], flags=["half-open"], anchor=by_hand,
    )
    yield _delays(
        "the-lowest-word", "The word 0 gives the delay 0",
        ["BACKOFF-16"], (30000, 30000, 7046029254386353131), ["next"], expected=[0],
        anchor=by_hand,
    )
    wide = {
        "2-to-63": (2**63, 0x7110541CBD8EE6D8),
        "2-to-63-minus-1": (2**63 - 1, 0x7110541CBD8EE6D7),
        "2-to-64-minus-2": (U64 - 1, 0xE220A8397B1DCDAE),
        "2-to-32-minus-1": (2**32 - 1, 0xE220A839),
        "2-to-53-minus-1": (2**53 - 1, 0x1C4415072F63B9),
    }
    for name, (limit, expected_ms) in wide.items():
        yield _delays(
            f"product-of-128-bits-at-{name}",
            f"The product of word and {limit} + 1 is exact, and the delay is its upper half",
            ["BACKOFF-15"], (limit, limit, 0), ["next"],
            expected=[expected_ms], flags=["overflow", "double"], anchor=by_hand,
        )
    for limit in (2, 9, 999, 10**6, 10**12, 2**53 + 1, 10**19):
        yield _delays(
            f"draws-below-{limit}", f"Eight delays below the ceiling {limit}",
            ["BACKOFF-15", "BACKOFF-18"], (limit, limit, 20261101), ["next"] * 8,
        )


def _calls() -> Iterator[Case]:
    yield _delays(
        "ten-delays-with-seed-42", "Ten delays drawn below ceilings that grow from 100 to 30000",
        ["BACKOFF-9", "BACKOFF-15", "BACKOFF-18"], (100, 30000, 42), ["next"] * 10,
        expected=[74, 32, 111, 275, 60, 2779, 1398, 10248, 8702, 18555],
        flags=["attempt"], anchor="The project's worked example of HIP-0301 §16",
    )
    yield _delays(
        "no-calls", "Without a call there is no delay",
        ["BACKOFF-9"], (100, 1000, 42), [], expected=[], anchor=HIP,
    )
    yield _delays(
        "no-wait-with-base-zero", "With base 0 every delay is 0, as often as one asks",
        ["BACKOFF-7"], (0, 30000, 42), ["next"] * 3, expected=[0, 0, 0],
        flags=["zero"], anchor=HIP,
    )
    yield _delays(
        "no-wait-with-limit-zero", "With limit 0 every delay is 0, before and after a reset",
        ["BACKOFF-8"], (100, 0, 42), ["next", "reset", "next"],
        expected=[0, 0], flags=["zero"], anchor=HIP,
    )
    yield _delays(
        "seventy-delays-past-saturation", "Delays go on when the power has saturated",
        ["BACKOFF-5", "BACKOFF-9", "BACKOFF-18"], (1, U64, 99), ["next"] * 70,
        flags=["overflow", "shift-width"],
    )


def _resets() -> Iterator[Case]:
    yield _delays(
        "reset-goes-back-to-attempt-0", "After a reset the ceilings begin at the base again",
        ["BACKOFF-11", "BACKOFF-12"], (100, 10000, 0), ["next", "next", "reset", "next", "next"],
        expected=[89, 86, 2, 195], flags=["attempt", "stream"],
        anchor=f"{KNOWN} as fractions of 2^64: "
        "0.88331 × 101, 0.43153 × 201, 0.02643 × 101, 0.97088 × 201",
    )
    yield _delays(
        "reset-keeps-the-random-stream", "A delay after a reset takes the next word, not the first",
        ["BACKOFF-12"], (U64, U64, 1234567), ["next", "reset", "next"],
        expected=WORDS_1234567[:2], flags=["stream"], anchor=KNOWN,
    )
    yield _delays(
        "reset-before-any-delay", "A reset of a new backoff changes nothing and gives no delay",
        ["BACKOFF-11", "BACKOFF-12"], (U64, U64, 0), ["reset", "next"], expected=WORDS_0[:1],
        flags=["stream"], anchor=KNOWN,
    )
    yield _delays(
        "two-resets-in-a-row", "A second reset in a row changes nothing and takes no word",
        ["BACKOFF-11", "BACKOFF-12"], (U64, U64, 0), ["next", "reset", "reset", "next", "next"],
        expected=WORDS_0[:3], flags=["stream"], anchor=KNOWN,
    )
    yield _delays(
        "only-resets", "Resets alone give no delay",
        ["BACKOFF-11"], (100, 1000, 42), ["reset"] * 3, expected=[], anchor=HIP,
    )
    yield _delays(
        "reset-at-the-limit", "A reset leads back from the limit to the base",
        ["BACKOFF-3", "BACKOFF-11"], (100, 400, 5), [*["next"] * 5, "reset", *["next"] * 3],
        flags=["attempt"],
    )
