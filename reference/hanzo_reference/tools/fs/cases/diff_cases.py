"""Cases of diff."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hanzo_reference.spec.cases import Case
from hanzo_reference.tools.case_words import at, from_step, invalid, tree
from hanzo_reference.tools.fs.cases.patching_cases import NO_NEWLINE
from hanzo_reference.tools.fs.cases.words import (
    DECIDED,
    HIP,
    case,
    content_hash,
    encoded,
    fails,
    ok,
    step,
)

DIFFUTILS = "GNU diffutils, Unified Format"


def cases() -> Iterator[Case]:
    """Every case of this action."""
    yield from _diffs()
    yield from _known()
    yield from _refused()


def _numbers(first: int, last: int) -> str:
    return "".join(f"{number}\n" for number in range(first, last + 1))


def _marked(mark: str, text: str) -> str:
    return "".join(f"{mark}{line}\n" for line in text.splitlines())


def _answer(old: str, new: str, hunks: str) -> dict[str, Any]:
    a, b = content_hash(old), content_hash(new)
    head = f"--- {a}\n+++ {b}\n" if hunks else ""
    return ok("diff", hash_a=a, hash_b=b, patch=head + hunks)


def _diff(
    slug: str,
    description: str,
    requirements: list[str],
    old: str,
    new: str,
    hunks: str,
    anchor: str,
) -> Case:
    """Two files, their hashes by stat, and what differs."""
    files = {"old": old, "new": new}
    hashes = {"hash_a": from_step(0, "/data/hash"), "hash_b": from_step(1, "/data/hash")}
    return Case(
        f"diff-{slug}", description, requirements, workspace=tree(files),
        steps=[
            step("stat", {"uri": at("old")}), step("stat", {"uri": at("new")}),
            step("diff", hashes, _answer(old, new, hunks)),
        ],
        after=tree(files), anchor=anchor,
    )  # fmt: skip


def _diffs() -> Iterator[Case]:
    ten, twenty = _numbers(1, 10), _numbers(1, 20)
    yield _diff(
        "changed-line", "A changed line stands with three lines around it", ["FS-71"],
        ten, ten.replace("5", "x"),
        f"@@ -2,7 +2,7 @@\n{_marked(' ', _numbers(2, 4))}-5\n+x\n{_marked(' ', _numbers(6, 8))}",
        DIFFUTILS,
    )  # fmt: skip
    yield _diff("same", "Nothing differs from itself", ["FS-72"], "a\n", "a\n", "", DIFFUTILS)
    yield _diff(
        "from-nothing", "An empty side is counted from the line before it", ["FS-77"],
        "", "a\nb\n", "@@ -0,0 +1,2 @@\n+a\n+b\n", DIFFUTILS,
    )  # fmt: skip
    yield _diff(
        "to-nothing", "A count of 1 is left out", ["FS-77"], "a\n", "", "@@ -1 +0,0 @@\n-a\n",
        DIFFUTILS,
    )  # fmt: skip
    yield _diff(
        "six-lines-between", "Changes with six lines between share a hunk", ["FS-76"],
        twenty, twenty.replace("5\n", "x\n", 1).replace("12\n", "y\n"),
        f"@@ -2,14 +2,14 @@\n{_marked(' ', _numbers(2, 4))}-5\n+x\n{_marked(' ', _numbers(6, 11))}"
        f"-12\n+y\n{_marked(' ', _numbers(13, 15))}",
        DIFFUTILS,
    )  # fmt: skip
    yield _diff(
        "seven-lines-between", "Changes with seven lines between have a hunk each", ["FS-76"],
        twenty, twenty.replace("5\n", "x\n", 1).replace("13\n", "y\n"),
        f"@@ -2,7 +2,7 @@\n{_marked(' ', _numbers(2, 4))}-5\n+x\n{_marked(' ', _numbers(6, 8))}"
        f"@@ -10,7 +10,7 @@\n{_marked(' ', _numbers(10, 12))}-13\n+y\n"
        f"{_marked(' ', _numbers(14, 16))}",
        DIFFUTILS,
    )  # fmt: skip
    yield _diff(
        "terminator", "A terminator is a difference", ["FS-78"], "a\nb", "a\nb\n",
        f"@@ -1,2 +1,2 @@\n a\n-b\n{NO_NEWLINE}+b\n", "GNU diffutils, Incomplete Lines",
    )  # fmt: skip
    yield _diff(
        "unterminated-context", "Context may be unterminated", ["FS-78"], "a\nb", "x\nb",
        f"@@ -1,2 +1,2 @@\n-a\n+x\n b\n{NO_NEWLINE}", "GNU diffutils, Incomplete Lines",
    )  # fmt: skip
    yield _diff(
        "carriage-return", "A carriage return is a difference", ["FS-78"], "a\r\n", "a\n",
        "@@ -1 +1 @@\n-a\r\n+a\n", DIFFUTILS,
    )  # fmt: skip
    choices = {
        # "a b c" and "c a b": a and b can be kept, or c alone.
        "keeps-most": ("a\nb\nc\n", "c\na\nb\n", "@@ -1,3 +1,3 @@\n+c\n a\n b\n-c\n",
                       "As many lines as possible are kept"),
        # One line can be kept, either of them.
        "removes-first": ("a\nb\n", "b\na\n", "@@ -1,2 +1,2 @@\n-a\n b\n+a\n",
                          "Where two diffs keep as much, the old line goes first"),
        "keeps-the-start": ("a\nb\n", "a\na\nb\n", "@@ -1,2 +1,3 @@\n a\n+a\n b\n",
                            "The common start is kept before the common end"),
        "keeps-the-end": ("x\na\n", "a\ny\na\n", "@@ -1,2 +1,3 @@\n-x\n+a\n+y\n a\n",
                          "The common end is kept before what stands above it"),
        "removed-before-added": (
            "k\na\nb\nk\n", "k\nx\ny\nk\n", "@@ -1,4 +1,4 @@\n k\n-a\n-b\n+x\n+y\n k\n",
            "Between kept lines, what is removed stands before what is added",
        ),
        "twins": (
            "s\na\nb\na\ne\n", "s\nb\na\nb\ne\n", "@@ -1,5 +1,5 @@\n s\n-a\n b\n a\n+b\n e\n",
            "Lines that stand twice are kept where most can be kept",
        ),
    }  # fmt: skip
    for slug, (old, new, hunks, description) in choices.items():
        requirement = "FS-76" if slug == "removed-before-added" else "FS-75"
        yield _diff(slug, description, [requirement], old, new, hunks, "tool-actions-fs FS-75")
    yield from _largest()


def _largest() -> Iterator[Case]:
    """The border of comparing line by line: 1000 by 1000 lines, then 1000 by 1001."""
    old = _numbers(1, 999) + "same\n"
    for slug, more, requirement in (("most", "", "FS-75"), ("too-many", "-2\n", "FS-80")):
        new = f"-1\n{more}same\n" + "".join(f"+{number}\n" for number in range(998))
        if more:
            hunks = f"@@ -1,1000 +1,1001 @@\n{_marked('-', old)}{_marked('+', new)}"
        else:
            rest = new.split("same\n")[1]
            hunks = (
                f"@@ -1,1000 +1,1000 @@\n{_marked('-', _numbers(1, 999))}+-1\n same\n"
                f"{_marked('+', rest)}"
            )
        yield _diff(
            f"{slug}-pairs", "Up to a million pairs of lines are compared", [requirement], old, new,
            hunks, "tool-actions-fs FS-80",
        )  # fmt: skip


def _known() -> Iterator[Case]:
    one, two = "known by write\n", "known by patch\n"
    a, b = content_hash(one), content_hash(two)
    hunk = f"@@ -1 +1 @@\n-{one}+{two}"
    yield Case(
        "diff-of-written-and-patched",
        "Contents are known from write and patch, though neither file is there any more",
        ["FS-71", "FS-73"], workspace=tree({}),
        steps=[
            step("write", {"uri": at("a"), "content": one}),
            step("apply_patch", {"uri": at("a"), "base_hash": a, "patch": f"--- a\n+++ a\n{hunk}"}),
            step("rm", {"uri": at("a"), "confirm": True}),
            step("diff", {"hash_a": a, "hash_b": b}, _answer(one, two, hunk)),
            step("diff", {"hash_a": b, "hash_b": a}, _answer(
                two, one, f"@@ -1 +1 @@\n-{two}+{one}",
            )),
        ],
        after=tree({}), anchor=DECIDED,
    )  # fmt: skip
    one, two = "known before a patch\n", "known behind a patch\n"
    a, b = content_hash(one), content_hash(two)
    hunk = f"@@ -1 +1 @@\n-{one}+{two}"
    yield Case(
        "diff-of-before-and-after-a-patch", "A patch makes both its contents known", ["FS-73"],
        workspace=tree({"a": one}),
        steps=[
            step("apply_patch", {"uri": at("a"), "base_hash": a, "patch": f"--- a\n+++ a\n{hunk}"}),
            step("diff", {"hash_a": a, "hash_b": b}, _answer(one, two, hunk)),
        ],
        after=tree({"a": two}), anchor=DECIDED,
    )  # fmt: skip
    one, two = "known by read\n", "changed meanwhile\n"
    a, b = content_hash(one), content_hash(two)
    patch = f"--- {a}\n+++ {b}\n@@ -1 +1 @@\n-{one}+{two}"
    yield Case(
        "diff-is-a-patch", "What diff answers is what apply_patch takes",
        ["FS-71", "FS-73"], workspace=tree({"a": one, "b": two}),
        steps=[
            step("read", {"uri": at("a")}), step("read", {"uri": at("b")}),
            step("diff", {
                "hash_a": from_step(0, "/data/hash"), "hash_b": from_step(1, "/data/hash"),
            }, ok("diff", hash_a=a, hash_b=b, patch=patch)),
            step("apply_patch", {
                "uri": at("a"), "base_hash": from_step(0, "/data/hash"),
                "patch": from_step(2, "/data/patch"),
            }, ok("apply_patch", uri=at("a"), hash=b, previous_hash=a)),
        ],
        after=tree({"a": two, "b": two}), anchor=HIP,
    )  # fmt: skip


def _refused() -> Iterator[Case]:
    never = [content_hash(f"never seen {number}") for number in range(2)]
    yield case(
        "diff-of-unknown", "A content that nobody saw cannot be compared", ["FS-74"],
        "diff", {"hash_a": never[0], "hash_b": never[1]}, {"a": "a"},
        fails("diff", "NOT_FOUND", hash=never[0]), anchor=DECIDED,
    )  # fmt: skip
    yield case(
        "diff-of-no-hashes", "Each parameter that is no hash is told", ["FS-74"],
        "diff", {"hash_a": "abc123", "hash_b": never[0][:-1]}, {},
        invalid("fs", "diff", ("/hash_a", "hash"), ("/hash_b", "hash")), anchor=DECIDED,
    )  # fmt: skip
    data = b"\xff\n"
    yield Case(
        "diff-of-bytes", "What is not text has no diff", ["FS-79"],
        workspace=tree({"a": "a\n", "b": encoded(data)}),
        steps=[
            step("read", {"uri": at("a")}), step("read", {"uri": at("b")}),
            step("diff", {"hash_a": content_hash("a\n"), "hash_b": content_hash(data)}, fails(
                "diff", "UNSUPPORTED", hash=content_hash(data), encoding="utf-8",
            )),
        ],
        anchor=DECIDED,
    )  # fmt: skip
