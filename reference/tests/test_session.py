"""Session compaction: the vectors, the example, judging, and generated inputs."""

from __future__ import annotations

import doctest
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hanzo_reference.session
from hanzo_reference.session import DOMAIN, InvalidBudget, SessionCompactor
from hanzo_reference.session.inputs import raw
from hanzo_reference.spec import contract
from hanzo_reference.spec.declaration import DomainError


def describe() -> dict[str, Any]:
    return contract.describe(DOMAIN)


def test_every_anchored_case_agrees_with_the_behaviour() -> None:
    vectors = describe()["vectors"]
    assert len(vectors) >= 60
    assert all("anchor" in vector for vector in vectors)


def test_every_requirement_is_cited_unless_it_is_excluded() -> None:
    described = describe()
    cited = {name for vector in described["vectors"] for name in vector["requirements"]}
    excluded = {item["id"] for item in described["requirements"] if "excluded" in item}
    assert cited | excluded == {item["id"] for item in described["requirements"]}
    assert excluded == {"SESSION-44"}


def test_no_constant_answer_passes_a_tenth_of_the_vectors() -> None:
    answers = [json.dumps(item["expected"], sort_keys=True) for item in describe()["vectors"]]
    assert max(map(answers.count, answers)) * 10 < len(answers)


def test_the_example_of_the_specification_runs() -> None:
    path = Path(hanzo_reference.session.__file__).with_name("spec.md")
    outcome = doctest.testfile(str(path), module_relative=False)
    assert outcome.attempted > 5
    assert outcome.failed == 0


def code_of(operation: str, params: dict[str, Any]) -> str | None:
    """The code of the refusal, or None when there is a result that the output model accepts."""
    try:
        contract.respond(f"session.{operation}", params)
    except DomainError as refusal:
        return refusal.code
    return None


@settings(max_examples=300)
@given(st.integers(0, 2**32))
def test_raw_inputs_are_answered_or_refused_by_code(seed: int) -> None:
    operation, params = raw(Random(seed))  # noqa: S311 - reproducible test data
    bad_budget = params["max_tokens"] < 1 or params.get("reserve_recent", 0) < 0
    code = code_of(operation, params)
    assert (code == "INVALID_BUDGET") == bad_budget
    assert code in (None, "INVALID_BUDGET", "INVALID_MESSAGE")


@pytest.mark.parametrize(("max_tokens", "reserve"), [(0, 0), (-1, 0), (1, -1)])
def test_a_budget_that_is_none_is_refused_before_any_message(max_tokens: int, reserve: int) -> None:
    with pytest.raises(InvalidBudget):
        SessionCompactor(max_tokens, reserve)


def test_three_turns_are_reserved_unless_said_otherwise() -> None:
    assert SessionCompactor(100).reserve_recent == 3
