"""The client's machines: cuts, bounds, random scripts, and what the official SDK makes of messages."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from mcp_types import JSONRPCMessage
from pydantic import TypeAdapter, ValidationError

from hanzo_reference.mcp_client import McpExchange, McpLines, McpSession, inputs
from hanzo_reference.mcp_client.actions import Action, Close, Reject, Resolve, Send
from hanzo_reference.mcp_client.http import Failed
from hanzo_reference.mcp_client.lines import Closed, Event
from hanzo_reference.mcp_client.message import Received, judge
from hanzo_reference.mcp_client.strict_json import NotJsonError, parse

CLIENT = {"name": "agent", "version": "1.0"}
GREETED = {
    "protocolVersion": "2025-11-25",
    "capabilities": {"tools": {}},
    "serverInfo": {"name": "files", "version": "7"},
}
SDK: TypeAdapter[Any] = TypeAdapter(JSONRPCMessage)


def ready() -> McpSession:
    """A session that has been greeted, so that its next request has the id "2"."""
    session = McpSession(1000)
    session.connect(0, CLIENT, 0)
    session.receive({"jsonrpc": "2.0", "id": "1", "result": GREETED}, 0)
    return session


def read(chunks: list[bytes]) -> list[Event]:
    lines = McpLines()
    return [event for chunk in chunks for event in lines.feed(chunk)] + lines.close()


def test_lines_are_the_same_however_their_bytes_are_cut() -> None:
    whole = (
        '{"jsonrpc":"2.0","method":"é😀"}\r\n\n{"a"\r\n[]\n{"jsonrpc":"2.0","id":1,"result":{}}\nrest'
    ).encode()
    expected = read([whole])
    assert len(expected) == 5
    assert read([bytes([byte]) for byte in whole]) == expected
    for first in range(len(whole)):
        for second in range(first, len(whole), 7):
            assert read([whole[:first], whole[first:second], whole[second:]]) == expected


def test_a_line_without_end_holds_no_more_than_it_may() -> None:
    lines = McpLines(1000)
    events = [event for _ in range(10_000) for event in lines.feed(b"x" * 400)]
    assert events == [Closed("too_long")]
    assert lines.close() == []


def test_an_event_stream_that_never_ends_holds_no_more_than_it_may() -> None:
    exchange = McpExchange({}, 1000)
    exchange.listen(0)
    exchange.response(0, 200, {"content-type": "text/event-stream"})
    actions = [item for _ in range(1000) for item in exchange.chunk(0, b"data: x\n" * 50)]
    assert actions == [Failed(0, "INVALID_RESPONSE")]


def test_the_clock_is_told_when_the_next_request_is_given_up() -> None:
    session = ready()
    assert session.due_ms is None
    session.call_tool(2, "a", {}, 10)
    session.call_tool(3, "b", {}, 20)
    assert session.due_ms == 1010
    session.receive({"jsonrpc": "2.0", "id": "2", "result": {}}, 30)
    assert session.due_ms == 1020
    assert session.tick(1019) == []
    assert Reject(3, "TIMEOUT") in session.tick(1020)
    assert session.due_ms is None


@pytest.mark.parametrize("seed", range(5))
def test_each_step_has_one_end_and_none_is_left_when_all_is_closed(seed: int) -> None:
    random = Random(seed)  # noqa: S311 - a fixed sequence
    for _ in range(200):
        session, asked, ended = ready(), set[int](), list[int]()
        for step in range(2, 30):
            for action in _random_event(session, step, random, asked):
                if isinstance(action, Resolve | Reject):
                    ended.append(action.step)
        last = session.close(10**9)
        ended += [action.step for action in last if isinstance(action, Resolve | Reject)]
        assert sorted(ended) == sorted(asked)


def _random_event(session: McpSession, step: int, random: Random, asked: set[int]) -> list[Action]:
    at, identity = step * random.randrange(100), str(random.randrange(2, 14))
    draw = random.randrange(8)
    if draw < 3:
        asked.add(step)
    if draw == 0:
        return session.list_tools(step, at)
    if draw == 1:
        return session.call_tool(step, "t", {}, at)
    if draw == 2:
        return session.request(step, "m", {}, at)
    if draw == 3:
        return session.failed(identity, "HTTP_ERROR", at)
    if draw == 4:
        return session.closed("expired", at)
    if draw == 5:
        method = "notifications/tools/list_changed"
        return session.receive({"jsonrpc": "2.0", "method": method}, at)
    result = GREETED if draw == 6 else {"tools": []}
    return session.receive({"jsonrpc": "2.0", "id": identity, "result": result}, at)


def test_the_official_sdk_reads_every_message_that_is_sent() -> None:
    random = Random(16)  # noqa: S311 - a fixed sequence
    sent = 0
    for _ in range(300):
        operation, given = inputs.well_formed(random)
        if operation != "session":
            continue
        session = McpSession(1000)
        actions = session.connect(0, CLIENT, 0)
        actions += session.receive({"jsonrpc": "2.0", "id": "1", "result": GREETED}, 0)
        for index, step in enumerate(given["script"], 2):
            if step["type"] == "receive":
                actions += session.receive(step["message"], 0)
            elif step["type"] == "list":
                actions += session.list_tools(index, 0)
        for action in actions:
            if isinstance(action, Send):
                SDK.validate_json(json.dumps(action.message))
                sent += 1
    assert sent > 300


def test_what_the_official_sdk_refuses_is_no_message_here_either() -> None:
    random = Random(17)  # noqa: S311 - a fixed sequence
    refused = 0
    for _ in range(3000):
        operation, given = inputs.raw(random)
        for step in given.get("script", []) if operation != "lines" else []:
            message = step.get("message")
            if message is None or isinstance(judge(message), Received):
                continue
            refused += 1
    assert refused > 50
    for message in ({}, {"jsonrpc": "2.0"}, {"jsonrpc": "2.0", "id": "1", "result": []}):
        assert not isinstance(judge(message), Received)
        with pytest.raises(ValidationError):
            SDK.validate_json(json.dumps(message))


def test_a_failed_greeting_leaves_a_session_that_wants_nothing() -> None:
    session = McpSession(10)
    session.connect(0, CLIENT, 0)
    assert session.tick(10) == [Reject(0, "TIMEOUT"), Close()]
    assert session.due_ms is None


@pytest.mark.parametrize(
    "text", ["0.5", "-2.5e3", "1E+2", "4e-324", "-0", "1e21", "9007199254740993"]
)
def test_numbers_are_the_doubles_that_json_reads(text: str) -> None:
    assert parse(text.encode()) == float(text)


@pytest.mark.parametrize(
    "text", ["1.", ".5", "01", "+1", "1e", "-", "1e400", "9" * 5000, "NaN", "[" * 100_000, '"\\']
)
def test_what_is_no_json_is_refused_quickly(text: str) -> None:
    with pytest.raises(NotJsonError):
        parse(text.encode())


def test_what_was_closed_is_closed_once() -> None:
    lines = McpLines()
    assert lines.close() == [Closed("end")]
    assert lines.close() == []
    assert lines.feed(b'{"jsonrpc":"2.0","method":"m"}\n') == []
