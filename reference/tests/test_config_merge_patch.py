"""Merge patch: the rows of RFC 7396, and what holds for any patches."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanzo_reference.config import Json, merge_patch

# RFC 7396 appendix A, all its rows: original, patch, result.
APPENDIX = [
    ('{"a":"b"}', '{"a":"c"}', '{"a":"c"}'),
    ('{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'),
    ('{"a":"b"}', '{"a":null}', "{}"),
    ('{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'),
    ('{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'),
    ('{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'),
    ('{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'),
    ('{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'),
    ('["a","b"]', '["c","d"]', '["c","d"]'),
    ('{"a":"b"}', '["c"]', '["c"]'),
    ('{"a":"foo"}', "null", "null"),
    ('{"a":"foo"}', '"bar"', '"bar"'),
    ('{"e":null}', '{"a":1}', '{"e":null,"a":1}'),
    ("[1,2]", '{"a":"b","c":null}', '{"a":"b"}'),
    ("{}", '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'),
]


@pytest.mark.parametrize(("original", "patch", "expected"), APPENDIX)
def test_the_rows_of_the_appendix_hold(original: str, patch: str, expected: str) -> None:
    assert merge_patch(json.loads(original), json.loads(patch)) == json.loads(expected)


def removes_nothing(value: Any) -> bool:
    """Whether a patch has no null outside arrays."""
    if isinstance(value, dict):
        return all(item is not None and removes_nothing(item) for item in value.values())
    return True


def resets_nothing(below: Any, above: Any) -> bool:
    """Whether no object of ``above`` meets anything but an object, or nothing, in ``below``."""
    if not isinstance(above, dict):
        return True
    return isinstance(below, dict) and all(
        resets_nothing(below[name], item) for name, item in above.items() if name in below
    )


nested = st.recursive(
    st.none() | st.integers(0, 3) | st.just([None]),
    lambda inner: st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=8,
)
patches = st.dictionaries(st.sampled_from("abc"), nested, max_size=3)


@given(patches, patches, patches)
def test_merges_associate_where_the_rfc_lets_them(one: Any, two: Any, three: Any) -> None:
    in_turn = merge_patch(merge_patch(one, two), three)
    if removes_nothing(three) and resets_nothing(two, three):
        assert merge_patch(one, merge_patch(two, three)) == in_turn


@given(patches)
def test_merges_associate_for_the_empty_patch(one: Any) -> None:
    # So that the condition above is not one that hardly anything meets.
    assert removes_nothing({})
    assert resets_nothing(one, {})
    assert merge_patch(one, {}) == one


def test_merges_do_not_associate_where_a_null_would_have_to_reach_through() -> None:
    one: Json = {"a": 1}
    two: Json = {}
    three: Json = {"a": None}
    assert not removes_nothing(three)
    assert merge_patch(merge_patch(one, two), three) == {}
    assert merge_patch(one, merge_patch(two, three)) == {"a": 1}


@given(nested, nested)
def test_a_patch_twice_is_a_patch_once_and_changes_no_argument(target: Any, patch: Any) -> None:
    before = deepcopy((target, patch))
    once = merge_patch(target, patch)
    assert (target, patch) == before
    assert merge_patch(once, patch) == once


@given(patches, patches)
def test_a_patch_leaves_no_null_of_its_own(target: Any, patch: Any) -> None:
    clean = merge_patch({}, target)
    assert removes_nothing(merge_patch(clean, patch))
