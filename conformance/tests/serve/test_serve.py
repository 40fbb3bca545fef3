"""``serve``: a local implementation behind HTTP gives the verdicts that it gives over pipes."""

from __future__ import annotations

import http.client
import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

import msgspec
import pytest
from addresses import at
from culprits import CULPRITS
from fake_world import QUICK, drive, fake, vectors
from small_corpus import manifest

from hanzo_conformance.serve import http_server
from hanzo_conformance.serve.http_server import AdapterServer, Offer
from hanzo_conformance.transports.loopback import LOOPBACK_NAMES
from hanzo_conformance.transports.rpc_exchange import read_requests
from hanzo_conformance.transports.surroundings import Surroundings

# Marks what these tests start, in this process.
OWN = {"LC_HANZO_TEST_SERVE": str(os.getpid())}
JSON = {"Content-Type": "application/json"}
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 0,
    "method": "initialize",
    "params": {"protocol": 1, "harness": {"name": "test", "version": "1"}},
}


RIGHT = "a long random text"

# What the server in between says in words of its own.
# The far side sees that nothing is open, or the harness, at the end, that it was answered before.
OTHER_WORDS = {"twice": "answers request ", "unknown-id": "99999, which is not open"}
OTHER_WORDS["repeats-for-ever"] = OTHER_WORDS["twice"]
OTHER_WORDS["unknown-for-ever"] = OTHER_WORDS["unknown-id"]
OTHER_WORDS["nameless-for-ever"] = "answers request None, which is not open"
OTHER_WORDS |= dict.fromkeys(("hangs", "ignores-sigterm"), "no answer within 2 s")
OTHER_WORDS["half-line-then-hangs"] = OTHER_WORDS["hangs"]


def say(number: int, text: str = "good") -> dict[str, object]:
    return {"jsonrpc": "2.0", "id": number, "method": "echo.say", "params": {"text": text}}


@contextmanager
def offered(
    fault: str = "", token: str | None = None, body_bytes: int = 1 << 24
) -> Iterator[AdapterServer]:
    """The fake adapter, served until the block ends."""
    item, stopped = fake(fault, environment=OWN), threading.Event()
    around = Surroundings().__enter__()
    transport = around.transport(item, stopped.is_set)
    hosts = LOOPBACK_NAMES if token is None else None
    server = AdapterServer("127.0.0.1", 0, Offer(transport, token, body_bytes, 0.3, hosts))
    thread = threading.Thread(target=server.run, args=(stopped.is_set,))
    thread.start()
    try:
        yield server
    finally:
        stopped.set()
        thread.join()
        around.close()


def post(server: AdapterServer, body: object, **headers: str) -> tuple[int, object]:
    """Status and decoded body of one request."""
    connection = http.client.HTTPConnection(*server.server_address[:2], timeout=10)  # type: ignore[arg-type]
    text = body if isinstance(body, bytes) else json.dumps(body).encode()
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request("POST", "/", text, {**JSON, **named})
    response = connection.getresponse()
    content = response.read()
    connection.close()
    return response.status, json.loads(content) if content else None


@pytest.mark.parametrize(("fault", "verdict", "detail"), CULPRITS)
def test_a_fault_has_over_http_the_verdict_that_it_has_over_pipes(
    fault: str, verdict: str, detail: str | None
) -> None:
    # A process that closes its output is given half a second to end.
    slow = msgspec.structs.replace(QUICK, timeout_s=2.0)
    with offered(fault) as server:
        outcome = drive(at(server.url, slow), vectors(30, (3, 20)))
    assert outcome.of(verdict) == ["echo/bad-3", "echo/bad-20"]
    assert len(outcome.of("passed")) == 28
    failure = outcome.result("echo/bad-3").failure
    assert failure is not None
    if detail is not None:
        assert OTHER_WORDS.get(fault, detail) in (failure.detail or "")


def test_what_a_crashed_adapter_said_on_stderr_comes_along() -> None:
    with offered("dies") as server:
        failure = drive(at(server.url), vectors(3, [1])).result("echo/bad-1").failure
    assert failure is not None
    assert "about to die" in failure.stderr


def test_an_adapter_that_cannot_start_is_unavailable_for_the_reason_of_the_far_side() -> None:
    with offered("exits-at-once") as server:
        outcome = drive(at(server.url), vectors(2))
    assert outcome.code == 3
    assert "exited with status 3" in outcome.unavailable[0].why


def test_a_client_that_leaves_takes_its_hanging_adapter_along() -> None:
    with offered("hangs") as server:
        connection = http.client.HTTPConnection(*server.server_address[:2])  # type: ignore[arg-type]
        connection.request("POST", "/", json.dumps(say(1, "bad")), JSON)
        wait_for(lambda: len(offspring()) == 1)
        connection.close()
        wait_for(lambda: not offspring())


def test_a_server_that_is_stopped_leaves_no_adapter_behind() -> None:
    with offered("ignores-sigterm") as server:
        connection = http.client.HTTPConnection(*server.server_address[:2])  # type: ignore[arg-type]
        connection.request("POST", "/", json.dumps(say(1)), JSON)
        assert connection.getresponse().status == 200
        assert offspring()
    connection.close()
    assert not offspring()


def offspring() -> list[str]:
    """What lives and was started here."""
    wanted, found = "=".join(*OWN.items()).encode(), []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if wanted in (folder / "environ").read_bytes().split(b"\0"):
                found.append(folder.name)
    return found


def wait_for(condition: object) -> None:
    deadline = time.monotonic() + 10
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_batch_is_answered_by_a_batch_and_one_request_by_one_answer() -> None:
    with offered() as server:
        _, one = post(server, INITIALIZE)
        _, many = post(server, [INITIALIZE, say(1), say(2)])
    assert isinstance(one, dict)
    assert isinstance(many, list)
    assert [answer["id"] for answer in many] == [0, 1, 2]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"{", -32700),
        (b"[1,", -32700),
        (b"\xff", -32700),
        (b"[]", -32600),
        (b"7", -32600),
        (b'{"id":null}', -32600),
        (b'[{"id":1},{"id":1}]', -32600),
    ],
)
def test_a_body_that_is_no_request_is_answered_as_json_rpc_says(body: bytes, code: int) -> None:
    with offered() as server:
        status, said = post(server, body)
    assert status == 200
    assert isinstance(said, dict)
    assert (said["id"], said["error"]["code"]) == (None, code)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Content_Type": "text/plain"}, 415),
        ({"Origin": "http://evil.example"}, 403),
        ({"Host": "evil.example:80"}, 403),
        ({"Content_Length": "-1"}, 411),
        ({"Content_Length": "99999999999"}, 413),
    ],
)
def test_a_page_in_a_browser_and_an_oversized_request_are_refused(
    headers: dict[str, str], status: int
) -> None:
    with offered() as server:
        assert post(server, INITIALIZE, **headers)[0] == status


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ({}, 401),
        ({"Authorization": "Bearer wrong"}, 401),
        ({"Authorization": f"Bearer {RIGHT}"}, 200),
    ],
)
def test_where_a_token_is_set_nobody_is_served_without_it(
    said: dict[str, str], status: int
) -> None:
    with offered(token=RIGHT) as server:
        assert post(server, INITIALIZE, **said)[0] == status


def call(server: AdapterServer, head: bytes, body: bytes = b"") -> bytes:
    """What comes back of bytes, up to the end of the connection."""
    with socket.create_connection(server.server_address[:2], timeout=30) as connection:  # type: ignore[arg-type]
        connection.sendall(b"POST / HTTP/1.1\r\nHost: localhost:1\r\n" + head + b"\r\n" + body)
        answer = b""
        with suppress(ConnectionResetError):
            while part := connection.recv(65536):
                answer += part
    return answer


@pytest.mark.parametrize(
    "head",
    [
        b"Content-Length: 0000000000000000000099999999999\r\n",
        b"Content-Length: 07\r\n",
        b"Content-Length: 7\r\nContent-Length: 7\r\n",
        b"Content-Length: +7\r\n",
        b"Content-Length: 7\r\nTransfer-Encoding: chunked\r\n",
    ],
)
def test_a_length_that_two_readers_may_read_apart_is_refused(head: bytes) -> None:
    with offered() as server:
        answer = call(server, b"Content-Type: application/json\r\n" + head, b"0" * 64)
    assert answer.startswith(b"HTTP/1.1 411 ")
    assert answer.count(b"HTTP/1.1") == 1


def test_a_head_without_an_end_is_refused() -> None:
    with offered() as server:
        lines = b"".join(b"X-%d: %s\r\n" % (n, b"x" * 2000) for n in range(50))
        assert b" 431 " in call(server, lines)


@pytest.mark.parametrize("body", [b"[" * 200_000, b'{"id":1,"params":' + b"[" * 200_000])
def test_a_request_that_is_nested_without_end_is_no_end_of_the_server(body: bytes) -> None:
    with offered() as server:
        assert post(server, body)[0] == 200
        assert post(server, INITIALIZE)[0] == 200


@pytest.mark.parametrize("head", [b"", b'{"id":1,"result":', b'{"result":0,"id":'])
def test_an_answer_that_is_nested_without_end_is_told_of_and_not_passed_on(head: bytes) -> None:
    exchange = read_requests(json.dumps(say(1)).encode())
    told = exchange.take([head + b"[" * 200_000 + b"]" * 200_000 + b"}"])
    assert told is not None
    assert not exchange.complete


def test_who_says_nothing_locks_nobody_out(monkeypatch: pytest.MonkeyPatch) -> None:
    # So many at once are let in without waiting for their turn.
    monkeypatch.setattr(http_server, "STRANGERS", 8)
    with offered(token=RIGHT) as server, ExitStack() as held:
        before = threading.active_count()
        for _ in range(4 * http_server.STRANGERS):
            silent = socket.create_connection(server.server_address[:2], timeout=30)  # type: ignore[arg-type]
            held.enter_context(closing(silent))
            silent.sendall(b"POST / HTTP/1.1\r\nX: ")
        assert post(server, INITIALIZE, Authorization=f"Bearer {RIGHT}")[0] == 200
        assert threading.active_count() <= before + 2 * http_server.STRANGERS


def test_who_is_refused_takes_nobodys_place() -> None:
    with offered(token=RIGHT) as server, ExitStack() as held:
        for _ in range(http_server.CONNECTIONS):
            refused = http.client.HTTPConnection(*server.server_address[:2], timeout=10)  # type: ignore[arg-type]
            held.enter_context(closing(refused))
            refused.request("POST", "/", b"{}", JSON)
            assert refused.getresponse().status == 401
        assert post(server, INITIALIZE, Authorization=f"Bearer {RIGHT}")[0] == 200


def test_who_never_comes_to_the_point_is_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_server, "HEAD_S", 0.3)
    with offered() as server:
        dripping = socket.create_connection(server.server_address[:2], timeout=30)  # type: ignore[arg-type]
        with closing(dripping), suppress(ConnectionError):
            begun = time.monotonic()
            while not select.select([dripping], [], [], 0.05)[0]:
                dripping.sendall(b"P")
                assert time.monotonic() < begun + 60
            # It has ended before the line, and before anybody's patience, did.
            dripping.recv(1)


def test_a_run_with_the_wrong_token_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HANZO_CONFORMANCE_TOKEN", "wrong")
    with offered(token=RIGHT) as server:
        outcome = drive(at(server.url), vectors(2))
    assert outcome.code == 3
    assert "HTTP status 401 Unauthorized" in outcome.unavailable[0].why


def test_the_verb_serves_until_it_is_interrupted(tmp_path: Path) -> None:
    path = manifest(tmp_path, "hangs")
    words = [sys.executable, "-m", "hanzo_conformance", "serve", "--port", "0", "--impl", str(path)]
    variables = {**os.environ, **OWN}
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=variables) as child:
        assert child.stdout is not None
        found = re.search(r"http://[^ ]+", child.stdout.readline())
        assert found is not None
        outcome = drive(at(found[0]), vectors(5, [2]))
        child.send_signal(signal.SIGTERM)
        assert child.wait(10) == 0
    assert outcome.of("timed-out") == ["echo/bad-2"]
    assert len(outcome.of("passed")) == 4
    assert not offspring()


@pytest.mark.parametrize(
    ("words", "what", "hint"),
    [
        (["--host", "::"], ":: can be reached from elsewhere", "HANZO_CONFORMANCE_TOKEN"),
        (["--host", "no.such.host.invalid", "--port", "1"], "no.such.host.invalid", ""),
    ],
)
def test_another_address_than_loopback_needs_a_token(
    words: list[str], what: str, hint: str, tmp_path: Path
) -> None:
    variables = {name: value for name, value in os.environ.items() if "TOKEN" not in name}
    done = subprocess.run(
        [sys.executable, "-m", "hanzo_conformance", "serve",
         "--impl", str(manifest(tmp_path, "")), *words],
        capture_output=True, text=True, check=False, env=variables,
    )  # fmt: skip
    assert done.returncode == 2
    assert what in done.stderr
    assert hint in done.stderr
