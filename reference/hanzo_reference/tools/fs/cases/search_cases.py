"""Cases of ``search_text``: literal patterns, places, lines and columns, order, pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hanzo_reference.spec.cases import Case, Step
from hanzo_reference.tools.case_words import answered as envelope
from hanzo_reference.tools.case_words import asked, at, from_step, invalid, refused, tree
from hanzo_reference.tools.fs.cases.search_words import found, in_files, match, search

IDS = "LSP 3.17, Text Documents"
CURSOR = "/meta/paging/cursor"
ANY_CURSOR = {"type": "string", "minLength": 1}


def search_cases() -> Iterator[Case]:
    """All cases but those of regular expressions and of which files are searched."""
    yield from _literal_cases()
    yield from _place_cases()
    yield from _line_cases()
    yield from _text_cases()
    yield from _paging_cases()


def _literal_cases() -> Iterator[Case]:
    yield search(
        "literal", "A text is found where it stands", "FS-119 FS-122 FS-137",
        {"src/main.py": "import os\n\nraise Error('error')\n"}, {"pattern": "error"},
        found(match("src/main.py", 2, 13, 18, "raise Error('error')")),
        "HIP-0300 (Composability Primitives: example pipe)",
    )  # fmt: skip
    yield search(
        "nothing", "Nothing is found", "FS-119 FS-152", {"a": "abc"}, {"pattern": "abd"}, found()
    )
    yield search(
        "literal-is-no-expression", "Signs of regular expressions are characters", "FS-122",
        {"a": "a.b a+b axb\n(a.b)*"}, {"pattern": "(a.b)*"}, found(match("a", 1, 0, 6, "(a.b)*")),
    )  # fmt: skip
    yield search(
        "several-in-a-line", "All matches of a line are found, and none overlaps another", "FS-124",
        {"a": "aaaaa ba"}, {"pattern": "aa"},
        found(match("a", 0, 0, 2, "aaaaa ba"), match("a", 0, 2, 4, "aaaaa ba")),
        "ripgrep (matches do not overlap)",
    )  # fmt: skip
    yield search(
        "case-counts", "Case counts unless it is ignored", "FS-131", {"a": "Ab aB AB ab"},
        {"pattern": "ab"}, found(match("a", 0, 9, 11, "Ab aB AB ab")),
    )  # fmt: skip
    yield search(
        "ignore-case", "ASCII letters match in both cases", "FS-131", {"a": "x-Ab x-aB X_AB"},
        {"pattern": "X-aB", "ignore_case": True},
        found(match("a", 0, 0, 4, "x-Ab x-aB X_AB"), match("a", 0, 5, 9, "x-Ab x-aB X_AB")),
    )  # fmt: skip
    yield search(
        "ignore-case-ascii-only", "Other letters match in their own case only", "FS-131",
        {"a": "\u00e9k \u00c9k \u00e9\u212a \u017f s"}, {"pattern": "\u00e9K", "ignore_case": True},
        found(match("a", 0, 0, 2, "\u00e9k \u00c9k \u00e9\u212a \u017f s")), "decision FS-131",
        ("case-folding",),
    )  # fmt: skip
    yield search(
        "letters-are-not-composed", "A letter and its decomposed form are two", "FS-122",
        {"a": "e\u0301 \u00e9"}, {"pattern": "\u00e9"},
        found(match("a", 0, 3, 4, "e\u0301 \u00e9")),
    )  # fmt: skip
    for slug, description, pattern in (
        ("empty", "An empty pattern", ""),
        ("line-feed", "A pattern of two lines", "a\nb"),
        ("carriage-return", "A pattern with a carriage return", "a\r"),
        ("too-long", "A pattern of 1,001 characters", "\U0001f600" * 1001),
    ):
        yield search(
            f"pattern-{slug}", f"{description} is none", "FS-123", {"a": "a\nb"},
            {"pattern": pattern}, invalid("fs", "search_text", ("/pattern", "pattern")),
            "decision FS-123",
        )  # fmt: skip
    yield search(
        "pattern-as-long-as-may-be", "1,000 characters are counted as code points", "FS-123",
        {"a": "a"}, {"pattern": "\U0001f600" * 1000}, found(), "decision FS-123", ("utf-16",),
    )  # fmt: skip


def _place_cases() -> Iterator[Case]:
    files = {"a/x": "x", "a/b/x": "x", "c/x": "x", "x": "x"}
    for slug, path, paths in (
        ("uri", at("a"), ("a/b/x", "a/x")),
        ("absolute", "${workspace}/a/b", ("a/b/x",)),
        ("relative", "./a//b/", ("a/b/x",)),
        ("file", "a/x", ("a/x",)),
        ("root", "", ("a/b/x", "a/x", "c/x", "x")),
    ):
        yield search(
            f"path-{slug}", "What is searched is a folder or file, named in one of three ways",
            "FS-120", files, {"pattern": "x", "path": path}, in_files(*paths),
            "HIP-0300 (fs: search_text: path)",
        )  # fmt: skip
    yield search(
        "path-nothing-there", "A place where nothing is", "FS-121", files,
        {"pattern": "x", "path": "b"},
        refused("fs", "search_text", "NOT_FOUND", {"uri": at("b")}),
    )  # fmt: skip
    for slug, path, uri in (
        ("absolute", "${outside}", "file://${outside}"),
        ("uri", "file://${outside}/secret.txt", "file://${outside}/secret.txt"),
        ("link", "out", at("out")),
    ):
        yield search(
            f"outside-by-{slug}", "Outside of the workspace nothing is searched", "FS-121",
            {"out": {"symlink": "${outside}"}}, {"pattern": "secret", "path": path},
            refused("fs", "search_text", "PERMISSION_DENIED", {"uri": uri}),
            "HIP-0300, Security Considerations", ("symlink",),
        )  # fmt: skip
    for slug, path, rule in (
        ("dots", "a/../..", "path"), ("encoded-dots", at("%2e%2e"), "uri"),
        ("other-scheme", "file://host/a", "uri"),
    ):  # fmt: skip
        yield search(
            f"path-with-{slug}", "What does not name a place", "FS-121", files,
            {"pattern": "x", "path": path}, invalid("fs", "search_text", ("/path", rule)),
            "ids, IDS-29, IDS-36, IDS-47",
        )  # fmt: skip
    yield search(
        "several-violations", "Everything that is wrong is told", "FS-113 FS-123", files,
        {"pattern": "", "glob": "["},
        invalid("fs", "search_text", ("/glob", "glob"), ("/pattern", "pattern")), "ENVELOPE-40",
    )  # fmt: skip


def _line_cases() -> Iterator[Case]:
    yield search(
        "three-line-ends", "LF, CR LF and CR end a line", "FS-136", {"a": "x\nx\r\nx\rx\r\r\nx"},
        {"pattern": "x"}, found(*(match("a", line, 0, 1, "x") for line in (0, 1, 2, 3, 5))), IDS,
        ("line-end",),
    )  # fmt: skip
    yield search(
        "line-ends-at-anchors", "Each of them is an end for $, and a start for ^", "FS-136 FS-130",
        {"a": "ax\nax\r\nax\rax"}, {"pattern": "^ax$", "regex": True},
        found(*(match("a", line, 0, 2, "ax") for line in range(4))), IDS, ("line-end",),
    )  # fmt: skip
    yield search(
        "no-other-line-ends", "Form feed, U+0085 and U+2028 end no line", "FS-136",
        {"a": "1\x0c2\x0b3\u00854\u20285"}, {"pattern": "5"},
        found(match("a", 0, 8, 9, "1\x0c2\x0b3\u00854\u20285")), IDS, ("line-end",),
    )  # fmt: skip
    yield search(
        "columns", "Columns count UTF-16 units", "FS-137", {"a": "\u00e9\U0001f600\u20acx\n"},
        {"pattern": "\u20acx"}, found(match("a", 0, 3, 5, "\u00e9\U0001f600\u20acx")),
        "LSP 3.17, PositionEncodingKind", ("utf-16",),
    )  # fmt: skip
    yield search(
        "byte-order-mark", "A byte order mark is a character of the first line", "FS-137",
        {"a": "\ufeffx\nx"}, {"pattern": "^x", "regex": True}, found(match("a", 1, 0, 1, "x")),
        "ids, IDS-49",
    )  # fmt: skip
    line = "<" + "\U0001f600" * 300 + "needle" + "." * 600 + "needle>"
    yield search(
        "long-line", "Of a long line there is what stands around the match", "FS-140",
        {"a": line}, {"pattern": "needle"},
        found(match("a", 0, 601, 607, "\U0001f600" * 50 + "needle" + "." * 394, 501),
              match("a", 0, 1207, 1213, "." * 493 + "needle>", 714)),
        "decision FS-140", ("long-line", "utf-16"),
    )  # fmt: skip
    yield search(
        "long-line-cut-in-a-character", "Half a character is not given at either end", "FS-140",
        {"a": "\U0001f600" * 400}, {"pattern": "\U0001f600" * 399},
        found(match("a", 0, 0, 798, "\U0001f600" * 250)), "decision FS-140", ("utf-16",),
    )  # fmt: skip
    odd = "." + "\U0001f600" * 150 + "x" + "\U0001f600" * 300
    yield search(
        "long-line-odd-window", "The window is smaller by the halves that it drops", "FS-140",
        {"a": odd}, {"pattern": "x"},
        found(match("a", 0, 301, 302, "\U0001f600" * 50 + "x" + "\U0001f600" * 199, 201)),
        "decision FS-140", ("utf-16",),
    )  # fmt: skip
    yield search(
        "line-of-500", "A line of 500 units is whole, however many bytes it has", "FS-140",
        {"a": "\u20ac" * 499 + "x"}, {"pattern": "x"},
        found(match("a", 0, 499, 500, "\u20ac" * 499 + "x")), "decision FS-140", ("long-line",),
    )  # fmt: skip


def _text_cases() -> Iterator[Case]:
    yield search(
        "files-in-order", "Matches come by path, line and column", "FS-141",
        {"b": "x", "a/z": "x", "a.c": "..x.x\nx", "\uff61": "x", "\U00010000": "x"},
        {"pattern": "x"},
        found(match("a/z", 0, 0, 1, "x"), match("a.c", 0, 2, 3, "..x.x"),
              match("a.c", 0, 4, 5, "..x.x"), match("a.c", 1, 0, 1, "x"), match("b", 0, 0, 1, "x"),
              match("%EF%BD%A1", 0, 0, 1, "x"), match("%F0%90%80%80", 0, 0, 1, "x")),
        flags=("sort-order",),
    )  # fmt: skip
    yield search(
        "binary", "A file with a NUL in it is skipped, also behind the match", "FS-139",
        {"a": {"base64": "AHg="}, "b": {"base64": "eAp4CgA="}, "c": "x"},
        {"pattern": "x"}, in_files("c"), flags=("binary",),
    )  # fmt: skip
    yield search(
        "not-utf-8", "A file that is not UTF-8 is skipped", "FS-139",
        {"a": {"base64": "eP94"}, "b": {"base64": "eO2ggHg="}, "c": {"base64": "eMCveA=="},
         "d": "x"},
        {"pattern": "x"}, in_files("d"), flags=("binary",),
    )  # fmt: skip
    yield search(
        "too-large", "A file of 16 MiB is searched, one with a byte more is not", "FS-139",
        {"a": {"repeat": "0123456789abcde\n", "times": 1048577},
         "b": {"repeat": "0123456789abcde\n", "times": 1048576}},
        {"pattern": "x", "path": "a"}, found(), "decision FS-139",
    )  # fmt: skip
    yield search(
        "links-not-followed", "Links are not followed, not to files either", "FS-142",
        {"a/x": "x", "b": {"symlink": "a/x"}, "c": {"symlink": "a"},
         "d": {"symlink": "${outside}/secret.txt"}, "e": {"symlink": "${outside}"}},
        {"pattern": "x"}, in_files("a/x"), "HIP-0300, Security Considerations", ("symlink",),
    )  # fmt: skip


def _paging_cases() -> Iterator[Case]:
    files = tree({"a": "x..x\nx", "b": "x"})
    params: dict[str, Any] = {"pattern": "x", "limit": 2}
    cursor = from_step(0, CURSOR)
    first = envelope(
        "fs", "search_text",
        {"matches": [match("a", 0, 0, 1, "x..x"), match("a", 0, 3, 4, "x..x")]},
        paging={"cursor": "any", "more": True},
    )  # fmt: skip
    start = Step(*asked("fs", "search_text", **params), first, {CURSOR: ANY_CURSOR})
    second = asked("fs", "search_text", **params, cursor=cursor)
    rest = found(match("a", 1, 0, 1, "x"), match("b", 0, 0, 1, "x"))
    yield Case(
        "search-pages", "The second page goes on after the first, within a file", ["FS-115"],
        workspace=files, anchor="HIP-0300, Test Cases 5 (paging)",
        steps=(start, Step(*second, rest)),
    )  # fmt: skip
    yield Case(
        "search-page-after-a-change", "What comes before the cursor does not shift the page",
        ["FS-115"], workspace=files, anchor="ENVELOPE-57",
        steps=(start, Step(*second, rest, before={"0": {"text": "x"}})),
    )  # fmt: skip
    refusal = invalid("fs", "search_text", ("/cursor", "cursor"))
    yield Case(
        "search-cursor-of-another-call", "A cursor belongs to the pattern it was given for",
        ["FS-116"], workspace=files, anchor="ENVELOPE-60",
        steps=(
            start,
            Step(*asked("fs", "search_text", pattern="x", regex=True, cursor=cursor),
                 refusal),
        ),
    )  # fmt: skip
    yield Case(
        "search-cursor-whose-match-is-gone", "The match that a cursor remembers has to be there",
        ["FS-116"], workspace=files, anchor="ENVELOPE-60",
        steps=(start, Step(*second, refusal, before={"a": {"text": "x...x"}})),
    )  # fmt: skip
    yield search(
        "limit-zero", "A limit of 0 is none", "FS-117", {"a": "x"}, {"pattern": "x", "limit": 0},
        invalid("fs", "search_text", ("/limit", "minimum")), "ENVELOPE-38",
    )  # fmt: skip
    yield Case(
        "search-then-read", "What was found is read by its URI and range", ["FS-119"],
        workspace=tree({"a.txt": "one\ntwo \U0001f600 three\n"}),
        anchor="HIP-0300 (Composability Primitives: example pipe)",
        steps=(
            Step(*asked("fs", "search_text", pattern="\U0001f600 t"),
                 found(match("a.txt", 1, 4, 8, "two \U0001f600 three"))),
            Step(*asked("fs", "read", uri=from_step(0, "/data/matches/0/uri"),
                               range=from_step(0, "/data/matches/0/range"))),
        ),
    )  # fmt: skip
