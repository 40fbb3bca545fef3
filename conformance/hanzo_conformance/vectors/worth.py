"""What a domain's vectors are worth: how much of them stands by itself, and who passes for nothing.

A vector set that an implementation without any behaviour passes in part proves less than it seems.
So four of them are asked: one that answers its input, one that answers an empty object, one that
answers the same result to everything, and one that answers the same error.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any, get_args

import msgspec
import rfc8785

from hanzo_conformance.requirements.standing import UNSTATED
from hanzo_conformance.values.wording import counted
from hanzo_vectors.comparison import SchemaCheck, first_difference
from hanzo_vectors.vector import Authority, Scenario, Turn, Vector

# The share of a domain's vectors that an implementation which does nothing may pass.
NULL_SHARE = 0.1


class Worth(msgspec.Struct, frozen=True):
    """Measures of one domain.

    ``input_bytes`` are median and maximum of the compact inputs. ``anchored``, ``errors`` and
    ``trivial`` count vectors: written by hand from a source (``authorities``: from
    which kind), ending in an error, with an input of
    nothing but empty values. ``repeated`` are groups of ids that ask the same. ``nulls`` says how
    many vectors each implementation without behaviour passes.
    """

    domain: str
    vectors: int
    input_bytes: tuple[int, int]
    anchored: int
    authorities: dict[str, int]
    errors: int
    trivial: int
    repeated: tuple[tuple[str, ...], ...]
    nulls: dict[str, int]

    def problems(self) -> list[str]:
        """What is wrong with these vectors, in words; nothing for sound ones."""
        found = [f"{self.domain}: {' and '.join(ids)} ask the same" for ids in self.repeated]
        for name, passed in self.nulls.items():
            if passed > self.vectors * NULL_SHARE:
                found.append(
                    f"{self.domain}: an implementation that only {name} passes {passed} of "
                    f"{counted(self.vectors, 'vector')}, more than {NULL_SHARE:.0%}"
                )
        return found


def measure(domain: str, vectors: Sequence[Vector], check: SchemaCheck) -> Worth:
    """The measures of one domain's vectors; there is at least one."""
    questions: dict[tuple[str, bytes], list[str]] = {}
    for vector in vectors:
        asked = rfc8785.dumps(msgspec.json.decode(vector.params))
        questions.setdefault((vector.operation, asked), []).append(vector.id)
    sizes = [len(vector.params) for vector in vectors]
    anchored = [vector for vector in vectors if vector.anchor not in {None, UNSTATED}]
    return Worth(
        domain=domain,
        vectors=len(vectors),
        input_bytes=(int(median(sizes)), max(sizes)),
        anchored=len(anchored),
        authorities={
            kind: sum(vector.authority == kind for vector in anchored)
            for kind in get_args(Authority)
        },
        errors=sum(_ends_in_an_error(vector) for vector in vectors),
        trivial=sum(is_empty(msgspec.json.decode(vector.params)) for vector in vectors),
        repeated=tuple(tuple(ids) for ids in questions.values() if len(ids) > 1),
        nulls=_nulls(vectors, check),
    )


def _ends_in_an_error(vector: Vector) -> bool:
    last = vector if vector.scenario is None else vector.scenario.turns[-1]
    return last.error is not None


def is_empty(value: Any) -> bool:
    """Whether a JSON value holds nothing but empty texts, zeros, false and null."""
    if isinstance(value, dict):
        return all(is_empty(member) for member in value.values())
    if isinstance(value, list):
        return all(is_empty(item) for item in value)
    return not value


def _nulls(every: Sequence[Vector], check: SchemaCheck) -> dict[str, int]:
    vectors = [vector for vector in every if vector.scenario is None]
    scenes = [vector.scenario for vector in every if vector.scenario is not None]
    loose = [vector for vector in vectors if vector.where is not None]
    exact: Counter[bytes] = Counter()
    for vector in vectors:
        if vector.result is not None and vector.where is None:
            exact[rfc8785.dumps(msgspec.json.decode(vector.result))] += 1
    results = {vector.result for vector in vectors if vector.result is not None}
    results |= {turn.result for scene in scenes for turn in scene.turns[:1] if turn.result}

    def score(result: Any) -> int:
        return (
            exact[rfc8785.dumps(result)]
            + sum(_fits(vector, result, check) for vector in loose)
            + sum(_passes(scene, lambda _: result, check) for scene in scenes)
        )

    return {
        "answers its input": sum(
            _fits(vector, msgspec.json.decode(vector.params), check) for vector in vectors
        )
        + sum(
            _passes(scene, lambda turn: msgspec.json.decode(turn.input), check) for scene in scenes
        ),
        "answers an empty object": score({}),
        "answers one result": max((score(msgspec.json.decode(one)) for one in results), default=0),
        "answers one error": _best_error([*vectors, *_single_errors(scenes)]),
    }


def _passes(scene: Scenario, told: Callable[[Turn], Any], check: SchemaCheck) -> bool:
    """Whether somebody passes who answers each turn so and does nothing."""
    if any(turn.before for turn in scene.turns) or not _stays(scene):
        return False
    return all(_fits(turn, told(turn), check) for turn in scene.turns)


def _stays(scene: Scenario) -> bool:
    """Whether the workspace may be afterwards what it was before."""
    if scene.after is None or scene.workspace is None:
        return True
    before = msgspec.json.decode(scene.workspace).get("files", {})
    return bool(before == msgspec.json.decode(scene.after)["files"])


def _single_errors(scenes: Sequence[Scenario]) -> list[Turn]:
    """The questions of scenarios that ask one and may leave all as it was."""
    return [scene.turns[0] for scene in scenes if len(scene.turns) == 1 and _stays(scene)]


def _fits(vector: Vector | Turn, result: Any, check: SchemaCheck) -> bool:
    if vector.result is None:
        return False
    where = msgspec.json.decode(vector.where) if vector.where else None
    expected = msgspec.json.decode(vector.result)
    return first_difference(expected, result, where, check) is None


def _best_error(vectors: Sequence[Vector | Turn]) -> int:
    """How many errors one body meets at best; details count only where a vector has some."""
    bodies = [msgspec.json.decode(vector.error) for vector in vectors if vector.error is not None]
    codes = Counter(body["code"] for body in bodies if "details" not in body)
    whole = Counter(
        (body["code"], rfc8785.dumps(body["details"])) for body in bodies if "details" in body
    )
    with_details = [codes[code] + count for (code, _), count in whole.items()]
    return max([*codes.values(), *with_details], default=0)
