"""Which vectors a finding is like: the requirements of those are the ones it likely touches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from hanzo_vectors.vector import Question, Vector

# Longer texts are compared by their beginnings.
COMPARED = 2000
GRAM = 3
# What an equal outcome (a result, or the same error) is worth beside an equal input.
OUTCOME = 0.5


def nearest(asked: Question, vectors: Iterable[Vector], count: int) -> list[Vector]:
    """The vectors of the same operation whose input and outcome are most similar, best first."""
    grams = _grams(asked.params)
    pool = [
        vector
        for vector in vectors
        if vector.operation == asked.operation and vector.scenario is None
    ]

    def score(vector: Vector) -> float:
        alike = _similarity(grams, _grams(vector.params))
        return alike + OUTCOME * _same_outcome(asked, vector)

    # Sorting keeps the order of the corpus among equals.
    return sorted(pool, key=score, reverse=True)[:count]


def likely_requirements(vectors: Sequence[Vector]) -> list[str]:
    """The requirements of the nearest vectors, those of most of them first."""
    counts = Counter(name for vector in vectors for name in vector.requirements)
    return [name for name, _ in counts.most_common()]


def _grams(params: bytes) -> Counter[str]:
    text = params[:COMPARED].decode("utf-8", "replace")
    return Counter(text[start : start + GRAM] for start in range(max(1, len(text) - GRAM + 1)))


def _similarity(left: Counter[str], right: Counter[str]) -> float:
    """What two texts share of all that either has, from 0 to 1."""
    return (left & right).total() / max(1, (left | right).total())


def _same_outcome(left: Question, right: Question) -> bool:
    if left.error is None or right.error is None:
        return left.error is right.error
    codes = [msgspec.json.decode(error)["code"] for error in (left.error, right.error)]
    return bool(codes[0] == codes[1])
