"""Cases of places in and out of bounds, in every action that takes one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hanzo_reference.spec.cases import Case
from hanzo_reference.tools.case_words import ROOT, at, invalid
from hanzo_reference.tools.fs.cases.words import (
    OUTSIDE,
    SANDBOX,
    case,
    content_hash,
    fails,
    link,
    ok,
)

POSIX = "POSIX (ELOOP); Linux path_resolution(7)"
# What each action takes besides a place.
ACTIONS: dict[str, dict[str, Any]] = {
    "read": {},
    "write": {"content": "mine\n"},
    "stat": {},
    "mkdir": {},
    "rm": {"confirm": True},
    "apply_patch": {
        "patch": "--- a\n+++ b\n@@ -1 +1 @@\n-secret\n+mine\n",
        "base_hash": content_hash("secret\n"),
    },
}


def cases() -> Iterator[Case]:
    """Every case of places."""
    yield from _no_uri()
    yield from _outside_by_path()
    yield from _outside_by_link()
    yield from _links_inside()
    yield from _too_many_links()


def _no_uri() -> Iterator[Case]:
    refused = {
        "dot-dot": (f"file://{ROOT}/../outside/secret.txt", "`..`"),
        "escaped-dot-dot": (f"file://{ROOT}/%2e%2e/outside/secret.txt", "`..` written as escapes"),
        "escaped-slash": (f"file://{ROOT}/..%2Foutside%2Fsecret.txt", "slashes as escapes"),
        "plain-path": (f"{ROOT}/a.txt", "a path instead of a URI"),
        "relative-path": ("a.txt", "a relative path"),
        "other-host": (f"file://example.org{ROOT}/a.txt", "another machine"),
        "http": ("http://localhost/a.txt", "another scheme"),
    }
    for slug, (uri, what) in refused.items():
        yield case(
            f"uri-with-{slug}" if "dot" in slug or "slash" in slug else f"uri-{slug}",
            f"No place is named by a URI with {what}"
            if "dot" in slug or "slash" in slug
            else f"No place is named by {what}",
            ["FS-1"], "read", {"uri": uri}, {"a.txt": "a"},
            invalid("fs", "read", ("/uri", "uri")),
            anchor="stable-ids IDS-24 to IDS-47", flags=["escape"],
        )  # fmt: skip
    yield case(
        "uri-escaped-twice", "Escapes are decoded once: what remains is an ordinary name",
        ["FS-1", "FS-18"], "read", {"uri": f"file://{ROOT}/%252e%252e/outside/secret.txt"}, {},
        fails("read", "NOT_FOUND", uri=f"file://{ROOT}/%252e%252e/outside/secret.txt"),
        anchor="stable-ids IDS-41", flags=["escape"],
    )  # fmt: skip
    yield case(
        "uri-names-localhost", "A URI may name this machine", ["FS-1", "FS-6"],
        "stat", {"uri": f"file://localhost{ROOT}/d/"}, {"d": {"directory": True}},
        ok("stat", uri=at("d"), type="directory", size=None, hash=None, mtime=978307200000),
        anchor="stable-ids IDS-27, IDS-35",
    )  # fmt: skip


def _outside_by_path() -> Iterator[Case]:
    for action, params in ACTIONS.items():
        name = action.replace("_", "-")
        yield case(
            f"outside-{name}", f"An absolute path outside is out of bounds for {action}",
            ["FS-2"], action, {"uri": f"{OUTSIDE}/secret.txt", **params}, {"a.txt": "a"},
            fails(action, "PERMISSION_DENIED", uri=f"{OUTSIDE}/secret.txt"),
            anchor=SANDBOX, flags=["escape"],
        )  # fmt: skip
    yield case(
        "outside-folder-above", "The folder that holds the workspace is out of bounds",
        ["FS-2"], "stat", {"uri": "file:///"}, {},
        fails("stat", "PERMISSION_DENIED", uri="file:///"), anchor=SANDBOX, flags=["escape"],
    )  # fmt: skip
    yield case(
        "outside-with-the-same-beginning",
        "A folder whose path begins with that of the workspace is not in it",
        ["FS-2"], "write", {"uri": f"file://{ROOT}-2/a.txt", "content": "a"}, {},
        fails("write", "PERMISSION_DENIED", uri=f"file://{ROOT}-2/a.txt"),
        anchor=SANDBOX, flags=["escape"],
    )  # fmt: skip
    yield case(
        "outside-comes-first", "That a place is out of bounds is told whatever else is wrong",
        ["FS-2"], "write",
        {"uri": f"{OUTSIDE}/secret.txt", "content": "no base64", "encoding": "base64"}, {},
        fails("write", "PERMISSION_DENIED", uri=f"{OUTSIDE}/secret.txt"),
        anchor=SANDBOX, flags=["escape"],
    )  # fmt: skip


def _outside_by_link() -> Iterator[Case]:
    for action, params in ACTIONS.items():
        name = action.replace("_", "-")
        yield case(
            f"link-to-outside-{name}", f"A link to a file outside is out of bounds for {action}",
            ["FS-4"], action, {"uri": at("link"), **params},
            {"link": link("${outside}/secret.txt")},
            fails(action, "PERMISSION_DENIED", uri=at("link")),
            anchor=SANDBOX, flags=["escape"],
        )  # fmt: skip
        inside = "secret.txt" if action not in ("write", "mkdir") else "new"
        yield case(
            f"folder-link-to-outside-{name}",
            f"A place in a folder that is a link to outside is out of bounds for {action}",
            ["FS-4"], action, {"uri": at(f"d/link/{inside}"), **params},
            {"d/link": link("${outside}")},
            fails(action, "PERMISSION_DENIED", uri=at(f"d/link/{inside}")),
            anchor=SANDBOX, flags=["escape"],
        )  # fmt: skip
        yield case(
            f"dangling-link-to-outside-{name}",
            f"A link to where nothing is yet outside is out of bounds for {action}",
            ["FS-4"], action, {"uri": at("link"), **params}, {"link": link("${outside}/new")},
            fails(action, "PERMISSION_DENIED", uri=at("link")),
            anchor=SANDBOX, flags=["escape"],
        )  # fmt: skip
    chain = {"one": link("d/two"), "d/two": link("../three"), "three": link("${outside}")}
    yield case(
        "chain-of-links-to-outside", "Links are followed to the end before the place is judged",
        ["FS-4"], "read", {"uri": at("one/secret.txt")}, chain,
        fails("read", "PERMISSION_DENIED", uri=at("one/secret.txt")),
        anchor=SANDBOX, flags=["escape"],
    )  # fmt: skip
    yield case(
        "relative-link-to-outside", "A relative link is seen from the folder that holds it",
        ["FS-4"], "read", {"uri": at("a/b/link")},
        {"a/b/link": link("../../../outside/secret.txt"), "a/b/f": "f"},
        fails("read", "PERMISSION_DENIED", uri=at("a/b/link")),
        anchor=SANDBOX, flags=["escape"],
    )  # fmt: skip


def _links_inside() -> Iterator[Case]:
    target = ok(
        "read", uri=at("d/a.txt"), hash=content_hash("a\n"), size=2,
        encoding="utf-8", text="a\n", content_b64=None, range=None,
    )  # fmt: skip
    inside = {
        "relative-link": ("e/link", {"e/link": link("../d/a.txt")}),
        "absolute-link": ("link", {"link": link("${workspace}/d/a.txt")}),
        "folder-link": ("link/a.txt", {"link": link("d")}),
        "chain-of-links": ("one", {"one": link("two"), "two": link("d/three"), "d/three": link("a.txt")}),
    }  # fmt: skip
    for slug, (path, links) in inside.items():
        yield case(
            f"{slug}-inside", "A link that stays inside is followed, and the answer names the file",
            ["FS-3", "FS-6"], "read", {"uri": at(path)}, {"d/a.txt": "a\n", **links}, target,
            anchor=SANDBOX,
        )  # fmt: skip
    yield case(
        "link-to-nothing-inside", "A link inside that leads nowhere names the missing place",
        ["FS-6", "FS-18"], "read", {"uri": at("link")}, {"link": link("missing")},
        fails("read", "NOT_FOUND", uri=at("missing")), anchor=SANDBOX,
    )  # fmt: skip


def _too_many_links() -> Iterator[Case]:
    for action, params in ACTIONS.items():
        name = action.replace("_", "-")
        yield case(
            f"circle-of-links-{name}", f"Links in a circle are out of bounds for {action}",
            ["FS-5"], action, {"uri": at("one"), **params},
            {"one": link("two"), "two": link("one")},
            fails(action, "PERMISSION_DENIED", uri=at("one")), anchor=POSIX, flags=["escape"],
        )  # fmt: skip
    links = {f"l{number}": link(f"l{number - 1}") for number in range(1, 42)}
    files = {"l0": "a\n", **links}
    yield case(
        "forty-links", "Forty links are followed", ["FS-5"], "stat", {"uri": at("l40")}, files,
        ok("stat", uri=at("l0"), type="file", size=2, hash=content_hash("a\n"), mtime=978307200000),
        anchor=POSIX,
    )  # fmt: skip
    yield case(
        "forty-one-links", "The forty-first link is one too many", ["FS-5"],
        "stat", {"uri": at("l41")}, files,
        fails("stat", "PERMISSION_DENIED", uri=at("l41")), anchor=POSIX,
    )  # fmt: skip
