"""The cases of ``ids.uri_from_path``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from hanzo_reference.ids.characters import BEYOND_ASCII, CONTROLS, SYMBOLS, UNRESERVED_LETTERS
from hanzo_reference.spec.cases import Case, error, result

# One case in few lines reads better than one argument a line.
# fmt: off

RFC3986 = "RFC 3986 §2.1, §2.3"
RFC8089 = "RFC 8089 §2"
NORMAL = "HIP-0300, Anti-patterns, non-normalized paths"
REFUSED = error("INVALID_PARAMS")


def uri_cases() -> Iterator[Case]:
    """Every case of the operation."""
    yield from _plain()
    yield from _escapes()
    yield from _shapes()
    yield from _untouched()
    yield from _refused()


def _case(
    slug: str, description: str, requirements: Sequence[str], path: str,
    expected: str | dict[str, Any] | None, *, anchor: str = RFC3986, flags: Sequence[str] = (),
) -> Case:
    """Build a case; ``expected`` is a URI, an error, or None for what the reference says."""
    answer = result({"uri": expected}) if isinstance(expected, str) else expected
    return Case(
        f"uri-{slug}", description, requirements, "uri_from_path", {"path": path}, flags,
        answer, None if answer is None else anchor,
    )


def _plain() -> Iterator[Case]:
    yield _case(
        "of-a-source-file", "A plain path follows file:// as it is", ["IDS-21"],
        "/src/main.py", "file:///src/main.py", anchor="HIP-0300, Composability Primitives, `uri`",
    )
    yield _case(
        "keeps-letters", "ASCII letters of both cases stand for themselves", ["IDS-22"],
        f"/{UNRESERVED_LETTERS}",
        "file:///ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
    )
    yield _case(
        "keeps-digits", "ASCII digits stand for themselves", ["IDS-22"],
        "/0123456789", "file:///0123456789",
    )
    for name, character in (("hyphen", "-"), ("full-stop", "."), ("low-line", "_"), ("tilde", "~")):
        yield _case(
            f"keeps-{name}", f"{character} is unreserved and stands for itself", ["IDS-22"],
            f"/a{character}b", f"file:///a{character}b", flags=["escaping"],
        )
    yield _case(
        "keeps-slashes", "Slashes between segments stand for themselves", ["IDS-22"],
        "/a/b/c/d", "file:///a/b/c/d", flags=["escaping"],
    )


def _escapes() -> Iterator[Case]:
    for name, (character, escape) in SYMBOLS.items():
        yield _case(
            f"escapes-{name}", f"{character} is not unreserved and becomes {escape}",
            ["IDS-23", "IDS-31"], f"/a{character}b", f"file:///a{escape}b", flags=["escaping"],
        )
    for name, (character, escape) in BEYOND_ASCII.items():
        yield _case(
            f"escapes-{name}", f"Each byte of the UTF-8 form is escaped: {escape}",
            ["IDS-23", "IDS-31"], f"/{character}", f"file:///{escape}", flags=["escaping"],
        )
    for code in CONTROLS:
        yield _case(
            f"escapes-control-{code:02x}", f"The control character {code:02X} is escaped",
            ["IDS-23"], f"/a{chr(code)}b", None, flags=["escaping"],
        )
    yield _case(
        "escapes-a-percent-sign-before-digits", "A path's %41 is three characters, not an escape",
        ["IDS-23", "IDS-32"], "/%41", "file:///%2541", flags=["decoding"],
    )


def _shapes() -> Iterator[Case]:
    shapes = {
        "two-slashes-between": ("IDS-25", "/a//b", "file:///a/b"),
        "many-slashes-between": ("IDS-25", "/a////b//c", "file:///a/b/c"),
        "two-slashes-first": ("IDS-25", "//a/b", "file:///a/b"),
        "three-slashes-first": ("IDS-25", "///a", "file:///a"),
        "dot-in-the-middle": ("IDS-26", "/a/./b", "file:///a/b"),
        "dot-first": ("IDS-26", "/./a", "file:///a"),
        "dot-last": ("IDS-26", "/a/.", "file:///a"),
        "dots-one-after-another": ("IDS-26", "/a/././b", "file:///a/b"),
        "slash-last": ("IDS-27", "/a/b/", "file:///a/b"),
        "slashes-last": ("IDS-27", "/a///", "file:///a"),
        "dot-and-slash-last": ("IDS-27", "/a/./", "file:///a"),
        "of-the-root": ("IDS-28", "/", "file:///"),
        "of-two-slashes": ("IDS-28", "//", "file:///"),
        "of-a-dot-at-the-root": ("IDS-28", "/./.", "file:///"),
    }
    for slug, (requirement, path, uri) in shapes.items():
        yield _case(
            slug, f"The path {path} has the URI {uri}", [requirement], path, uri,
            anchor=NORMAL, flags=["normal-form"],
        )


def _untouched() -> Iterator[Case]:
    kept = {
        "three-dots": ("/...", "file:///...", "Three dots are an ordinary name"),
        "hidden-file": ("/.a", "file:///.a", "A dot before a name belongs to it"),
        "two-dots-before-a-name": ("/..a", "file:///..a", "Two dots before a name belong to it"),
        "two-dots-after-a-name": ("/a../b", "file:///a../b", "Two dots after a name belong to it"),
        "trailing-dot": ("/a.", "file:///a.", "A dot after a name belongs to it"),
        "trailing-space": ("/a ", "file:///a%20", "A space after a name belongs to it"),
        "blank-name": ("/ /a", "file:///%20/a", "A blank is a segment of its own"),
        "tilde-segment": ("/~/a", "file:///~/a", "A tilde is an ordinary name below the root"),
        "drive-letter": ("/C:/x", "file:///C%3A/x", "A drive letter is an ordinary segment"),
        "backslashes": ("/a\\..\\b", "file:///a%5C..%5Cb", "Backslashes part no segments"),
        "upper-case": ("/A/b", "file:///A/b", "The case of a path is kept"),
        "composed-letter": ("/\u00e5", "file:///%C3%A5", "A composed letter stays composed"),
        "decomposed-letter": ("/a\u030a", "file:///a%CC%8A", "A decomposed letter stays so"),
        "angstrom-sign": ("/\u212b", "file:///%E2%84%AB", "A compatibility letter is kept"),
        "uri-as-a-path": ("/file:/a", "file:///file%3A/a", "A path may look like a URI"),
        "environment-variable": ("/$HOME", "file:///%24HOME", "A dollar sign names no variable"),
    }
    for slug, (path, uri, description) in kept.items():
        yield _case(slug, description, ["IDS-32"], path, uri, anchor=RFC3986, flags=["escaping"])


def _refused() -> Iterator[Case]:
    refused = {
        "of-a-relative-path": ("IDS-24", "a/b", "A path that does not begin with a slash"),
        "of-the-empty-path": ("IDS-24", "", "The empty path"),
        "of-a-home-path": ("IDS-24", "~/a", "A path that begins with a tilde"),
        "of-a-windows-path": ("IDS-24", "C:\\x", "A path that begins with a drive letter"),
        "two-dots-in-the-middle": ("IDS-29", "/a/../b", "A .. segment between names"),
        "two-dots-last": ("IDS-29", "/a/..", "A .. segment at the end"),
        "two-dots-first": ("IDS-29", "/../a", "A .. segment at the root"),
        "with-a-nul": ("IDS-30", "/a\0b", "A NUL within a name"),
    }
    for slug, (requirement, path, what) in refused.items():
        yield _case(
            slug, f"{what} is refused", [requirement], path, REFUSED, anchor=RFC8089,
            flags=["traversal"] if requirement == "IDS-29" else ["repair"],
        )
