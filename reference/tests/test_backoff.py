"""Retry delays: examples, and what holds for all ceilings, words and seeds."""

from __future__ import annotations

import doctest
import re
from collections.abc import Callable
from fractions import Fraction

import pytest
from backoff_numbers import U32, U64, u64
from hypothesis import given
from hypothesis import strategies as st

from hanzo_reference.backoff import DOMAIN, Backoff, SplitMix64, ceiling, delay
from hanzo_reference.spec import contract

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


def test_the_examples_of_the_specification_run() -> None:
    blocks = re.findall(
        r"^```pycon\n(.*?)^```", contract.specification(DOMAIN), re.DOTALL | re.MULTILINE
    )
    assert len(blocks) == 1
    example = doctest.DocTestParser().get_doctest(blocks[0], {}, "spec.md", "spec.md", 0)
    outcome = doctest.DocTestRunner().run(example)
    assert outcome.attempted > 0
    assert outcome.failed == 0
