"""Sequences of questions over one workspace: what scenarios ask, changed, and what schemas allow.

Steps and files come from different vectors of a domain and from real trees, so that what nobody
thought of together meets. Steps that hand something on, as an answer's hash, stay together. Nothing
here knows what an operation does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any
from urllib.parse import quote

import msgspec

from hanzo_conformance.fuzz import schema_inputs
from hanzo_conformance.fuzz.real_trees import RealTrees
from hanzo_conformance.fuzz.variation import PIECES, Variations
from hanzo_vectors.pointers import rebuilt
from hanzo_vectors.references import MEMBER, references
from hanzo_vectors.vector import Vector

STEPS = 6
# Of this many steps one is asked as some vector asks it, so that sequences get anywhere.
AS_IT_IS = 0.5
# And this many of the others are drawn from the operation's schema.
BY_SCHEMA = 0.4
# The places in a step are exchanged for places of its own workspace this often.
LED_ELSEWHERE = 0.4
FROM_REAL_TREES = 0.4
# The steps of a vector that hand something on, as it has them, are among the others this often.
HANDED_ON = 0.3
TRIES = 20
# A place of the workspace as inputs write it, and whether it is a URI.
PLACE = re.compile(r"(file://)?\$\{workspace\}(/[^\0]*)?\Z", re.DOTALL)

# A workspace and steps as a vector states them, without expectations.
Drawn = dict[str, Any]
Asked = tuple[str, dict[str, Any]]


class Sequences:
    """Draws sequences for one domain.

    ``fits`` says whether an operation takes an input, ``schema`` what it takes, None where nobody
    has said. ``trees`` are real files for workspaces.
    """

    def __init__(
        self,
        vectors: Iterable[Vector],
        domain: str,
        fits: Callable[[str, Any], bool],
        schema: Callable[[str], Mapping[str, Any] | None] = lambda _: None,
        trees: RealTrees | None = None,
    ) -> None:
        self._fits = fits
        self._trees = trees
        self._places: list[dict[str, Any]] = []
        seeds: list[tuple[str, bytes]] = []
        self._chains: list[tuple[dict[str, Any], list[Asked]]] = []
        for vector in vectors:
            scenario = vector.scenario
            if vector.domain != domain or scenario is None or scenario.workspace is None:
                continue
            self._places.append(msgspec.json.decode(scenario.workspace))
            steps = [(turn.operation, turn.input) for turn in scenario.turns]
            # What is taken from an earlier answer is not there in another sequence.
            seeds += [item for item in steps if MEMBER.encode() not in item[1]]
            if any(MEMBER.encode() in given for _, given in steps):
                chain = [(name, msgspec.json.decode(given)) for name, given in steps]
                self._chains.append((self._places[-1], chain))
        self._seeds = seeds
        self._variations = Variations(seeds)
        self._schemas = {name: schema(name) for name in sorted({name for name, _ in seeds})}

    @property
    def are_there(self) -> bool:
        """Whether the domain has scenarios to draw from."""
        return bool(self._seeds)

    def draw(self, random: Random) -> Drawn:
        """A workspace with the files of one vector or two, and up to ``STEPS`` steps."""
        place: dict[str, Any] = random.choice(self._places)
        chain: list[Asked] = []
        if self._chains and random.random() < HANDED_ON:
            place, chain = random.choice(self._chains)
        workspace: dict[str, Any] = dict(place)
        if random.random() < 0.4:
            more = random.choice(self._places).get("files", {})
            workspace["files"] = joined_files(workspace.get("files", {}), more)
        if self._trees is not None and random.random() < FROM_REAL_TREES:
            more = self._trees.draw(random)
            workspace["files"] = joined_files(workspace.get("files", {}), more)
        tree = _Tree(workspace.get("files", {}))
        count = random.randrange(1, STEPS + 1)
        asked = [self._next(tree, random) for _ in range(count)]
        # What the steps of a chain hand on is counted from its first one.
        before = random.randrange(count) if chain else 0
        asked[before:before] = [(name, _moved(given, before)) for name, given in chain]
        steps = [{"operation": name, "input": given} for name, given in asked]
        return {"workspace": workspace, "steps": steps}

    def _next(self, tree: _Tree, random: Random) -> Asked:
        operation, params = self._step(tree, random)
        if random.random() < LED_ELSEWHERE:
            params = rebuilt(params, lambda item: _led_elsewhere(item, tree, random))
        return operation, params

    def _step(self, tree: _Tree, random: Random) -> Asked:
        for _ in range(TRIES):
            operation, given = random.choice(self._seeds)
            params = msgspec.json.decode(given)
            if random.random() >= AS_IT_IS:
                schema = self._schemas[operation]
                if schema is not None and random.random() < BY_SCHEMA:
                    params = self._by_schema(operation, schema, tree, random)
                else:
                    operation, params = self._variations.draw(random)
            if self._fits(operation, params):
                return operation, params
        operation, given = self._seeds[0]
        return operation, msgspec.json.decode(given)

    def _by_schema(
        self, operation: str, schema: Mapping[str, Any], tree: _Tree, random: Random
    ) -> dict[str, Any]:
        def words(place: str, random: Random) -> str:
            found = self._variations.at(operation, place, random)
            known: str | None = found if isinstance(found, str) else None
            led = None if known is None else PLACE.match(known)
            if led is not None:
                return tree.place(random, is_uri=led[1] is not None)
            if known is not None and random.random() < 0.4:
                return known
            return tree.words(random) if random.random() < 0.8 else random.choice(PIECES)

        found: dict[str, Any] = schema_inputs.draw(schema, words, random)
        # Whoever asks knows where.
        found.pop("workspace", None)
        return found


class _Tree:
    """What lies in a workspace: its paths, and parts of its texts."""

    def __init__(self, files: Mapping[str, Any]) -> None:
        paths = {way for path in files for way in _ways(path)}
        self._paths = ["", *sorted(paths)]
        self._texts = [
            file["text"] for _, file in sorted(files.items())
            if isinstance(file, dict) and isinstance(file.get("text"), str) and file["text"]
        ]  # fmt: skip

    def place(self, random: Random, *, is_uri: bool) -> str:
        """A place of the workspace, which may not be there yet."""
        path = random.choice(self._paths)
        if random.random() < 0.2:
            path = f"{path}/{random.choice(PIECES)}".removeprefix("/")
        below = f"/{path}" if path else ""
        return f"file://${{workspace}}{quote(below)}" if is_uri else f"${{workspace}}{below}"

    def words(self, random: Random) -> str:
        """A part of a text that lies there."""
        if not self._texts:
            return random.choice(PIECES)
        text: str = random.choice(self._texts)
        start = random.randrange(len(text))
        return text[start : start + random.choice((1, 2, 3, 5, 8, 40))]


def _ways(path: str) -> list[str]:
    parts = path.split("/")
    return ["/".join(parts[: count + 1]) for count in range(len(parts))]


def _led_elsewhere(item: Any, tree: _Tree, random: Random) -> Any:
    """Another place of the workspace for one that an input names."""
    found = PLACE.match(item) if isinstance(item, str) else None
    return tree.place(random, is_uri=found[1] is not None) if found else item


def _moved(given: dict[str, Any], count: int) -> dict[str, Any]:
    """An input of a chain of steps, of which so many other steps come first."""
    if not references(given):
        return given

    def move(item: Any) -> Any:
        if isinstance(item, dict) and item.keys() == {MEMBER}:
            step, pointer = item[MEMBER]
            return {MEMBER: [step + count, pointer]}
        return item

    moved: dict[str, Any] = rebuilt(given, move, inner=False)
    return moved


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
