"""Cases of the form of a patch: what is read, what is malformed, what is asked too much."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.spec.cases import Case
from hanzo_reference.tools.case_words import invalid
from hanzo_reference.tools.fs.cases.patching_cases import (
    GIT,
    NO_NEWLINE,
    PAGE,
    headed,
    patching,
)
from hanzo_reference.tools.fs.cases.words import fails

HUNK = "@@ -1 +1 @@\n-1\n+x\n"
DIFFUTILS = "GNU diffutils, Detailed Unified"


def cases() -> Iterator[Case]:
    """Every case of the form."""
    yield from _names()
    yield from _malformed()
    yield from _unsupported()


def _names() -> Iterator[Case]:
    accepted = {
        "git-lines": f"diff --git a/a b/a\nindex d00491f..587be6b 100644\n{headed(HUNK)}",
        "git-rewrite": f"diff --git a/a b/a\ndissimilarity index 90%\n{headed(HUNK)}",
        "other-names": f"--- somewhere/b.orig\n+++ else where/c\n{HUNK}",
        "times": f"--- a\t2001-01-01 00:00:00.000000000 +0000\n+++ a\t2002-01-01\n{HUNK}",
        "options-of-diff": f"diff -u a.orig a\n{headed(HUNK)}",
    }
    for slug, patch in accepted.items():
        yield patching(
            f"patch-names-{slug}", "What stands above the hunks does not choose the file",
            ["FS-48"], "1\n2\n", patch, "x\n2\n", anchor="git diff; POSIX diff -u",
        )  # fmt: skip
    yield patching(
        "patch-head-with-text", "Text behind a head says nothing", ["FS-50"],
        "1\n2\n", headed("@@ -1,1 +01,1 @@@@ -9 +9 @@\n-1\n+x\n"), "x\n2\n", anchor=DIFFUTILS,
    )  # fmt: skip


def _malformed() -> Iterator[Case]:
    broken = {
        "empty": ("", "FS-47", "Nothing is no patch"),
        "words": ("change 1 to x\n", "FS-47", "Words are no patch"),
        "hunk-without-names": (HUNK, "FS-47", "A hunk stands below the names of a file"),
        "names-without-hunk": (headed(""), "FS-47", "A patch has at least one hunk"),
        "one-name": (f"--- a\n{HUNK}", "FS-47", "The new name is missing"),
        "empty-name": (f"--- \n+++ b\n{HUNK}", "FS-47", "A name is not empty"),
        "names-twice": (headed(headed(HUNK)), "FS-47", "A second file before the first hunk"),
        "words-above": (f"Subject: x\n{headed(HUNK)}", "FS-47", "Words above the names"),
        "words-between": (headed(f"words\n{HUNK}"), "FS-47", "Words between names and hunk"),
        "cut-off": (headed(HUNK).removesuffix("\n"), "FS-49", "The last line has no end"),
        "cut-off-behind": (headed(f"{HUNK} 2"), "FS-49", "A line behind the last hunk has no end"),
        "head-without-numbers": (headed("@@ ... @@\n-1\n+x\n"), "FS-50", "A head without numbers"),
        "head-of-three": (
            headed("@@@ -1 -1 +1 @@@\n--1\n++x\n"), "FS-50", "A head of a merge of two parents",
        ),
        "head-in-other-digits": (
            headed("@@ -\u0661 +\u0661 @@\n-1\n+x\n"), "FS-50", "Digits are ASCII",
        ),
        "head-with-sign": (headed("@@ -+1 +1 @@\n-1\n+x\n"), "FS-50", "Numbers have no sign"),
        "head-with-ten-digits": (
            headed("@@ -0000000001 +1 @@\n-1\n+x\n"), "FS-50", "A number has at most nine digits",
        ),
        "fewer-lines": (headed("@@ -1,2 +1,2 @@\n-1\n+x\n"), "FS-51", "A line is missing"),
        "more-old-lines": (headed("@@ -1 +1,2 @@\n-1\n-2\n+x\n+y\n"), "FS-51", "One old line too many"),
        "more-new-lines": (headed("@@ -1,2 +1 @@\n-1\n+x\n+y\n-2\n"), "FS-51", "One new line too many"),
        "line-behind-the-count": (headed("@@ -1 +1 @@\n-1\n+x\n 2\n"), "FS-51", "A line is not counted"),
        "hunks-out-of-order": (
            headed("@@ -3 +3 @@\n-3\n+x\n@@ -1 +1 @@\n-1\n+y\n"), "FS-52", "Hunks go down the file",
        ),
        "hunks-that-overlap": (
            headed("@@ -1,2 +1,2 @@\n-1\n+x\n 2\n@@ -2,2 +2,2 @@\n 2\n-3\n+y\n"), "FS-52",
            "Hunks do not share lines",
        ),
        "new-start-wrong": (headed("@@ -1 +2 @@\n-1\n+x\n"), "FS-53", "The starts do not agree"),
        "second-new-start-wrong": (
            headed("@@ -1 +1,2 @@\n-1\n+x\n+y\n@@ -3 +3 @@\n-3\n+z\n"), "FS-53",
            "The line that the first hunk adds is not counted in the second",
        ),
        "line-zero": (headed("@@ -0 +0 @@\n-1\n+x\n"), "FS-54", "Lines are counted from 1"),
        "other-mark": (headed("@@ -1 +1 @@\n-1\n*x\n"), "FS-55", "A line with another mark"),
        "marker-first": (headed(f"@@ -1 +1 @@\n{NO_NEWLINE}-1\n+x\n"), "FS-56", "A marker below no line"),
        "marker-twice": (headed(f"{HUNK}{NO_NEWLINE}{NO_NEWLINE}"), "FS-56", "A marker below a marker"),
        "marker-before-an-old-line": (
            headed(f"@@ -1,2 +1 @@\n-1\n{NO_NEWLINE}-2\n+x\n"), "FS-56", "An old line behind the last one",
        ),
        "marker-before-a-new-line": (
            headed(f"@@ -1 +1,2 @@\n-1\n+x\n{NO_NEWLINE}+y\n"), "FS-56", "A new line behind the last one",
        ),
        "marker-before-a-hunk": (
            headed(f"@@ -1 +1 @@\n-1\n+x\n{NO_NEWLINE}@@ -3 +3 @@\n-3\n+y\n"), "FS-56",
            "A hunk behind the last line",
        ),
        "marker-below-an-empty-line": (
            headed(f"@@ -1 +1,2 @@\n-1\n+x\n+\n{NO_NEWLINE}"), "FS-56",
            "An empty line without a terminator is no line",
        ),
        "marker-in-other-words": (
            headed(f"{HUNK}\\ Kein Zeilenumbruch am Dateiende.\n"), "FS-56", "A marker has one wording",
        ),
        "no-change": (headed("@@ -1 +1 @@\n 1\n"), "FS-57", "Context alone changes nothing"),
        "no-lines": (headed("@@ -0,0 +0,0 @@\n"), "FS-57", "No lines change nothing"),
        "empty-line-behind": (headed(f"{HUNK}\n"), "FS-58", "An empty line behind the last hunk"),
        "signature-behind": (headed(f"{HUNK}-- \n2.39.5\n"), "FS-58", "The signature of a mail"),
        "fence-behind": (headed(f"{HUNK}```\n"), "FS-58", "The fence of a code block"),
    }  # fmt: skip
    for slug, (patch, requirement, description) in broken.items():
        yield patching(
            f"patch-malformed-{slug}", description, [requirement], "1\n2\n3\n", patch,
            invalid("fs", "apply_patch", ("/patch", "patch")), anchor=PAGE,
            flags=("lenient-patch",),
        )  # fmt: skip


def _unsupported() -> Iterator[Case]:
    head = "diff --git a/a b/b\n"
    asked = {
        "create": f"--- /dev/null\n+++ b/a\n{HUNK}",
        "create-with-time": f"--- /dev/null\t1970-01-01\n+++ b/a\n{HUNK}",
        "create-with-carriage-return": f"--- /dev/null\r\n+++ b/a\r\n{HUNK}",
        "create-by-git": f"{head}new file mode 100644\nindex 0000000..587be6b\n--- /dev/null\n",
        "delete": f"--- a/a\n+++ /dev/null\n{HUNK}",
        "delete-by-git": f"{head}deleted file mode 100644\nindex d00491f..0000000\n",
        "rename": f"{head}similarity index 100%\nrename from a\nrename to b\n",
        "copy": f"{head}similarity index 90%\ncopy from a\ncopy to b\n{headed(HUNK)}",
        "mode": f"{head}old mode 100644\nnew mode 100755\n",
        "mode-first": f"{head}new mode 100755\nrename from a\nrename to b\n",
        "binary": f"{head}index d00491f..587be6b 100644\nGIT binary patch\nliteral 0\n",
        "binary-without-content": f"{head}Binary files a/a and b/a differ\n",
    }
    for slug, patch in asked.items():
        feature = slug.split("-")[0]
        yield patching(
            f"patch-asks-for-{slug}", f"A patch changes content: {feature} is another thing",
            ["FS-59"], "1\n2\n", patch, fails("apply_patch", "UNSUPPORTED", feature=feature),
            anchor=GIT if "git" in slug else PAGE,
        )  # fmt: skip
    for slug, second in (("", headed(HUNK)), ("-by-git", f"{head}{headed(HUNK)}")):
        yield patching(
            f"patch-asks-for-several-files{slug}", "A patch is of one file", ["FS-60"], "1\n2\n",
            headed(HUNK) + second, fails("apply_patch", "UNSUPPORTED", feature="several-files"),
            anchor=PAGE,
        )  # fmt: skip
