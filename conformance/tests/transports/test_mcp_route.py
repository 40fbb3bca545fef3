"""Operations that are several tools of an MCP server."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hanzo_conformance.implementations.manifest import Route
from hanzo_conformance.transports.mcp_answer import tool_line
from hanzo_conformance.transports.route import marked, routed

ROUTE = Route(
    tool="/tool",
    arguments="/params",
    also={"action": "/action"},
    names={"kitchen": "cook"},
    success="/ok",
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
    assert routed(ROUTE, params) == expected


def test_the_arguments_that_came_are_not_changed() -> None:
    params = {"tool": "a", "action": "b", "params": {"x": 1}}
    routed(ROUTE, params)
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
