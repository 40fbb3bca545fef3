"""net: URLs against urllib, and what a vector's server cannot show: other origins, drops, TLS."""

from __future__ import annotations

import json
import socket
import ssl
import stat
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanzo_reference.tools.calling import Toolbox
from hanzo_reference.tools.net.messages import redirected, request_from
from hanzo_reference.tools.net.urls import SchemeError, UrlError, parse, redirect_target

Answer = Callable[[socket.socket], None]


@contextmanager
def serving(*answers: Answer, context: ssl.SSLContext | None = None) -> Iterator[str]:
    """A server whose connections are answered by these functions in turn, the last one again."""
    listener = socket.create_server(("127.0.0.1", 0))

    def accept() -> None:
        for number in range(1000):
            try:
                line, _ = listener.accept()
            except OSError:
                return
            answer = answers[min(number, len(answers) - 1)]
            threading.Thread(target=talk, args=(line, answer), daemon=True).start()

    def talk(line: socket.socket, answer: Answer) -> None:
        with suppress(OSError), line:
            if context is None:
                answer(line)
            else:
                with context.wrap_socket(line, server_side=True) as safe:
                    answer(safe)

    threading.Thread(target=accept, daemon=True).start()
    try:
        scheme = "http" if context is None else "https"
        yield f"{scheme}://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()


def saying(*parts: bytes, pause_s: float = 0, heard: list[bytes] | None = None) -> Answer:
    """An answer in parts, after a request has been heard."""

    def answer(line: socket.socket) -> None:
        request = b""
        while b"\r\n\r\n" not in request:
            request += line.recv(65536)
        if heard is not None:
            heard.append(request)
        for part in parts:
            line.sendall(part)
            time.sleep(pause_s)

    return answer


def ok(body: bytes = b"fine") -> bytes:
    return b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)


def leads_to(location: str) -> bytes:
    return f"HTTP/1.1 302 Found\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n".encode()


def ask(
    action: str, root: Path | str = "/", variables: dict[str, str] | None = None, **params: Any
) -> dict[str, Any]:
    return Toolbox(variables or {}).call(str(root), "net", action, params)


def get(url: str, **params: Any) -> dict[str, Any]:
    return ask("request", url=url, method="GET", **params)


def failure(envelope: dict[str, Any]) -> tuple[str, Any]:
    return envelope["error"]["code"], envelope["error"]["details"].get("reason")


# RFC 3986 §5.4, without those that urllib resolves in another way than the RFC.
REFERENCES = (
    "g", "./g", "g/", "/g", "//g/", "?y", "g?y", "#s", "g#s", ";x", "g;x", "", ".", "./", "..",
    "../", "../g", "../..", "../../", "../../g", "../../../g", "/./g", "/../g", "g.", ".g", "..g",
    "g..", "./../g", "./g/.", "g/./h", "g/../h", "g;x=1/./y", "g?y/./x", "g#s/../x",
)  # fmt: skip


@pytest.mark.parametrize("reference", REFERENCES)
def test_references_are_resolved_as_urllib_does(reference: str) -> None:
    base = "http://a/b/c/d;p?q"
    expected = parse(urljoin(base, reference))
    assert redirect_target(parse(base), reference.encode()) == expected


@given(
    path=st.lists(st.sampled_from(["a", "b.c", "..", ".", "d;e"]), max_size=5),
    start=st.sampled_from(["", "/"]),
    query=st.sampled_from(["", "?x=../y", "?a?b"]),
)
def test_any_path_is_resolved_as_urllib_does(path: list[str], start: str, query: str) -> None:
    reference = start + "/".join(path) + query
    base = "http://host:81/one/two/three?q"
    assert redirect_target(parse(base), reference.encode()) == parse(urljoin(base, reference))


@given(st.text(max_size=30))
def test_a_normal_form_is_its_own_normal_form(text: str) -> None:
    for candidate in (text, f"http://{text}", f"http://h/{text}"):
        try:
            found = parse(candidate)
        except (UrlError, SchemeError):
            continue
        assert parse(str(found)) == found
        assert str(found).isascii()


@pytest.mark.parametrize(
    ("target", "kept"),
    [
        ("http://a/other", True), ("http://a:81/", False), ("https://a/", False),
        ("http://b/", False), ("http://a.b/", False),
    ],
)  # fmt: skip
def test_credentials_stay_with_their_origin(target: str, kept: bool) -> None:
    headers = {"Authorization": "a", "Cookie": "b", "Proxy-Authorization": "c", "X-Kept": "d"}
    following = redirected(request_from("GET", "http://a/", headers), 307, parse(target))
    assert following.headers.get("x-kept") == "d"
    assert len(following.headers) == (4 if kept else 1)


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


def test_the_opener_gets_the_url_as_its_last_word_and_the_environment(tmp_path: Path) -> None:
    told = tmp_path / "told"
    script = tmp_path / "open it"
    script.write_text(
        f"#!{sys.executable}\nimport json, os, sys\n"
        f"json.dump([sys.argv[1:], dict(os.environ)], open({str(told)!r} + '.new', 'w'))\n"
        f"os.rename({str(told)!r} + '.new', {str(told)!r})\n"
    )
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    url = "http://h/a?b=$(touch%20x)&c;d#e"
    variables = {"HANZO_OPENER": json.dumps([str(script), "--new tab"]), "ONLY": "this"}
    assert ask("open", tmp_path, variables, url=url)["data"] == {"url": url}
    until = time.monotonic() + 20
    while not told.exists():
        assert time.monotonic() < until
        time.sleep(0.01)
    words, environment = json.loads(told.read_text())
    assert words == ["--new tab", url]
    assert environment["ONLY"] == "this"
    assert "PATH" not in environment


@pytest.mark.parametrize(
    ("value", "missing"),
    [
        (None, "HANZO_OPENER"), ("", "HANZO_OPENER"), ("firefox", "HANZO_OPENER"),
        ("[]", "HANZO_OPENER"), ('[""]', "HANZO_OPENER"), ('["a", 1]', "HANZO_OPENER"),
        ('"a"', "HANZO_OPENER"), ('["/none/such"]', "/none/such"),
    ],
)  # fmt: skip
def test_without_an_opener_it_is_said_what_is_missing(value: str | None, missing: str) -> None:
    variables = {} if value is None else {"HANZO_OPENER": value}
    found = ask("open", "/", variables, url="http://h/")
    assert found["error"]["code"] == "UNSUPPORTED"
    assert found["error"]["details"] == {"missing": missing}


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
