"""MCP servers as implementations: tools as operations, and a verdict for each way to misbehave."""

from __future__ import annotations

import importlib.util
import json
import shlex
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import msgspec
import pytest
from fake_world import FAKES, QUICK, Outcome, drive, vector, vectors

from hanzo_conformance.implementations.address import read_address
from hanzo_conformance.implementations.manifest import (
    Implementation,
    Limits,
    Manifest,
    McpTable,
)
from hanzo_conformance.transports import mcp_links
from hanzo_conformance.transports.mcp_answer import tool_line
from hanzo_conformance.transports.mcp_tools import LIST_BYTES
from hanzo_vectors.vector import Vector

# Importing the package alone takes the fake a part of a second, and a busy machine many of these.
PATIENT = msgspec.structs.replace(QUICK, timeout_s=30.0, start_s=60.0)
# Of who never answers each second is waited for.
SHORT = msgspec.structs.replace(PATIENT, timeout_s=5.0)


def server(fault: str, limits: Limits = PATIENT, **tools: str) -> Implementation:
    command = [sys.executable, "-S", str(FAKES / "mcp_server.py"), fault]
    names = {name.replace("_", "."): tool for name, tool in tools.items()}
    stated = {"name": "srv", "language": "x", "command": command, "mcp": {"tools": names}}
    manifest = msgspec.structs.replace(msgspec.convert(stated, Manifest), limits=limits)
    return Implementation(manifest, FAKES)


def operation(name: str, item: Vector) -> Vector:
    """The vector, put to another operation."""
    request = item.request.replace(b"echo.say", name.encode())
    return msgspec.structs.replace(item, operation=name, request=request)


@pytest.mark.parametrize(
    ("fault", "verdict", "detail"),
    [
        ("dies", "crashed", "the process killed by SIGKILL"),
        ("exits", "crashed", "the process exited with status 0"),
        ("hangs", "timed-out", "no answer within 5 s"),
        ("log-line", "garbled", "INFO bad text"),
        ("huge", "garbled", "a line of more than 16777216 bytes"),
        ("not-strict", "garbled", "no message of JSON-RPC"),
        ("own-failure", "errored", "the tool failed: it broke"),
        ("protocol-error", "errored", "code -32602: bad arguments"),
        ("asks-back", "failed", None),
    ],
)
@pytest.mark.parametrize("bad", [(0,), (3, 20)], ids=str)
def test_a_fault_of_a_server_costs_the_vectors_that_cause_it_and_nothing_else(
    fault: str, verdict: str, detail: str | None, bad: tuple[int, ...]
) -> None:
    outcome = drive(server(fault, SHORT if fault == "hangs" else PATIENT), vectors(24, bad))
    assert set(outcome.of(verdict)) == {f"echo/bad-{n}" for n in bad}
    assert len(outcome.of("passed")) == 24 - len(bad)
    failure = outcome.result(f"echo/bad-{bad[0]}").failure
    assert failure is not None
    if detail is not None:
        assert detail in (failure.detail or "")
    if fault == "asks-back":
        assert failure.actual == {"no": True} or failure.pointer
    if fault == "dies":
        assert "about to die" in failure.stderr


@pytest.mark.parametrize(
    ("fault", "what"),
    [
        ("dies-at-once", "it ended before the handshake: exited with status 4"),
        ("banner", "server 1.0 starting up"),
        ("never-answers", "no handshake within 1 s"),
        ("refuses", "its MCP session could not begin: not today"),
        ("old-version", "Unsupported protocol version"),
        ("endless-list", "comes back to the page '1'"),
    ],
)
def test_a_server_without_a_session_is_unavailable(fault: str, what: str) -> None:
    start_s = 1.0 if fault == "never-answers" else PATIENT.start_s
    limits = msgspec.structs.replace(PATIENT, start_s=start_s)
    outcome = drive(server(fault, limits), vectors(2))
    assert outcome.code == 3
    assert what in outcome.unavailable[0].why
    assert outcome.unavailable[0].hint
    assert len(outcome.of("not-run")) == 2


def test_a_list_of_tools_larger_than_any_is_not_read_on() -> None:
    outcome = drive(server("huge-list"), vectors(1))
    assert outcome.code == 3
    assert f"its list of tools has more than {LIST_BYTES} bytes" in outcome.unavailable[0].why


def test_a_server_that_asks_and_fetches_no_answer_is_cut_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("UNREAD_BYTES", "BACKLOG_BYTES"):
        monkeypatch.setattr(mcp_links, name, 200_000)
    patient = msgspec.structs.replace(PATIENT, timeout_s=60.0)
    outcome = drive(server("asks-without-listening", patient), vectors(6, (2,)))
    assert outcome.of("garbled") == ["echo/bad-2"]
    assert "at once" in str(outcome.result("echo/bad-2").failure)
    assert len(outcome.of("passed")) == 5


def test_every_page_of_the_list_is_read_and_only_operations_are_taken() -> None:
    outcome = drive(server("", told_text="said"), vectors(1))
    ready = next(event for event in outcome.events if hasattr(event, "handshake"))
    assert ready.handshake.operations == ["echo.say", "told.text"]
    assert ready.handshake.implementation.name == "fake-mcp"


def test_a_mapped_tool_answers_with_the_json_of_its_text() -> None:
    item = operation("told.text", vector("good"))
    assert drive(server("", told_text="said"), [item]).code == 0


def test_an_operation_that_no_tool_is_is_unsupported() -> None:
    outcome = drive(server("renamed"), vectors(2))
    assert len(outcome.of("unsupported")) == 2


KEEPER = {
    "tool": "keeper",
    "arguments": "",
    "also": {"do": "${leaf}"},
    "leaves": {"arguments": {"nothing": True}, "at": "/can"},
}


def with_family(fault: str) -> Implementation:
    """The fake, whose one tool has several operations."""
    item = server(fault)
    routes = {"mcp": msgspec.convert({"routes": {"kept.*": KEEPER}}, McpTable)}
    return msgspec.structs.replace(item, manifest=msgspec.structs.replace(item.manifest, **routes))


def test_what_a_tool_says_that_it_can_do_are_its_operations() -> None:
    outcome = drive(with_family(""), [operation("kept.say", vector("good"))])
    ready = next(event for event in outcome.events if hasattr(event, "handshake"))
    assert ready.handshake.operations == ["echo.say", "kept.say", "kept.sing"]
    assert len(outcome.of("passed")) == 1


def test_an_operation_that_a_tool_does_not_say_it_has_is_unsupported() -> None:
    for fault, name in (("keeps-nothing", "kept.say"), ("", "kept.dance")):
        outcome = drive(with_family(fault), [operation(name, vector("good"))])
        assert len(outcome.of("unsupported")) == 1


def test_a_server_that_ends_when_it_is_asked_what_it_has_is_unavailable() -> None:
    outcome = drive(with_family("leaves-when-asked"), vectors(1))
    assert outcome.code == 3
    assert "exited with status 5" in outcome.unavailable[0].why


@pytest.mark.parametrize("fault", ["domain-error", "domain-error-in-text"])
def test_an_error_with_a_code_is_a_domain_error(fault: str) -> None:
    item = vector("bad", error="TOO_BAD")
    if fault == "domain-error-in-text":
        item = msgspec.structs.replace(item, error=b'{"code":"TOO_BAD","details":{"n":1}}')
    assert drive(server(fault), [item]).code == 0


def test_structured_content_against_the_tool_s_own_schema_is_the_tool_s_failure() -> None:
    outcome = drive(server("own-schema-broken"), [vector("good")])
    failure = outcome.result("echo/good-0").failure
    assert outcome.of("errored") == ["echo/good-0"]
    assert failure is not None
    assert "Invalid structured content" in (failure.detail or "")


def test_a_tool_that_is_gone_from_a_changed_list_is_not_called() -> None:
    one = msgspec.structs.replace(PATIENT, window=1)
    outcome = drive(server("list-changes", one), vectors(12, [1]))
    late = outcome.of("errored")
    assert late == [f"echo/good-{n}" for n in range(12 - len(late), 12)]
    failure = outcome.result(late[-1]).failure
    assert failure is not None
    assert "no tool" in (failure.detail or "")


def test_a_run_can_be_interrupted_while_a_server_hangs() -> None:
    interrupted = threading.Event()
    threading.Timer(1.5, interrupted.set).start()
    slow = msgspec.structs.replace(PATIENT, timeout_s=60.0)
    begun = time.monotonic()
    outcome = drive(server("hangs", slow), vectors(5, [2]), interrupted=interrupted)
    assert outcome.code == 130
    assert time.monotonic() - begun < 20


def test_without_the_package_the_pip_line_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "mcp" else find(name)
    )
    outcome = drive(server(""), vectors(1))
    assert outcome.code == 3
    assert "mcp is not installed" in outcome.unavailable[0].why
    assert outcome.unavailable[0].hint == "pip install 'hanzo-conformance[mcp]'"


OFFICIAL = """
from mcp.server import MCPServer
server = MCPServer("official")

@server.tool(name="echo.say")
def say(text: str) -> dict[str, str]:
    if text == "bad":
        raise ValueError("it broke")
    return {"text": text}

server.run("stdio")
"""


def test_a_server_of_the_official_package_is_driven_by_its_address(tmp_path: Path) -> None:
    program = tmp_path / "server.py"
    program.write_text(OFFICIAL)
    outcome = drive(at(f"mcp:{shlex.quote(sys.executable)} {program}"), vectors(40, [7]))
    assert outcome.of("errored") == ["echo/bad-7"]
    assert len(outcome.of("passed")) == 39


def at(address: str, limits: Limits | None = None) -> Implementation:
    manifest = read_address(address)
    assert manifest is not None
    slow = limits or msgspec.structs.replace(PATIENT, timeout_s=10.0, start_s=60.0)
    return Implementation(msgspec.structs.replace(manifest, limits=slow), Path.cwd())


class _Streamable(BaseHTTPRequestHandler):
    """Streamable HTTP with plain JSON answers: a session id, and no stream of its own."""

    protocol_version = "HTTP/1.1"
    fault = ""
    heard: list[dict[str, str]]

    def log_message(self, *_: Any) -> None:
        pass

    def do_GET(self) -> None:
        self.say(405, b"")

    def do_DELETE(self) -> None:
        self.say(405, b"")

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.heard.append(dict(self.headers))
        method = request["method"]
        result: dict[str, Any] = {}
        if "id" not in request:
            self.say(202, b"")
            return
        if self.fault == "401":
            self.say(401, b"")
            return
        if method == "initialize":
            result = {
                "protocolVersion": request["params"]["protocolVersion"],
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "far", "version": "1"},
            }
        elif method == "tools/list":
            result = {"tools": [{"name": "echo.say", "inputSchema": {"type": "object"}}]}
        elif (text := request["params"]["arguments"]["text"]) == "bad" and self.fault == "huge":
            self.say(200, b" " * 17_000_000, "application/json")
            return
        elif text == "bad" and self.fault == "closes":
            self.close_connection = True
            self.connection.close()
            return
        else:
            result = {"content": [], "structuredContent": {"text": text}}
        answer = {"jsonrpc": "2.0", "id": request["id"], "result": result}
        self.say(200, json.dumps(answer).encode(), "application/json")

    def say(self, status: int, body: bytes, kind: str = "text/plain") -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Mcp-Session-Id", "s1")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@contextmanager
def streamable(fault: str = "") -> Iterator[tuple[str, list[dict[str, str]]]]:
    handler = type("Handler", (_Streamable,), {"fault": fault, "heard": []})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as far:
        far.handle_error = lambda *_: None  # type: ignore[method-assign]
        far.daemon_threads = True
        thread = threading.Thread(target=far.serve_forever, args=(0.02,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{far.server_address[1]}/mcp", handler.heard  # type: ignore[attr-defined]
        finally:
            far.shutdown()
            thread.join()


def far(fault: str, chosen: Any, heard: list[dict[str, str]] | None = None) -> Outcome:
    with streamable(fault) as (url, said):
        outcome = drive(at(f"mcp:{url}"), chosen)
    if heard is not None:
        heard += said
    return outcome


def test_a_server_over_streamable_http_is_driven_with_its_token(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HANZO_CONFORMANCE_TOKEN", "mine")
    heard: list[dict[str, str]] = []
    outcome = far("", vectors(20), heard)
    assert outcome.code == 0
    assert len(outcome.of("passed")) == 20
    assert not outcome.notices
    assert {headers["Authorization"] for headers in heard} == {"Bearer mine"}


def test_a_server_that_wants_another_token_is_unavailable_with_its_status() -> None:
    outcome = far("401", vectors(2))
    assert outcome.code == 3
    assert "HTTP status 401" in outcome.unavailable[0].why


@pytest.mark.parametrize(("fault", "verdict"), [("huge", "crashed"), ("closes", "crashed")])
def test_a_connection_that_breaks_costs_the_vector_that_broke_it(fault: str, verdict: str) -> None:
    outcome = far(fault, vectors(12, [4]))
    assert outcome.of(verdict) == ["echo/bad-4"]
    assert len(outcome.of("passed")) == 11


def test_nobody_who_listens_is_unavailable() -> None:
    outcome = drive(at("mcp:http://127.0.0.1:1/mcp"), vectors(2))
    assert outcome.code == 3
    assert "could not begin" in outcome.unavailable[0].why


def test_content_that_is_no_json_comes_back_as_it_is() -> None:
    content = [{"type": "text", "text": "not JSON"}]
    line = tool_line(3, content, None, has_structured=False, bad=False)
    assert json.loads(line)["result"] == {"content": content}
