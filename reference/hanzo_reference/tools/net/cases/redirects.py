"""Cases of redirects."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.spec.cases import Case
from hanzo_reference.tools.case_words import refused
from hanzo_reference.tools.net.cases.words import (
    HTTP,
    JSON,
    body,
    echoed,
    failed,
    leads_to,
    net_case,
    says,
)

CHAPTER = "RFC 9110, section 15.4"
ECHO = {"echo": ["Content-Type", "Content-Length", "X-Kept", "Authorization"]}
# Slug, Location, the target that it means from /a/b/c?q=1.
LOCATIONS = (
    ("absolute", f"{HTTP}/x?y", "/x?y"),
    ("absolute-path", "/x", "/x"),
    ("relative-path", "x/y", "/a/b/x/y"),
    ("dot-segments", "../../x/./y/..", "/x/"),
    ("fragment-only", "/x#part", "/x"),
    ("spaces-around", " /x ", "/x"),
    ("raw-octets", '/\u00e9 "<x>', "/%E9%20%22%3Cx%3E"),
)


def followed_cases() -> Iterator[Case]:
    """Redirects that are followed."""
    for status in (301, 302, 303, 307, 308):
        yield net_case(
            f"redirect-{status}", f"{status} is followed", "NET-18", "request",
            {"url": f"{HTTP}/a", "method": "GET"}, body("/b", "there", redirects=["/a"]), CHAPTER,
            http={"/a": leads_to("/b", status), "/b": says("there")},
        )  # fmt: skip
    for slug, location, target in LOCATIONS:
        yield net_case(
            f"location-{slug}", f"Where Location leads: {slug.replace('-', ' ')}", "NET-24",
            "request", {"url": f"{HTTP}/a/b/c?q=1", "method": "GET"},
            body(target, echoed("GET", target), headers=JSON, redirects=["/a/b/c?q=1"]),
            "RFC 3986, section 5.4",
            http={"/a/b/c": leads_to(location), target.partition("?")[0]: {"echo": []}},
        )  # fmt: skip
    for status, method, becomes in (
        (301, "POST", "GET"), (302, "POST", "GET"), (303, "POST", "GET"), (303, "PUT", "GET"),
        (303, "DELETE", "GET"), (301, "PUT", "PUT"), (302, "PATCH", "PATCH"),
        (307, "POST", "POST"), (308, "POST", "POST"), (308, "DELETE", "DELETE"),
    ):  # fmt: skip
        kept = becomes == method
        content = b"sent" if kept else b""
        yield net_case(
            f"redirect-{status}-{method.lower()}", f"{method} after {status} is {becomes}",
            "NET-22" if kept else "NET-21", "request",
            {"url": f"{HTTP}/a", "method": method, "body": "sent",
             "headers": {"Content-Type": "text/plain", "X-Kept": "k", "Authorization": "Basic x"}},
            body("/b", echoed(becomes, "/b", content,
                              content_type="text/plain" if kept else None,
                              content_length="4" if kept else None,
                              x_kept="k", authorization="Basic x"),
                 headers=JSON, redirects=["/a"]),
            CHAPTER, "lost-body", http={"/a": leads_to("/b", status), "/b": ECHO},
        )  # fmt: skip
    yield net_case(
        "redirect-head", "HEAD after 303 is HEAD", "NET-21", "request",
        {"url": f"{HTTP}/a", "method": "HEAD"},
        body("/b", "", headers=[{"name": "content-length", "value": "5"},
                                {"name": "x-asked", "value": "head"}],
             length=False, redirects=["/a"]),
        CHAPTER, http={"/a": leads_to("/b", 303),
                       "HEAD /b": says("hello", headers={"X-Asked": "head"}), "/b": says("no")},
    )  # fmt: skip
    yield net_case(
        "location-query-only", "A query alone is for the same path", "NET-24", "request",
        {"url": f"{HTTP}/a/b?q=1", "method": "GET", "max_redirects": 1},
        failed("request", "redirects", "/a/b?r=2"), "RFC 3986, section 5.4",
        http={"/a/b": leads_to("?r=2")},
    )  # fmt: skip
    yield net_case(
        "location-empty", "An empty Location is the same URL", "NET-24", "request",
        {"url": f"{HTTP}/a/b?q=1", "method": "GET", "max_redirects": 1},
        failed("request", "redirects", "/a/b?q=1"), "RFC 3986, section 5.4",
        http={"/a/b": leads_to("")},
    )  # fmt: skip
    yield net_case(
        "redirect-chain", "Each redirect starts from the one before", "NET-18 NET-24", "request",
        {"url": f"{HTTP}/a/one", "method": "GET", "max_redirects": 3},
        body("/a/b/four", "end", redirects=["/a/one", "/a/two", "/a/b/three"]), CHAPTER,
        http={"/a/one": leads_to("two"), "/a/two": leads_to("b/three"),
              "/a/b/three": leads_to("four"), "/a/b/four": says("end")},
    )  # fmt: skip


def refused_cases() -> Iterator[Case]:
    """Redirects that are not followed."""
    yield net_case(
        "redirect-not-followed", "With max_redirects 0 the redirect is the answer", "NET-19",
        "request", {"url": f"{HTTP}/a", "method": "GET", "max_redirects": 0},
        body("/a", "moved", status=302, headers=[{"name": "location", "value": "file:///b"}]),
        "decision NET-19",
        http={"/a": says("moved", status=302, headers={"Location": "file:///b"})},
    )  # fmt: skip
    yield net_case(
        "redirect-loop", "A loop ends", "NET-20", "request",
        {"url": f"{HTTP}/a", "method": "GET"}, failed("request", "redirects", "/a"),
        CHAPTER, "unbounded", http={"/a": leads_to("/b"), "/b": leads_to("/a")},
    )  # fmt: skip
    yield net_case(
        "redirect-too-many", "One redirect more than allowed", "NET-20", "request",
        {"url": f"{HTTP}/a", "method": "GET", "max_redirects": 1},
        failed("request", "redirects", "/b"), CHAPTER, "unbounded",
        http={"/a": leads_to("/b"), "/b": leads_to("/c"), "/c": says("end")},
    )  # fmt: skip
    for scheme, location in (
        ("file", "file:///etc/passwd"), ("ftp", "ftp://127.0.0.1/"),
        ("javascript", "JavaScript:alert(1)"), ("gopher", "gopher://127.0.0.1:1/_x"),
    ):  # fmt: skip
        yield net_case(
            f"redirect-to-{scheme}", f"A redirect to {scheme} is not followed", "NET-25",
            "request", {"url": f"{HTTP}/a", "method": "GET"},
            refused("net", "request", "UNSUPPORTED", {"scheme": scheme}),
            "decision NET-25", "scheme", http={"/a": leads_to(location)},
        )  # fmt: skip
    for slug, location in (
        ("no-host", "http:///x"), ("missing-slashes", "http:x"), ("broken-escape", "/%zz"),
        ("port", "//127.0.0.1:99999/"), ("user", "//user@127.0.0.1/"),
    ):  # fmt: skip
        yield net_case(
            f"location-{slug}", f"A Location that is no URL: {slug.replace('-', ' ')}", "NET-26",
            "request", {"url": f"{HTTP}/a", "method": "GET"}, failed("request", "location", "/a"),
            "decision NET-26", "repaired-url", http={"/a": leads_to(location)},
        )  # fmt: skip
    yield net_case(
        "redirect-without-location", "A redirect that leads nowhere is an answer", "NET-27",
        "request", {"url": f"{HTTP}/a", "method": "GET"}, body("/a", "moved", status=301),
        CHAPTER, http={"/a": says("moved", status=301)},
    )  # fmt: skip
    yield net_case(
        "redirect-300", "300 is for the reader to choose from", "NET-27", "request",
        {"url": f"{HTTP}/a", "method": "GET"},
        body("/a", "choose", status=300, headers=[{"name": "location", "value": "/b"}]), CHAPTER,
        http={"/a": says("choose", status=300, headers={"Location": "/b"}), "/b": says("no")},
    )  # fmt: skip
