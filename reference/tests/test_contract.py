"""What holds for every domain: coverage, anchors, schemas, controls that must not pass."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from typing import Any

import jsonschema
import pytest

from hanzo_reference.spec.contract import describe, domains, generated_inputs
from hanzo_reference.spec.declaration import Domain
from hanzo_vectors.stage import Stage

DOMAINS = pytest.mark.parametrize("domain", domains(), ids=lambda domain: domain.id)
# Nothing is asked of a draft but that it can be read.
STANDING = pytest.mark.parametrize(
    "domain",
    [domain for domain in domains() if domain.status != "draft"],
    ids=lambda domain: domain.id,
)
PURE = [domain for domain in domains() if not domain.touches_system]
# How many vectors a domain has at least.
AT_LEAST = {
    "sse": 80, "config": 100, "permissions": 100, "hooks": 110, "gate": 130, "sandbox": 150,
    "fs": 100, "code": 25,
    "proc": 20, "test": 20, "vcs": 20, "net": 20, "ws": 20, "ui": 10,
    # Of what it keeps most is each implementation's own.
    "memory_kept": 8,
}  # fmt: skip


DESCRIBED: dict[str, dict[str, Any]] = {}


def described(domain: Domain) -> dict[str, Any]:
    if domain.id not in DESCRIBED:
        DESCRIBED[domain.id] = describe(domain, Stage)
    return DESCRIBED[domain.id]


def questions(domain: Domain) -> list[dict[str, Any]]:
    """Operation, input and expected answer of every vector and of every step of one."""
    return [
        question
        for vector in described(domain)["vectors"]
        for question in vector.get("steps", [vector])
    ]


def cited(vectors: list[dict[str, Any]]) -> set[str]:
    return {name for vector in vectors for name in vector["requirements"]}


@STANDING
def test_there_are_enough_vectors(domain: Domain) -> None:
    assert len(described(domain)["vectors"]) >= AT_LEAST.get(domain.id, 60)


@STANDING
def test_every_requirement_has_a_vector_or_a_reason_why_none_can_show_it(domain: Domain) -> None:
    have = cited(described(domain)["vectors"])
    for item in described(domain)["requirements"]:
        assert (item["id"] in have) != ("excluded" in item), item["id"]


@STANDING
def test_every_must_has_a_vector_whose_value_was_written_by_hand(domain: Domain) -> None:
    anchored = cited([vector for vector in described(domain)["vectors"] if "anchor" in vector])
    musts = [item for item in described(domain)["requirements"] if item["level"] == "must"]
    assert [item["id"] for item in musts if item["id"] not in anchored | excluded(domain)] == []


def excluded(domain: Domain) -> set[str]:
    return {item["id"] for item in described(domain)["requirements"] if "excluded" in item}


@STANDING
def test_every_declared_error_is_expected_by_some_vector(domain: Domain) -> None:
    for operation in described(domain)["operations"]:
        seen = {
            question["expected"]["error"]["code"]
            for question in questions(domain)
            if question["operation"] == operation["name"] and "error" in question["expected"]
        }
        assert seen == set(operation["errors"]), operation["name"]


@DOMAINS
def test_schemas_are_valid_and_hold_for_every_vector(domain: Domain) -> None:
    for operation in described(domain)["operations"]:
        sides = {}
        for side in ("input", "output"):
            jsonschema.Draft202012Validator.check_schema(operation[side])
            sides[side] = jsonschema.Draft202012Validator(operation[side])
        placed = {"workspace": "/"} if domain.touches_system else {}
        for question in questions(domain):
            if question["operation"] == operation["name"]:
                sides["input"].validate({**placed, **question["input"]})
                if "result" in question["expected"]:
                    sides["output"].validate(question["expected"]["result"])


@STANDING
def test_implementations_that_do_nothing_pass_hardly_anything(domain: Domain) -> None:
    vectors = described(domain)["vectors"]
    expected = [[step["expected"] for step in vector.get("steps", [vector])] for vector in vectors]
    candidates = {
        "echo": sum(
            all(
                step["expected"] == {"result": step["input"]}
                for step in vector.get("steps", [vector])
            )
            for vector in vectors
        ),
        "an empty object": expected.count([{"result": {}}]),
        "the best constant answer": max(
            sum(all(answer == item for answer in answers) for answers in expected)
            for item in (answers[0] for answers in expected)
        ),
    }
    for name, score in candidates.items():
        assert score <= len(vectors) * 0.1, f"{name} passes {score} of {len(vectors)}"


@pytest.mark.parametrize("domain", PURE, ids=lambda domain: domain.id)
def test_generated_inputs_come_back_for_the_same_seed_and_are_answered(domain: Domain) -> None:
    from hanzo_reference.spec.calls import answer

    first = list(itertools.islice(generated_inputs(domain, 7), 200))
    assert first == list(itertools.islice(generated_inputs(domain, 7), 200))
    for operation, params in first:
        assert set(answer(domain, operation, params)) <= {"result", "error"}


def test_the_contract_is_the_same_under_another_hash_seed_locale_and_time_zone() -> None:
    program = (
        "import hashlib, json; from hanzo_reference.spec.contract import describe, domains;"
        "from hanzo_vectors.stage import Stage;"
        "described = [describe(d, Stage) for d in domains() if not d.touches_system];"
        "print(hashlib.sha256(json.dumps(described).encode()).hexdigest())"
    )
    told = set()
    for seed, locale, zone in [("0", "C", "UTC"), ("7", "C.UTF-8", "Pacific/Chatham")]:
        variables = {**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": locale, "TZ": zone}
        told.add(
            subprocess.run(
                [sys.executable, "-c", program],
                env=variables,
                capture_output=True,
                text=True,
                check=True,
            ).stdout
        )
    assert len(told) == 1
