"""Sequences of questions over one workspace, made of those that scenarios of the corpus ask.

Steps and files come from different vectors of a domain, so that what nobody thought of together
meets; some inputs have something changed in them. Nothing here knows what an operation does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import msgspec

from hanzo_conformance.fuzz.variation import Variations
from hanzo_vectors.references import MEMBER
from hanzo_vectors.vector import Vector

STEPS = 6
# Of this many steps one is asked as some vector asks it, so that sequences get anywhere.
AS_IT_IS = 0.6
TRIES = 20

# A workspace and steps as a vector states them, without expectations.
Drawn = dict[str, Any]


class Sequences:
    """Draws sequences for one domain; ``fits`` says whether an operation takes an input."""

    def __init__(
        self, vectors: Iterable[Vector], domain: str, fits: Callable[[str, Any], bool]
    ) -> None:
        self._fits = fits
        self._places: list[dict[str, Any]] = []
        seeds: list[tuple[str, bytes]] = []
        for vector in vectors:
            scenario = vector.scenario
            if vector.domain != domain or scenario is None or scenario.workspace is None:
                continue
            self._places.append(msgspec.json.decode(scenario.workspace))
            seeds += [
                (turn.operation, turn.input)
                for turn in scenario.turns
                # What is taken from an earlier answer is not there in another sequence.
                if MEMBER.encode() not in turn.input
            ]
        self._seeds = seeds
        self._variations = Variations(seeds)

    @property
    def are_there(self) -> bool:
        """Whether the domain has scenarios to draw from."""
        return bool(self._seeds)

    def draw(self, random: Random) -> Drawn:
        """A workspace with the files of one vector or two, and up to ``STEPS`` steps."""
        workspace: dict[str, Any] = dict(random.choice(self._places))
        if random.random() < 0.4:
            more = random.choice(self._places).get("files", {})
            workspace["files"] = joined_files(workspace.get("files", {}), more)
        count = random.randrange(1, STEPS + 1)
        return {"workspace": workspace, "steps": [self._step(random) for _ in range(count)]}

    def _step(self, random: Random) -> dict[str, Any]:
        for _ in range(TRIES):
            operation, given = random.choice(self._seeds)
            params = msgspec.json.decode(given)
            if random.random() >= AS_IT_IS:
                operation, params = self._variations.draw(random)
            if self._fits(operation, params):
                return {"operation": operation, "input": params}
        operation, given = self._seeds[0]
        return {"operation": operation, "input": msgspec.json.decode(given)}


def joined_files(files: dict[str, Any], more: dict[str, Any]) -> dict[str, Any]:
    """Files, with those of another workspace whose paths do not lead through one of them."""
    found = dict(files)
    for path, file in more.items():
        ways = [path[:place] for place, char in enumerate(path) if char == "/"]
        solid = any(way in found and "directory" not in found[way] for way in ways)
        if (
            path not in found
            and not solid
            and not any(other.startswith(f"{path}/") for other in found)
        ):
            found[path] = file
    return found
