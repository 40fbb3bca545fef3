"""Making a sequence short: whole steps go first, with those that take something from them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hanzo_conformance.fuzz.sequences import Drawn
from hanzo_vectors.pointers import rebuilt
from hanzo_vectors.references import MEMBER, references


def fewer_steps(sequence: Drawn, holds: Callable[[Drawn], bool]) -> Drawn:
    """The sequence without the steps that are not needed for ``holds``, the last ones first."""
    index = len(sequence["steps"]) - 1
    while index >= 0:
        shorter = without_step(sequence, index)
        if shorter["steps"] and holds(shorter):
            sequence = shorter
        index = min(index, len(sequence["steps"])) - 1
    return sequence


def without_step(sequence: Drawn, index: int) -> Drawn:
    """The sequence without a step and all that take something from it, even through others."""
    kept: dict[int, int] = {}
    steps: list[dict[str, Any]] = []
    for number, step in enumerate(sequence["steps"]):
        taken = [place[0] for place in references(step["input"])]
        if number != index and all(earlier in kept for earlier in taken):
            kept[number] = len(steps)
            steps.append({**step, "input": _renumbered(step["input"], kept)})
    return {**sequence, "steps": steps}


def _renumbered(given: Any, numbers: dict[int, int]) -> Any:
    def change(item: Any) -> Any:
        if isinstance(item, dict) and item.keys() == {MEMBER}:
            step, pointer = item[MEMBER]
            return {MEMBER: [numbers[step], pointer]}
        return item

    return rebuilt(given, change, inner=False)
