"""Rules about samples of delays, which must reject what they were written against."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import partial

import pytest
from backoff_numbers import U32, U64, u64
from hypothesis import given
from jsonschema_rs import Draft202012Validator

from hanzo_reference.backoff import ceiling, delay, sample
from hanzo_reference.backoff.cases import cases
from hanzo_reference.backoff.cases.samples import up_to
from hanzo_reference.backoff.decimals import at_most
from hanzo_reference.backoff.entropy import system_word


@pytest.mark.parametrize("bound", [0, 1, 8, 9, 10, 19, 90, 99, 100, 101, 400, 800, 999, 1000, 1010])
def test_the_pattern_of_a_bound_matches_exactly_the_numbers_up_to_it(bound: int) -> None:
    pattern = re.compile(at_most(bound))
    for number in range(12_000):
        assert (pattern.fullmatch(str(number)) is not None) == (number <= bound)
    for text in ("", "-1", "+1", "00", "01", " 1", "1 ", "1.0", "1e1", "0x1", "\u0661", "1\n"):
        assert pattern.fullmatch(text) is None


@given(u64, u64)
def test_the_pattern_of_a_large_bound_compares_numbers(bound: int, number: int) -> None:
    pattern = re.compile(at_most(bound))
    for near in {number, bound, bound + 1, max(0, bound - 1), bound * 10, bound // 10}:
        assert (pattern.fullmatch(str(near)) is not None) == (near <= bound)


def judged(draw: Callable[[int, int, int, int], list[int]]) -> set[str]:
    """The slugs of the sample vectors whose rule the drawn samples break."""
    broken = set()
    for case in cases():
        if not case.where:
            continue
        asked = case.input
        numbers = (int(asked["base_ms"]), int(asked["max_ms"]), asked["attempt"], asked["count"])
        drawn = [str(item) for item in draw(*numbers)]
        if not Draft202012Validator(case.where["/delays"]).is_valid(drawn):
            broken.add(case.slug)
    return broken


def test_the_reference_satisfies_every_rule_with_the_systems_randomness() -> None:
    assert judged(partial(sample, next_word=system_word)) == set()


def test_every_written_list_satisfies_its_own_rule() -> None:
    judged_cases = [case for case in cases() if case.where]
    assert len(judged_cases) == 20
    for case in judged_cases:
        assert case.expected is not None
        Draft202012Validator(case.where["/delays"]).validate(case.expected["result"]["delays"])


# Seeded by the test that draws from it: reproducible, nothing secret.
SOURCE = random.Random()  # noqa: S311 - a fixed sequence


def word() -> int:
    return SOURCE.getrandbits(64)


BUGS: dict[str, tuple[Callable[[int, int, int, int], list[int]], str]] = {
    "always the ceiling": (
        lambda base, top, at, count: [ceiling(base, top, at)] * count,
        "sample-uses-the-lower-half",
    ),
    "always zero": (lambda _base, _top, _at, count: [0] * count, "sample-uses-the-upper-half"),
    "equal jitter": (
        lambda base, top, at, count: [
            ceiling(base, top, at) - delay(ceiling(base, top, at) // 2, word())
            for _ in range(count)
        ],
        "sample-uses-the-lower-half",
    ),
    "half-open interval": (
        lambda base, top, at, count: [
            delay(max(ceiling(base, top, at) - 1, 0), word()) for _ in range(count)
        ],
        "sample-reaches-both-ends-of-two",
    ),
    "never zero": (
        lambda base, top, at, count: [
            max(delay(ceiling(base, top, at), word()), 1) for _ in range(count)
        ],
        "sample-reaches-both-ends-of-ten",
    ),
    "one beyond the ceiling": (
        lambda base, top, at, count: [ceiling(base, top, at) + 1] * count,
        "sample-within-bounds-at-attempt-3",
    ),
    "no limit": (
        lambda base, _top, at, count: sample(base, U64, at, count, word),
        "sample-within-bounds-at-attempt-9",
    ),
    "limit ignored at attempt 0": (
        lambda base, top, at, count: sample(base, max(base, top), at, count, word),
        "sample-with-limit-below-base",
    ),
    "attempt ignored": (
        lambda base, top, _at, count: sample(base, top, 0, count, word),
        "sample-uses-the-upper-half",
    ),
    "attempt moves on": (
        lambda base, top, at, count: [
            delay(ceiling(base, top, min(at + step, U32)), word()) for step in range(count)
        ],
        "sample-stays-at-its-attempt",
    ),
    "greater of two draws": (
        lambda base, top, at, count: [max(sample(base, top, at, 2, word)) for _ in range(count)],
        "sample-is-even-over-four-delays",
    ),
    "rounded instead of floored": (
        lambda base, top, at, count: [
            round(SOURCE.random() * ceiling(base, top, at)) for _ in range(count)
        ],
        "sample-is-not-rounded",
    ),
    "53 bits of randomness": (
        lambda base, top, at, count: [
            min(int(SOURCE.random() * (ceiling(base, top, at) + 1)), U64) for _ in range(count)
        ],
        "sample-uses-the-lowest-bit",
    ),
    "one draw repeated": (
        lambda base, top, at, count: sample(base, top, at, 1, word) * count,
        "sample-draws-each-delay-anew",
    ),
    "one delay too few": (
        lambda base, top, at, count: sample(base, top, at, count - 1, word),
        "sample-of-one",
    ),
}


@pytest.mark.parametrize("name", BUGS)
def test_a_wrong_sampler_breaks_the_rule_made_for_it(name: str) -> None:
    SOURCE.seed(20261101)
    draw, slug = BUGS[name]
    assert slug in judged(draw)


def test_delays_that_are_not_canonical_digits_break_every_bound() -> None:
    wrong: list[object] = [1, 1.0, "1.0", "01", "+1", "1\n", " 1", "", None, "-0", "0x1"]
    for case in cases():
        if case.where:
            validator = Draft202012Validator(case.where["/delays"]["items"])
            assert [item for item in wrong if validator.is_valid(item)] == []
            assert validator.is_valid("1")


def test_a_line_feed_breaks_the_rule_in_a_dialect_where_a_dollar_sign_lets_it_pass() -> None:
    rule = up_to(800)
    assert re.search(rule["pattern"], "800\n")
    assert re.search(rule["not"]["pattern"], "800\n")
    assert not re.search(rule["not"]["pattern"], "800")
