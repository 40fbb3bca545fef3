"""Cases of ``apply``."""

from __future__ import annotations

import base64
from collections.abc import Iterator

from hanzo_reference.spec.cases import Case
from hanzo_reference.tools.case_words import from_step
from hanzo_reference.tools.vcs.cases import objects
from hanzo_reference.tools.vcs.cases.diffs import RENAME
from hanzo_reference.tools.vcs.cases.words import (
    ask,
    computed,
    deny,
    differs,
    status_data,
    touched,
    vcs_case,
    wrong,
)

GIT = "git apply"
SAFETY = "HIP-0300, Security Considerations"
FILES = {"a.txt": "1\n2\n3\n", "b.txt": "b\n"}
FIRST = objects.commit(FILES)
CHANGE = "--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n 1\n-2\n+II\n 3\n"
CHANGED = {**FILES, "a.txt": "1\nII\n3\n"}


def _new(path: str, text: str = "new") -> str:
    return f"--- /dev/null\n+++ b/{path}\n@@ -0,0 +1 @@\n+{text}\n"


def _gone(path: str, text: str) -> str:
    return f"--- a/{path}\n+++ /dev/null\n@@ -1 +0,0 @@\n-{text}\n"


def _moved(word: str, source: str, target: str) -> str:
    """A copy or a move of a whole file."""
    return f"diff --git a/x b/y\nsimilarity index 100%\n{word} from {source}\n{word} to {target}\n"


def applied_cases() -> Iterator[Case]:
    """Patches that fit."""
    yield vcs_case(
        "apply", "Files changed, made and removed by one patch, nothing staged", "VCS-19", FILES,
        [ask("apply", {"files": [touched("a.txt", 1, 1), touched("b.txt", 0, 1),
                                 touched("new/c.txt", 1, 0)]},
             patch=_new("new/c.txt") + CHANGE + _gone("b.txt", "b")),
         ask("status", status_data(
             FIRST, differs("a.txt", None, "modified"), differs("b.txt", None, "deleted"),
             differs("new/c.txt", None, "untracked")))],
        GIT, "staging", after={"a.txt": "1\nII\n3\n", "new/c.txt": "new\n"},
    )  # fmt: skip
    yield vcs_case(
        "apply-staged", "With staged the change is staged, too", "VCS-24", FILES,
        [ask("apply", {"files": [touched("a.txt", 1, 1)]}, patch=CHANGE, staged=True),
         ask("status", status_data(FIRST, differs("a.txt", "modified", None)))],
        "git apply, --index", "staging", after=CHANGED,
    )  # fmt: skip
    yield vcs_case(
        "apply-staged-differs", "What is staged and the files have to be the same", "VCS-24",
        FILES, [deny("apply", "PATCH_FAILED", patch=CHANGE, staged=True,
                     before={"a.txt": "1\n2\n3\n4\n"})],
        "git apply, --index", "staging", after={**FILES, "a.txt": "1\n2\n3\n4\n"},
    )  # fmt: skip
    yield vcs_case(
        "apply-renamed", "A file in another place", "VCS-19",
        {"old.txt": "1\n2\n3\n4\n5\n6\n7\n8\n"},
        [ask("apply", {"files": [touched("new.txt", 1, 1)]}, patch=RENAME)],
        GIT, after={"new.txt": "1\n2\n3\n4\n5\n6\n7\nVIII\n"},
    )  # fmt: skip
    yield vcs_case(
        "apply-mode", "A file becomes executable", "VCS-19", {"f": "x\n"},
        [ask("apply", {"files": [touched("f", 0, 0)]},
             patch="diff --git a/f b/f\nold mode 100644\nnew mode 100755\n")],
        GIT, after={"f": {"text": "x\n", "executable": True}},
    )  # fmt: skip
    yield vcs_case(
        "apply-crlf", "Carriage returns are content", "VCS-19", {"f": "a\r\nb\r\n"},
        [ask("apply", {"files": [touched("f", 1, 1)]},
             patch="--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n-a\r\n+A\r\n b\r\n")],
        GIT, "crlf", after={"f": "A\r\nb\r\n"},
    )  # fmt: skip
    yield vcs_case(
        "apply-whitespace", "White space at the end of a line stays", "VCS-19", {"f": "a\n"},
        [ask("apply", {"files": [touched("f", 1, 0)]},
             patch="--- a/f\n+++ b/f\n@@ -1 +1,2 @@\n a\n+b \t\n")],
        GIT, after={"f": "a\nb \t\n"},
    )  # fmt: skip
    yield vcs_case(
        "apply-offset", "A hunk is found at another line", "VCS-19", {"f": "0\n0\n0\n1\n2\n3\n4\n"},
        [ask("apply", {"files": [touched("f", 1, 1)]},
             patch="--- a/f\n+++ b/f\n@@ -2,3 +2,3 @@\n 1\n-2\n+II\n 3\n")],
        GIT, after={"f": "0\n0\n0\n1\nII\n3\n4\n"},
    )  # fmt: skip
    latin = b"--- a/f\n+++ b/f\n@@ -1 +1 @@\n-x\n+caf\xe9\n"
    yield vcs_case(
        "apply-bytes", "A patch as base64", "VCS-19 VCS-20", {"f": "x\n"},
        [ask("apply", {"files": [touched("f", 1, 1)]},
             patch_b64=base64.b64encode(latin).decode())],
        GIT, after={"f": {"base64": base64.b64encode(b"caf\xe9\n").decode()}},
    )  # fmt: skip
    yield vcs_case(
        "apply-binary", "A binary file comes through diff and apply", "VCS-14 VCS-19",
        {"f": "x\n"},
        [computed("diff", before={"f": "\0\1"}),
         ask("apply", {"files": [touched("f", None, None)]}, before={"f": "x\n"},
             patch=from_step(0, "/data/patch"))],
        "git diff, --binary", after={"f": "\0\1"},
    )  # fmt: skip
    yield vcs_case(
        "apply-names", "Names with other letters, quotes and stars", "VCS-16 VCS-19",
        {"\u00e9 *.txt": "1\n", 'q"': "1\n"},
        [computed("diff", before={"\u00e9 *.txt": "2\n", 'q"': "2\n"}),
         ask("apply", {"files": [touched("q%22", 1, 1), touched("%C3%A9%20%2A.txt", 1, 1)]},
             before={"\u00e9 *.txt": "1\n", 'q"': "1\n"}, patch=from_step(0, "/data/patch"))],
        GIT, "quoted-name", after={"\u00e9 *.txt": "2\n", 'q"': "2\n"},
    )  # fmt: skip
    yield vcs_case(
        "apply-one-file", "The patch of one file out of a diff", "VCS-13 VCS-19", FILES,
        [computed("diff", before={"a.txt": "one\n", "b.txt": "B\n"}),
         ask("apply", {"files": [touched("b.txt", 1, 1)]}, before=FILES,
             patch=from_step(0, "/data/files/1/patch"))],
        "HIP-0300, vcs", after={**FILES, "b.txt": "B\n"},
    )  # fmt: skip


def refused_cases() -> Iterator[Case]:
    """Patches that change nothing."""
    for slug, patch in (
        ("other-content", CHANGE.replace("-2\n", "-two\n")),
        ("second-file", CHANGE + _gone("b.txt", "other")),
        ("missing", CHANGE + _gone("none.txt", "x")),
        ("exists", CHANGE + _new("b.txt")),
        ("context", CHANGE.replace(" 3\n", " 33\n")),
    ):
        yield vcs_case(
            f"apply-{slug}", f"A patch that does not fit: {slug.replace('-', ' ')}",
            "VCS-22 VCS-19", FILES, [deny("apply", "PATCH_FAILED", patch=patch)], GIT,
            "not-atomic", after=FILES,
        )  # fmt: skip
    for slug, patch in (
        ("empty", ""), ("prose", "change a.txt please\n"),
        ("short-hunk", "--- a/a.txt\n+++ b/a.txt\n@@ -1,9 +1 @@\n-1\n"),
        ("no-header", "@@ -1 +1 @@\n-1\n+I\n"),
    ):  # fmt: skip
        yield vcs_case(
            f"apply-no-patch-{slug}", f"What is no patch: {slug.replace('-', ' ')}", "VCS-21",
            FILES, [wrong("apply", ("/patch", "patch"), params={"patch": patch})], GIT, "locale",
            after=FILES,
        )  # fmt: skip
    yield vcs_case(
        "apply-no-patch-bytes", "Bytes that are no patch", "VCS-21", FILES,
        [wrong("apply", ("/patch_b64", "patch"), params={"patch_b64": "eA=="})], GIT, after=FILES,
    )  # fmt: skip
    yield vcs_case(
        "apply-params", "One of patch and patch_b64", "VCS-20", FILES,
        [wrong("apply", ("/patch", "required"), params={}),
         wrong("apply", ("/patch_b64", "exclusive"), params={"patch": "x", "patch_b64": "eA=="}),
         wrong("apply", ("/patch_b64", "base64"), params={"patch_b64": "eA"}),
         wrong("apply", ("/patch_b64", "base64"), params={"patch_b64": "eB=="})],
        "RFC 4648, section 4", after=FILES,
    )  # fmt: skip
    for slug, path in (
        ("dots", "../outside/new"), ("inner-dots", "sub/../../outside/new"),
        ("git", ".git/hooks/pre-commit"), ("git-case", ".GIT/config"), ("inner-git", "x/.git/y"),
        ("link", "link/new"),
    ):  # fmt: skip
        yield vcs_case(
            f"apply-outside-{slug}", f"A patch that leads out: {slug.replace('-', ' ')}",
            "VCS-23", FILES,
            [deny("apply", "PERMISSION_DENIED", {"path": path}, patch=CHANGE + _new(path),
                  before={"link": {"symlink": "${outside}"}})],
            SAFETY, "outside", "not-atomic", after={**FILES, "link": {"symlink": "${outside}"}},
        )  # fmt: skip
    yield vcs_case(
        "apply-through-link", "A link inside is no way for a patch", "VCS-22",
        {"real/a": "x\n", "link": {"symlink": "real"}},
        [deny("apply", "PATCH_FAILED", patch=_new("link/new"))], GIT, "outside",
        after={"real/a": "x\n", "link": {"symlink": "real"}},
    )  # fmt: skip
    for slug, path, headers in (
        ("absolute", "/etc/hosts.new", "--- /dev/null\n+++ /etc/hosts.new\n@@ -0,0 +1 @@\n+new\n"),
        ("absolute-source", "/etc/a.txt", "--- /etc/a.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-b\n+c\n"),
        ("absolute-copy", "/etc/passwd", _moved("copy", "/etc/passwd", "new")),
        ("double-slash", "/etc/passwd", "--- a//etc/passwd\n+++ a//etc/passwd\n@@ -0,0 +1 @@\n+x\n"),
        ("copy-source", "../outside/secret", _moved("copy", "../outside/secret", "new")),
        ("copy-far", "../../../../etc/passwd", _moved("copy", "../../../../etc/passwd", "new")),
        ("copy-target", "../outside/new", _moved("copy", "b.txt", "../outside/new")),
        ("copy-git", ".git/config", _moved("copy", ".git/config", "new")),
        ("copy-link", "link/secret", _moved("copy", "link/secret", "new")),
        ("copy-quoted", "../outside/secret", _moved("copy", '"\\056./outside/secret"', "new")),
        ("rename-source", "../outside/secret", _moved("rename", "../outside/secret", "new")),
        ("rename-target", "../outside/new", _moved("rename", "b.txt", "../outside/new")),
        ("rename-git", ".git/HEAD", _moved("rename", ".git/HEAD", "new")),
        ("rename-old", "../outside/secret",
         _moved("rename", "../outside/secret", "new").replace("from", "old").replace(" to", " new")),
        ("source", "../outside/secret", "--- a/../outside/secret\n+++ b/b.txt\n@@ -1 +1 @@\n-b\n+c\n"),
        ("source-whole", "../b.txt", "--- ../b.txt\n+++ b.txt\n@@ -1 +1 @@\n-b\n+c\n"),
        ("git-line", "../outside/secret",
         "diff --git a/../outside/secret b/../outside/secret\nold mode 100644\nnew mode 100755\n"),
        ("git-line-overruled", "../outside/secret",
         _moved("copy", "b.txt", "c.txt").replace("a/x b/y", "a/../outside/secret b/c.txt")),
        ("git-line-quoted", "../outside/\t",
         'diff --git "a/../outside/\\t" "b/../outside/\\t"\ndeleted file mode 100644\n'),
        ("deleted", "../outside/secret", _gone("../outside/secret", "x")),
    ):  # fmt: skip
        yield vcs_case(
            f"apply-names-{slug}", f"A name that leads out: {slug.replace('-', ' ')}", "VCS-23",
            FILES,
            [deny("apply", "PERMISSION_DENIED", {"path": path}, patch=CHANGE + headers,
                  before={"link": {"symlink": "${outside}"}})],
            SAFETY, "outside", "not-atomic", after={**FILES, "link": {"symlink": "${outside}"}},
        )  # fmt: skip
    yield vcs_case(
        "apply-names-in-text", "What looks like a header in a hunk or between patches is none",
        "VCS-19", {"a.txt": "-- a/../x\n"},
        [ask("apply", {"files": [touched("a.txt", 1, 1), touched("copy", 0, 0)]},
             patch="See: rename from ../x\n--- a/../x\n+++ and not more\n"
                   "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n--- a/../x\n+++ b/../../x\n"
                   + _moved("copy", "a.txt", "copy"))],
        GIT, "outside", after={"a.txt": "++ b/../../x\n", "copy": "-- a/../x\n"},
    )  # fmt: skip
    yield vcs_case(
        "apply-copied", "A copy from a file with spaces in its name", "VCS-19", {"a b": "1\n"},
        [ask("apply", {"files": [touched("c%20d", 0, 0)]}, patch=_moved("copy", "a b", "c d"))],
        GIT, after={"a b": "1\n", "c d": "1\n"},
    )  # fmt: skip
    yield vcs_case(
        "apply-type", "A binary file becomes a link, which is named twice", "VCS-19 VCS-49",
        {"f": "\0\1", "a": "x\n"},
        [computed("diff", before={"f": {"symlink": "a"}}),
         ask("apply", {"files": [touched("f", None, None), touched("f", 1, 0)]},
             before={"f": "\0\1"}, patch=from_step(0, "/data/patch"))],
        GIT, "not-atomic", after={"a": "x\n", "f": {"symlink": "a"}},
    )  # fmt: skip
