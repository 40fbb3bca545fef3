"""What is asked: the domain's own generators, and vectors with something changed in them."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from hanzo_conformance.fuzz.oracle import fits
from hanzo_conformance.fuzz.variation import Variations
from hanzo_vectors.vector import Vector

# Larger vectors are about size: a change in one is seldom about anything, and dear.
SEED_BYTES = 2048
# Of this many inputs one is a varied vector: generators ask what their author thought of.
EVERY = 2
# A vector with a change that its schema forbids is given another one this often.
ATTEMPTS = 8


class Questions:
    """An endless stream of (operation, input) for each domain and batch, fixed by the seed."""

    def __init__(self, corpus: Iterable[Vector]) -> None:
        by_domain: dict[str, list[Vector]] = {}
        for vector in corpus:
            if vector.scenario is None and len(vector.params) <= SEED_BYTES:
                by_domain.setdefault(vector.domain, []).append(vector)
        self._variations = {
            domain: Variations([(item.operation, item.params) for item in vectors])
            for domain, vectors in by_domain.items()
        }

    def stream(self, domain: Any, seed: int, batch: int) -> Iterator[tuple[str, dict[str, Any]]]:
        """The inputs of one batch: nobody else's, whoever asks them and when."""
        from hanzo_reference.spec.contract import generated_inputs

        # A text as a seed is hashed the same way everywhere; a tuple would not be.
        source = Random(f"{seed} {domain.id} {batch}")  # noqa: S311 - reproducible, not secret
        generated = generated_inputs(domain, source.getrandbits(64))
        variations = self._variations.get(domain.id)
        for place in itertools.count():
            varied = self._varied(variations, source) if place % EVERY == 0 else None
            yield varied or next(generated)

    def _varied(
        self, variations: Variations | None, source: Random
    ) -> tuple[str, dict[str, Any]] | None:
        for _ in range(ATTEMPTS if variations else 0):
            assert variations is not None
            operation, params = variations.draw(source)
            if fits(operation, params):
                return operation, params
        return None
