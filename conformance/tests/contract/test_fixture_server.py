"""The web server of a vector: it says what the vector says, and not a word more."""

from __future__ import annotations

import http.client
import socket
import subprocess
import sys
import threading
import time
import tracemalloc
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from fake_world import fake

from hanzo_conformance.implementations.commands import adapter_environment
from hanzo_vectors.fixture_server import CONNECTIONS, KEPT_BYTES, FixtureServer

ROUTES: dict[str, Any] = {
    "/any": {"body": {"text": "for any method"}},
    "POST /any": {"status": 201, "body": {"base64": "AP8="}},
    "/moved": {"status": 302, "headers": {"Location": "${http}/any", "X-One": "1"}},
    "/big": {"body": {"repeat": "0123456789", "times": 100_000}},
    "/slow": {"delay_s": 30, "body": {"text": "late"}},
    "/endless": {"body": {"endless": "ha"}},
    "/drops": {"body": {"endless": "ha", "pause_ms": 1}},
    "/echo": {"echo": ["X-Asked", "Authorization"]},
    "/nothing": {"status": 204},
}


@contextmanager
def connected() -> Iterator[tuple[http.client.HTTPConnection, FixtureServer]]:
    server = FixtureServer(ROUTES)
    with closing(server):
        host = server.address.removeprefix("http://")
        with closing(http.client.HTTPConnection(host, timeout=5)) as connection:
            yield connection, server


def ask(
    connection: http.client.HTTPConnection, method: str, target: str, **how: Any
) -> tuple[int, dict[str, str], bytes]:
    connection.request(method, target, **how)
    answer = connection.getresponse()
    return answer.status, dict(answer.getheaders()), answer.read()


def test_a_route_answers_any_method_and_one_that_names_the_method_goes_first() -> None:
    with connected() as (connection, _):
        assert ask(connection, "GET", "/any") == (200, {"Content-Length": "14"}, b"for any method")
        assert ask(connection, "POST", "/any")[::2] == (201, b"\0\xff")
        assert ask(connection, "PUT", "/any", body=b"x")[::2] == (200, b"for any method")


def test_a_query_is_no_part_of_the_route_and_an_unknown_one_is_not_found() -> None:
    with connected() as (connection, _):
        assert ask(connection, "GET", "/any?q=/x")[0] == 200
        assert ask(connection, "GET", "/anyone") == (404, {"Content-Length": "0"}, b"")


def test_headers_can_name_the_server_itself() -> None:
    with connected() as (connection, server):
        status, headers, _ = ask(connection, "GET", "/moved")
        assert status == 302
        assert headers == {
            "Location": f"{server.address}/any", "X-One": "1", "Content-Length": "0",
        }  # fmt: skip


def test_a_described_body_comes_whole() -> None:
    with connected() as (connection, _):
        assert ask(connection, "GET", "/big")[2] == b"0123456789" * 100_000


def test_head_has_the_length_and_no_body() -> None:
    with connected() as (connection, _):
        assert ask(connection, "HEAD", "/any") == (200, {"Content-Length": "14"}, b"")
        assert ask(connection, "GET", "/nothing") == (204, {}, b"")


def test_echo_tells_the_request_and_the_headers_that_were_named() -> None:
    with connected() as (connection, _):
        _, headers, body = ask(
            connection, "PATCH", "/echo?a=b", body=b"\0hi", headers={"x-asked": "yes"}
        )
        assert headers["Content-Type"] == "application/json"
        assert body == (
            b'{"method":"PATCH","target":"/echo?a=b",'
            b'"headers":{"x-asked":"yes","authorization":null},"body_b64":"AGhp"}'
        )


def test_a_body_in_chunks_is_read_to_its_end() -> None:
    with connected() as (connection, _):
        _, _, body = ask(connection, "POST", "/echo", body=iter([b"ab", b"c"]), encode_chunked=True)
        assert b'"body_b64":"YWJj"' in body
        # The connection is in order for the next one.
        assert ask(connection, "GET", "/any")[0] == 200


def test_an_endless_body_goes_on_until_the_client_goes_away() -> None:
    with connected() as (connection, _):
        connection.request("GET", "/endless")
        answer = connection.getresponse()
        assert answer.read(300_000) == b"ha" * 150_000


def test_an_endless_body_can_come_in_drops() -> None:
    with connected() as (connection, _):
        connection.request("GET", "/drops")
        assert connection.getresponse().read(6) == b"hahaha"


def test_closing_ends_what_is_delayed_and_what_is_endless_at_once() -> None:
    before = threading.active_count()
    begun = time.monotonic()
    with connected() as (connection, server):
        connection.request("GET", "/slow")
        host, port = server.address.removeprefix("http://").split(":")
        other = socket.create_connection((host, int(port)))
        other.sendall(b"GET /endless HTTP/1.1\r\nHost: x\r\n\r\n")
        assert other.recv(10)
        server.close()
        with pytest.raises((http.client.HTTPException, OSError)):
            connection.getresponse()
        other.close()
    deadline = time.monotonic() + 20
    while threading.active_count() > before and time.monotonic() < deadline:
        time.sleep(0.01)
    assert threading.active_count() == before
    assert time.monotonic() - begun < 25


def say_raw(server: FixtureServer, request: bytes) -> bytes:
    """What comes of the bytes of one request, to the end of the connection."""
    host, port = server.address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=20) as connection:
        with suppress(OSError):
            connection.sendall(request)
            connection.shutdown(socket.SHUT_WR)
        answer = b""
        with suppress(OSError):
            while part := connection.recv(65536):
                answer += part
        return answer


CHUNKED = b"Transfer-Encoding: chunked\r\n"


@pytest.mark.parametrize(
    "rest",
    [
        b"Content-Length: -1\r\n\r\nx",
        b"Content-Length: +1\r\n\r\nx",
        b"Content-Length: 1_0\r\n\r\n0123456789",
        b"Content-Length: 1, 1\r\n\r\nx",
        b"Content-Length: 1\r\nContent-Length: 1\r\n\r\nx",
        b"Content-Length: 99999999999999999999\r\n\r\nx",
        "Content-Length: \u0661\r\n\r\nx".encode(),
        b"Content-Length: 3\r\n\r\nx",
        b"Content-Length: 3\r\n" + CHUNKED + b"\r\n0\r\n\r\n",
        CHUNKED + CHUNKED + b"\r\n0\r\n\r\n",
        CHUNKED + b"\r\n-1\r\nx\r\n0\r\n\r\n",
        CHUNKED + b"\r\n+1\r\nx\r\n0\r\n\r\n",
        CHUNKED + b"\r\n0x1\r\nx\r\n0\r\n\r\n",
        CHUNKED + b"\r\n1_0\r\n0123456789abcdef\r\n0\r\n\r\n",
        CHUNKED + b"\r\n1\r\nxy\r\n0\r\n\r\n",
        CHUNKED + b"\r\n1\nx\n0\n\n",
        CHUNKED + b"\r\n0\r\n" + b"A: b\r\n" * 200 + b"\r\n",
        CHUNKED + b"\r\n1;" + b"e" * 10_000 + b"\r\nx\r\n0\r\n\r\n",
        CHUNKED,
    ],
)
def test_a_body_whose_end_cannot_be_told_is_refused_and_the_connection_closed(
    rest: bytes,
) -> None:
    with closing(FixtureServer(ROUTES)) as server:
        answer = say_raw(server, b"POST /any HTTP/1.1\r\nHost: x\r\n" + rest)
        assert b"for any" not in answer
        assert b"HTTP/1.1 2" not in answer
        assert answer.count(b"HTTP/1.1") <= 1


def test_a_body_that_is_too_long_is_refused_before_it_is_read() -> None:
    with closing(FixtureServer(ROUTES)) as server:
        head = b"POST /any HTTP/1.1\r\nHost: x\r\n"
        assert b" 413 " in say_raw(server, head + b"Content-Length: 99999999999\r\n\r\n")
        assert b" 413 " in say_raw(server, head + CHUNKED + b"\r\nffffffffff\r\n")


def test_of_a_long_body_no_more_is_held_than_an_echo_tells() -> None:
    count = 48 * 1024 * 1024
    tracemalloc.start()
    try:
        with connected() as (connection, _):
            sent = (b"x" * 65536 for _ in range(count // 65536))
            told = ask(
                connection, "POST", "/any", body=sent, headers={"Content-Length": str(count)}
            )
            assert told[0] == 201
            sent = (b"x" * 65536 for _ in range(count // 65536))
            assert ask(connection, "POST", "/echo", body=sent, encode_chunked=True)[0] == 413
        assert tracemalloc.get_traced_memory()[1] < 4 * KEPT_BYTES
    finally:
        tracemalloc.stop()


def test_connections_are_bounded_and_those_that_end_make_room() -> None:
    with closing(FixtureServer(ROUTES)) as server:
        host, port = server.address.removeprefix("http://").split(":")
        held = [socket.create_connection((host, int(port)), timeout=20) for _ in range(CONNECTIONS)]
        before = threading.active_count()
        more = [socket.create_connection((host, int(port)), timeout=20) for _ in range(20)]
        for connection in more:
            with suppress(ConnectionResetError):
                assert connection.recv(1) == b""
        assert threading.active_count() <= before + CONNECTIONS
        for connection in [*held, *more]:
            connection.close()
        deadline = time.monotonic() + 60
        while not say_raw(server, b"GET /any HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"):
            assert time.monotonic() < deadline


def test_garbage_is_no_end_of_the_server() -> None:
    with connected() as (connection, server):
        host, port = server.address.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port))) as other:
            other.sendall(b"\0\0\0\r\n\r\n")
        with socket.create_connection((host, int(port))) as other:
            other.sendall(b"POST /any HTTP/1.1\r\nContent-Length: x\r\n\r\n")
        assert ask(connection, "GET", "/any")[0] == 200


def test_each_server_has_a_port_of_its_own_on_the_loopback_address() -> None:
    with connected() as (_, one), connected() as (_, two):
        assert one.address != two.address
        assert one.address.startswith("http://127.0.0.1:")


def test_an_adapter_s_proxy_is_not_asked_for_what_a_vector_serves(tmp_path: Path) -> None:
    program = (
        "import sys, urllib.request\n"
        "sys.stdout.buffer.write(urllib.request.urlopen(sys.argv[1]).read())"
    )
    settings = {"http_proxy": "http://127.0.0.1:1", "no_proxy": "example.org"}
    with connected() as (_, server):
        done = subprocess.run(
            [sys.executable, "-S", "-c", program, f"{server.address}/any"],
            env=adapter_environment(fake("none"), settings, tmp_path),
            stdout=subprocess.PIPE,
            check=True,
        )
    assert done.stdout == b"for any method"
