"""Retry delays: examples, properties, and rules that must reject what they were written against."""

from __future__ import annotations

import doctest
import random
import re
from collections.abc import Callable
from fractions import Fraction
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema_rs import Draft202012Validator

from hanzo_reference import contract
from hanzo_reference.backoff import DOMAIN, Backoff, SplitMix64, ceiling, delay, sample
from hanzo_reference.backoff.cases import cases
from hanzo_reference.backoff.decimals import at_most
from hanzo_reference.backoff.entropy import system_word
from hanzo_reference.backoff.sample_cases import up_to

U32 = 2**32 - 1
U64 = 2**64 - 1
u64 = st.one_of(
    st.integers(0, U64),
    st.sampled_from([0, 1, 2, 2**53 - 1, 2**53 + 1, 2**63 - 1, 2**63, U64 - 1, U64]),
)
attempts = st.one_of(st.integers(0, U32), st.integers(0, 70))

CEILINGS = [
    # base, limit, attempt, ceiling
    (100, 30000, 0, 100),
    (100, 30000, 8, 25600),
    (100, 30000, 9, 30000),
    (500, 20, 0, 20),
    (0, 30000, 64, 0),
    (1, U64, 63, 2**63),
    (1, U64, 64, U64),
    (1, U64, U32, U64),
    (3, U64, 63, U64),
    (2**63 - 1, U64, 1, U64 - 1),
]


@pytest.mark.parametrize(("base_ms", "max_ms", "attempt", "expected"), CEILINGS)
def test_a_ceiling_doubles_saturates_and_stops_at_the_limit(
    base_ms: int, max_ms: int, attempt: int, expected: int
) -> None:
    assert ceiling(base_ms, max_ms, attempt) == expected


# The first ten of the answers that rand_xoshiro publishes, made with Vigna's splitmix64.c.
PUBLISHED = {
    1477776061723855037: [
        1985237415132408290, 2979275885539914483, 13511426838097143398, 8488337342461049707,
        15141737807933549159, 17093170987380407015, 16389528042912955399, 13177319091862933652,
        10841969400225389492, 17094824097954834098,
    ],
    1234567: [
        6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431,
        16408922859458223821,
    ],
    0: [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC],
}  # fmt: skip


@pytest.mark.parametrize("seed", PUBLISHED)
def test_splitmix64_gives_the_published_answers(seed: int) -> None:
    words = SplitMix64(seed)
    assert [words.next_word() for _ in PUBLISHED[seed]] == PUBLISHED[seed]


@given(u64, u64, st.integers(0, 200))
def test_a_ceiling_is_the_exact_product_cut_twice(base_ms: int, max_ms: int, attempt: int) -> None:
    assert ceiling(base_ms, max_ms, attempt) == min(base_ms * 2**attempt, U64, max_ms)


@given(u64, u64, attempts)
def test_ceilings_never_fall_from_one_attempt_to_the_next(
    base_ms: int, max_ms: int, attempt: int
) -> None:
    later = min(attempt + 1, U32)
    assert ceiling(base_ms, max_ms, attempt) <= ceiling(base_ms, max_ms, later) <= max_ms


@given(u64, u64)
def test_a_delay_is_the_words_fraction_of_the_interval(ceiling_ms: int, word: int) -> None:
    chosen = delay(ceiling_ms, word)
    assert 0 <= chosen <= ceiling_ms
    assert chosen <= Fraction(word, 2**64) * (ceiling_ms + 1) < chosen + 1


@given(u64)
def test_the_least_and_the_greatest_word_draw_the_two_ends(ceiling_ms: int) -> None:
    assert delay(ceiling_ms, 0) == 0
    assert delay(ceiling_ms, U64) == ceiling_ms


@given(u64)
def test_the_greatest_ceiling_gives_the_word_itself(word: int) -> None:
    assert delay(U64, word) == word


@given(u64, u64, u64, st.lists(st.booleans(), max_size=30))
def test_each_delay_takes_one_word_and_reset_takes_none(
    base_ms: int, max_ms: int, seed: int, calls: list[bool]
) -> None:
    backoff, words, attempt = Backoff(base_ms, max_ms, seed), SplitMix64(seed), 0
    for is_next in calls:
        if is_next:
            expected = delay(ceiling(base_ms, max_ms, attempt), words.next_word())
            assert backoff.next_delay() == expected
            attempt += 1
        else:
            backoff.reset()
            attempt = 0
        assert backoff.attempt == attempt


def test_a_backoff_without_a_seed_differs_from_the_next_one() -> None:
    first, second = Backoff(U64, U64), Backoff(U64, U64)
    assert [first.next_delay() for _ in range(4)] != [second.next_delay() for _ in range(4)]


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Backoff(-1, 0),
        lambda: Backoff(0, 2**64),
        lambda: Backoff(0, 0, 2**64),
        lambda: Backoff(0, 0, -1),
        lambda: ceiling(1, 1, 2**32),
        lambda: ceiling(1, 1, -1),
        lambda: delay(2**64, 0),
        lambda: delay(0, 2**64),
    ],
)
def test_numbers_outside_their_type_are_refused(wrong: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match="0 to"):
        wrong()


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
SOURCE = random.Random()  # noqa: S311


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


def test_the_examples_of_the_specification_run() -> None:
    blocks = re.findall(
        r"^```pycon\n(.*?)^```", contract.specification(DOMAIN), re.DOTALL | re.MULTILINE
    )
    assert len(blocks) == 1
    example = doctest.DocTestParser().get_doctest(blocks[0], {}, "spec.md", "spec.md", 0)
    outcome = doctest.DocTestRunner().run(example)
    assert outcome.attempted > 0
    assert outcome.failed == 0
