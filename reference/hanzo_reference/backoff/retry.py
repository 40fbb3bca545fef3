"""How long to wait before each retry: a doubling ceiling and a delay drawn below it.

Milliseconds, in and out, 0 to 2^64 - 1. Who sleeps, and what is worth a retry, is not known here.
"""

from __future__ import annotations

from collections.abc import Callable

from hanzo_reference.backoff.decimals import U64_MAX
from hanzo_reference.backoff.entropy import system_word
from hanzo_reference.backoff.splitmix import SplitMix64

U32_MAX = 2**32 - 1


def ceiling(base_ms: int, max_ms: int, attempt: int) -> int:
    """The longest delay before retry number ``attempt``, counted from 0, in milliseconds.

    ``ValueError`` for milliseconds outside 64 bits or an attempt outside 32 bits, unsigned.
    Spec: BACKOFF-1 to BACKOFF-8.
    """
    _require("base_ms", base_ms, U64_MAX)
    _require("max_ms", max_ms, U64_MAX)
    _require("attempt", attempt, U32_MAX)
    # 2^64 and above do not fit; asking for the exact power of attempt 2^32 - 1 would cost 512 MiB.
    power = 2**attempt if attempt < 64 else U64_MAX
    return min(max_ms, base_ms * power, U64_MAX)


def delay(ceiling_ms: int, word: int) -> int:
    """The delay that a 64-bit ``word`` picks from 0 to ``ceiling_ms``, both ends included.

    Reads the word as a fraction of 2^64 and scales it; the product needs 128 bits. Each delay has
    within one of 2^64 / (ceiling_ms + 1) words, so none is favoured by more than one word.
    Spec: BACKOFF-15 to BACKOFF-17.
    """
    _require("ceiling_ms", ceiling_ms, U64_MAX)
    _require("word", word, U64_MAX)
    return (word * (ceiling_ms + 1)) >> 64


class Backoff:
    """The delays of one task that is retried; ``seed`` makes their sequence reproducible.

    ``base_ms`` and ``max_ms`` are 0 to 2^64 - 1 milliseconds, ``seed`` 0 to 2^64 - 1; without one
    the system's randomness gives it. ``ValueError`` outside.
    Spec: BACKOFF-9 to BACKOFF-19.
    """

    def __init__(self, base_ms: int, max_ms: int, seed: int | None = None) -> None:
        ceiling(base_ms, max_ms, 0)
        self._base_ms = base_ms
        self._max_ms = max_ms
        self._words = SplitMix64(system_word() if seed is None else seed)
        self._attempt = 0

    @property
    def attempt(self) -> int:
        """How many delays were given since the start or the last ``reset``, at most 2^32 - 1."""
        return self._attempt

    def next_delay(self) -> int:
        """The delay before the next retry, in milliseconds; counts one attempt.

        Spec: BACKOFF-9, BACKOFF-10, BACKOFF-18, BACKOFF-19.
        """
        # A word is drawn at ceiling 0 too, so that the stream depends on the calls alone.
        chosen = delay(ceiling(self._base_ms, self._max_ms, self._attempt), self._words.next_word())
        self._attempt = min(self._attempt + 1, U32_MAX)
        return chosen

    def reset(self) -> None:
        """Go back to attempt 0, after a success; the random stream goes on where it is.

        Spec: BACKOFF-11, BACKOFF-12.
        """
        self._attempt = 0


def sample(
    base_ms: int, max_ms: int, attempt: int, count: int, next_word: Callable[[], int]
) -> list[int]:
    """``count`` delays, all for the same attempt, in milliseconds, from the words of the caller.

    ``next_word`` gives 0 to 2^64 - 1, every value equally likely, each call independent.
    Spec: BACKOFF-20 to BACKOFF-24.
    """
    highest = ceiling(base_ms, max_ms, attempt)
    return [delay(highest, next_word()) for _ in range(count)]


def _require(name: str, value: int, most: int) -> None:
    if not 0 <= value <= most:
        raise ValueError(f"{name} is 0 to {most}, got {value}")
