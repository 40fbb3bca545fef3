"""Cases of apply_patch: what applies, what does not fit, and what comes first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hanzo_reference.spec.cases import Case
from hanzo_reference.tools.case_words import at, from_step, invalid, tree
from hanzo_reference.tools.fs.cases.words import (
    FOLDER,
    HIP,
    case,
    content_hash,
    encoded,
    fails,
    link,
    ok,
    step,
)

PAGE = "tools.md, fs.apply_patch"
GIT = "git apply"
NO_NEWLINE = "\\ No newline at end of file\n"
TEN = "".join(f"{number}\n" for number in range(1, 11))


def cases() -> Iterator[Case]:
    """Every case of a patch that has the form of one."""
    yield from _fitting()
    yield from _not_fitting()
    yield from _kept()
    yield from _conflicts()
    yield from _order()


def headed(body: str) -> str:
    """Hunks below the names of a file."""
    return f"--- a/a\n+++ b/a\n{body}"


def patching(
    slug: str,
    description: str,
    requirements: list[str],
    before: str,
    patch: str,
    after: str | Mapping[str, Any],
    *,
    anchor: str = GIT,
    flags: tuple[str, ...] = (),
) -> Case:
    """A patch of the file ``a``: the content that it gives, or the whole failure."""
    params = {"uri": at("a"), "patch": patch, "base_hash": content_hash(before)}
    expected = after if isinstance(after, Mapping) else ok(
        "apply_patch", uri=at("a"), hash=content_hash(after), previous_hash=content_hash(before),
    )  # fmt: skip
    left = before if isinstance(after, Mapping) else after
    return case(
        slug, description, requirements, "apply_patch", params, {"a": before}, expected,
        anchor=anchor, after={"a": left}, flags=flags,
    )  # fmt: skip


def _fitting() -> Iterator[Case]:
    applied = {
        "replaced": (TEN, "@@ -4,3 +4,3 @@\n 4\n-5\n+five\n 6\n", TEN.replace("5", "five"),
                     ["FS-43", "FS-61"], "A line is replaced"),
        "removed": ("1\n2\n3\n", "@@ -1,3 +1,2 @@\n 1\n-2\n 3\n", "1\n3\n",
                    ["FS-43"], "A line is removed"),
        "added-without-context": ("1\n2\n", "@@ -1,0 +2 @@\n+x\n", "1\nx\n2\n",
                                  ["FS-54"], "Lines are added behind the line that an empty side names"),
        "added-at-the-start": ("1\n", "@@ -0,0 +1,2 @@\n+x\n+y\n", "x\ny\n1\n",
                               ["FS-54"], "Line 0 is the place before the first line"),
        "removed-without-context": ("1\n2\n3\n", "@@ -2 +1,0 @@\n-2\n", "1\n3\n",
                                    ["FS-50", "FS-54"], "Context is not needed where lines are counted"),
        "emptied": ("1\n", "@@ -1 +0,0 @@\n-1\n", "", ["FS-54"], "A file may end up empty"),
        "filled": ("", "@@ -0,0 +1 @@\n+1\n", "1\n", ["FS-54"], "An empty file may be filled"),
        "several-hunks": (
            TEN, "@@ -1,2 +1,3 @@\n 1\n+x\n 2\n@@ -5 +6 @@ def f():\n-5\n+y\n@@ -9,2 +10 @@\n-9\n 10\n",
            TEN.replace("1\n2\n", "1\nx\n2\n", 1).replace("5", "y").replace("9\n", ""),
            ["FS-52", "FS-53", "FS-61"], "Hunks count in the file as it was, whatever those above have done",
        ),
        "hunks-that-touch": (
            "1\n2\n", "@@ -1 +1 @@\n-1\n+x\n@@ -2 +2 @@\n-2\n+y\n", "x\ny\n", ["FS-52"],
            "A hunk may begin where the one above ends",
        ),
        "empty-context-line": ("1\n\n3\n", "@@ -1,3 +1,3 @@\n 1\n\n-3\n+x\n", "1\n\nx\n",
                               ["FS-55"], "An empty line of context may have lost its space"),
        "same-content": ("1\n", "@@ -1 +1 @@\n-1\n+1\n", "1\n", ["FS-43"],
                         "A patch may put back what it removes"),
        "lines-like-heads": (
            "-- a\n++ b\n", "@@ -1,2 +1,2 @@\n--- a\n-++ b\n+@@ -1 +1 @@\n+diff --git\n",
            "@@ -1 +1 @@\ndiff --git\n", ["FS-51"],
            "What a line of a hunk says is content, whatever it looks like",
        ),
    }  # fmt: skip
    for slug, (before, hunks, after, requirements, description) in applied.items():
        yield patching(f"patch-{slug}", description, requirements, before, headed(hunks), after)
    yield from _line_ends()


def _line_ends() -> Iterator[Case]:
    applied = {
        "carriage-returns": ("a\r\nb\r\n", "@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n", "a\r\nc\r\n",
                             ["FS-63"], "A carriage return belongs to its line"),
        "lone-carriage-return": ("a\rb\n", "@@ -1 +1 @@\n-a\rb\n+a\rc\n", "a\rc\n",
                                 ["FS-63"], "A lone carriage return ends no line"),
        "line-separators": ("a\u2028b\x0cc\x85\n", "@@ -1 +1 @@\n-a\u2028b\x0cc\x85\n+x\n", "x\n",
                            ["FS-63"], "No other character ends a line"),
        "terminator-added": ("a", f"@@ -1 +1 @@\n-a\n{NO_NEWLINE}+a\n", "a\n",
                             ["FS-56", "FS-64"], "A missing terminator may be added"),
        "terminator-removed": ("a\n", f"@@ -1 +1 @@\n-a\n+a\n{NO_NEWLINE}", "a",
                               ["FS-56", "FS-64"], "A terminator may be removed"),
        "unterminated-context": ("a\nb", f"@@ -1,2 +1,2 @@\n-a\n+x\n b\n{NO_NEWLINE}", "x\nb",
                                 ["FS-56", "FS-64"], "Context may be unterminated, on both sides"),
        "line-behind-unterminated": ("a", f"@@ -1 +1,2 @@\n-a\n{NO_NEWLINE}+a\n+b\n{NO_NEWLINE}", "a\nb",
                                     ["FS-56", "FS-65"], "A line comes behind an unterminated one when that is rewritten"),
    }  # fmt: skip
    for slug, (before, hunks, after, requirements, description) in applied.items():
        yield patching(
            f"patch-{slug}", description, requirements, before, headed(hunks), after,
            flags=("terminator",),
        )  # fmt: skip


def _not_fitting() -> Iterator[Case]:
    refused = {
        "one-line-off": ("x\n1\n2\n", "@@ -1 +1 @@\n-1\n+one\n", 1, "FS-61", ("inexact",),
                         "The line stands one further down"),
        "white-space": ("a b\n", "@@ -1 +1 @@\n-a  b\n+c\n", 1, "FS-62", ("inexact",),
                        "White space differs"),
        "space-at-the-end": ("a\nb\n", "@@ -1,2 +1,2 @@\n a \n-b\n+c\n", 1, "FS-62", ("inexact",),
                             "Context has a space more at its end"),
        "case": ("a\nb\n", "@@ -1,2 +1,2 @@\n A\n-b\n+c\n", 1, "FS-62", ("inexact",),
                 "Context in another case"),
        "outer-context": (TEN, "@@ -3,5 +3,5 @@\n other\n 4\n-5\n+x\n 6\n 7\n", 1, "FS-62", ("inexact",),
                          "The outermost line of context differs"),
        "second-hunk": (TEN, "@@ -1 +1 @@\n-1\n+x\n@@ -5 +5 @@\n-six\n+y\n@@ -9 +9 @@\n-ten\n+z\n", 2,
                        "FS-66", ("half-applied",), "The first hunk fits, the second does not, nor does the third"),
        "behind-the-end": ("1\n", "@@ -3 +3 @@\n-3\n+x\n", 1, "FS-61", ("inexact",),
                           "The file has no such line"),
        "added-behind-the-end": ("1\n", "@@ -2,0 +3 @@\n+x\n", 1, "FS-61", ("inexact",),
                                 "Lines are added behind a line that the file does not have"),
        "longer-than-the-file": ("1\n2\n", "@@ -1,3 +1,2 @@\n 1\n 2\n-3\n", 1, "FS-62", ("inexact",),
                                 "The file ends before the hunk"),
        "already-applied": ("one\n2\n", "@@ -1,2 +1,2 @@\n-1\n+one\n 2\n", 1, "FS-62", ("inexact",),
                            "The change is there already"),
        "carriage-return-in-the-file": ("a\r\n", "@@ -1 +1 @@\n-a\n+b\n", 1, "FS-63", ("terminator",),
                                        "The file has a carriage return, the patch none"),
        "carriage-return-in-the-patch": ("a\n", "@@ -1 +1 @@\n-a\r\n+b\r\n", 1, "FS-63", ("terminator",),
                                         "The patch has a carriage return, the file none"),
        "unterminated-file": ("a", "@@ -1 +1 @@\n-a\n+b\n", 1, "FS-64", ("terminator",),
                              "The line of the file is unterminated, that of the patch is not"),
        "unterminated-patch": ("a\n", f"@@ -1 +1 @@\n-a\n{NO_NEWLINE}+b\n", 1, "FS-64", ("terminator",),
                               "The line of the patch is unterminated, that of the file is not"),
        "unterminated-in-the-middle": ("a\nb\n", f"@@ -1 +1 @@\n-a\n+x\n{NO_NEWLINE}", 1, "FS-65", ("terminator",),
                                       "A new line without terminator has a line behind it"),
        "added-behind-unterminated": ("a", "@@ -1,0 +2 @@\n+b\n", 1, "FS-65", ("terminator",),
                                      "A line is added behind an unterminated one"),
    }  # fmt: skip
    for slug, (before, hunks, number, requirement, flags, description) in refused.items():
        yield patching(
            f"patch-fails-{slug}", description, [requirement, "FS-66"], before, headed(hunks),
            fails("apply_patch", "PATCH_FAILED", hunk=number), anchor=PAGE, flags=flags,
        )  # fmt: skip


def _kept() -> Iterator[Case]:
    patch = headed("@@ -2 +2 @@\n-b\n+c\n")
    before, after = b"\xff\xfe\0\nb\n\xe9", b"\xff\xfe\0\nc\n\xe9"
    done = ok(
        "apply_patch", uri=at("a"), hash=content_hash(after), previous_hash=content_hash(before),
    )  # fmt: skip
    yield case(
        "patch-among-bytes", "What a patch does not touch need not be text", ["FS-67"],
        "apply_patch", {"uri": at("a"), "patch": patch, "base_hash": content_hash(before)},
        {"a": encoded(before)}, done, anchor=PAGE, after={"a": encoded(after)},
        flags=["changed-content"],
    )  # fmt: skip
    patch = headed("@@ -1 +1 @@\n-a\n+b\n")
    params = {"uri": at("a"), "patch": patch, "base_hash": content_hash("a\n")}
    done = ok(
        "apply_patch", uri=at("a"), hash=content_hash("b\n"), previous_hash=content_hash("a\n"),
    )  # fmt: skip
    for slug, executable in (("executable", {"executable": True}), ("plain", {})):
        yield case(
            f"patch-keeps-mode-{slug}", "The file keeps its mode, and nothing stands beside it",
            ["FS-68", "FS-69"], "apply_patch", params,
            {"a": {"text": "a\n", **executable}, ".b": "b"}, done, anchor=PAGE,
            after={"a": {"text": "b\n", **executable}, ".b": "b"},
        )  # fmt: skip
    yield case(
        "patch-through-a-link", "The file that a link leads to is changed, the link stays",
        ["FS-6", "FS-69"], "apply_patch", {**params, "uri": at("link")},
        {"a": "a\n", "link": link("a")}, done, anchor=PAGE, after={"a": "b\n", "link": link("a")},
    )  # fmt: skip


def _conflicts() -> Iterator[Case]:
    patch = headed("@@ -1 +1 @@\n-one\n+two\n")
    yield case(
        "base-hash-conflict", "A patch for another content is refused with both hashes",
        ["FS-45"], "apply_patch",
        {"uri": at("a"), "patch": patch, "base_hash": content_hash("one\n")}, {"a": "one\nmore\n"},
        fails(
            "apply_patch", "CONFLICT", expected=content_hash("one\n"),
            actual=content_hash("one\nmore\n"),
        ),
        anchor="HIP-0300, Test Cases 4", flags=["stale-edit"],
    )  # fmt: skip
    read = step("read", {"uri": at("a")}, ok(
        "read", uri=at("a"), hash=content_hash("one\n"), size=4, encoding="utf-8", text="one\n",
        content_b64=None, range=None,
    ))  # fmt: skip
    params = {"uri": at("a"), "patch": patch, "base_hash": from_step(0, "/data/hash")}
    yield Case(
        "patch-with-the-hash-read", "The hash of a read is what a patch takes", ["FS-8", "FS-43"],
        workspace=tree({"a": "one\n"}),
        steps=[read, step("apply_patch", params, ok(
            "apply_patch", uri=at("a"), hash=content_hash("two\n"),
            previous_hash=content_hash("one\n"),
        ))],
        after=tree({"a": "two\n"}), anchor="HIP-0300, Test Cases 6",
    )  # fmt: skip
    for slug, now, code, requirement in (
        ("changed", "ONE\n", "CONFLICT", "FS-45"), ("gone", None, "NOT_FOUND", "FS-18"),
        ("a-folder", FOLDER, "UNSUPPORTED", "FS-19"),
    ):  # fmt: skip
        known: dict[str, Any] = {
            "CONFLICT": {"expected": content_hash("one\n"), "actual": content_hash("ONE\n")},
            "NOT_FOUND": {"uri": at("a")},
            "UNSUPPORTED": {"uri": at("a"), "type": "directory"},
        }[code]
        edit = step("apply_patch", params, fails("apply_patch", code, **known), before={"a": now})
        yield Case(
            f"patch-of-a-file-meanwhile-{slug}",
            "Between read and patch somebody else changes the file",
            [requirement],
            workspace=tree({"a": "one\n"}),
            steps=[read, edit],
            after=tree({} if now is None else {"a": now}),
            anchor="HIP-0300, Why base_hash for Edits", flags=["stale-edit"],
        )  # fmt: skip


def _order() -> Iterator[Case]:
    right = content_hash("one\n")
    wrong = content_hash("other")
    for slug, base_hash in {
        "short": "abc123",
        "in-capitals": right.upper(),
        "without-algorithm": right.removeprefix("sha256:"),
        "in-capital-digits": "sha256:" + right.removeprefix("sha256:").upper(),
        "with-a-line-end": right + "\n",
        "of-another-algorithm": "md5:" + "0" * 32,
    }.items():
        yield case(
            f"base-hash-{slug}", "It is the hash of no content", ["FS-44"], "apply_patch",
            {"uri": at("a"), "patch": headed("@@ -1 +1 @@\n-one\n+two\n"), "base_hash": base_hash},
            {"a": "one\n"}, invalid("fs", "apply_patch", ("/base_hash", "hash")), anchor=PAGE,
        )  # fmt: skip
    orders: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
        "hash-before-file": (
            {"uri": at("b"), "patch": "", "base_hash": "abc123"},
            invalid("fs", "apply_patch", ("/base_hash", "hash")),
        ),
        "uri-before-hash": (
            {"uri": "a", "patch": "", "base_hash": "abc123"},
            invalid("fs", "apply_patch", ("/uri", "uri")),
        ),
        "file-before-patch": (
            {"uri": at("b"), "patch": "", "base_hash": right},
            fails("apply_patch", "NOT_FOUND", uri=at("b")),
        ),
        "content-before-patch": (
            {"uri": at("a"), "patch": "", "base_hash": wrong},
            fails("apply_patch", "CONFLICT", expected=wrong, actual=right),
        ),
        "form-before-fit": (
            {
                "uri": at("a"), "base_hash": right,
                "patch": headed("@@ -1 +1 @@\n-x\n+y\n@@ -3,2 +3 @@\n-z\n"),
            },
            invalid("fs", "apply_patch", ("/patch", "patch")),
        ),
    }  # fmt: skip
    for slug, (params, expected) in orders.items():
        yield case(
            f"patch-{slug}", "Of several mistakes the first in order is told", ["FS-46"],
            "apply_patch", params, {"a": "one\n"}, expected, anchor=PAGE,
        )  # fmt: skip
    yield case(
        "patch-of-a-folder", "A folder has no content to patch", ["FS-19"],
        "apply_patch", {"uri": at("d"), "patch": "", "base_hash": right}, {"d": FOLDER},
        fails("apply_patch", "UNSUPPORTED", uri=at("d"), type="directory"), anchor=HIP,
    )  # fmt: skip
