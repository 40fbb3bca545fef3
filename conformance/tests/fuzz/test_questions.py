"""What a campaign asks: inputs that fit, the same for the same seed, and changed vectors."""

from __future__ import annotations

import base64
import itertools
from random import Random
from typing import Any

import msgspec
import pytest

from hanzo_conformance.fuzz.oracle import Oracle, fits
from hanzo_conformance.fuzz.questions import Questions
from hanzo_conformance.fuzz.variation import Variations
from hanzo_reference.spec.contract import domains
from hanzo_vectors.reading import read_corpus
from hanzo_vectors.strict_json import loads

CORPUS = read_corpus()
QUESTIONS = Questions(CORPUS.vectors)
NAMES = [domain.id for domain in domains() if not domain.touches_system]


def asked(name: str, seed: int, batch: int, count: int) -> list[tuple[str, dict[str, Any]]]:
    domain = next(domain for domain in domains() if domain.id == name)
    return list(itertools.islice(QUESTIONS.stream(domain, seed, batch), count))


@pytest.mark.parametrize("name", NAMES)
def test_every_input_fits_its_schema_is_answered_and_is_strict_json(name: str) -> None:
    oracle = Oracle(CORPUS.vectors)
    for place, (operation, params) in enumerate(asked(name, 7, 0, 400)):
        assert fits(operation, params), (operation, params)
        vector = oracle.question(operation, params, f"q-{place}")
        assert (vector.answer is None) != (vector.error is None)
        assert loads(vector.params) == params


@pytest.mark.parametrize("name", NAMES)
def test_seed_domain_and_batch_say_what_is_asked(name: str) -> None:
    assert asked(name, 1, 5, 50) == asked(name, 1, 5, 50)
    assert asked(name, 1, 5, 50) != asked(name, 1, 6, 50)
    assert asked(name, 2, 5, 50) != asked(name, 1, 5, 50)


def test_most_of_what_is_drawn_differs_from_the_vectors_it_comes_from() -> None:
    source = Random(1)  # noqa: S311 - reproducible test data
    seeds = [{"text": "__proto__"}, {"text": "x", "list": [1, 2]}]
    variations = Variations([("x.y", msgspec.json.encode(seed)) for seed in seeds])
    drawn = [variations.draw(source) for _ in range(400)]
    assert {operation for operation, _ in drawn} == {"x.y"}
    assert sum(params not in seeds for _, params in drawn) > 250


def test_members_of_bytes_stay_base64_whatever_is_changed() -> None:
    source = Random(2)  # noqa: S311 - reproducible test data
    seed = msgspec.json.encode({"chunks_b64": [base64.b64encode(b"data: x\n\n").decode()]})
    variations = Variations([("x.y", seed)])
    seen = set()
    for _ in range(500):
        _, params = variations.draw(source)
        for chunk in params.get("chunks_b64", []):
            seen.add(base64.b64decode(chunk, validate=True))
    assert len(seen) > 100


def test_parts_of_other_vectors_meet_at_the_same_place() -> None:
    source = Random(3)  # noqa: S311 - reproducible test data
    variations = Variations(
        [("x.y", b'{"a":{"n":1},"b":"one"}'), ("x.y", b'{"a":{"n":2},"b":"two"}')]
    )
    drawn = [variations.draw(source)[1] for _ in range(400)]
    assert {"a": {"n": 2}, "b": "one"} in drawn
    assert {"a": {"n": 1}, "b": "two"} in drawn
    assert all(params.get("b") != {"n": 1} for params in drawn)


def test_texts_that_agree_can_change_together() -> None:
    source = Random(5)  # noqa: S311 - reproducible test data
    variations = Variations([("x.y", b'{"sent":"abc","back":["abc"]}')])
    drawn = [variations.draw(source)[1] for _ in range(400)]
    together = [
        params
        for params in drawn
        if params.get("back") == [params.get("sent")] and params["sent"] != "abc"
    ]
    assert len(together) > 10


def test_numbers_stay_exact_everywhere() -> None:
    source = Random(4)  # noqa: S311 - reproducible test data
    variations = Variations([("x.y", b'{"n":9007199254740991,"m":-9007199254740991}')])
    for _ in range(500):
        loads(msgspec.json.encode(variations.draw(source)[1]))


def test_what_vectors_leave_open_is_open_for_every_input_and_nothing_else() -> None:
    free = [vector for vector in CORPUS.vectors if vector.where is not None]
    assert free
    oracle = Oracle(CORPUS.vectors)
    for vector in free:
        made = oracle.question(vector.operation, loads(vector.params), "q")
        assert made.where is not None
        assert loads(vector.where or b"{}").keys() <= loads(made.where).keys()
    operations = {vector.operation for vector in free}
    shut = next(vector for vector in CORPUS.vectors if vector.operation not in operations)
    assert oracle.question(shut.operation, loads(shut.params), "q").where is None
