"""Config: properties of whole loads, and of what is derived from them."""

from __future__ import annotations

import doctest
import re
from base64 import b64encode
from itertools import pairwise
from typing import Any

import pytest
from config_world import encode, load, texts
from hypothesis import given
from hypothesis import strategies as st

from hanzo_reference.config import DOMAIN, argv, merge_patch
from hanzo_reference.spec import contract
from hanzo_reference.spec.calls import answer

names = st.sampled_from(["a", "b", "c", "x", "1", "10", "9", "__proto__", ""]) | texts
scalars = st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | texts
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=4),
    max_leaves=12,
)
objects = st.dictionaries(names, values, max_size=4)
modes = st.sampled_from(["allow", "deny", "prompt"]) | st.none()
permissions = st.dictionaries(names, modes, max_size=5) | st.none()


# The tiers from user to local, a member, and what becomes of it.
EXAMPLES: list[tuple[list[Any], str, Any]] = [
    ([{"model": "u"}, {"model": "p"}, {"model": "l"}], "model", "l"),
    ([{"model": "u"}, {"model": None}], "model", "claude-sonnet-4-20250514"),
    ([{"api_key": "sk"}, {"api_key": None}, {"api_key": "x"}], "api_key", "sk"),
    ([{"x": {"a": [1], "b": 2}}, None, {"x": {"a": [], "b": None}}], "x", {"a": []}),
    ([{"mcpServers": {"s": {"args": []}}}, {"mcp_servers": {"s": {"disabled": True}}}],
     "mcp_servers", {"s": {"args": [], "disabled": True}}),
    ([b'{"x": "\\ud83d\\ude00"}'], "x", "\U0001f600"),
]  # fmt: skip


@pytest.mark.parametrize(("files", "member", "expected"), EXAMPLES)
def test_a_member_is_what_the_tiers_make_of_it(
    files: list[Any], member: str, expected: Any
) -> None:
    assert load(*files).config[member] == expected


@given(objects, objects)
def test_unknown_members_are_merged_by_the_rfc(user: Any, local: Any) -> None:
    merged = load({"x": user}, None, {"x": local}).config
    assert merged["x"] == merge_patch(merge_patch({}, user), local)


@given(objects)
def test_a_missing_file_is_as_good_as_an_empty_object(content: Any) -> None:
    file = {"x": content}
    assert load(file, None, {}) == load(file, {}, None) == load(file)


@given(permissions, permissions, permissions)
def test_rules_are_the_merged_permissions_by_tier_and_then_by_place(
    user: Any, project: Any, local: Any
) -> None:
    tiers = (local, project, user)
    loaded = load(*({"permissions": tier} for tier in reversed(tiers)))
    merged = loaded.config["permissions"]
    assert isinstance(merged, dict)
    assert {rule.tool_pattern: rule.mode for rule in loaded.permission_rules} == merged

    def place(pattern: str) -> tuple[int, int]:
        return next(
            (rank, list(tier).index(pattern))
            for rank, tier in enumerate(tiers)
            if tier is not None and pattern in tier
        )

    assert [rule.tool_pattern for rule in loaded.permission_rules] == sorted(merged, key=place)


credentials = st.dictionaries(st.sampled_from(["api_key", "oauth_credentials"]), values)


@given(objects, credentials, credentials, credentials)
def test_credentials_below_the_user_change_nothing_but_the_warnings(
    content: Any, user: Any, project: Any, local: Any
) -> None:
    if not isinstance(user.get("api_key", ""), str):
        user["api_key"] = "sk"
    base = load({**user, "x": content}, {"y": 1}, {"z": 2})
    spoilt = load({**user, "x": content}, {**project, "y": 1}, {"z": 2, **local})
    assert spoilt.config == base.config
    assert base.warnings == []
    assert [(item.tier, item.key) for item in spoilt.warnings] == [
        (tier, key)
        for tier, found in (("project", project), ("local", local))
        for key in sorted(found)
    ]


servers: st.SearchStrategy[dict[str, Any]] = st.dictionaries(
    names,
    st.fixed_dictionaries({}, optional={"disabled": st.booleans() | st.none(), "args": st.just([])})
    | st.none(),
    max_size=4,
)


@given(servers, servers, st.booleans(), st.booleans())
def test_the_alias_makes_no_difference(
    user: Any, local: Any, alias_below: bool, alias_above: bool
) -> None:
    plain = load({"mcp_servers": user}, None, {"mcp_servers": local})
    below, above = (
        "mcpServers" if alias else "mcp_servers" for alias in (alias_below, alias_above)
    )
    assert load({below: user}, None, {above: local}) == plain


@given(servers, servers)
def test_active_servers_are_the_enabled_ones_in_the_order_of_their_bytes(
    user: Any, local: Any
) -> None:
    loaded = load({"mcp_servers": user}, None, {"mcp_servers": local})
    merged: Any = loaded.config["mcp_servers"]
    enabled = {name for name, server in merged.items() if not server.get("disabled", False)}
    assert set(loaded.active_servers) == enabled
    encoded = [name.encode() for name in loaded.active_servers]
    assert all(one < other for one, other in pairwise(encoded))


@given(st.text(max_size=3), st.text(max_size=3), st.none() | texts)
def test_the_environment_precedes_the_files_when_it_says_something(
    key: str, model: str, below: str | None
) -> None:
    loaded = load(
        {"api_key": below, "model": below}, env={"HANZO_API_KEY": key, "HANZO_MODEL": model}
    )
    assert loaded.config["api_key"] == (key or below)
    default = "claude-sonnet-4-20250514" if below is None else below
    assert loaded.config["model"] == (model or default)


@given(texts | st.lists(texts, max_size=3), st.lists(texts, max_size=3))
def test_the_words_of_a_server_end_with_its_arguments(command: Any, args: list[str]) -> None:
    words = argv(command, args)
    assert words[len(words) - len(args) :] == args
    first = words[: len(words) - len(args)]
    assert first == ([command] if isinstance(command, str) else command)


def test_names_that_python_objects_have_pass_through_the_answer() -> None:
    odd = {"__class__": 1, "model_config": {}, "__pydantic_extra__": [], "self": None, "copy": 2}
    params: dict[str, Any] = {
        "user_b64": b64encode(encode({**odd, "mcp_servers": {"a": odd}})).decode(),
        "project_b64": None, "local_b64": None, "env": {},
    }  # fmt: skip
    got = answer(DOMAIN, "config.merge", params)["result"]["config"]
    kept = {name: value for name, value in odd.items() if value is not None}
    assert {name: got[name] for name in kept} == kept
    assert got["mcp_servers"] == {"a": kept}


def test_every_case_becomes_a_vector_and_every_requirement_is_anchored() -> None:
    described = contract.describe(DOMAIN)
    anchored = {
        name for item in described["vectors"] if "anchor" in item for name in item["requirements"]
    }
    stated = {item["id"] for item in described["requirements"] if "excluded" not in item}
    assert anchored == stated
    assert len(described["vectors"]) >= 100


def test_the_example_in_the_specification_holds() -> None:
    text = contract.specification(DOMAIN)
    block = re.search(r"^```pycon\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert block is not None
    parsed = doctest.DocTestParser().get_doctest(block[1], {}, "spec.md", "spec.md", 0)
    assert parsed.examples
    assert doctest.DocTestRunner().run(parsed).failed == 0
