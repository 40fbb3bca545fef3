"""Operations that are several tools of an MCP server."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from hanzo_conformance.implementations.manifest import Leaves, McpTable, Route
from hanzo_conformance.transports.mcp_answer import tool_line
from hanzo_conformance.transports.route import (
    Member,
    marked,
    members,
    operations_of,
    route_of,
    routed,
)

ROUTE = Route(
    tool="/tool",
    arguments="/params",
    also={"action": "/action"},
    names={"kitchen": "cook"},
    success="/ok",
)
# A family whose tools say what they have, as a manifest states it.
FAMILY = Route(
    tool="${stem}",
    arguments="/params",
    also={
        "action": "${leaf}",
        "place": "/params/uri",
        "/where/line": "/params/at/line",
        "quiet": True,
    },
    meta={"trace": "/trace_id"},
    names={"kitchen": "cook"},
    leaves=Leaves({"action": "help"}, "/actions"),
)


@pytest.mark.parametrize(
    ("params", "expected"),
    [
        ({"tool": "a", "action": "b", "params": {"x": 1}}, ("a", {"x": 1, "action": "b"})),
        ({"tool": "kitchen", "params": {}}, ("cook", {})),
        ({"tool": "a", "action": None}, ("a", {})),
        ({"tool": "a", "action": "b", "params": {"action": "c"}}, ("a", {"action": "b"})),
        ({}, ("None", {})),
    ],
)
def test_a_call_goes_to_the_tool_that_its_params_name(
    params: dict[str, Any], expected: tuple[str, dict[str, Any]]
) -> None:
    assert routed(ROUTE, "tools.call", params) == (*expected, None)


def test_the_arguments_that_came_are_not_changed() -> None:
    params = {"tool": "a", "action": "b", "params": {"x": 1}}
    routed(ROUTE, "tools.call", params)
    assert params["params"] == {"x": 1}


@pytest.mark.parametrize(
    ("result", "bad", "sound"),
    [
        ({"ok": True}, False, True),
        ({"ok": False}, True, True),
        ({"ok": False}, False, False),
        ({"ok": True}, True, False),
        ({}, True, False),
        ({"ok": 0}, True, False),
    ],
)
def test_a_result_and_its_mark_as_an_error_have_to_agree(
    result: dict[str, Any], bad: bool, sound: bool
) -> None:
    assert marked(ROUTE, result, bad) == (result if sound else {**result, "isError": bad})


def answer(structured: Any, *, bad: bool, content: str = "{}") -> dict[str, Any]:
    line = tool_line(
        1,
        [{"type": "text", "text": content}],
        structured,
        has_structured=structured is not None,
        bad=bad,
        route=ROUTE,
    )
    told: dict[str, Any] = json.loads(line)
    return told


def test_with_a_route_an_error_is_the_result_that_says_so() -> None:
    told = {"ok": False, "error": {"code": "NOT_FOUND"}}
    assert answer(told, bad=True)["result"] == told
    assert answer(None, bad=True, content=json.dumps(told))["result"] == told


def test_a_mark_that_contradicts_the_result_shows_in_it() -> None:
    assert answer({"ok": False}, bad=False)["result"] == {"ok": False, "isError": False}


def test_an_error_in_words_stays_a_failure_of_the_server() -> None:
    assert answer(None, bad=True, content="out of order")["error"]["code"] == -32603


def test_a_family_s_call_is_made_of_the_operation_s_name() -> None:
    call = routed(FAMILY, "fs.read", {"params": {"limit": 1}})
    assert call == ("fs", {"limit": 1, "action": "read", "quiet": True}, None)
    assert routed(FAMILY, "kitchen.boil", {"params": {}}).tool == "cook"


def test_a_parameter_that_an_argument_is_made_of_goes_by_that_name_alone() -> None:
    params = {"uri": "a", "at": {"line": 3, "column": 4}, "where": {"file": "b"}}
    call = routed(FAMILY, "fs.read", {"params": params})
    assert call.arguments == {
        "place": "a", "where": {"file": "b", "line": 3}, "action": "read", "quiet": True,
    }  # fmt: skip
    assert params["where"] == {"file": "b"}, "the params are the vector's"


def test_what_the_tool_does_not_know_is_not_given_to_it() -> None:
    route = msgspec.structs.replace(FAMILY, without=["backend", "action"])
    call = routed(route, "fs.read", {"params": {"backend": "x", "limit": 1, "action": "y"}})
    assert call.arguments == {"limit": 1, "action": "read", "quiet": True}


def test_an_argument_that_is_to_be_a_path_is_made_of_the_uri() -> None:
    route = msgspec.structs.replace(FAMILY, paths=["place", "files", "none"])
    params = {"uri": "file:///a/b%20c", "files": ["file:///d", "e", 1], "other": "file:///f"}
    call = routed(route, "fs.read", {"params": params})
    assert call.arguments["place"] == "/a/b c"
    assert call.arguments["files"] == ["/d", "e", 1]
    assert call.arguments["other"] == "file:///f"
    assert "none" not in call.arguments


def test_what_a_call_says_beside_its_arguments_goes_into_its_meta() -> None:
    assert routed(FAMILY, "fs.read", {"params": {}, "trace_id": "t"}).meta == {"trace": "t"}
    assert routed(FAMILY, "fs.read", {"params": {}, "trace_id": None}).meta is None


def test_a_stated_operation_goes_before_families_and_a_narrow_family_before_a_wide_one() -> None:
    wide, narrow, single = (msgspec.structs.replace(FAMILY, success=f"/{n}") for n in range(3))
    routes = {"*.*": wide, "fs.*": narrow, "fs.read": single}
    assert route_of(routes, "fs.read") is single
    assert route_of(routes, "fs.write") is narrow
    assert route_of(routes, "vcs.log") is wide
    assert route_of({"fs.*": narrow}, "vcs.log") is None


def test_the_tools_of_a_family_are_found_in_the_list_of_tools() -> None:
    there = {"fs", "cook", "kitchen", "No Name"}
    assert list(members("*.*", FAMILY, there)) == [
        Member("fs", "fs", None), Member("cook", "kitchen", None),
    ]  # fmt: skip
    assert list(members("kitchen.*", FAMILY, there)) == [Member("cook", "kitchen", None)]
    named = Route(tool="${stem}_${leaf}", arguments="/params")
    assert list(members("fs.*", named, {"fs_read", "vcs_log", "fs"})) == [
        Member("fs_read", "fs", "read")
    ]


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ({"read": {}, "write": {}}, ["fs.read", "fs.write"]),
        (["read", "Not An Operation", 7, {"name": "write"}], ["fs.read"]),
        (None, []),
        ("read", []),
    ],
)
def test_a_tool_says_what_it_has(told: Any, expected: list[str]) -> None:
    assert operations_of(Member("fs", "fs", None), told) == expected


@pytest.mark.parametrize(
    ("family", "tool", "what"),
    [
        ("fs.*", "/tool", "the operations of a family do"),
        ("*.read", "fs", "has to be named by ${stem}"),
        ("fs.*", "fs", "neither ${leaf} in the name of its tool nor leaves"),
    ],
)
def test_a_family_of_which_nobody_could_say_what_there_is_is_refused(
    family: str, tool: str, what: str
) -> None:
    stated = {"routes": {family: {"tool": tool, "arguments": "/params"}}}
    with pytest.raises(msgspec.ValidationError) as refused:
        msgspec.convert(stated, McpTable)
    assert what in str(refused.value)
