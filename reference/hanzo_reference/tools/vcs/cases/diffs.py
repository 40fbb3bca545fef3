"""Cases of ``diff``."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from dataclasses import replace

from hanzo_reference.spec.cases import Case
from hanzo_reference.tools.case_words import at
from hanzo_reference.tools.vcs.cases import objects
from hanzo_reference.tools.vcs.cases.words import (
    SIGNED,
    ask,
    computed,
    deny,
    diff_data,
    part,
    vcs_case,
    wrong,
)

GIT = "git diff"
FILES = {"a.txt": "1\n2\n3\n4\n5\n", "b.txt": "b\n"}
NONE = "0" * 40


def _ids(old: str | None, new: str | None, mode: str = "") -> str:
    """The index line of a patch."""
    before, after = (NONE if item is None else objects.blob(item.encode()) for item in (old, new))
    return f"index {before}..{after}{mode}\n"


A_CHANGED = (
    "diff --git a/a.txt b/a.txt\n"
    + _ids("1\n2\n3\n4\n5\n", "1\n2\nIII\n4\n5\n", " 100644")
    + "--- a/a.txt\n+++ b/a.txt\n@@ -1,5 +1,5 @@\n 1\n 2\n-3\n+III\n 4\n 5\n"
)
CHANGED = {"a.txt": "1\n2\nIII\n4\n5\n"}
B_DELETED = (
    "diff --git a/b.txt b/b.txt\ndeleted file mode 100644\n"
    + _ids("b\n", None)
    + "--- a/b.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-b\n"
)
C_ADDED = (
    "diff --git a/c.txt b/c.txt\nnew file mode 100644\n"
    + _ids(None, "c")
    + "--- /dev/null\n+++ b/c.txt\n@@ -0,0 +1 @@\n+c\n\\ No newline at end of file\n"
)


def diff_cases() -> Iterator[Case]:
    """What is compared, and how it is written."""
    yield vcs_case(
        "diff-nothing", "Where nothing differs the patch is empty", "VCS-11", FILES,
        [ask("diff", diff_data())], GIT,
    )  # fmt: skip
    yield vcs_case(
        "diff-files", "Changed and gone files; untracked ones are not compared", "VCS-11 VCS-13",
        FILES,
        [ask("diff", diff_data(part("a.txt", "modified", (1, 1), A_CHANGED),
                               part("b.txt", "deleted", (0, 1), B_DELETED)),
             before={**CHANGED, "b.txt": None, "new.txt": "new\n"})],
        GIT,
    )  # fmt: skip
    yield vcs_case(
        "diff-staged", "What is staged is compared with HEAD, the files with what is staged",
        "VCS-11", FILES,
        [computed("apply", patch=A_CHANGED + C_ADDED, staged=True),
         ask("diff", diff_data(part("a.txt", "modified", (1, 1), A_CHANGED),
                               part("c.txt", "added", (1, 0), C_ADDED)), staged=True),
         ask("diff", diff_data()),
         ask("diff", diff_data(part("b.txt", "deleted", (0, 1), B_DELETED)),
             before={"b.txt": None}),
         ask("diff", diff_data(part("a.txt", "modified", (1, 1), A_CHANGED),
                               part("c.txt", "added", (1, 0), C_ADDED)), staged=True)],
        GIT, "staging",
    )  # fmt: skip
    yield vcs_case(
        "diff-ref", "The files are compared with a commit", "VCS-11", FILES,
        [computed("commit", message="second", files=[at("a.txt")], **SIGNED, before=CHANGED),
         ask("diff", diff_data(part("a.txt", "modified", (1, 1), A_CHANGED),
                               part("b.txt", "deleted", (0, 1), B_DELETED)),
             ref="HEAD~1", before={"b.txt": None}),
         ask("diff", diff_data(part("a.txt", "modified", (1, 1), A_CHANGED)),
             ref=objects.commit(FILES), staged=True)],
        GIT, "staging",
    )  # fmt: skip
    yield vcs_case(
        "diff-context", "Three lines around a change, hunks apart where lines are between",
        "VCS-12", {"f": "".join(f"{line}\n" for line in range(1, 21))},
        [ask("diff", diff_data(part(
            "f", "modified", (2, 2),
            "diff --git a/f b/f\n"
            + _ids("".join(f"{line}\n" for line in range(1, 21)),
                   "".join(f"{line}{'!' if line in (5, 14) else ''}\n" for line in range(1, 21)),
                   " 100644")
            + "--- a/f\n+++ b/f\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+5!\n 6\n 7\n 8\n"
            "@@ -11,7 +11,7 @@\n 11\n 12\n 13\n-14\n+14!\n 15\n 16\n 17\n")),
            before={"f": "".join(f"{line}{'!' if line in (5, 14) else ''}\n"
                                 for line in range(1, 21))})],
        GIT,
    )  # fmt: skip
    yield vcs_case(
        "diff-crlf", "Carriage returns are content", "VCS-12", {"f": "a\r\nb\n"},
        [ask("diff", diff_data(part(
            "f", "modified", (2, 2),
            "diff --git a/f b/f\n" + _ids("a\r\nb\n", "a\nb\r\n", " 100644")
            + "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n-a\r\n-b\n+a\n+b\r\n")),
            before={"f": "a\nb\r\n"})],
        GIT, "crlf",
    )  # fmt: skip
    yield vcs_case(
        "diff-no-newline", "A last line without an end on either side", "VCS-12", {"f": "a"},
        [ask("diff", diff_data(part(
            "f", "modified", (2, 1),
            "diff --git a/f b/f\n" + _ids("a", "a\nb", " 100644")
            + "--- a/f\n+++ b/f\n@@ -1 +1,2 @@\n-a\n\\ No newline at end of file\n"
            "+a\n+b\n\\ No newline at end of file\n")),
            before={"f": "a\nb"})],
        GIT,
    )  # fmt: skip
    yield vcs_case(
        "diff-renamed", "A staged file in another place, changed a little", "VCS-13",
        {"old.txt": "1\n2\n3\n4\n5\n6\n7\n8\n"},
        [computed("apply", staged=True, patch=RENAME),
         ask("diff", diff_data(part("new.txt", "renamed", (1, 1), RENAME, "old.txt")),
             staged=True)],
        "git diff, --find-renames",
    )  # fmt: skip
    yield vcs_case(
        "diff-mode", "A file that becomes executable has no lines", "VCS-13", {"f": "x\n"},
        [ask("diff", diff_data(part(
            "f", "modified", (0, 0),
            "diff --git a/f b/f\nold mode 100644\nnew mode 100755\n")),
            before={"f": {"text": "x\n", "executable": True}})],
        GIT,
    )  # fmt: skip
    link = (
        "diff --git a/f b/f\ndeleted file mode 100644\n" + _ids("x\n", None)
        + "--- a/f\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n"
        "diff --git a/f b/f\nnew file mode 120000\n" + _ids(None, "g")
        + "--- /dev/null\n+++ b/f\n@@ -0,0 +1 @@\n+g\n\\ No newline at end of file\n"
    )  # fmt: skip
    yield vcs_case(
        "diff-link", "A file that becomes a link is one file in two parts", "VCS-13",
        {"f": "x\n", "g": "b\n"},
        [ask("diff", diff_data(part("f", "type_changed", (1, 1), link),
                               part("g", "deleted", (0, 1), B_DELETED.replace("b.txt", "g"))),
             before={"f": {"symlink": "g"}, "g": None})],
        GIT,
    )  # fmt: skip
    latin = b"caf\xe9\n"
    patch = (
        b"diff --git a/f b/f\nindex " + objects.blob(b"x\n").encode() + b".."
        + objects.blob(latin).encode()
        + b" 100644\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n-x\n+" + latin
    )  # fmt: skip
    encoded = base64.b64encode(patch).decode()
    yield vcs_case(
        "diff-not-utf-8", "A patch that is not UTF-8 comes as base64", "VCS-15", {"f": "x\n"},
        [ask("diff", {"patch": None, "patch_b64": encoded, "skipped": 0,
                      "files": [{**part("f", "modified", (1, 1), ""),
                                 "patch": None, "patch_b64": encoded}]},
             before={"f": {"base64": base64.b64encode(latin).decode()}})],
        "decision VCS-15",
    )  # fmt: skip
    # Packed by zlib, which packs differently from version to version.
    head = "diff --git a/f b/f\n" + _ids("x\n", "\0", " 100644") + "GIT binary patch\nliteral 1\n"
    packed = {"type": "string", "pattern": f"^{head}[^\n]+\n\nliteral 2\n[^\n]+\n\n$"}
    asked_binary = ask("diff", diff_data(part("f", "modified", None, "")), before={"f": "\0"})
    yield vcs_case(
        "diff-binary",
        "A binary file has its content in the patch",
        "VCS-14",
        {"f": "x\n"},
        [replace(asked_binary, where={"/data/patch": packed, "/data/files/0/patch": packed})],
        "git diff, --binary",
    )
    yield vcs_case(
        "diff-names", "Names as they are, quoted where git has to", "VCS-16",
        {"\u00e9 b.txt": "1\n", 'q"\t': "1\n"},
        [ask("diff", diff_data(
            part("q%22%09", "modified", (1, 1),
                 'diff --git "a/q\\"\\t" "b/q\\"\\t"\n' + _ids("1\n", "2\n", " 100644")
                 + '--- "a/q\\"\\t"\n+++ "b/q\\"\\t"\n@@ -1 +1 @@\n-1\n+2\n'),
            part("%C3%A9%20b.txt", "modified", (1, 1),
                 "diff --git a/\u00e9 b.txt b/\u00e9 b.txt\n" + _ids("1\n", "2\n", " 100644")
                 + "--- a/\u00e9 b.txt\t\n+++ b/\u00e9 b.txt\t\n@@ -1 +1 @@\n-1\n+2\n")),
            before={"\u00e9 b.txt": "2\n", 'q"\t': "2\n"})],
        "git config, core.quotePath", "quoted-name",
    )  # fmt: skip


RENAME = (
    "diff --git a/old.txt b/new.txt\nsimilarity index 73%\n"
    "rename from old.txt\nrename to new.txt\n"
    + _ids("1\n2\n3\n4\n5\n6\n7\n8\n", "1\n2\n3\n4\n5\n6\n7\nVIII\n", " 100644")
    + "--- a/old.txt\n+++ b/new.txt\n@@ -5,4 +5,4 @@\n 5\n 6\n 7\n-8\n+VIII\n"
)


def refused_cases() -> Iterator[Case]:
    """Refs that lead nowhere."""
    for slug, ref in (("empty", ""), ("option", "--output=x"), ("nul", "HEAD\0"), ("dash", "-")):
        yield vcs_case(
            f"ref-{slug}", f"A ref that is none: {slug}", "VCS-17", FILES,
            [wrong("diff", ("/ref", "ref"), params={"ref": ref}),
             wrong("log", ("/ref", "ref"), params={"ref": ref}),
             wrong("checkout", ("/ref", "ref"), params={"ref": ref})],
            "decision VCS-17", "option", after=FILES,
        )  # fmt: skip
    for slug, ref in (
        ("unknown", "nowhere"), ("file", "HEAD:a.txt"), ("range", "HEAD..HEAD"),
        ("missing", "0" * 40), ("spaces", "two words\n"), ("parent", "HEAD~1"),
    ):  # fmt: skip
        yield vcs_case(
            f"ref-{slug}", f"A ref that names no commit: {slug}", "VCS-17", FILES,
            [deny("diff", "NOT_FOUND", {"ref": ref}, ref=ref),
             deny("log", "NOT_FOUND", {"ref": ref}, ref=ref),
             deny("checkout", "NOT_FOUND", {"ref": ref}, ref=ref)],
            "decision VCS-17", "locale", after=FILES,
        )  # fmt: skip
