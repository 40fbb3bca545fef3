"""Cases of ``status``, and of workspaces that are no repositories."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hanzo_reference.spec.cases import Case
from hanzo_reference.tools.vcs.cases import objects
from hanzo_reference.tools.vcs.cases.words import (
    ROOT,
    ask,
    computed,
    deny,
    differs,
    status_data,
    vcs_case,
    wrong,
)

GIT = "git status, porcelain version 2"
FILES = {"a.txt": "one\n", "b.txt": "two\n", "sub/c.txt": "three\n"}
FIRST = objects.commit(FILES)
MOVE = """\
diff --git a/a.txt b/new/a.txt
similarity index 100%
rename from a.txt
rename to new/a.txt
"""
ADD = """\
diff --git a/new.txt b/new.txt
new file mode 100644
--- /dev/null
+++ b/new.txt
@@ -0,0 +1 @@
+new
"""


def status_cases() -> Iterator[Case]:
    """What differs from HEAD."""
    yield vcs_case(
        "status-clean", "Where nothing differs there are no files", "VCS-6 VCS-5", FILES,
        [ask("status", status_data(FIRST))], GIT, "locale",
    )  # fmt: skip
    yield vcs_case(
        "status-worktree", "Changed, gone and new files, sorted by path", "VCS-7", FILES,
        [ask("status", status_data(
            FIRST, differs("a.txt", None, "modified"), differs("aa.txt", None, "untracked"),
            differs("b.txt", None, "deleted")),
            before={"a.txt": "other\n", "b.txt": None, "aa.txt": ""})],
        GIT,
    )  # fmt: skip
    yield vcs_case(
        "status-untracked-folder", "The files of a new folder one by one", "VCS-8", FILES,
        [ask("status", status_data(
            FIRST, differs("new/deep/x", None, "untracked"), differs("new/y", None, "untracked")),
            before={"new/deep/x": "", "new/y": ""})],
        "git status, --untracked-files=all",
    )  # fmt: skip
    yield vcs_case(
        "status-ignored", "Ignored files are not named, tracked ones are", "VCS-8",
        {".gitignore": "*.log\n", "kept.log": "a"},
        [ask("status", status_data(
            objects.commit({".gitignore": "*.log\n", "kept.log": "a"}),
            differs("kept.log", None, "modified")),
            before={"kept.log": "b", "other.log": "c"})],
        "gitignore",
    )  # fmt: skip
    yield vcs_case(
        "status-staged", "Staged and not staged beside each other", "VCS-7", FILES,
        [computed("apply", patch=ADD, staged=True),
         ask("status", status_data(FIRST, differs("b.txt", None, "modified"),
                                   differs("new.txt", "added", None)),
             before={"b.txt": "other\n"})],
        GIT, "staging",
    )  # fmt: skip
    yield vcs_case(
        "status-staged-and-changed", "One file staged, then changed again", "VCS-7", FILES,
        [computed("apply", patch=ADD, staged=True),
         ask("status", status_data(FIRST, differs("new.txt", "added", "modified")),
             before={"new.txt": "newer\n"})],
        GIT, "staging",
    )  # fmt: skip
    yield vcs_case(
        "status-renamed", "A staged file in another place is renamed", "VCS-9", FILES,
        [computed("apply", patch=MOVE, staged=True),
         ask("status", status_data(FIRST, differs("new/a.txt", "renamed", None, "a.txt")))],
        GIT, "staging",
    )  # fmt: skip
    yield vcs_case(
        "status-renamed-not-staged", "Without staging there is one file less and one more",
        "VCS-9 VCS-8", FILES,
        [ask("status", status_data(FIRST, differs("a.txt", None, "deleted"),
                                   differs("new/a.txt", None, "untracked")),
             before={"a.txt": None, "new/a.txt": "one\n"})],
        GIT, "staging",
    )  # fmt: skip
    names = {"\u00e9 \u0416.txt": "1", 'quo"te\\.txt': "2", "new\nline\t.txt": "3", "*": "4",
             " space ": "5", "-option": "6", "x -> y": "7"}  # fmt: skip
    yield vcs_case(
        "status-names", "Names with spaces, quotes, line breaks and other letters", "VCS-7", names,
        [ask("status", status_data(
            objects.commit(names), differs("%20space%20", None, "modified"),
            differs("%2A", None, "modified"), differs("-option", None, "modified"),
            differs("new%0Aline%09.txt", None, "modified"),
            differs("quo%22te%5C.txt", None, "modified"),
            differs("x%20-%3E%20y", None, "modified"),
            differs("%C3%A9%20%D0%96.txt", None, "modified")),
            before=dict.fromkeys(names, "changed"))],
        "git status, -z", "quoted-name",
    )  # fmt: skip
    linked = {"f": "target", "link": {"symlink": "f"}, "x": {"text": "x"}}
    yield vcs_case(
        "status-kinds", "A file that becomes a link, and one that becomes executable", "VCS-7",
        linked,
        [ask("status", status_data(
            objects.commit(linked), differs("f", None, "type_changed"),
            differs("link", None, "modified"), differs("x", None, "modified")),
            before={"f": {"symlink": "x"}, "link": {"symlink": "x"},
                    "x": {"text": "x", "executable": True}})],
        GIT,
    )  # fmt: skip
    yield vcs_case(
        "status-same-again", "A file written again with the same content does not differ", "VCS-7",
        FILES, [ask("status", status_data(FIRST), before={"a.txt": "one\n"})], GIT,
    )  # fmt: skip
    yield vcs_case(
        "status-inner-repository", "Git settings among the files have no effect", "VCS-7",
        {".gitattributes": "*.txt -text\n", "a.txt": "a\r\n"},
        [ask("status", status_data(
            objects.commit({".gitattributes": "*.txt -text\n", "a.txt": "a\r\n"})),
            before={"a.txt": "a\r\n"})],
        GIT, "crlf",
    )  # fmt: skip
    available = ["apply", "branch", "checkout", "commit", "diff", "help", "log", "schema", "status"]
    yield vcs_case(
        "unknown-action", "merge is no action", "VCS-45", FILES,
        [deny("merge", "UNKNOWN_ACTION", {"available": available})], "HIP-0300, Test Cases 3",
    )  # fmt: skip
    yield vcs_case(
        "status-params", "The status has no parameters", "VCS-45", FILES,
        [wrong("status", ("/path", "additionalProperties"), params={"path": "a.txt"})],
        "HIP-0300, vcs",
    )  # fmt: skip
    calls: tuple[tuple[str, dict[str, Any]], ...] = (
        ("status", {}), ("diff", {}), ("apply", {"patch": ADD}), ("commit", {"message": "x"}),
        ("branch", {"op": "list"}), ("checkout", {"ref": "main"}), ("log", {}),
    )  # fmt: skip
    for action, params in calls:
        yield vcs_case(
            f"no-repository-{action}", f"{action} in a folder that is no repository", "VCS-1",
            {"a.txt": "one\n"}, [deny(action, "NOT_FOUND", ROOT, **params)], "decision VCS-1",
            git=False, after={"a.txt": "one\n"},
        )  # fmt: skip
