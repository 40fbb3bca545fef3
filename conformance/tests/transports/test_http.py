"""Adapters over HTTP: the same verdicts as over pipes, and servers that break their bounds."""

from __future__ import annotations

import datetime
import ipaddress
import os
import socket
import ssl
import threading
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from addresses import at
from fake_world import QUICK, Outcome, drive, vector, vectors
from fakes.http_server import FakeServer, fake_server

from hanzo_conformance.implementations.address import read_address
from hanzo_conformance.implementations.manifest import Implementation, Limits, Manifest

LOOPBACK = "http://127.0.0.1"


def ask(server: FakeServer, chosen: Any, limits: Limits = QUICK, **plan: Any) -> Outcome:
    return drive(at(f"{LOOPBACK}:{server.server_address[1]}/rpc", limits), chosen, **plan)


def test_many_requests_go_out_as_batches_over_one_connection() -> None:
    with fake_server() as server:
        outcome = ask(server, vectors(300))
    assert outcome.code == 0
    assert len(outcome.of("passed")) == 300
    assert server.connections == 1
    assert server.sizes[0] == 1
    assert max(server.sizes) == QUICK.window
    assert len(server.sizes) <= 8


@pytest.mark.parametrize(
    ("fault", "verdict", "detail"),
    [
        ("redirect", "garbled", "redirects are refused"),
        ("500", "garbled", "HTTP status 500 Internal Server Error"),
        ("html", "garbled", "<html>hello</html>"),
        ("empty", "garbled", "0 answers to 1 request"),
        ("fewer", "garbled", "0 answers to 1 request"),
        ("twice", "garbled", "for the second time"),
        ("huge", "garbled", "an answer of more than 16777216 bytes"),
        ("closes", "crashed", "the server broke the connection"),
        ("half", "crashed", "the server broke the connection"),
        ("no-http", "crashed", "the server broke the connection"),
        ("silent", "timed-out", "no answer within"),
    ],
)
@pytest.mark.parametrize("bad", [(0,), (7,), (29,), (3, 20)], ids=str)
def test_a_fault_of_a_server_costs_the_vectors_that_cause_it_and_nothing_else(
    fault: str, verdict: str, detail: str, bad: tuple[int, ...]
) -> None:
    slow = msgspec.structs.replace(QUICK, timeout_s=5.0) if fault == "huge" else QUICK
    with fake_server(fault) as server:
        outcome = ask(server, vectors(30, bad), slow)
    assert outcome.of(verdict) == [f"echo/bad-{n}" for n in bad]
    assert len(outcome.of("passed")) == 30 - len(bad)
    failure = outcome.result(f"echo/bad-{bad[0]}").failure
    assert failure is not None
    assert detail in (failure.detail or "")


@pytest.mark.parametrize(
    ("fault", "what", "hint"),
    [
        ("start-redirect", "redirects are refused, it points to http://127.0.0.1:1/", "itself"),
        ("start-401", "HTTP status 401 Unauthorized", "HANZO_CONFORMANCE_TOKEN"),
        ("start-404", "HTTP status 404 Not Found", "POST"),
        ("start-html", "its first line is no handshake", ""),
        ("start-closes", "ended before the handshake: broke the connection", ""),
        ("start-silent", "no handshake within 0.5 s", ""),
        ("start-endless", "an answer of more than", ""),
    ],
)
def test_a_server_without_a_handshake_is_unavailable(fault: str, what: str, hint: str) -> None:
    limits = msgspec.structs.replace(QUICK, start_s=20.0 if "endless" in fault else 0.5)
    with fake_server(fault) as server:
        outcome = ask(server, vectors(2), limits)
    assert outcome.code == 3
    assert what in outcome.unavailable[0].why
    assert hint in (outcome.unavailable[0].hint or "")
    assert len(outcome.of("not-run")) == 2


def test_nobody_who_listens_is_unavailable() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    outcome = drive(at(f"{LOOPBACK}:{port}"), vectors(2))
    assert outcome.code == 3
    assert "cannot be reached: Connection refused" in outcome.unavailable[0].why
    assert "serve --impl" in (outcome.unavailable[0].hint or "")


def test_a_redirect_is_not_followed_with_the_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HANZO_CONFORMANCE_TOKEN", "a secret")
    with fake_server("all-redirect") as server:
        outcome = ask(server, vectors(2))
    assert outcome.code == 1
    assert {"Bearer a secret"} == {headers["Authorization"] for headers in server.headers}


def test_without_a_token_no_authorization_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HANZO_CONFORMANCE_TOKEN", raising=False)
    with fake_server() as server:
        ask(server, vectors(2))
    assert not any("Authorization" in headers for headers in server.headers)


def test_a_token_with_a_line_end_is_refused_before_anything_is_sent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HANZO_CONFORMANCE_TOKEN", "a\r\nX-Evil: 1")
    with fake_server() as server:
        outcome = ask(server, vectors(2))
    assert outcome.code == 3
    assert "not printable ASCII" in outcome.unavailable[0].why
    assert server.headers == []


def test_the_environment_s_proxy_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    with fake_server() as server:
        assert ask(server, vectors(2)).code == 0


def test_answers_with_line_feeds_in_their_white_space_are_read() -> None:
    with fake_server("all-pretty") as server:
        assert len(ask(server, vectors(20)).of("passed")) == 20


def test_an_idle_connection_that_the_server_closed_is_opened_again() -> None:
    from hanzo_conformance.transports import http_client

    with fake_server("idle-close") as server:
        transport = http_client.HttpTransport(
            f"{LOOPBACK}:{server.server_address[1]}", None, 10_000, lambda: False
        )
        channel = transport.open()
        asking = b'{"jsonrpc":"2.0","id":%d,"method":"echo.say","params":{"text":"x"}}\n'
        channel.send(asking % 1)
        assert channel.wait(5).lines
        time.sleep(http_client.IDLE_S + 0.1)
        channel.send(asking % 2)
        received = channel.wait(5)
        channel.kill()
    assert received.end is None
    assert received.lines
    assert server.connections == 2


def test_a_run_over_http_can_be_interrupted_while_it_waits() -> None:
    interrupted = threading.Event()
    threading.Timer(0.3, interrupted.set).start()
    begun = time.monotonic()
    slow = msgspec.structs.replace(QUICK, timeout_s=60.0)
    with fake_server("silent") as server:
        outcome = ask(server, vectors(5, [2]), slow, interrupted=interrupted)
    assert outcome.code == 130
    assert time.monotonic() - begun < 10
    assert len(outcome.of("not-run")) == 5


def test_a_token_may_not_stand_in_the_address() -> None:
    from hanzo_conformance.values.errors import UsageError

    with pytest.raises(UsageError, match="no password") as told:
        read_address("http://me:secret@127.0.0.1:80")
    assert "secret" not in str(told.value)


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A certificate for 127.0.0.1 that trusts itself, and its key."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "test")])
    now = datetime.datetime.now(datetime.UTC)
    alternative = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(alternative, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    folder = tmp_path_factory.mktemp("tls")
    paths = folder / "certificate.pem", folder / "key.pem"
    paths[0].write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    paths[1].write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return paths


@pytest.mark.parametrize(
    ("host", "trusted", "what"),
    [
        ("127.0.0.1", True, None),
        ("127.0.0.1", False, "no secure connection"),
        ("localhost", True, "no secure connection"),
    ],
)
def test_a_certificate_is_verified_with_its_name(
    host: str,
    trusted: bool,
    what: str | None,
    authority: tuple[Path, Path],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*authority)
    monkeypatch.setenv("SSL_CERT_FILE", str(authority[0]) if trusted else os.devnull)
    with fake_server(context=context) as server:
        outcome = drive(at(f"https://{host}:{server.server_address[1]}"), [vector("good")])
    if what is None:
        assert outcome.code == 0
    else:
        assert outcome.code == 3
        assert what in outcome.unavailable[0].why
        assert server.headers == []


def test_a_manifest_may_name_a_url_and_the_variable_of_its_token(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("MY_TOKEN", "mine")
    with fake_server() as server:
        table = {"url": f"{LOOPBACK}:{server.server_address[1]}", "token": "MY_TOKEN"}
        manifest = msgspec.convert({"name": "far", "language": "any", "http": table}, Manifest)
        outcome = drive(Implementation(manifest, Path.cwd()), vectors(2))
    assert outcome.code == 0
    assert server.headers[0]["Authorization"] == "Bearer mine"
