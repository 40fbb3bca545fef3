"""Values become small, keep what they are about, and nothing is tried for ever."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanzo_conformance.fuzz.shrink import SpentError, shrink
from hanzo_conformance.fuzz.simplicity import size


def text64(data: bytes) -> str:
    return base64.b64encode(data).decode()


CASES: dict[str, tuple[Any, Callable[[Any], bool], Any]] = {
    "a text around what matters": (
        {"text": "long before BAD long after"},
        lambda v: "BAD" in v.get("text", ""),
        {"text": "BAD"},
    ),
    "what does not matter at all": (
        {"a": [1, 2, {"b": None}], "text": "x"},
        lambda v: "text" in v,
        {"text": None},
    ),
    "a number down to its boundary": ({"n": 4711}, lambda v: (v.get("n") or 0) > 64, {"n": 65}),
    "a number below zero": ({"n": -4711}, lambda v: (v.get("n") or 0) < -9, {"n": -10}),
    "a length, not its characters": (
        {"text": "kjhsdf876sd😀f"},
        lambda v: len(v.get("text") or "") >= 5,
        {"text": "aaaaa"},
    ),
    "two items out of many": (
        {"list": ["x", "u", "y", "v", "z"]},
        lambda v: {"u", "v"} <= set(v.get("list") or []),
        {"list": ["u", "v"]},
    ),
    "a text that was cut into pieces": (
        {"chunks": ["d", "at", "", "a"]},
        lambda v: "".join(v.get("chunks") or []) == "data",
        {"chunks": ["data"]},
    ),
    "two texts that must be equal": (
        {"sent": "state-4711", "back": "state-4711"},
        lambda v: bool(v.get("sent")) and v.get("sent") == v.get("back"),
        {"sent": "a", "back": "a"},
    ),
    "the name of a member that may be any": (
        {"env": {"SOME_NAME": "1", "OTHER": "2"}},
        lambda v: len(v.get("env") or {}) == 2,
        {"env": {"": None, "a": None}},
    ),
    "bytes by their content": (
        {"body_b64": text64(b"\x00\x01\x02\xff\x03\x04")},
        lambda v: b"\xff" in base64.b64decode(v.get("body_b64") or "", validate=True),
        {"body_b64": text64(b"\xff")},
    ),
    "bytes that are text become text": (
        {"body_b64": [text64(b"so BAD"), text64(b"ly")]},
        lambda v: (
            "BAD" in "".join(v.get("body") or [])
            or b"BAD" in b"".join(map(base64.b64decode, v.get("body_b64") or []))
        ),
        {"body": ["BAD"]},
    ),
}


@pytest.mark.parametrize(("value", "holds", "wanted"), CASES.values(), ids=CASES)
def test_what_is_left_is_what_matters(
    value: Any, holds: Callable[[Any], bool], wanted: Any
) -> None:
    def within(candidate: Any) -> bool:
        try:
            return holds(candidate)
        except (AttributeError, TypeError):
            # Of another shape: no input that anybody would take.
            return False

    assert shrink(value, within, 20_000) == wanted


def test_the_value_that_is_given_stays_as_it_is() -> None:
    value = {"list": [{"a": "xyz"}]}
    before = json.dumps(value)
    shrink(value, lambda _: True, 1000)
    assert json.dumps(value) == before


def test_no_more_is_tried_than_is_allowed() -> None:
    tried: list[Any] = []

    def holds(value: Any) -> bool:
        tried.append(value)
        return False

    value = {"text": "".join(map(chr, range(0x4E00, 0x4F00)))}
    assert shrink(value, holds, 40) == value
    assert len(tried) == 40


def test_when_time_is_spent_what_was_reached_counts() -> None:
    left = [3]

    def holds(_: Any) -> bool:
        left[0] -= 1
        if left[0] < 0:
            raise SpentError
        return True

    reached = shrink({"a": "xyz", "b": "xyz", "c": "xyz", "d": "xyz", "e": "xyz"}, holds, 1000)
    assert 0 < len(reached) < 5


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(max_size=6) | st.just("x_b64"), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(json_values, st.integers(0, 40))
def test_whatever_is_kept_has_the_property_and_is_no_larger(value: Any, modulus: int) -> None:
    def holds(candidate: Any) -> bool:
        return len(json.dumps(candidate)) % (modulus + 1) == wanted

    wanted = len(json.dumps(value)) % (modulus + 1)
    small = shrink(value, holds, 500)
    assert holds(small)
    assert size(small) <= size(value)


@given(json_values)
def test_nothing_gets_smaller_once_it_is_smallest(value: Any) -> None:
    small = shrink(value, lambda _: True, 20_000)
    assert small is None
