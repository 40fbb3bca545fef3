"""Values that a step takes from the results of earlier ones, and pointers that lead to nothing."""

from __future__ import annotations

from typing import Any

import pytest

from hanzo_vectors.references import UnresolvedError, resolve_from

RESULTS = {0: {"a": [{"b/c": 1}, "two"], "": {"~": None}}}


@pytest.mark.parametrize(
    ("pointer", "value"),
    [("", RESULTS[0]), ("/a/0/b~1c", 1), ("/a/1", "two"), ("//~0", None)],
)
def test_a_value_is_taken_from_an_earlier_result(pointer: str, value: Any) -> None:
    assert resolve_from({"x": [{"$from": [0, pointer]}]}, RESULTS) == {"x": [value]}


@pytest.mark.parametrize("pointer", ["/b", "/a/2", "/a/01", "/a/-", "/a/1/x", "/a/²"])
def test_a_pointer_to_nothing_is_an_error(pointer: str) -> None:
    with pytest.raises(UnresolvedError, match="the result of step 1 has nothing at"):
        resolve_from({"$from": [0, pointer]}, RESULTS)


def test_a_step_that_was_answered_with_an_error_has_nothing_to_take() -> None:
    with pytest.raises(UnresolvedError, match="step 2 was answered without a result"):
        resolve_from([{"$from": [1, ""]}], RESULTS)


def test_an_object_with_more_members_is_no_reference() -> None:
    value = {"$from": [0, ""], "more": 1}
    assert resolve_from(value, RESULTS) == value
