"""The tools behind MCP, asked by the protocol's own client."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client, MCPError, StdioServerParameters, stdio_client

from hanzo_reference.tools.calling import declaration, tool_names

COMMAND = [sys.executable, "-m", "hanzo_reference.tools.mcp_server"]
CORE = ("code", "fs", "net", "proc", "test", "ui", "vcs", "ws")


def ask(workspace: Path, questions: Callable[[Client], Awaitable[Any]]) -> Any:
    """What a client hears on the server's standard input and output."""

    async def talk() -> Any:
        words = [*COMMAND[1:], "--workspace", str(workspace)]
        server = StdioServerParameters(command=COMMAND[0], args=words)
        async with Client(stdio_client(server)) as client:
            return await questions(client)

    return anyio.run(talk)


def test_every_tool_is_listed_with_its_actions(tmp_path: Path) -> None:
    async def listed(client: Client) -> Any:
        return (await client.list_tools()).tools

    tools = {tool.name: tool for tool in ask(tmp_path, listed)}
    assert sorted(tools) == list(tool_names())
    for name, tool in tools.items():
        actions = [*declaration(name).actions, "help", "schema", "status"]
        assert set(tool.input_schema["properties"]["action"]["enum"]) == set(actions)
        assert all(action in (tool.description or "") for action in declaration(name).actions)


def test_a_call_is_answered_with_its_envelope_as_content_and_as_text(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("hello\n")
    uri = (tmp_path / "a.txt").resolve().as_uri()

    async def read(client: Client) -> Any:
        return await client.call_tool("fs", {"action": "read", "uri": uri})

    told = ask(tmp_path, read)
    assert not told.is_error
    assert told.structured_content["data"]["text"] == "hello\n"
    assert '"text": "hello\\n"' in told.content[0].text


def test_what_is_not_ok_is_marked_as_an_error_and_nothing_else(tmp_path: Path) -> None:
    async def several(client: Client) -> Any:
        questions: list[tuple[str, dict[str, Any]]] = [
            ("fs", {"action": "read", "uri": "file:///etc/passwd"}),
            ("fs", {"action": "teleport"}),
            ("fs", {}),
            ("proc", {"action": "exec", "command": ["sh", "-c", "exit 3"]}),
        ]
        return [await client.call_tool(*question) for question in questions]

    answers = ask(tmp_path, several)
    assert [item.is_error for item in answers] == [True, True, False, False]
    assert [item.is_error for item in answers] == [
        not item.structured_content["ok"] for item in answers
    ]
    assert answers[0].structured_content["error"]["code"] == "PERMISSION_DENIED"


def test_a_call_says_its_trace_and_its_mode_beside_its_arguments(tmp_path: Path) -> None:
    question = ("fs", {"action": "list", "uri": tmp_path.resolve().as_uri()})

    async def several(client: Client) -> Any:
        metas: list[Any] = [{"trace_id": "t-1", "intent": "inspect"}, {"trace_id": 1, "intent": []}]
        return [await client.call_tool(*question, meta=meta) for meta in [*metas, None]]

    said, *others = (item.structured_content["meta"] for item in ask(tmp_path, several))
    assert (said["trace_id"], said["intent"]) == ("t-1", "inspect")
    assert all(meta["trace_id"] is None and "intent" not in meta for meta in others)


def test_later_calls_find_what_earlier_ones_left(tmp_path: Path) -> None:
    async def started(client: Client) -> Any:
        begun = await client.call_tool("proc", {"action": "exec", "command": ["echo", "hi"]})
        name = begun.structured_content["data"]["proc_id"]
        return await client.call_tool("proc", {"action": "logs", "proc_id": name})

    assert ask(tmp_path, started).structured_content["ok"]


def test_a_tool_that_there_is_not_is_the_callers_mistake(tmp_path: Path) -> None:
    async def unknown(client: Client) -> Any:
        with pytest.raises(MCPError, match="there is no tool 'teleport'"):
            await client.call_tool("teleport", {})

    ask(tmp_path, unknown)


def test_the_same_is_served_over_http_on_this_machine_only(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen([*COMMAND, "--workspace", str(tmp_path), "--port", str(port)])

    async def listed() -> list[str]:
        async with Client(f"http://127.0.0.1:{port}/mcp") as client:
            return [tool.name for tool in (await client.list_tools()).tools]

    try:
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        assert anyio.run(listed) == list(tool_names())
    finally:
        server.terminate()
        server.wait(10)


def test_the_tools_are_found_where_the_hip_says() -> None:
    found = {item.name: item.load() for item in entry_points(group="hanzo.tools")}
    assert sorted(found) == list(tool_names())
    assert set(CORE) <= found.keys()
    for name, tools in found.items():
        assert [tool.name for tool in tools] == [name]
