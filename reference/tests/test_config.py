"""Config: properties of whole loads, and of what is derived from them."""

from __future__ import annotations

import doctest
import json
import re
from base64 import b64encode
from collections.abc import Mapping
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanzo_reference import contract
from hanzo_reference.calls import InvalidParamsError, answer, call
from hanzo_reference.config import (
    DOMAIN,
    Loaded,
    argv,
    inputs,
    load_config,
    merge_patch,
)
from hanzo_reference.config.tiers import pointer
from hanzo_reference.declaration import DomainError

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
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


def encode(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def load(
    user: Any = None, project: Any = None, local: Any = None, env: Mapping[str, str] | None = None
) -> Loaded:
    """Load three files, each a value, its bytes, or None when it is missing."""

    def data(file: Any) -> bytes | None:
        return file if file is None or isinstance(file, bytes) else encode(file)

    return load_config(data(user), data(project), data(local), env or {})


def failure(user: bytes) -> DomainError:
    with pytest.raises(DomainError) as caught:
        load(user)
    return caught.value


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


CODES = {"CONFIG_PARSE", "CONFIG_AMBIGUOUS", "CONFIG_TYPE"}


def test_any_bytes_in_any_tier_end_in_a_result_or_one_of_three_errors() -> None:
    random = Random(4)  # noqa: S311
    seen = {"result": 0, "error": 0}
    for _ in range(20_000):
        operation, params = inputs.raw(random)
        got = answer(DOMAIN, f"config.{operation}", params)
        seen[next(iter(got))] += 1
        if "error" in got:
            assert got["error"]["code"] in CODES
            assert set(got["error"]["details"]) == {"tier", "path"}
            assert params[f"{got['error']['details']['tier']}_b64"] is not None
    assert min(seen["result"], seen["error"]) > 3_000


@given(st.binary(max_size=60), st.binary(max_size=60), st.booleans())
def test_noise_is_refused_or_loaded(user: bytes, local: bytes, braces: bool) -> None:
    if braces:
        user = b"{" + user + b"}"
    files = {"user_b64": user, "project_b64": b"{}", "local_b64": local}
    params = {name: b64encode(data).decode() for name, data in files.items()}
    got = answer(DOMAIN, "config.merge", {**params, "env": {}})
    if "error" in got:
        assert got["error"]["code"] in CODES
    else:
        assert got["result"]["config"]["input_mode"] in ("vim", "emacs", "default")


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


@given(st.lists(texts | st.integers(0, 99), max_size=4))
def test_a_pointer_leads_back_to_its_path(path: list[str | int]) -> None:
    assert [unescaped(part) for part in pointer(path).split("/")[1:]] == [str(x) for x in path]


def unescaped(part: str) -> str:
    """A part of a JSON Pointer as a name."""
    return part.replace("~1", "/").replace("~0", "~")


def test_the_place_of_a_wrong_type_is_in_the_file() -> None:
    random = Random(11)  # noqa: S311
    found = 0
    for _ in range(6_000):
        data = inputs.file_bytes(random, inputs.WRONG)
        try:
            load(data)
        except DomainError as problem:
            if problem.code != "CONFIG_TYPE" or problem.details is None:
                continue
            found += 1
            *parents, last = [unescaped(part) for part in problem.details["path"].split("/")[1:]]
            value: Any = json.loads(data)
            for part in parents:
                value = value[int(part)] if isinstance(value, list) else value[part]
            if isinstance(value, list):
                assert int(last) < len(value)
            else:
                lacking = parents[:1] == ["hooks"] and last in ("event", "command", "tool_pattern")
                assert last in value or lacking
    assert found > 500


SECRET = "sk-do-not-show"  # noqa: S105


@pytest.mark.parametrize(
    "text",
    [
        f'{{"api_key": ["{SECRET}"]}}',
        f'{{"api_key": "{SECRET}", "api_key": "{SECRET}"}}',
        f'{{"api_key": "{SECRET}", }}',
        f'{{"api_key": "{SECRET}\n"}}',
        f'{{"api_key": {SECRET}}}',
        f'{{"mcp_servers": {{"a": {{"env": {{"KEY": ["{SECRET}"]}}}}}}}}',
        f'{{"permissions": {{"a": "{SECRET}"}}}}',
        f'{{"api_key": "{SECRET}\\ud800"}}',
    ],
)
def test_no_message_shows_a_value(text: str) -> None:
    problem = failure(text.encode())
    assert SECRET not in problem.message
    assert SECRET not in str(problem.details)


@given(texts | st.lists(texts, max_size=3), st.lists(texts, max_size=3))
def test_the_words_of_a_server_end_with_its_arguments(command: Any, args: list[str]) -> None:
    words = argv(command, args)
    assert words[len(words) - len(args) :] == args
    first = words[: len(words) - len(args)]
    assert first == ([command] if isinstance(command, str) else command)


@pytest.mark.parametrize("spelling", ["e30", "e30=\n", "e3_=", "e31=", "e30==", "{}", "e30=e30="])
def test_files_are_spelt_in_one_form_of_base64(spelling: str) -> None:
    operation = DOMAIN.operation("config.merge")
    assert operation is not None
    params: dict[str, Any] = {"user_b64": "e30=", "project_b64": None, "local_b64": "", "env": {}}
    assert b64encode(b"{}").decode() == params["user_b64"]
    with pytest.raises(DomainError, match="local settings: line 1, column 1"):
        call(operation, params)
    with pytest.raises(InvalidParamsError):
        call(operation, {**params, "user_b64": spelling})


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
