"""net: what a vector's server cannot show: other origins, drops, TLS, and races for a file."""

from __future__ import annotations

import socket
import ssl
import threading
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from net_world import ask, failure, get, leads_to, ok, saying, serving


def test_another_server_does_not_hear_the_credentials() -> None:
    heard: list[bytes] = []
    with (
        serving(saying(ok(), heard=heard)) as second,
        serving(saying(leads_to(f"{second}/there"))) as first,
    ):
        found = get(f"{first}/", headers={"Authorization": "Bearer secret", "X-Kept": "yes"})
    assert found["data"]["url"] == f"{second}/there"
    assert b"secret" not in heard[0]
    assert b"x-kept: yes" in heard[0].lower()


def test_proxies_of_the_environment_are_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    with serving(saying(ok())) as url:
        assert get(f"{url}/")["ok"]


def test_drops_that_keep_coming_do_not_stretch_the_time() -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"
    with serving(saying(head, *([b"x"] * 400), pause_s=0.05)) as url:
        started = time.monotonic()
        found = get(f"{url}/", timeout_ms=300)
    assert found["error"]["code"] == "TIMEOUT"
    # All of them would take 20 s.
    assert time.monotonic() - started < 10


def test_redirects_share_one_time_limit() -> None:
    with serving(saying(b"", leads_to("/again"), pause_s=0.1)) as url:
        # Each of them alone would be in time.
        found = get(f"{url}/", timeout_ms=250, max_redirects=20)
    assert found["error"]["code"] == "TIMEOUT"


@pytest.mark.parametrize(
    "answer",
    [
        b"", b"hello\r\n\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
        b"HTTP/1.1 200 OK\r\nX: " + b"x" * 300_000 + b"\r\n\r\n",
    ],
)  # fmt: skip
def test_what_is_no_whole_answer_is_a_broken_connection(answer: bytes) -> None:
    with serving(saying(answer)) as url:
        assert failure(get(f"{url}/")) == ("ERROR", "connection")


def test_what_comes_before_the_answer_is_passed_over() -> None:
    with serving(saying(b"HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n" + ok())) as url:
        assert get(f"{url}/")["data"]["text"] == "fine"


def test_chunks_are_put_together() -> None:
    chunked = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n"
    with serving(saying(chunked)) as url:
        assert get(f"{url}/")["data"]["text"] == "abc"


def test_a_certificate_of_nobody_is_refused(tmp_path: Path) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(_certificate(tmp_path))
    with serving(saying(ok()), context=context) as url:
        assert failure(get(f"{url}/")) == ("ERROR", "connection")


def test_a_file_that_comes_meanwhile_stays(tmp_path: Path) -> None:
    place = tmp_path / "f"

    def slow(line: socket.socket) -> None:
        saying(b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nth")(line)
        place.write_text("mine")
        line.sendall(b"ey")

    with serving(slow) as url:
        found = ask("download", tmp_path, url=f"{url}/", output=f"file://{place}")
    assert found["error"]["code"] == "EXISTS"
    assert [item.name for item in tmp_path.iterdir()] == ["f"]
    assert place.read_text() == "mine"


def test_a_folder_that_becomes_a_link_leads_nowhere(tmp_path: Path) -> None:
    root, outside = tmp_path / "root", tmp_path / "outside"
    folder, aside = root / "folder", root / "aside"
    folder.mkdir(parents=True)
    outside.mkdir()
    stop = threading.Event()

    def swap() -> None:
        while not stop.is_set():
            folder.rename(aside)
            folder.symlink_to(outside)
            folder.unlink()
            aside.rename(folder)

    swapping = threading.Thread(target=swap)
    with serving(saying(ok())) as url:
        swapping.start()
        try:
            for number in range(150):
                output = f"file://{folder}/{number}"
                found = ask("download", root, url=f"{url}/", output=output)
                assert found["ok"] or found["error"]["code"] in {"PERMISSION_DENIED", "NOT_FOUND"}
        finally:
            stop.set()
            swapping.join()
    assert list(outside.iterdir()) == []
    assert not [item for item in folder.iterdir() if item.name.endswith(".part")]


def _certificate(folder: Path) -> Path:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    place = folder / "certificate.pem"
    place.write_bytes(
        certificate.public_bytes(serialization.Encoding.PEM)
        + key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return place
