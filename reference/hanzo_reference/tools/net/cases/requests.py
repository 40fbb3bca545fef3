"""Cases of what may be asked: URLs, headers, bodies."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.spec.cases import Case
from hanzo_reference.tools.case_words import answered, invalid, refused
from hanzo_reference.tools.net.cases.words import HTTP, body, net_case, says

GRAMMAR = "RFC 3986, section 3"
# Slug, what it is, the text.
NO_URLS = (
    ("no-scheme", "A URL without a scheme", "example.org/a"),
    ("relative", "A path alone", "/a"),
    ("space", "A space in a path is not escaped", f"{HTTP}/a b"),
    ("space-before", "A space before a URL is not trimmed", f" {HTTP}/a"),
    ("line-break", "A line break in a URL is not removed", f"{HTTP}/a\r\nX-Y: z"),
    ("not-ascii", "A letter beyond ASCII is not escaped", f"{HTTP}/caf\u00e9"),
    ("backslash", "A backslash is no slash", "http:\\\\127.0.0.1\\a"),
    ("missing-slashes", "Slashes are not added", "http:127.0.0.1/a"),
    ("no-host", "A host is needed", "http:///a"),
    ("broken-escape", "A percent sign begins an escape", f"{HTTP}/%4"),
    ("host-escape", "A host has no escapes", "http://127%2E0.0.1/a"),
)
PORTS = (
    ("port-zero", "0"),
    ("port-too-large", "65536"),
    ("port-empty", ""),
    ("port-letters", "8o"),
)


def url_cases() -> Iterator[Case]:
    """Texts that are no URLs of the web, and normal forms."""
    for slug, description, url in NO_URLS:
        yield net_case(
            f"url-{slug}", description, "NET-1", "request", {"url": url, "method": "GET"},
            invalid("net", "request", ("/url", "url")), GRAMMAR, "repaired-url",
            http={"/a": says("asked")},
        )  # fmt: skip
    for slug, port in PORTS:
        yield net_case(
            f"url-{slug}", f"The port {port!r} is none", "NET-4", "open",
            {"url": f"http://127.0.0.1:{port}/"},
            invalid("net", "open", ("/url", "url")), "decision NET-4", "repaired-url",
        )  # fmt: skip
    for slug, url in (
        ("user", "http://user@127.0.0.1/"),
        ("password", "http://user:secret@127.0.0.1/"),
        ("empty-user", "http://@127.0.0.1/"),
    ):
        yield net_case(
            f"url-with-{slug}", "User information is refused", "NET-3", "request",
            {"url": url, "method": "GET"}, invalid("net", "request", ("/url", "url")),
            "decision NET-3", "repaired-url", "credentials-leaked",
        )  # fmt: skip
    for scheme, url in (
        ("file", "file:///etc/passwd"), ("ftp", "FTP://example.org/"),
        ("javascript", "javascript:alert(1)"), ("data", "data:,a"),
        ("localhost", "localhost:80/a"),
    ):  # fmt: skip
        yield net_case(
            f"scheme-{scheme}", f"{scheme} is no scheme of the web", "NET-2", "request",
            {"url": url, "method": "GET"},
            refused("net", "request", "UNSUPPORTED", {"scheme": scheme}),
            "decision NET-2", "scheme",
        )  # fmt: skip
    yield net_case(
        "scheme-after-violations", "Violations come before the scheme", "NET-42", "request",
        {"url": "file:///a", "method": "GET", "body": "x"},
        invalid("net", "request", ("/body", "method")), "decision NET-42",
    )  # fmt: skip
    yield net_case(
        "normal-form", "Dot segments and the fragment go, the query stays as it is", "NET-5",
        "request", {"url": f"{HTTP}/a/./b/../%2E/c?x=../%2f&y=a?b#part", "method": "GET"},
        body("/a/%2E/c?x=../%2f&y=a?b", "found"), "RFC 3986, section 5.2.4", "repaired-url",
        http={"/a/%2E/c": says("found")},
    )  # fmt: skip
    for slug, url, normal in (
        ("case", "HTTP://LocalHost:1/A?B", "http://localhost:1/A?B"),
        ("ip-version-6", "http://[::1]:1", "http://[::1]:1/"),
        ("port", "http://127.0.0.1:00001/", "http://127.0.0.1:1/"),
    ):
        yield net_case(
            f"normal-form-{slug}", f"A normal form: {slug.replace('-', ' ')}", "NET-5 NET-30",
            "request", {"url": url, "method": "GET"},
            refused("net", "request", "ERROR", {"reason": "connection", "url": normal}),
            "RFC 3986, section 6.2", "repaired-url",
        )  # fmt: skip
    yield net_case(
        "normal-form-no-path", "A URL without a path asks for the root", "NET-5", "request",
        {"url": f"{HTTP}?q", "method": "GET"}, body("/?q", "root"), "RFC 9112, section 3.2.1",
        http={"/": says("root")},
    )  # fmt: skip
    yield net_case(
        "normal-form-above-root", "No dot segments lead above the root", "NET-5", "request",
        {"url": f"{HTTP}/../../a/..", "method": "GET"}, body("/", "root"),
        "RFC 3986, section 5.2.4", http={"/": says("root")},
    )  # fmt: skip


def action_cases() -> Iterator[Case]:
    """Which actions there are."""
    available = ["download", "help", "open", "request", "schema", "status"]
    yield net_case(
        "unknown-action", "curl is no action", "NET-43", "curl", {"url": f"{HTTP}/"},
        refused("net", "curl", "UNKNOWN_ACTION", {"available": available}),
        "HIP-0300, Test Cases 3", http={},
    )  # fmt: skip
    yield net_case(
        "status", "The built-in status", "NET-43", "status", {},
        answered("net", "status",
                 {"tool": "net", "enabled": True, "version": "1.0.0", "backend": None}),
        "HIP-0300, Built-in Actions",
    )  # fmt: skip
    yield net_case(
        "missing-url", "A URL and a method are needed", "NET-43", "request", {},
        invalid("net", "request", ("/method", "required"), ("/url", "required")),
        "HIP-0300, net",
    )  # fmt: skip


def header_cases() -> Iterator[Case]:
    """Headers that are refused."""
    for slug, name, value, rule in (
        ("value-crlf", "X-A", "1\r\nX-B: 2", "header-value"),
        ("value-lf", "X-A", "1\nX-B: 2", "header-value"),
        ("value-cr", "X-A", "1\rX-B: 2", "header-value"),
        ("value-nul", "X-A", "1\u0000", "header-value"),
        ("value-not-ascii", "X-A", "\u0416\u010d\u010a", "header-value"),
        ("value-space-around", "X-A", " 1", "header-value"),
        ("name-crlf", "X-A: 1\r\nX-B", "2", "header-name"),
        ("name-empty", "", "2", "header-name"),
        ("name-colon", "X-A:", "2", "header-name"),
    ):
        yield net_case(
            f"header-{slug}", f"A header with {slug.replace('-', ' ')} is refused", "NET-6",
            "request", {"url": f"{HTTP}/", "method": "GET", "headers": {name: value}},
            invalid("net", "request", (f"/headers/{name}", rule)), "RFC 9110, section 5.5",
            "injection", http={"/": says("asked")},
        )  # fmt: skip
    for name in (
        "Connection", "content-length", "Expect", "Host", "keep-alive", "Proxy-Connection", "TE",
        "trailer", "Transfer-Encoding", "upgrade",
    ):  # fmt: skip
        yield net_case(
            f"header-reserved-{name.lower()}", f"{name} is not the caller's to set", "NET-7",
            "request", {"url": "http://127.0.0.1:1/", "method": "POST", "headers": {name: "1"}},
            invalid("net", "request", (f"/headers/{name}", "header-reserved")),
            "decision NET-7", "injection",
        )  # fmt: skip
    yield net_case(
        "header-twice", "Names of headers are compared without case", "NET-8", "request",
        {"url": f"{HTTP}/", "method": "GET", "headers": {"X-A": "1", "x-a": "2", "X-a": "3"}},
        invalid("net", "request", *((f"/headers/{name}", "header-twice")
                                    for name in ("X-A", "X-a", "x-a"))),
        "RFC 9110, section 5.1", "joined-headers", http={"/": says("asked")},
    )  # fmt: skip
    yield net_case(
        "all-violations", "Everything that is wrong is reported, sorted by pointer", "NET-42 NET-6",
        "request", {"url": "x", "method": "GET", "headers": {"a/b": "\n", "Host": "h"},
                    "body": "", "body_b64": "!"},
        invalid("net", "request", ("/body", "method"), ("/body_b64", "base64"),
                ("/body_b64", "exclusive"), ("/body_b64", "method"),
                ("/headers/Host", "header-reserved"), ("/headers/a~1b", "header-name"),
                ("/headers/a~1b", "header-value"), ("/url", "url")),
        "decision NET-42",
    )  # fmt: skip


def body_cases() -> Iterator[Case]:
    """Bodies that are refused."""
    for method in ("GET", "HEAD"):
        yield net_case(
            f"body-with-{method.lower()}", f"{method} has no body", "NET-9", "request",
            {"url": f"{HTTP}/", "method": method, "body": ""},
            invalid("net", "request", ("/body", "method")), "decision NET-9",
            http={"/": says("asked")},
        )  # fmt: skip
    for slug, text in (("unpadded", "YQ"), ("url-alphabet", "_-8="), ("space", "YQ= ="),
                       ("loose-bits", "YR==")):  # fmt: skip
        yield net_case(
            f"body-base64-{slug}", f"Base64 that is none: {slug.replace('-', ' ')}", "NET-10",
            "request", {"url": f"{HTTP}/", "method": "POST", "body_b64": text},
            invalid("net", "request", ("/body_b64", "base64")), "RFC 4648, section 4",
            http={"/": says("asked")},
        )  # fmt: skip
    yield net_case(
        "body-twice", "One body or the other", "NET-10", "request",
        {"url": f"{HTTP}/", "method": "POST", "body": "a", "body_b64": "YQ=="},
        invalid("net", "request", ("/body_b64", "exclusive")), "decision NET-10",
        http={"/": says("asked")},
    )  # fmt: skip
    yield net_case(
        "method-lower-case", "Methods are compared with case", "NET-11", "request",
        {"url": f"{HTTP}/", "method": "get"}, invalid("net", "request", ("/method", "enum")),
        "RFC 9110, section 9.1", http={"/": says("asked")},
    )  # fmt: skip
