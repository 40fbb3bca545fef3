"""Cases of walks without links: names, dots, bases, and what is no path."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hanzo_reference.spec.cases import Case, error, result

RULES = "path_resolution(7)"
HIP = "HIP-0301 §10"
LIMIT = 4096


def walk(
    slug: str,
    description: str,
    requirements: str,
    path: str,
    expected: str | Mapping[str, Any],
    *flags: str,
    base: str = "/work",
    links: Mapping[str, str] | None = None,
    anchor: str = RULES,
) -> Case:
    """A case of ``sandbox.resolve``; an expected text is where the path leads."""
    told = result({"path": expected}) if isinstance(expected, str) else expected
    return Case(
        slug, description, requirements.split(), "resolve",
        {"path": path, "base": base, "links": dict(links or {})},
        flags=flags, expected=told, anchor=anchor,
    )  # fmt: skip


REFUSED = error("SANDBOX_PATH")
LOOP = error("SANDBOX_LOOP")


def cases() -> Iterator[Case]:
    """Every walk without a link."""
    yield from _plain()
    yield from _dots()
    yield from _names()
    yield from _bases()
    yield from _refusals()


def _plain() -> Iterator[Case]:
    for slug, description, requirements, path, found in (
        ("relative", "A relative path is below the base", "SANDBOX-5", "a/b", "/work/a/b"),
        ("absolute", "An absolute path leaves the base out", "SANDBOX-14", "/etc/passwd",
         "/etc/passwd"),
        ("root", "The root is a path", "SANDBOX-16", "/", "/"),
        ("root-many-slashes", "Any number of slashes alone is the root", "SANDBOX-7 SANDBOX-16",
         "///", "/"),
        ("two-slashes-first", "Two slashes at the start are one", "SANDBOX-7", "//etc/passwd",
         "/etc/passwd"),
        ("slashes-between", "Empty names vanish", "SANDBOX-7", "a//b///c", "/work/a/b/c"),
        ("slash-at-the-end", "A slash at the end vanishes", "SANDBOX-16 SANDBOX-7", "a/b/",
         "/work/a/b"),
        ("slashes-at-the-end", "So do several", "SANDBOX-16 SANDBOX-7", "/a//", "/a"),
    ):  # fmt: skip
        yield walk(slug, description, requirements, path, found)


def _dots() -> Iterator[Case]:
    for slug, description, requirements, path, found in (
        ("dot", "A dot is the base", "SANDBOX-7", ".", "/work"),
        ("dots-between", "Dots vanish", "SANDBOX-7", "./a/././b/.", "/work/a/b"),
        ("absolute-dot", "A dot behind the root", "SANDBOX-7 SANDBOX-16", "/.", "/"),
        ("up", "Two dots go up", "SANDBOX-8", "a/../b", "/work/b"),
        ("up-at-the-end", "At the end, too", "SANDBOX-8", "a/b/..", "/work/a"),
        ("up-from-the-base", "Two dots leave the base", "SANDBOX-8", "../etc/passwd",
         "/etc/passwd"),
        ("up-and-back", "What leaves the base can come back", "SANDBOX-8", "../work/a", "/work/a"),
        ("beyond-the-root", "Two dots of the root are the root", "SANDBOX-9",
         "../../../../etc/passwd", "/etc/passwd"),
        ("absolute-beyond-the-root", "Of an absolute path, too", "SANDBOX-9", "/../../a", "/a"),
        ("up-to-the-root", "The root is what is left", "SANDBOX-9 SANDBOX-16", "a/../../..", "/"),
        ("three-dots", "Three dots are a name", "SANDBOX-7", ".../a", "/work/.../a"),
        ("dot-in-a-name", "So are dots with anything beside them", "SANDBOX-7",
         "..a/b../.c/. /.. /d", "/work/..a/b../.c/. /.. /d"),
        ("up-from-what-is-not-there", "Names that are not there count as they are written",
         "SANDBOX-8 SANDBOX-14", "no/such/../folder", "/work/no/folder"),
    ):  # fmt: skip
        yield walk(slug, description, requirements, path, found)


def _names() -> Iterator[Case]:
    for word, path in (
        ("tilde", "~/a"), ("tilde-of-somebody", "~root/.ssh"), ("variable", "$HOME/${X}"),
        ("percent", "%2e%2e/%2f"), ("backslash", "..\\..\\etc"), ("drive", "C:/a"),
        ("glob", "*/[a]?"), ("scheme", "file:/etc"), ("blank", " "), ("line-end", "a\nb\r"),
        ("quotes", "'a\"`b`"), ("wide-dots", "\uff0e\uff0e/a"), ("two-dot-leader", "\u2025/a"),
        ("fraction-slash", "..\u2044etc"),
    ):  # fmt: skip
        yield walk(
            f"name-with-{word}", f"{path!r} has names and nothing else", "SANDBOX-6", path,
            f"/work/{path}", "shell-words",
        )  # fmt: skip
    for word, path in (
        ("composed", "caf\u00e9"), ("decomposed", "cafe\u0301"), ("upper-case", "WORK/A"),
        ("sharp-s", "stra\u00dfe"), ("emoji", "😀/雪"), ("control", "a\u007f\u0001"),
        ("zero-width", "a\u200b"),
    ):  # fmt: skip
        yield walk(
            f"name-{word}", f"{path!r} stays as it is", "SANDBOX-15", path, f"/work/{path}",
            "same-name",
        )  # fmt: skip
    yield walk(
        "name-proto", "Names that objects have by themselves are no links", "SANDBOX-14",
        "/__proto__/constructor", "/__proto__/constructor", "prototype",
    )  # fmt: skip
    yield walk(
        "name-to-string", "A name alone is one, too", "SANDBOX-14", "toString/valueOf",
        "/toString/valueOf", "prototype", base="/",
    )  # fmt: skip


def _bases() -> Iterator[Case]:
    yield walk("base-root", "The root is a base", "SANDBOX-5", "a", "/a", base="/")
    yield walk(
        "base-with-dots", "A base is walked as the rest is", "SANDBOX-5 SANDBOX-8", "x",
        "/a/c/x", base="/a/./b//../c/",
    )  # fmt: skip
    yield walk(
        "base-beyond-the-root", "So far up that nothing is left", "SANDBOX-9", "../x", "/x",
        base="/../..",
    )  # fmt: skip
    longest = "/" + "b" * (LIMIT - 1)
    yield walk(
        "base-and-path-long", "Base and path together may be longer than a path", "SANDBOX-5",
        "p" * LIMIT, f"{longest}/{'p' * LIMIT}", "limit", base=longest,
    )  # fmt: skip
    for word, base, flags in (
        ("relative", "work", []), ("empty", "", []), ("dot", ".", []), ("tilde", "~", []),
        ("with-nul", "/work\0", []), ("too-long", longest + "b", ["limit"]),
    ):  # fmt: skip
        for kind, path in (("relative", "a"), ("absolute", "/a")):
            if kind == "absolute" and word not in ("relative", "too-long"):
                continue
            yield walk(
                f"base-{word}-of-{kind}", f"A base that is {word.replace('-', ' ')} is refused, "
                f"with a path that is {kind}", "SANDBOX-4", path, REFUSED, *flags, base=base,
                anchor=HIP,
            )  # fmt: skip


def _refusals() -> Iterator[Case]:
    yield walk("empty", "An empty path is refused", "SANDBOX-1", "", REFUSED)
    for word, path in (("alone", "\0"), ("at-the-end", "/work/a\0"), ("inside", "a\0/../../etc")):
        yield walk(
            f"nul-{word}", f"A NUL {word.replace('-', ' ')} is refused", "SANDBOX-2", path, REFUSED,
            anchor="POSIX.1-2017 XBD §3.271",
        )  # fmt: skip
    yield walk(
        "longest", "A path of 4096 bytes is one", "SANDBOX-3", "/" + "a" * (LIMIT - 1),
        "/" + "a" * (LIMIT - 1), "limit", anchor="limits.h (PATH_MAX)",
    )  # fmt: skip
    yield walk(
        "too-long", "One of 4097 bytes is not", "SANDBOX-3", "/" + "a" * LIMIT, REFUSED, "limit",
        anchor="limits.h (PATH_MAX)",
    )  # fmt: skip
    # 1365 times three bytes and the slash are 4096 of them.
    yield walk(
        "longest-in-bytes", "Bytes are counted, not code points", "SANDBOX-3", "/" + "雪" * 1365,
        "/" + "雪" * 1365, "limit", anchor="limits.h (PATH_MAX)",
    )  # fmt: skip
    yield walk(
        "too-long-in-bytes", "1366 code points can be 4097 bytes", "SANDBOX-3",
        "/" + "雪" * 1364 + "😀", REFUSED, "limit",
        anchor="limits.h (PATH_MAX)",
    )  # fmt: skip
    yield walk(
        "too-long-of-dots", "What would vanish counts, too", "SANDBOX-3", "./" * 2048 + "a", REFUSED,
        "limit", anchor="limits.h (PATH_MAX)",
    )  # fmt: skip
