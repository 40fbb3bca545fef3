"""A server that answers ``echo.say`` over HTTP and can be told to misbehave, one way at a time.

It does its FAULT when a request says ``bad``, or at once where the fault is about every request.
"""

from __future__ import annotations

import json
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class FakeServer(ThreadingHTTPServer):
    """Keeps what it was asked: headers and the number of requests in each body."""

    daemon_threads = True

    def __init__(self, fault: str) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.fault = fault
        self.headers: list[dict[str, str]] = []
        self.sizes: list[int] = []
        self.connections = 0

    def handle_error(self, request: Any, client_address: Any) -> None:
        pass


class _Handler(BaseHTTPRequestHandler):
    server: FakeServer
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1

    def setup(self) -> None:
        super().setup()
        self.server.connections += 1

    def log_message(self, *_: Any) -> None:
        pass

    def do_POST(self) -> None:
        fault = self.server.fault
        text = self.rfile.read(int(self.headers["Content-Length"]))
        body = json.loads(text)
        requests = body if isinstance(body, list) else [body]
        self.server.headers.append(dict(self.headers))
        self.server.sizes.append(len(requests))
        if fault == "idle-close" and len(self.server.sizes) == 1:
            self.say(200, json.dumps(answer(requests[0])).encode(), {})
            self.wfile.flush()
            time.sleep(0.2)
            self.close_connection = True
            return
        start = requests[0]["method"] == "initialize"
        if (fault.startswith("all-") and not start) or fault.startswith("start-"):
            self.misbehave(fault.partition("-")[2], body)
        elif b'"bad"' in text:
            self.misbehave(fault, body)
        else:
            self.say(200, right(body))

    def misbehave(self, fault: str, body: Any) -> None:
        match fault:
            case "redirect":
                self.say(307, b"", {"Location": "http://127.0.0.1:1/elsewhere"})
            case "500":
                self.say(500, b"<h1>sorry</h1>")
            case "401":
                self.say(401, b"")
            case "404":
                self.say(404, b"not here")
            case "html":
                self.say(200, b"<html>hello</html>")
            case "empty":
                self.say(200, b"")
            case "fewer":
                self.say(200, b"[]")
            case "twice":
                requests = body if isinstance(body, list) else [body]
                doubled = [one for one in requests for _ in range(1 + ("bad" in str(one)))]
                self.say(200, right(doubled))
            case "huge":
                self.endless(30)
            case "endless":
                self.endless(10**9)
            case "closes":
                self.close_connection = True
                self.connection.close()
            case "half":
                self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{")
                self.wfile.flush()
                self.close_connection = True
            case "no-http":
                self.wfile.write(b"hello there\r\n")
                self.wfile.flush()
                self.close_connection = True
            case "silent":
                time.sleep(3600)
            case "pretty":
                self.say(200, json.dumps(json.loads(right(body)), indent=1).encode())

    def endless(self, megabytes: int) -> None:
        self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n")
        for _ in range(megabytes):
            self.wfile.write(b" " * 1_000_000)
        self.close_connection = True

    def say(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def answer(request: dict[str, Any]) -> dict[str, Any]:
    result: dict[str, Any] = request["params"]
    if request["method"] == "initialize":
        result = {
            "protocol": 1,
            "implementation": {"name": "fake", "version": "1", "language": "python"},
            "operations": ["echo.say"],
        }
    return {"jsonrpc": "2.0", "id": request["id"], "result": result}


def right(body: Any) -> bytes:
    answers = [answer(item) for item in body] if isinstance(body, list) else answer(body)
    return json.dumps(answers).encode()


@contextmanager
def fake_server(fault: str = "", context: ssl.SSLContext | None = None) -> Iterator[FakeServer]:
    """A server with one fault, for as long as the block."""
    server = FakeServer(fault)
    if context is not None:
        server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
