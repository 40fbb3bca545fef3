"""The cases of ``ids.path_from_uri``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from hanzo_reference.ids.characters import BEYOND_ASCII, CONTROLS, PLAIN_IN_PATHS, SYMBOLS
from hanzo_reference.spec.cases import Case, error, result

# One case in few lines reads better than one argument a line.
# fmt: off

RFC3986 = "RFC 3986 §2.1, §3.3"
RFC8089 = "RFC 8089 §2"
NORMAL = "HIP-0300, Anti-patterns, non-normalized paths"
REFUSED = error("INVALID_PARAMS")


def path_cases() -> Iterator[Case]:
    """Every case of the operation."""
    yield from _forms()
    yield from _characters()
    yield from _decoding()
    yield from _shapes()
    yield from _refused_forms()
    yield from _refused_characters()


def _case(
    slug: str, description: str, requirements: Sequence[str], uri: str,
    expected: str | dict[str, Any] | None, *, anchor: str = RFC3986, flags: Sequence[str] = (),
) -> Case:
    """Build a case; ``expected`` is a path, an error, or None for what the reference says."""
    answer = result({"path": expected}) if isinstance(expected, str) else expected
    return Case(
        f"path-{slug}", description, requirements, "path_from_uri", {"uri": uri}, flags,
        answer, None if answer is None else anchor,
    )


def _forms() -> Iterator[Case]:
    forms = {
        "of-an-empty-host": ("IDS-34", "file:///a/b1", "/a/b1"),
        "without-an-authority": ("IDS-34", "file:/a/b2", "/a/b2"),
        "of-localhost": ("IDS-35", "file://localhost/a/b3", "/a/b3"),
        "of-localhost-in-upper-case": ("IDS-35", "file://LOCALHOST/a/b4", "/a/b4"),
        "of-localhost-in-mixed-case": ("IDS-35", "file://LocalHost/a/b5", "/a/b5"),
        "of-a-scheme-in-upper-case": ("IDS-33", "FILE:///a/b6", "/a/b6"),
        "of-a-scheme-in-mixed-case": ("IDS-33", "File:/a/b7", "/a/b7"),
        "of-all-capitals": ("IDS-33", "FILE://LOCALHOST/A/B8", "/A/B8"),
    }
    for slug, (requirement, uri, path) in forms.items():
        yield _case(slug, f"{uri} names {path}", [requirement], uri, path, anchor=RFC8089)


def _characters() -> Iterator[Case]:
    for name in PLAIN_IN_PATHS:
        character, _ = SYMBOLS[name]
        yield _case(
            f"takes-plain-{name}", f"{character} may stand in a path without an escape",
            ["IDS-46"], f"file:///a{character}b", f"/a{character}b", flags=["repair"],
        )
    yield _case(
        "takes-plain-plus-sign", "A plus sign is itself and no space",
        ["IDS-44", "IDS-46"], "file:///a+b", "/a+b", flags=["decoding"],
    )
    yield _case(
        "takes-plain-plus-sign-beside-an-escape", "Plus sign and escaped space are two things",
        ["IDS-44"], "file:///a+b%20c", "/a+b c", flags=["decoding"],
    )
    for name, character in (("hyphen", "-"), ("full-stop", "."), ("low-line", "_"), ("tilde", "~")):
        yield _case(
            f"takes-plain-{name}", f"{character} may stand in a path without an escape",
            ["IDS-41"], f"file:///x{character}y", f"/x{character}y",
        )


def _decoding() -> Iterator[Case]:
    for name, (character, escape) in {**SYMBOLS, **BEYOND_ASCII}.items():
        yield _case(
            f"decodes-{name}", f"The escape {escape} stands for {character!a}", ["IDS-41"],
            f"file:///d/{escape}", f"/d/{character}", flags=["decoding"],
        )
    for code in CONTROLS:
        yield _case(
            f"decodes-control-{code:02x}", f"The control character {code:02X} is decoded",
            ["IDS-41"], f"file:///c%{code:02X}d", None, flags=["decoding"],
        )
    others = {
        "lower-case-digits": (
            "file:///%c3%a9t%c3%a9", "/\u00e9t\u00e9", "Lower-case digits are decoded",
        ),
        "mixed-case-digits": (
            "file:///%cC%81%Cc%82", "/\u0301\u0302", "Digits of both cases are decoded",
        ),
        "the-digit-f-in-both-cases": (
            "file:///%6f%6F", "/oo", "The last hexadecimal digit counts in both cases",
        ),
        "an-escaped-letter": (
            "file:///%41%62", "/Ab", "Escapes of unreserved characters are decoded",
        ),
        "an-escaped-tilde": (
            "file:///%7Ea", "/~a", "The escape of a tilde, as older programs write it, is decoded",
        ),
        "a-percent-sign-once": (
            "file:///%2541", "/%41", "What an escaped percent sign begins is not decoded again",
        ),
        "a-percent-sign-before-two-f": (
            "file:///%252F", "/%2F", "A slash that is escaped twice is decoded once and no slash",
        ),
        "a-backslash-in-a-name": (
            "file:///a%5Cb", "/a\\b", "A decoded backslash is part of a name and no separator",
        ),
    }
    for slug, (uri, path, description) in others.items():
        yield _case(f"decodes-{slug}", description, ["IDS-41"], uri, path, flags=["decoding"])


def _shapes() -> Iterator[Case]:
    shapes = {
        "two-slashes-between": ("IDS-25", "file:///a//b", "/a/b"),
        "four-slashes-first": ("IDS-25", "file:////a/c", "/a/c"),
        "five-slashes-first": ("IDS-25", "file://///a/d", "/a/d"),
        "two-slashes-after-localhost": ("IDS-25", "file://localhost//a/e", "/a/e"),
        "dot-in-the-middle": ("IDS-26", "file:///a/./f", "/a/f"),
        "dot-last": ("IDS-26", "file:///a/g/.", "/a/g"),
        "escaped-dot-in-the-middle": ("IDS-47", "file:///a/%2E/h", "/a/h"),
        "escaped-dot-in-lower-case": ("IDS-47", "file:///a/%2e/i", "/a/i"),
        "slash-last": ("IDS-27", "file:///a/j/", "/a/j"),
        "slash-last-without-an-authority": ("IDS-27", "file:/a/k/", "/a/k"),
        "of-the-root": ("IDS-28", "file:///", "/"),
        "of-the-root-without-an-authority": ("IDS-28", "file:/", "/"),
        "of-the-root-of-localhost": ("IDS-28", "file://localhost/", "/"),
        "three-dots": ("IDS-32", "file:///...", "/..."),
        "two-dots-before-a-name": ("IDS-32", "file:///..a/b", "/..a/b"),
        "escaped-dots-before-a-name": ("IDS-32", "file:///%2E%2Ec", "/..c"),
        "drive-letter": ("IDS-32", "file:///C:/x", "/C:/x"),
        "escaped-drive-letter": ("IDS-32", "file:///C%3A/y", "/C:/y"),
        "decomposed-letter": ("IDS-32", "file:///a%CC%8A", "/a\u030a"),
        "upper-case": ("IDS-32", "file:///A/bC", "/A/bC"),
    }
    for slug, (requirement, uri, path) in shapes.items():
        yield _case(
            slug, f"{uri} names {path}", [requirement], uri, path, anchor=NORMAL,
            flags=["normal-form"],
        )


def _refused_forms() -> Iterator[Case]:
    # Slug: what is refused, its URI, the requirement, the flag.
    refused = {
        "of-another-scheme": ("Another scheme", "http:///a", "IDS-33", "repair"),
        "without-a-scheme": ("A text without a scheme", "///a", "IDS-33", "repair"),
        "of-a-ligature": ("A scheme with a ligature", "\ufb01le:///a", "IDS-33", "case-mapping"),
        "of-another-host": ("Another host", "file://example.org/a", "IDS-36", "repair"),
        "of-a-long-s": ("A host with long s", "file://localho\u017ft/a", "IDS-36", "case-mapping"),
        "of-a-user": ("A user before localhost", "file://me@localhost/a", "IDS-36", "repair"),
        "of-a-port": ("A port after localhost", "file://localhost:80/a", "IDS-36", "repair"),
        "of-two-slashes": ("A name taken for a host", "file://a/b", "IDS-36", "repair"),
        "with-a-query": ("A query", "file:///a?b", "IDS-37", "repair"),
        "with-an-empty-query": ("An empty query", "file:///a?", "IDS-37", "repair"),
        "with-a-fragment": ("A fragment", "file:///a#L3", "IDS-38", "repair"),
        "with-an-empty-fragment": ("An empty fragment", "file:///a#", "IDS-38", "repair"),
        "of-a-relative-reference": ("A path without a slash", "file:a/b", "IDS-39", "repair"),
        "of-localhost-alone": ("A missing path", "file://localhost", "IDS-39", "repair"),
        "two-dots": ("A .. segment", "file:///a/../b", "IDS-29", "traversal"),
        "escaped-dots": ("An escaped .. segment", "file:///a/%2E%2E/b", "IDS-47", "traversal"),
        "half-escaped-dots": ("A half escaped .. segment", "file:///a/.%2e", "IDS-47", "traversal"),
        "escaped-nul": ("An escaped NUL", "file:///a%00b", "IDS-30", "traversal"),
        "escaped-slash": ("An escaped slash", "file:///a%2Fb", "IDS-43", "traversal"),
        "escaped-slash-in-lower-case": ("A slash as %2f", "file:///a%2fb", "IDS-43", "traversal"),
    }
    for slug, (what, uri, requirement, flag) in refused.items():
        yield _case(
            slug, f"{what} is refused", [requirement], uri, REFUSED, anchor=RFC8089, flags=[flag],
        )


def _refused_characters() -> Iterator[Case]:
    refused = {
        "a-lone-percent-sign": ("A percent sign at the end", "file:///a%", "IDS-40", "digits"),
        "one-digit": ("An escape of one digit", "file:///a%4", "IDS-40", "digits"),
        "a-digit-beyond-f": ("An escape with a G", "file:///%1G", "IDS-40", "digits"),
        "a-sign-for-a-digit": ("A sign in place of a digit", "file:///%+1", "IDS-40", "digits"),
        "full-width-digits": ("A full-width escape", "file:///%\uff14\uff11", "IDS-40", "digits"),
        "a-lone-byte": ("A byte that UTF-8 never has", "file:///%FF", "IDS-42", "decoding"),
        "a-cut-sequence": ("A cut UTF-8 sequence", "file:///%E2%82", "IDS-42", "decoding"),
        "an-overlong-form": ("An overlong slash", "file:///%C0%AF", "IDS-42", "traversal"),
        "a-surrogate": ("A surrogate in UTF-8", "file:///%ED%A0%80", "IDS-42", "decoding"),
        "a-plain-space": ("A space without an escape", "file:///a b", "IDS-45", "repair"),
        "a-plain-backslash": ("A backslash without an escape", "file:///a\\b", "IDS-45", "repair"),
        "a-plain-bracket": ("A bracket without an escape", "file:///a[0]", "IDS-45", "repair"),
        "a-plain-e-acute": ("A letter beyond ASCII", "file:///\u00e9", "IDS-45", "repair"),
        "a-line-feed-last": ("A line feed at the end", "file:///a\n", "IDS-45", "repair"),
    }
    for slug, (what, uri, requirement, flag) in refused.items():
        yield _case(
            f"refuses-{slug}", f"{what} is refused", [requirement], uri, REFUSED, flags=[flag],
        )
