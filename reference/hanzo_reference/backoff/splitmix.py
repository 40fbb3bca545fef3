"""SplitMix64, the generator behind reproducible jitter: 64 bits of state, one word a call.

Not for secrets: a delay that is seen gives much of the state away.
"""

from __future__ import annotations

U64_MASK = 2**64 - 1
# The odd integer nearest to 2^64 divided by the golden ratio.
GOLDEN_GAMMA = 0x9E3779B97F4A7C15


class SplitMix64:
    """A stream of 64-bit words that its seed alone decides.

    ``seed`` is 0 to 2^64 - 1 and any value is a good one; ``ValueError`` outside.
    Spec: BACKOFF-13, BACKOFF-14.
    """

    def __init__(self, seed: int) -> None:
        if not 0 <= seed <= U64_MASK:
            raise ValueError(f"a seed is 0 to 2^64 - 1, got {seed}")
        self._state = seed

    def next_word(self) -> int:
        """The next word, 0 to 2^64 - 1.

        Spec: BACKOFF-13, BACKOFF-14.
        """
        # The state moves before it is read, so the seed itself is never mixed.
        self._state = (self._state + GOLDEN_GAMMA) & U64_MASK
        return mixed(self._state)


def mixed(state: int) -> int:
    """The word of a state: variant 13 of Stafford's finalizers, all arithmetic modulo 2^64.

    Spec: BACKOFF-13.
    """
    word = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & U64_MASK
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & U64_MASK
    return word ^ (word >> 31)
