"""Comparison against an independent canonicaliser, and where the first difference is."""

from __future__ import annotations

from typing import Any

import pytest
import rfc8785
from hypothesis import example, given
from hypothesis import strategies as st

from hanzo_vectors.comparison import ABSENT, differences, first_difference
from hanzo_vectors.schema_check import breaks

LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-3, 3)
    | st.sampled_from([0.0, 1.0, 1.5, -0.0])
    | st.sampled_from(["", "1", "a", "\u20ac", "\U0001f600"])
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["a", "b", "10", "9", "~/"]), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(VALUES, VALUES)
@example(True, 1)
@example(1, 1.0)
@example(0, False)
@example(0.0, -0.0)
@example([], {})
@example({"a": None}, {})
def test_values_are_equal_exactly_when_their_canonical_forms_are(left: Any, right: Any) -> None:
    same = rfc8785.dumps(left) == rfc8785.dumps(right)
    assert (first_difference(left, right) is None) == same


@given(VALUES)
def test_a_value_never_differs_from_itself(value: Any) -> None:
    assert first_difference(value, value) is None


@pytest.mark.parametrize(
    ("expected", "actual", "pointer"),
    [
        ({"a": {"b": [1, 2]}}, {"a": {"b": [1, 3]}}, "/a/b/1"),
        ({"a": 1}, {"a": 1, "b": 2}, "/b"),
        ({"a/b": 1, "~": 2}, {"a/b": 1, "~": 3}, "/~0"),
        ({"a/b": 1}, {"a/b": 2}, "/a~1b"),
        ([1], [1, 2], "/1"),
        (1, 2, ""),
    ],
)
def test_the_first_difference_is_named_by_pointer(expected: Any, actual: Any, pointer: str) -> None:
    found = first_difference(expected, actual)
    assert found is not None
    assert found.pointer == pointer


def test_a_side_that_has_nothing_is_absent_and_not_null() -> None:
    found = list(differences({"a": None}, {"b": None}))
    assert [(item.pointer, item.expected, item.actual) for item in found] == [
        ("/a", None, ABSENT),
        ("/b", ABSENT, None),
    ]


RULES = {"/text": {"type": "string", "minLength": 2}}


class TestWhere:
    def test_a_schema_stands_in_for_equality_at_its_pointer(self) -> None:
        assert (
            first_difference({"text": "xx", "n": 1}, {"text": "yyy", "n": 1}, RULES, breaks) is None
        )

    def test_a_value_that_breaks_the_schema_differs_and_the_rule_is_told(self) -> None:
        found = first_difference({"text": "xx"}, {"text": "y"}, RULES, breaks)
        assert found is not None
        assert "shorter than 2" in (found.rule or "")

    def test_what_stands_beside_is_compared_exactly(self) -> None:
        found = first_difference({"text": "xx", "n": 1}, {"text": "xx", "n": 2}, RULES, breaks)
        assert found is not None
        assert found.pointer == "/n"

    def test_a_missing_member_is_not_excused(self) -> None:
        found = first_difference({"text": "xx"}, {}, RULES, breaks)
        assert found is not None
        assert found.actual is ABSENT
