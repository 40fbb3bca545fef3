"""Cases of ``branch`` and ``checkout``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hanzo_reference.spec.cases import Case
from hanzo_reference.tools.case_words import at
from hanzo_reference.tools.vcs.cases import objects
from hanzo_reference.tools.vcs.cases.words import (
    SIGNED,
    ask,
    computed,
    deny,
    differs,
    status_data,
    vcs_case,
    wrong,
)

HIP = "HIP-0300, vcs"
FILES = {"a.txt": "a\n", "b.txt": "b\n"}
CHANGED = {**FILES, "a.txt": "A\n"}
FIRST = objects.commit(FILES)
SECOND = objects.commit(CHANGED, "second\n", [FIRST])
COMMIT = computed(
    "commit", message="second", files=[at("a.txt")], **SIGNED, before={"a.txt": "A\n"}
)


def _named(*branches: tuple[str, str], current: str | None = "main") -> dict[str, Any]:
    return {
        "branches": [
            {"name": name, "commit": commit, "current": name == current}
            for name, commit in branches
        ]
    }


def _went(
    branch: str | None, commit: str, previous: str | None, previous_commit: str
) -> dict[str, Any]:
    return {
        "branch": branch,
        "commit": commit,
        "previous_branch": previous,
        "previous_commit": previous_commit,
    }


def branch_cases() -> Iterator[Case]:
    """Branches listed, made and deleted."""
    yield vcs_case(
        "branch-list", "The one branch that there is", "VCS-34", FILES,
        [ask("branch", _named(("main", FIRST)), op="list")], HIP,
    )  # fmt: skip
    yield vcs_case(
        "branch-create", "Branches at HEAD and elsewhere, sorted by bytes", "VCS-35 VCS-34", FILES,
        [COMMIT,
         ask("branch", {"name": "b", "commit": SECOND}, op="create", name="b"),
         ask("branch", {"name": "B", "commit": FIRST}, op="create", name="B", ref="HEAD~1"),
         ask("branch", {"name": "\u00e9/x", "commit": FIRST}, op="create", name="\u00e9/x",
             ref=FIRST),
         ask("branch", _named(("B", FIRST), ("b", SECOND), ("main", SECOND), ("\u00e9/x", FIRST)),
             op="list")],
        HIP, after=CHANGED,
    )  # fmt: skip
    yield vcs_case(
        "branch-exists", "Names that are taken, and names that cannot be beside others", "VCS-35",
        FILES,
        [computed("branch", op="create", name="x/y"),
         deny("branch", "EXISTS", {"name": "main"}, op="create", name="main"),
         deny("branch", "EXISTS", {"name": "x/y"}, op="create", name="x"),
         deny("branch", "EXISTS", {"name": "x/y"}, op="create", name="x/y/z"),
         ask("branch", {"name": "x/z", "commit": FIRST}, op="create", name="x/z"),
         deny("branch", "NOT_FOUND", {"ref": "none"}, op="create", name="n", ref="none"),
         ask("branch", _named(("main", FIRST), ("x/y", FIRST), ("x/z", FIRST)), op="list")],
        "git check-ref-format",
    )  # fmt: skip
    names = (
        "", "-d", "HEAD", "a\0b", "a b", "a..b", "a~1", "a:b", "a*", "a[b", "a\\b", "/a", "a//b",
        ".a", "a.lock", "a@{b", "\t",
    )  # fmt: skip
    yield vcs_case(
        "branch-names", "Names that no branch may have", "VCS-36 VCS-17", FILES,
        [*(wrong("branch", ("/name", "ref"), params={"op": "create", "name": name})
           for name in names),
         ask("branch", _named(("main", FIRST)), op="list")],
        "git check-ref-format", "option",
    )  # fmt: skip
    yield vcs_case(
        "branch-delete", "A branch whose commits HEAD has", "VCS-37", FILES,
        [computed("branch", op="create", name="old"), COMMIT,
         ask("branch", {"name": "old", "commit": FIRST}, op="delete", name="old"),
         ask("branch", _named(("main", SECOND)), op="list"),
         deny("branch", "NOT_FOUND", {"ref": "old"}, op="delete", name="old"),
         deny("branch", "CONFLICT", {"reason": "current"}, op="delete", name="main")],
        HIP,
    )  # fmt: skip
    yield vcs_case(
        "branch-delete-confirmed", "Commits that nothing else has go only when it is confirmed",
        "VCS-37", FILES,
        [computed("branch", op="create", name="work"), computed("checkout", ref="work"), COMMIT,
         computed("checkout", ref="main"),
         deny("branch", "CONFIRM_REQUIRED", {"name": "work"}, op="delete", name="work"),
         deny("branch", "CONFIRM_REQUIRED", {"name": "work"}, op="delete", name="work",
              confirm=False),
         ask("branch", _named(("main", FIRST), ("work", SECOND)), op="list"),
         ask("branch", {"name": "work", "commit": SECOND}, op="delete", name="work", confirm=True),
         ask("branch", _named(("main", FIRST)), op="list")],
        "HIP-0300, Security Considerations", after=FILES,
    )  # fmt: skip
    yield vcs_case(
        "branch-params", "What belongs to another op", "VCS-38", FILES,
        [wrong("branch", ("/name", "required"), params={"op": "create"}),
         wrong("branch", ("/name", "required"), params={"op": "delete"}),
         wrong("branch", ("/confirm", "op"), ("/name", "op"), ("/ref", "op"),
               params={"op": "list", "name": "x", "ref": "-", "confirm": True}),
         wrong("branch", ("/ref", "op"), params={"op": "delete", "name": "x", "ref": "HEAD"}),
         wrong("branch", ("/confirm", "op"), params={"op": "create", "name": "x",
                                                     "confirm": False}),
         wrong("branch", ("/op", "enum"), params={"op": "rename", "name": "x"})],
        "decision VCS-38",
    )  # fmt: skip


def checkout_cases() -> Iterator[Case]:
    """Going elsewhere."""
    yield vcs_case(
        "checkout-branch", "Files are those of the branch, and back", "VCS-39", FILES,
        [computed("branch", op="create", name="old"), COMMIT,
         ask("checkout", _went("old", FIRST, "main", SECOND), ref="old"),
         ask("status", status_data(FIRST, branch="old")),
         ask("checkout", _went("main", SECOND, "old", FIRST), ref="main"),
         ask("checkout", _went("main", SECOND, "main", SECOND), ref="main"),
         ask("checkout", _went("old", FIRST, "main", SECOND), ref="old")],
        HIP, after=FILES,
    )  # fmt: skip
    yield vcs_case(
        "checkout-commit", "On a commit there is no branch; a commit there belongs to none",
        "VCS-39 VCS-26", FILES,
        [COMMIT,
         ask("checkout", _went(None, FIRST, "main", SECOND), ref="HEAD~1"),
         ask("status", status_data(FIRST, branch=None)),
         ask("branch", _named(("main", SECOND), current=None), op="list"),
         ask("commit", {"commit": objects.commit({**FILES, "b.txt": "B"}, "loose\n", [FIRST]),
                        "parents": [FIRST], "branch": None},
             message="loose", files=[at("b.txt")], **SIGNED, before={"b.txt": "B"}),
         ask("checkout", _went("main", SECOND, None,
                               objects.commit({**FILES, "b.txt": "B"}, "loose\n", [FIRST])),
             ref="main")],
        "git checkout, --detach", after=CHANGED,
    )  # fmt: skip
    yield vcs_case(
        "checkout-file-name", "A ref with the name of a file is the ref", "VCS-39", FILES,
        [computed("branch", op="create", name="a.txt"),
         ask("checkout", _went("a.txt", FIRST, "main", FIRST), ref="a.txt",
             before={"a.txt": "mine\n"}),
         deny("checkout", "NOT_FOUND", {"ref": "b.txt"}, ref="b.txt", before={"b.txt": "mine\n"})],
        "git checkout", "option", after={"a.txt": "mine\n", "b.txt": "mine\n"},
    )  # fmt: skip
    yield vcs_case(
        "checkout-carried", "Changes that are not in the way go along", "VCS-40", FILES,
        [computed("branch", op="create", name="old"), COMMIT,
         ask("checkout", _went("old", FIRST, "main", SECOND), ref="old",
             before={"b.txt": "mine\n", "new": "x"}),
         ask("status", status_data(FIRST, differs("b.txt", None, "modified"),
                                   differs("new", None, "untracked"), branch="old"))],
        "git checkout", after={**FILES, "b.txt": "mine\n", "new": "x"},
    )  # fmt: skip
    yield vcs_case(
        "checkout-in-the-way", "Changes that are in the way stay", "VCS-40", FILES,
        [computed("branch", op="create", name="old"), COMMIT,
         deny("checkout", "CONFLICT", {"reason": "local-changes"}, ref="old",
              before={"a.txt": "mine\n"}),
         ask("status", status_data(SECOND, differs("a.txt", None, "modified")))],
        "git checkout", "not-atomic", "locale", after={**FILES, "a.txt": "mine\n"},
    )  # fmt: skip
    with_new = objects.commit({**FILES, "new": "theirs"}, "new\n", [FIRST])
    yield vcs_case(
        "checkout-untracked-in-the-way", "An untracked file in the way stays", "VCS-40", FILES,
        [computed("branch", op="create", name="old"),
         computed("commit", message="new", files=[at("new")], **SIGNED, before={"new": "theirs"}),
         ask("checkout", _went("old", FIRST, "main", with_new), ref="old"),
         deny("checkout", "CONFLICT", {"reason": "local-changes"}, ref="main",
              before={"new": "mine"})],
        "git checkout", "not-atomic", after={**FILES, "new": "mine"},
    )  # fmt: skip
