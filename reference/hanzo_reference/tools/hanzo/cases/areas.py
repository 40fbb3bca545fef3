"""Cases of areas: what a platform is asked, and what is made of its answer."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hanzo_reference.spec.cases import Case
from hanzo_reference.tools.case_words import answered, asked, invalid, refused, traced

HTTP = "${http}"
TABLE = "HIP-0300, hanzo"
AREAS = ("cloud", "deploy", "auth", "node")
HEADERS = ["authorization", "accept", "content-type"]


def cases() -> Iterator[Case]:
    """Every case of the room."""
    for area in AREAS:
        yield _echoed(f"{area}-itself", f"{area} is an area of its own", area, {},
                      target=f"/v1/{area}")  # fmt: skip
        yield _echoed(f"{area}-below", f"A path lies below {area}", area, {"path": "apps/x"},
                      target=f"/v1/{area}/apps/x")  # fmt: skip
    yield from _requests()
    yield from _answers()
    yield from _paths()
    for slug, endpoint in (("empty", ""), ("relative", "/v1")):
        yield _case(f"endpoint-{slug}", "An endpoint is a URL of the web", "5", "cloud",
                    {"endpoint": endpoint}, {},
                    invalid("hanzo", "cloud", ("/endpoint", "url")))  # fmt: skip
    yield _case("endpoint-file", "Only http and https are spoken", "5", "cloud",
                {"endpoint": "file:///etc"}, {},
                refused("hanzo", "cloud", "UNSUPPORTED", {"scheme": "file"}))  # fmt: skip


def _requests() -> Iterator[Case]:
    for method in ("POST", "PUT", "PATCH", "DELETE"):
        yield _echoed(f"method-{method.lower()}", f"{method} is sent with its body", "deploy",
                      {"method": method, "body": {"b": [1, None, True], "a": "\u00e4"}},
                      target="/v1/deploy", method=method,
                      body='{"a":"\u00e4","b":[1,null,true]}')  # fmt: skip
    yield _echoed("body-that-is-empty", "An empty object is a body", "node",
                  {"method": "POST", "body": {}}, target="/v1/node", method="POST",
                  body="{}")  # fmt: skip
    yield _echoed("slashes-behind-the-endpoint", "Slashes behind the endpoint are none", "cloud",
                  {"endpoint": f"{HTTP}//"}, target="/v1/cloud")  # fmt: skip
    yield _echoed("endpoint-with-a-path", "The endpoint's own path is kept", "cloud",
                  {"endpoint": f"{HTTP}/api", "path": "x"}, target="/api/v1/cloud/x")  # fmt: skip
    for slug, path in (("escapes", "a%20b%C3%A9"), ("marks", "a.b_c~d-e"), ("dots-within", "a..b"),
                       ("three-dots", "..."), ("colon-escaped", "a%3Ab")):  # fmt: skip
        yield _echoed(f"path-{slug}", "A path is asked for as it stands", "cloud", {"path": path},
                      target=f"/v1/cloud/{path}")  # fmt: skip


def _answers() -> Iterator[Case]:
    for slug, description, response, status, body in (
        ("object", "JSON is answered as value", {"body": {"text": '{"a": [1, "x"]}'}}, 200,
         {"a": [1, "x"]}),
        ("null", "Null is an answer", {"body": {"text": "null"}}, 200, None),
        ("text", "Text is an answer", {"body": {"text": '"hi"'}}, 200, "hi"),
        ("empty", "An empty answer is null", {}, 200, None),
        ("no-content", "204 has no answer", {"status": 204}, 204, None),
        ("created", "Any 2xx is a success", {"status": 201, "body": {"text": "1"}}, 201, 1),
    ):  # fmt: skip
        yield _case(f"answer-{slug}", description, "4", "node", {}, {"/v1/node": response},
                    answered("hanzo", "node", {"status": status, "body": body}),
                    ["status"])  # fmt: skip
    for slug, response in (
        ("no-json", {"body": {"text": "hi"}}),
        ("cut-short", {"body": {"text": '{"a":'}}),
        ("blank", {"body": {"text": " "}}),
        ("infinity", {"body": {"text": "Infinity"}}),
        ("not-utf-8", {"body": {"base64": "Iv8i"}}),
        ("two-values", {"body": {"text": "1 2"}}),
    ):
        yield _case(f"answer-{slug}", "What is no JSON is not answered", "4", "node", {},
                    {"/v1/node": response}, refused("hanzo", "node", "ERROR"))  # fmt: skip
    for status in (300, 400, 401, 404, 500, 503):
        yield _case(f"status-{status}", f"{status} is no success", "4", "auth", {},
                    {"/v1/auth": {"status": status, "body": {"text": "{}"}}},
                    refused("hanzo", "auth", "ERROR", {"status": status}), ["status"])  # fmt: skip


def _paths() -> Iterator[Case]:
    for slug, path in (
        ("slash-before", "/a"), ("slash-behind", "a/"), ("slash-twice", "a//b"), ("dot", "."),
        ("dots", ".."), ("dots-within", "a/../b"), ("dots-at-the-end", "a/.."),
        ("query", "a?b"), ("fragment", "a#b"), ("space", "a b"), ("line-feed", "a\n"),
        ("backslash", "a\\b"), ("colon", "a:b"), ("letter-beyond", "\u00e9"),
        ("escape-cut-short", "a%2"), ("escape-of-none", "a%zz"), ("percent-alone", "%"),
        ("dots-escaped", "%2e%2E"), ("dot-escaped", "a/.%2e/b"), ("slash-escaped", "a%2fb"),
        ("slash-escaped-in-capitals", "a%2Fb"), ("backslash-escaped", "..%5C.."),
    ):  # fmt: skip
        yield _case(f"no-path-{slug}", "A path does not leave its area", "3", "cloud",
                    {"path": path}, {"/v1/cloud": {}, "/v1": {}, "/": {}},
                    invalid("hanzo", "cloud", ("/path", "path")), ["area"])  # fmt: skip
    yield _case("method-of-none", "A method is one of five", "3", "cloud", {"method": "HEAD"}, {},
                invalid("hanzo", "cloud", ("/method", "enum")))  # fmt: skip
    yield _case("body-as-text", "A body is an object", "6", "cloud", {"body": "{}"}, {},
                invalid("hanzo", "cloud", ("/body", "type")))  # fmt: skip


def _echoed(
    slug: str,
    description: str,
    area: str,
    params: Mapping[str, Any],
    *,
    target: str,
    method: str = "GET",
    body: str | None = None,
) -> Case:
    sent = {
        "authorization": None,
        "accept": "application/json",
        "content-type": None if body is None else "application/json",
    }
    body_b64 = base64.b64encode((body or "").encode()).decode()
    echo = {"method": method, "target": target, "headers": sent, "body_b64": body_b64}
    return _case(slug, description, "2 5 6" if body else "2 5", area, params,
                 {target: {"echo": HEADERS}},
                 answered("hanzo", area, {"status": 200, "body": echo}), ["key"])  # fmt: skip


def _case(
    slug: str,
    description: str,
    numbers: str,
    area: str,
    params: Mapping[str, Any],
    http: Mapping[str, Any],
    expected: Mapping[str, Any],
    flags: Sequence[str] = (),
) -> Case:
    whole = {"endpoint": HTTP, **params}
    operation, given = asked("hanzo", area, **whole)
    given, told = traced(given, expected, slug)
    return Case(
        slug, description, [f"HANZO-{number}" for number in numbers.split()], operation,
        given, flags=flags, expected=told, anchor=TABLE,
        workspace={"http": dict(http)},
    )  # fmt: skip
