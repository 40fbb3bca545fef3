"""URLs: resolved as urllib resolves them, and handed to an opener as they are."""

from __future__ import annotations

import json
import stat
import sys
import time
from pathlib import Path
from urllib.parse import urljoin

import pytest
from hypothesis import given
from hypothesis import strategies as st
from net_world import ask

from hanzo_reference.tools.net.messages import redirected, request_from
from hanzo_reference.tools.net.urls import SchemeError, UrlError, parse, redirect_target

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
