"""Connections to servers that nobody here wrote, and to servers that misbehave."""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest

from hanzo_reference.mcp_connections import (
    HttpMcpTransport,
    McpConnection,
    McpError,
    StdioMcpTransport,
)
from hanzo_reference.mcp_connections.stdio import server_environment

SDK = Path(__file__).with_name("mcp_sdk_server.py")
# For whatever does happen in the end; a busy machine may take long.
PATIENT_MS = 60_000


@contextmanager
def opened(transport: StdioMcpTransport | HttpMcpTransport) -> Iterator[McpConnection]:
    connection = transport.open()
    try:
        yield connection
    finally:
        connection.end()


@contextmanager
def listening(*command: str) -> Iterator[str]:
    """A server on a free port, once it takes connections; ends with the test."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen([sys.executable, *command, str(port)], stderr=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 60
        while True:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            assert server.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        server.kill()
        server.wait()


def converse(connection: McpConnection) -> None:
    """All that there is to say to a server of the SDK."""

    async def talk() -> None:
        tools = (await connection.list_tools())["tools"]
        assert [tool["name"] for tool in tools] == ["add", "echo", "fail", "sleep"]
        assert tools[0]["description"] == "The sum of two numbers."
        assert set(tools[0]["input_schema"]["properties"]) == {"a", "b"}
        assert (await connection.call_tool("add", {"a": 2, "b": 40}))["output"] == "42"
        texts = ["", "é😀\u2028\n", "x" * 300_000]
        told = await asyncio.gather(*(connection.call_tool("echo", {"text": t}) for t in texts))
        assert [answer["output"] for answer in told] == texts
        failed = await connection.call_tool("fail", {})
        assert failed["is_error"]
        assert failed["error"] == failed["output"] != ""
        ping = await connection.send({"jsonrpc": "2.0", "id": "mine", "method": "ping"})
        assert ping == {"jsonrpc": "2.0", "id": "mine", "result": {}}
        missing = await connection.send({"jsonrpc": "2.0", "id": "x", "method": "no/such"})
        assert missing["error"]["code"] == -32601

    asyncio.run(talk())


def test_a_server_of_the_official_sdk_is_spoken_to_over_stdio() -> None:
    with opened(StdioMcpTransport([sys.executable, str(SDK)])) as connection:
        converse(connection)


def test_a_server_of_the_official_sdk_is_spoken_to_over_http() -> None:
    with listening(str(SDK)) as url, opened(HttpMcpTransport(url)) as connection:
        converse(connection)


@pytest.mark.parametrize("over", ["stdio", "http"])
def test_a_call_that_hangs_is_given_up_and_the_next_one_is_answered(over: str) -> None:
    def hang(connection: McpConnection) -> None:
        with pytest.raises(McpError, match="TIMEOUT"):
            connection.begin_call("sleep", {"seconds": 6}).result()
        with opened_again(connection):
            assert connection.begin_call("add", {"a": 1, "b": 1}).exception() is None

    @contextmanager
    def opened_again(connection: McpConnection) -> Iterator[None]:
        # A server with one thread answers when it has slept.
        deadline = time.monotonic() + 60
        while connection.begin_call("add", {"a": 1, "b": 1}).exception() is not None:
            assert time.monotonic() < deadline
        yield

    if over == "stdio":
        command = [sys.executable, str(SDK)]
        with opened(StdioMcpTransport(command, timeout_ms=4000)) as connection:
            hang(connection)
    else:
        with (
            listening(str(SDK)) as url,
            opened(HttpMcpTransport(url, timeout_ms=4000)) as connection,
        ):
            hang(connection)


def test_the_reference_tools_are_called_over_stdio(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "hanzo_reference.tools.mcp_server",
        "--workspace",
        str(tmp_path),
    ]
    with opened(StdioMcpTransport(command)) as connection:
        names = [tool["name"] for tool in connection.begin_list().result()["tools"]]
        assert "fs" in names
        given = {"action": "write", "uri": (tmp_path.resolve() / "a.txt").as_uri(), "content": "x"}
        assert not connection.begin_call("fs", given).result()["is_error"]
    assert (tmp_path / "a.txt").read_text() == "x"


def test_the_reference_tools_are_called_over_http(tmp_path: Path) -> None:
    module = ("-m", "hanzo_reference.tools.mcp_server", "--workspace", str(tmp_path), "--port")
    with listening(*module) as url, opened(HttpMcpTransport(url)) as connection:
        told = connection.begin_call("ws", {"action": "help"}).result()
        assert not told["is_error"]


def test_no_key_of_the_client_gets_to_a_server() -> None:
    own = {"PATH": "/bin", "HOME": "/root", "ANTHROPIC_API_KEY": "secret", "LANG": "C"}
    given = server_environment(own, {"TOKEN": "its own", "HOME": "/else"})
    assert given == {"PATH": "/bin", "HOME": "/else", "TOKEN": "its own"}


def test_a_server_that_ignores_everything_is_killed_with_its_group(tmp_path: Path) -> None:
    script = "trap '' TERM; echo $$ > pid; sleep 600 & echo $! > child; wait; sleep 600"
    with pytest.raises(McpError, match="TIMEOUT"):
        StdioMcpTransport(["sh", "-c", script], folder=tmp_path, timeout_ms=500).open()
    for name in ("pid", "child"):
        assert has_ended((tmp_path / name).read_text().strip())


def has_ended(process: str) -> bool:
    """Whether a process ends; one that nobody waits for stays in the table."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        asked = ["ps", "-o", "stat=", "-p", process]
        state = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
        if state == "" or state.startswith("Z"):
            return True
        time.sleep(0.02)
    return False


def test_a_program_that_is_not_there_is_told_at_once() -> None:
    with pytest.raises(McpError) as told:
        StdioMcpTransport(["no-such-program-anywhere"]).open()
    assert told.value.code == "CLOSED"


def test_a_mistake_of_the_caller_ends_no_connection() -> None:
    with opened(StdioMcpTransport([sys.executable, str(SDK)])) as connection:
        with pytest.raises(ValueError, match="exact"):
            connection.begin_call("add", {"a": 2**60, "b": 1})
        assert connection.begin_call("add", {"a": 1, "b": 1}).result()["output"] == "2"


def test_no_thread_is_left_behind() -> None:
    before = {thread.ident for thread in threading.enumerate()}
    with opened(StdioMcpTransport([sys.executable, str(SDK)])) as connection:
        connection.begin_list().result()
    deadline = time.monotonic() + 60
    while {thread.ident for thread in threading.enumerate()} - before:
        assert time.monotonic() < deadline, threading.enumerate()
        time.sleep(0.02)


class Misbehaving(BaseHTTPRequestHandler):
    """Greets properly; what it does to calls is said by their tool's name."""

    protocol_version = "HTTP/1.1"
    sessions: ClassVar[list[str]] = []
    seen: ClassVar[list[tuple[str, str | None]]] = []

    def log_message(self, *_: Any) -> None:
        """Nothing."""

    def do_GET(self) -> None:
        self._answer(405, b"")

    def do_DELETE(self) -> None:
        self.seen.append(("DELETE", self.headers["mcp-session-id"]))
        self._answer(200, b"")

    def do_POST(self) -> None:
        message = json.loads(self.rfile.read(int(self.headers["content-length"])))
        method, session = message["method"], self.headers["mcp-session-id"]
        self.seen.append((method, session))
        if method == "initialize":
            name = f"s-{len(self.sessions)}"
            self.sessions.append(name)
            server = {"name": "bad", "version": "1"}
            result = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}},
                      "serverInfo": server}  # fmt: skip
            self._result(message, result, {"mcp-session-id": name})
        elif "id" not in message:
            self._answer(202, b"")
        else:
            getattr(self, "_" + message["params"]["name"])(message)

    def _result(self, message: Any, result: Any, headers: dict[str, str] | None = None) -> None:
        body = json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}).encode()
        self._answer(200, body, {"content-type": "application/json", **(headers or {})})

    def _answer(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in {**(headers or {}), "content-length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def _well(self, message: Any) -> None:
        self._result(message, {"content": [{"type": "text", "text": "well"}]})

    def _endless(self, _: Any) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.end_headers()
        try:
            while True:
                self.wfile.write(b"data: " + b"x" * 65536 + b"\n")
        except OSError:
            self.close_connection = True

    def _silent(self, _: Any) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.end_headers()
        self.wfile.flush()
        self.rfile.read(1)

    def _short(self, _: Any) -> None:
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", "1000")
        self.end_headers()
        self.wfile.write(b'{"jsonrpc":"2.0"')
        self.close_connection = True

    def _redirect(self, _: Any) -> None:
        self._answer(307, b"", {"location": "/elsewhere"})

    def _expired(self, message: Any) -> None:
        if self.headers["mcp-session-id"] == "s-0":
            self._answer(404, b"")
        else:
            self._well(message)


@pytest.fixture
def misbehaving() -> Iterator[str]:
    Misbehaving.sessions, Misbehaving.seen = [], []
    server = ThreadingHTTPServer(("127.0.0.1", 0), Misbehaving)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/mcp"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(
    ("tool", "code"),
    [("endless", "INVALID_RESPONSE"), ("short", "STREAM_ENDED"), ("redirect", "HTTP_ERROR"),
     ("silent", "TIMEOUT"), ("expired", "SESSION_EXPIRED")],
)  # fmt: skip
def test_what_a_server_does_over_http_ends_its_call_and_no_other(
    misbehaving: str, tool: str, code: str
) -> None:
    timeout_ms = 1000 if tool == "silent" else PATIENT_MS
    with opened(HttpMcpTransport(misbehaving, timeout_ms=timeout_ms)) as connection:
        with pytest.raises(McpError) as told:
            connection.begin_call(tool, {}).result()
        assert told.value.code == code
        deadline = time.monotonic() + 60
        while isinstance(problem := connection.begin_call("well", {}).exception(), McpError):
            # A session that begins anew takes its time.
            assert problem.code in {"NOT_CONNECTED", "TIMEOUT"}
            assert time.monotonic() < deadline
    assert ("DELETE", f"s-{len(Misbehaving.sessions) - 1}") in Misbehaving.seen
    assert [item for item in Misbehaving.seen if item[0] == "initialize"] == [
        ("initialize", None)
    ] * (2 if tool == "expired" else 1)


def test_nobody_listens_at_an_address() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(McpError, match="STREAM_ENDED"):
        HttpMcpTransport(f"http://127.0.0.1:{port}/mcp", timeout_ms=PATIENT_MS).open()


def test_an_address_of_something_else_is_refused() -> None:
    with pytest.raises(ValueError, match="begins with http"):
        HttpMcpTransport("file:///etc/passwd")
