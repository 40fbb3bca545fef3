"""Cases of what a server gets, what it answers, and the limits of that."""

from __future__ import annotations

import base64
from collections.abc import Iterator

from hanzo_reference.spec.cases import Case
from hanzo_reference.tools.case_words import refused
from hanzo_reference.tools.net.cases.words import HTTP, JSON, body, echoed, failed, net_case, says

# "packed" as gzip packs it (RFC 1952); written out, since its libraries differ.
PACKED = bytes.fromhex("1f8b08000000000002032b484cce4e4d010010b4f62106000000")
HIP = "HIP-0300, net"


def sent_cases() -> Iterator[Case]:
    """What arrives at the server."""
    for method in ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"):
        yield net_case(
            f"method-{method.lower()}", f"{method} arrives as {method}", "NET-11", "request",
            {"url": f"{HTTP}/e?a=b", "method": method},
            body("/e?a=b", echoed(method, "/e?a=b"), headers=JSON), HIP, http={"/e": {"echo": []}},
        )  # fmt: skip
    yield net_case(
        "headers-sent", "Headers arrive with their values as given", "NET-11", "request",
        {"url": f"{HTTP}/e", "method": "GET",
         "headers": {"X-Plain": "a,  b\tc", "authorization": "Bearer t", "X-Empty": ""}},
        body("/e", echoed("GET", "/e", x_plain="a,  b\\tc", authorization="Bearer t", x_empty=""),
             headers=JSON),
        HIP, http={"/e": {"echo": ["X-Plain", "Authorization", "X-Empty"]}},
    )  # fmt: skip
    yield net_case(
        "headers-by-default", "What is sent where nothing is said", "NET-12", "request",
        {"url": f"{HTTP}/e", "method": "GET"},
        body("/e", echoed("GET", "/e", accept="*/*", accept_encoding="identity",
                          user_agent="hanzo-net/1.0", cookie=None, referer=None,
                          content_type=None, content_length=None, transfer_encoding=None),
             headers=JSON),
        "decision NET-12", "decoded-body",
        http={"/e": {"echo": ["Accept", "Accept-Encoding", "User-Agent", "Cookie", "Referer",
                              "Content-Type", "Content-Length", "Transfer-Encoding"]}},
    )  # fmt: skip
    yield net_case(
        "headers-replaced", "The caller's headers stand in the place of the defaults", "NET-12",
        "request", {"url": f"{HTTP}/e", "method": "GET",
                    "headers": {"Accept": "text/html", "USER-AGENT": "mine"}},
        body("/e", echoed("GET", "/e", accept="text/html", user_agent="mine",
                          accept_encoding="identity"), headers=JSON),
        "decision NET-12", "joined-headers",
        http={"/e": {"echo": ["Accept", "User-Agent", "Accept-Encoding"]}},
    )  # fmt: skip
    text = "caf\u00e9 \U0001f600\r\n"
    yield net_case(
        "body-text", "Text arrives as UTF-8, its length is stated", "NET-11", "request",
        {"url": f"{HTTP}/e", "method": "POST", "body": text},
        body("/e", echoed("POST", "/e", text.encode(), content_length="12", content_type=None,
                          transfer_encoding=None), headers=JSON),
        HIP, "decoded-body",
        http={"/e": {"echo": ["Content-Length", "Content-Type", "Transfer-Encoding"]}},
    )  # fmt: skip
    yield net_case(
        "body-bytes", "Bytes arrive as they are", "NET-11", "request",
        {"url": f"{HTTP}/e", "method": "PUT", "body_b64": "AP/+Cg==",
         "headers": {"Content-Type": "application/octet-stream"}},
        body("/e", echoed("PUT", "/e", b"\x00\xff\xfe\n", content_length="4",
                          content_type="application/octet-stream"), headers=JSON),
        HIP, "decoded-body", http={"/e": {"echo": ["Content-Length", "Content-Type"]}},
    )  # fmt: skip
    yield net_case(
        "body-empty", "A POST without a body states that it is empty", "NET-11", "request",
        {"url": f"{HTTP}/e", "method": "POST"},
        body("/e", echoed("POST", "/e", content_length="0"), headers=JSON),
        "RFC 9110, section 8.6", http={"/e": {"echo": ["Content-Length"]}},
    )  # fmt: skip
    for method in ("DELETE", "OPTIONS"):
        yield net_case(
            f"no-body-with-{method.lower()}", f"A {method} without a body states no length",
            "NET-11", "request", {"url": f"{HTTP}/e", "method": method},
            body("/e", echoed(method, "/e", content_length=None, transfer_encoding=None),
                 headers=JSON),
            "RFC 9110, section 8.6",
            http={"/e": {"echo": ["Content-Length", "Transfer-Encoding"]}},
        )  # fmt: skip
    yield net_case(
        "body-with-delete", "A DELETE may have a body", "NET-11", "request",
        {"url": f"{HTTP}/e", "method": "DELETE", "body": "x"},
        body("/e", echoed("DELETE", "/e", b"x", content_length="1"), headers=JSON),
        HIP, "lost-body", http={"/e": {"echo": ["Content-Length"]}},
    )  # fmt: skip


def answered_cases() -> Iterator[Case]:
    """Statuses, headers and bodies as they are answered."""
    for status in (200, 201, 299, 400, 401, 404, 407, 418, 429, 500, 503):
        yield net_case(
            f"status-{status}", f"The status {status} is an answer", "NET-13", "request",
            {"url": f"{HTTP}/s", "method": "GET"}, body("/s", "said", status=status),
            "decision NET-13", http={"/s": says("said", status=status)},
        )  # fmt: skip
    yield net_case(
        "headers-answered", "Headers by name in lower case", "NET-14", "request",
        {"url": f"{HTTP}/h", "method": "GET"},
        body("/h", "x", headers=[{"name": "x-a", "value": "caf\u00c3\u00a9"},
                                 {"name": "etag", "value": '"A b"'},
                                 {"name": "zz", "value": ""}]),
        "RFC 9110, section 5.1", "joined-headers",
        http={"/h": says("x", headers={"zz": "", "X-A": "caf\u00c3\u00a9", "ETag": '"A b"'})},
    )  # fmt: skip
    yield net_case(
        "headers-answered-twice", "Lines of one name are not joined and keep their order",
        "NET-14", "request", {"url": f"{HTTP}/h", "method": "GET"},
        body("/h", "x", headers=[{"name": "set-cookie", "value": "b=1"},
                                 {"name": "set-cookie", "value": "a=2"}]),
        "RFC 9110, section 5.3", "joined-headers",
        http={"/h": says("x", headers={"set-cookie": "b=1", "Set-Cookie": "a=2"})},
    )  # fmt: skip
    yield net_case(
        "body-not-utf-8", "Bytes that are no UTF-8 come as base64", "NET-15", "request",
        {"url": f"{HTTP}/b", "method": "GET"},
        body("/b", b"caf\xe9",
             headers=[{"name": "content-type", "value": "text/plain; charset=latin1"}]),
        "decision NET-15", "decoded-body",
        http={"/b": {"body": {"base64": "Y2Fm6Q=="},
                     "headers": {"Content-Type": "text/plain; charset=latin1"}}},
    )  # fmt: skip
    yield net_case(
        "body-bom", "A byte order mark and a NUL are text", "NET-15", "request",
        {"url": f"{HTTP}/b", "method": "GET"}, body("/b", "\ufeffa\u0000\r\n"),
        "decision NET-15", "decoded-body", http={"/b": says("\ufeffa\u0000\r\n")},
    )  # fmt: skip
    yield net_case(
        "body-surrogates", "Surrogates in the form of UTF-8 are no UTF-8", "NET-15", "request",
        {"url": f"{HTTP}/b", "method": "GET"}, body("/b", b"\xed\xa0\x80"),
        "RFC 3629, section 3", "decoded-body", http={"/b": {"body": {"base64": "7aCA"}}},
    )  # fmt: skip
    yield net_case(
        "body-gzip", "What is packed stays packed", "NET-16", "request",
        {"url": f"{HTTP}/z", "method": "GET"},
        body("/z", PACKED, headers=[{"name": "content-encoding", "value": "gzip"}]),
        "decision NET-16", "decoded-body",
        http={"/z": {"body": {"base64": base64.b64encode(PACKED).decode()},
                     "headers": {"Content-Encoding": "gzip"}}},
    )  # fmt: skip
    yield net_case(
        "head", "HEAD is answered without the body whose length is stated", "NET-17", "request",
        {"url": f"{HTTP}/h", "method": "HEAD"},
        body("/h", "", headers=[{"name": "content-length", "value": "5"}], length=False),
        "RFC 9112, section 6.3", http={"/h": says("hello")},
    )  # fmt: skip
    yield net_case(
        "no-content", "204 has no body", "NET-17", "request",
        {"url": f"{HTTP}/n", "method": "DELETE"}, body("/n", "", status=204, length=False),
        "RFC 9112, section 6.3", http={"/n": {"status": 204}},
    )  # fmt: skip
    yield net_case(
        "not-modified", "304 has no body and leads nowhere", "NET-17 NET-27", "request",
        {"url": f"{HTTP}/n", "method": "GET"},
        body("/n", "", status=304, length=False, headers=[{"name": "location", "value": "/x"}]),
        "RFC 9112, section 6.3", http={"/n": {"status": 304, "headers": {"Location": "/x"}}},
    )  # fmt: skip


def limit_cases() -> Iterator[Case]:
    """Limits of size and time, and servers that are not there."""
    yield net_case(
        "size-at-limit", "A body of exactly max_bytes is taken", "NET-29", "request",
        {"url": f"{HTTP}/b", "method": "GET", "max_bytes": 5}, body("/b", "12345"),
        "decision NET-29", "unbounded", http={"/b": says("12345")},
    )  # fmt: skip
    yield net_case(
        "size-over-limit", "One byte more is too much", "NET-29", "request",
        {"url": f"{HTTP}/b", "method": "GET", "max_bytes": 5}, failed("request", "size", "/b"),
        "decision NET-29", "unbounded", http={"/b": says("123456")},
    )  # fmt: skip
    yield net_case(
        "size-endless", "A body without an end is given up", "NET-29", "request",
        {"url": f"{HTTP}/b", "method": "GET", "max_bytes": 100000},
        failed("request", "size", "/b"), "decision NET-29", "unbounded",
        http={"/b": {"body": {"endless": "abc"}}},
    )  # fmt: skip
    yield net_case(
        "size-of-head", "The length that HEAD states is nobody's burden", "NET-29 NET-17",
        "request", {"url": f"{HTTP}/h", "method": "HEAD", "max_bytes": 4},
        body("/h", "", headers=[{"name": "content-length", "value": "5"}], length=False),
        "decision NET-29", http={"/h": says("hello")},
    )  # fmt: skip
    yield net_case(
        "time-limit", "A server that does not answer in time", "NET-28", "request",
        {"url": f"{HTTP}/slow?q", "method": "GET", "timeout_ms": 120},
        refused("net", "request", "TIMEOUT", {"timeout_ms": 120, "url": f"{HTTP}/slow?q"}),
        "decision NET-28", "unbounded", http={"/slow": says("late", delay_s=20)},
    )  # fmt: skip
    yield net_case(
        "time-limit-of-drops", "Drops that keep coming do not stretch the time", "NET-28", "request",
        {"url": f"{HTTP}/drops", "method": "GET", "timeout_ms": 120},
        refused("net", "request", "TIMEOUT", {"timeout_ms": 120, "url": f"{HTTP}/drops"}),
        "decision NET-28", "unbounded",
        http={"/drops": {"body": {"endless": "x", "pause_ms": 20}}},
    )  # fmt: skip
    yield net_case(
        "connection-refused", "Nobody listens", "NET-30", "request",
        {"url": "http://127.0.0.1:1/a?b#c", "method": "GET"},
        refused("net", "request", "ERROR",
                {"reason": "connection", "url": "http://127.0.0.1:1/a?b"}),
        "decision NET-30",
    )  # fmt: skip
    yield net_case(
        "not-tls", "A server that does not speak TLS", "NET-30", "request",
        {"url": "https://127.0.0.1:1/", "method": "GET"},
        refused("net", "request", "ERROR", {"reason": "connection", "url": "https://127.0.0.1:1/"}),
        "decision NET-30",
    )  # fmt: skip
