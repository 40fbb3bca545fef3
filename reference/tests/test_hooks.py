"""Hooks: lists against JSON's own types, preparations and judgements as tables and properties."""

from __future__ import annotations

import doctest
import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanzo_reference.hooks import (
    DOMAIN,
    End,
    HookConfig,
    InvalidCall,
    InvalidHook,
    Judgement,
    ToolResult,
    judge,
    prepare,
    read_hooks,
    select,
)
from hanzo_reference.hooks.judgement import Cause
from hanzo_reference.permissions import matches
from hanzo_reference.spec import contract

RIGHT = {"event": "pre_tool_use", "command": "true", "tool_pattern": "*"}
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)
causes: st.SearchStrategy[tuple[Cause, int]] = st.one_of(
    st.tuples(st.just("exit"), st.integers(0, 255)),
    st.tuples(st.just("signal"), st.integers(1, 64)),
    st.sampled_from([("timeout", 0), ("spawn", 0)]),
)
ends = st.builds(lambda how, stderr: End(how[0], how[1], stderr), causes, st.binary(max_size=8))


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("event", "PreToolUse"),
        ("event", None),
        ("command", "a\0"),
        ("command", 7),
        ("tool_pattern", None),
        ("timeout_ms", 0),
        ("timeout_ms", 600_001),
        ("timeout_ms", True),
        ("timeout_ms", 1.5),
        ("timeout_ms", float("inf")),
        ("timeout_ms", "5000"),
    ],
)
def test_an_ill_formed_member_is_named_with_its_hook(member: str, value: object) -> None:
    with pytest.raises(InvalidHook) as caught:
        read_hooks([RIGHT, {**RIGHT, member: value}])
    assert caught.value.details == {"index": 1, "member": member}


def test_a_time_is_a_whole_number_by_value() -> None:
    assert read_hooks([{**RIGHT, "timeout_ms": 250.0}])[0].timeout_ms == 250


def test_a_hook_that_was_built_in_a_program_is_judged_like_any_other() -> None:
    good = HookConfig("post_tool_use", "", "")
    assert read_hooks([good]) == (good,)
    with pytest.raises(InvalidHook):
        read_hooks([good, HookConfig("pre_tool_use", "true", "*", timeout_ms=-1)])


@given(st.lists(st.tuples(st.sampled_from(["pre_tool_use", "post_tool_use"]), texts)), texts)
def test_who_is_asked_is_who_matches(hooks: list[tuple[str, str]], tool: str) -> None:
    configs = [HookConfig(event, "true", pattern) for event, pattern in hooks]
    both = [select(configs, event, tool) for event in ("pre_tool_use", "post_tool_use")]
    covered = [index for index, (_, pattern) in enumerate(hooks) if matches(pattern, tool)]
    assert sorted(both[0] + both[1]) == covered


@given(st.dictionaries(texts, values, max_size=4), texts, texts)
def test_what_a_hook_reads_says_what_was_asked(
    given_input: dict[str, Any], tool: str, session: str
) -> None:
    if "\0" in tool + session:
        with pytest.raises(InvalidCall):
            prepare("pre_tool_use", tool, given_input, session, None, {})
        return
    made = prepare("pre_tool_use", tool, given_input, session, None, {})
    assert made.stdin.endswith("}\n")
    assert json.loads(made.stdin) == {
        "event": "pre_tool_use",
        "input": given_input,
        "session_id": session,
        "tool_name": tool,
    }
    assert json.loads(made.env["HANZO_TOOL_INPUT"]) == given_input


@given(st.dictionaries(texts, texts))
def test_a_parents_variables_come_through_but_for_ours(parent: dict[str, str]) -> None:
    outer = {"HANZO_TOOL_OUTPUT": "secret", "HANZO_SESSION_ID_TRUNCATED": "1"}
    made = prepare("pre_tool_use", "t", {}, "s", None, {**parent, **outer}).env
    own = {"HANZO_TOOL_NAME": "t", "HANZO_TOOL_INPUT": "{}", "HANZO_SESSION_ID": "s"}
    assert made == {**parent, **own}


def test_an_input_that_canonical_json_cannot_carry_is_refused() -> None:
    for value in (2**53, float("nan"), "\ud800"):
        with pytest.raises(InvalidCall):
            prepare("pre_tool_use", "t", {"a": value}, "s", None, {})


def test_the_limit_is_one_of_bytes() -> None:
    for count, told in ((16384, "😀" * 16384), (16385, "")):
        result = ToolResult("😀" * count, None, is_error=False)
        made = prepare("post_tool_use", "t", {}, "s", result, {}).env
        assert made["HANZO_TOOL_OUTPUT"] == told
        assert ("HANZO_TOOL_OUTPUT_TRUNCATED" in made) is (count == 16385)


@given(st.lists(ends, max_size=5))
def test_before_the_tool_all_must_allow(ended: list[End]) -> None:
    found = judge("pre_tool_use", ended)
    bad = [place for place, end in enumerate(ended) if (end.cause, end.number) != ("exit", 0)]
    if not bad:
        assert (found.decision, found.hook, found.ran) == ("allow", None, len(ended))
        return
    first = ended[bad[0]]
    denies = (first.cause, first.number) == ("exit", 2)
    assert found.decision == ("deny" if denies else "error")
    assert (found.hook, found.ran, found.failed) == (bad[0], bad[0] + 1, ())
    assert (found.reason is not None) is denies


@given(st.lists(ends, max_size=5))
def test_behind_the_tool_nobody_blocks(ended: list[End]) -> None:
    found = judge("post_tool_use", ended)
    bad = [place for place, end in enumerate(ended) if (end.cause, end.number) != ("exit", 0)]
    assert (found.decision, found.ran, found.failed) == ("allow", len(ended), tuple(bad))


def test_there_is_no_third_event() -> None:
    with pytest.raises(InvalidCall):
        Judgement("stop")


def test_the_example_of_the_specification_is_true() -> None:
    block = re.search(r"```pycon\n(.*?)```", contract.specification(DOMAIN), re.DOTALL)
    assert block is not None
    parsed = doctest.DocTestParser().get_doctest(block[1], {}, "spec.md", "spec.md", 0)
    assert doctest.DocTestRunner().run(parsed).failed == 0
