"""MCP tool names: examples as a table, then what holds for all names."""

from __future__ import annotations

import doctest
import hashlib
import re
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hanzo_reference.mcp import DOMAIN, Registry, inputs, is_reversible, normalize, parse
from hanzo_reference.spec import contract
from hanzo_reference.spec.declaration import DomainError

# Text that leans towards collisions: underscores, replaced code points, few letters.
PART = st.text(st.sampled_from("ab_-. é\0😀\uffff"), min_size=1, max_size=8) | st.text(
    st.characters(exclude_categories=["Cs"]), min_size=1, max_size=70
)
TOOLS = st.lists(st.tuples(PART, PART), max_size=12)
LIMIT = st.integers(32, 128)
NAME = re.compile(r"mcp__[A-Za-z0-9_-]+__[A-Za-z0-9_-]+")


@pytest.mark.parametrize(
    ("server", "tool", "name", "reversible"),
    [
        ("files", "read", "mcp__files__read", True),
        ("my files", "read", "mcp__my_files__read", False),
        ("a😀b", "t", "mcp__a_b__t", False),
        ("a", "_b", "mcp__a___b", True),
        ("a_", "b", "mcp__a___b", False),
        ("_", "b", "mcp_____b", False),
    ],
)
def test_joining_shows_whether_it_can_be_undone(
    server: str, tool: str, name: str, *, reversible: bool
) -> None:
    assert normalize(server, tool) == name
    assert is_reversible(server, tool) is reversible


@pytest.mark.parametrize(("server", "tool"), [("", "read"), ("files", ""), ("", "")])
def test_an_empty_part_cannot_be_joined_or_registered(server: str, tool: str) -> None:
    for attempt in (
        lambda: normalize(server, tool),
        lambda: is_reversible(server, tool),
        lambda: Registry([("a", "b"), (server, tool)]),
    ):
        with pytest.raises(DomainError) as caught:
            attempt()
        assert caught.value.code == "INVALID_NAME"


@pytest.mark.parametrize("name", ["", "mcp__", "mcp__a", "mcp____a", "mcp__a__", "Mcp__a__b"])
def test_what_is_no_name_cannot_be_parsed(name: str) -> None:
    with pytest.raises(DomainError) as caught:
        parse(name)
    assert caught.value.code == "INVALID_NAME"


@pytest.mark.parametrize("limit", [31, 129])
def test_a_limit_outside_32_to_128_is_the_callers_mistake(limit: int) -> None:
    with pytest.raises(ValueError, match="32 to 128"):
        Registry([], limit)


def test_a_registered_tool_is_found_by_its_name_and_by_nothing_else() -> None:
    registry = Registry([("a.b", "c"), ("a b", "c"), ("x", "y")])
    assert [registry.find(entry.name) for entry in registry.entries] == list(registry.entries)
    assert registry.find("mcp__a_b__c") is None


@given(PART, PART)
def test_a_joined_name_has_the_alphabet_of_names_and_one_sign_for_each_code_point(
    server: str, tool: str
) -> None:
    name = normalize(server, tool)
    assert NAME.fullmatch(name)
    assert len(name) == len("mcp____") + len(server) + len(tool)


@given(PART, PART)
def test_joining_parts_that_are_normalised_already_changes_nothing(server: str, tool: str) -> None:
    name = normalize(server, tool)
    parts = name[5 : 5 + len(server)], name[7 + len(server) :]
    assert normalize(*parts) == name


@given(PART, PART)
def test_reversible_means_that_both_parts_are_clean_and_the_server_ends_the_first_word(
    server: str, tool: str
) -> None:
    # Said without parsing: replaced nothing, and no separator begins inside the server.
    clean = re.fullmatch(r"[A-Za-z0-9_-]+", server + tool, re.ASCII) is not None
    assert is_reversible(server, tool) == (clean and "__" not in server and server[-1] != "_")


@given(st.text(st.sampled_from("mcp_ab"), max_size=14).map("mcp__".__add__))
def test_parsing_agrees_with_a_regular_expression(name: str) -> None:
    match = re.fullmatch(r"mcp__((?:(?!__).)+)__(.+)", name, re.DOTALL)
    try:
        parsed: tuple[str, ...] | None = parse(name)
    except DomainError:
        parsed = None
    assert parsed == (match.groups() if match else None)


@given(PART, PART)
def test_the_parts_of_a_joined_name_join_to_the_same_name(server: str, tool: str) -> None:
    name = normalize(server, tool)
    # Of this server, something is left before the first separator.
    assume(not normalize(server, "x").startswith("mcp____"))
    assert normalize(*parse(name)) == name


@given(TOOLS, LIMIT)
def test_registered_names_are_unique_and_within_the_limit(
    tools: list[tuple[str, str]], limit: int
) -> None:
    names = [entry.name for entry in Registry(tools, limit).entries]
    assert len(set(names)) == len(names) == len(set(tools))
    assert all(len(name.encode()) <= limit for name in names)
    assert all(re.fullmatch(r"mcp__[A-Za-z0-9_-]+", name) for name in names)


@given(TOOLS, LIMIT, st.randoms(use_true_random=False))
def test_names_do_not_depend_on_the_order_of_the_tools(
    tools: list[tuple[str, str]], limit: int, random: Random
) -> None:
    shuffled = [*tools, *tools[:2]]
    random.shuffle(shuffled)
    assert set(Registry(tools, limit).entries) == set(Registry(shuffled, limit).entries)


@given(TOOLS, LIMIT)
def test_entries_stand_in_the_order_of_first_appearance(
    tools: list[tuple[str, str]], limit: int
) -> None:
    entries = [(entry.server, entry.tool) for entry in Registry(tools, limit).entries]
    assert entries == [pair for place, pair in enumerate(tools) if pair not in tools[:place]]


@given(TOOLS)
def test_a_name_is_the_joined_one_or_ends_in_a_hash_of_its_tool(
    tools: list[tuple[str, str]],
) -> None:
    joined = [normalize(*pair) for pair in dict.fromkeys(tools)]
    for entry in Registry(tools).entries:
        plain = normalize(entry.server, entry.tool)
        if entry.name == plain:
            assert joined.count(plain) == 1
            continue
        stem, _, digits = entry.name.rpartition("_")
        assert plain[:51] == stem
        hashed = f"{entry.server}\0{entry.tool}"
        attempts = [hashed, *(f"{hashed}\0{attempt}" for attempt in range(1, len(joined) + 1))]
        assert digits in [hashlib.sha256(text.encode()).hexdigest()[:12] for text in attempts]


@given(TOOLS, LIMIT)
def test_a_tool_that_collides_with_nobody_is_not_renamed_by_others(
    tools: list[tuple[str, str]], limit: int
) -> None:
    name = normalize("zzz", "zzz")
    assume(name not in [normalize(*pair) for pair in tools])
    found = Registry([*tools, ("zzz", "zzz")], limit).find(name)
    assert found is not None
    assert (found.server, found.tool) == ("zzz", "zzz")


def test_generated_inputs_reach_every_operation_and_every_outcome() -> None:
    random = Random(7)  # noqa: S311 (reproducible test data)
    seen: set[tuple[str, str]] = set()
    for _ in range(2000):
        for name, params in (inputs.well_formed(random), inputs.raw(random)):
            try:
                contract.respond(f"mcp.{name}", params)
                seen.add((name, "result"))
            except DomainError as failure:
                seen.add((name, failure.code))
    assert seen == {
        (operation.name, outcome)
        for operation in DOMAIN.operations
        for outcome in ("result", *operation.errors)
    }


def test_the_example_in_the_specification_runs() -> None:
    text = contract.specification(DOMAIN)
    examples = doctest.DocTestParser().get_doctest(text, {}, "spec.md", None, 0)
    assert examples.examples
    outcome = doctest.DocTestRunner(verbose=False).run(examples)
    assert outcome.failed == 0


def test_every_case_becomes_a_vector() -> None:
    described = contract.describe(DOMAIN)
    assert len(described["vectors"]) >= 60
    cited = {name for vector in described["vectors"] for name in vector["requirements"]}
    assert cited == {item["id"] for item in described["requirements"]}
