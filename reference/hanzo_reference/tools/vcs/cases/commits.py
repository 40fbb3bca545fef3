"""Cases of ``commit``."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.spec.cases import Case
from hanzo_reference.tools.case_words import at
from hanzo_reference.tools.vcs.cases import objects
from hanzo_reference.tools.vcs.cases.words import (
    SIGNED,
    VECTOR,
    WHEN,
    ask,
    computed,
    deny,
    differs,
    status_data,
    vcs_case,
    wrong,
)

OBJECTS = "git's object format"
SAFETY = "HIP-0300, Security Considerations"
FILES = {"a.txt": "a\n", "b.txt": "b\n"}
FIRST = objects.commit(FILES)
CHANGE = "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+A\n"
CHANGED = {**FILES, "a.txt": "A\n"}


def _made(commit: str, parent: str = FIRST, branch: str | None = "main") -> dict[str, object]:
    return {"commit": commit, "parents": [parent], "branch": branch}


def commit_cases() -> Iterator[Case]:
    """Commits that are made."""
    second = objects.commit(CHANGED, "second\n", [FIRST])
    yield vcs_case(
        "commit-staged", "What is staged is committed, and nothing else", "VCS-25 VCS-31", FILES,
        [computed("apply", patch=CHANGE, staged=True),
         ask("commit", _made(second), message="second", **SIGNED,
             before={"b.txt": "B\n", "new": ""}),
         ask("status", status_data(second, differs("b.txt", None, "modified"),
                                   differs("new", None, "untracked")))],
        OBJECTS, "staging", after={**CHANGED, "b.txt": "B\n", "new": ""},
    )  # fmt: skip
    named = objects.commit({**FILES, "b.txt": "B\n"}, "named\n", [FIRST])
    yield vcs_case(
        "commit-files", "The named files are committed, what is staged stays staged", "VCS-26",
        FILES,
        [computed("apply", patch=CHANGE, staged=True),
         ask("commit", _made(named), message="named", files=[at("b.txt")], **SIGNED,
             before={"b.txt": "B\n"}),
         ask("status", status_data(named, differs("a.txt", "modified", None)))],
        OBJECTS, "staging",
    )  # fmt: skip
    for slug, named, tree in (
        ("file-to-folder", "a.txt", {"a.txt/in": "in\n", "b.txt": "b\n"}),
        ("file-to-folder-inside", "a.txt/in", {"a.txt/in": "in\n", "b.txt": "b\n"}),
        ("file-to-folder-gone", "a.txt", {"b.txt": "b\n"}),
    ):
        made = objects.commit(tree, "kind\n", [FIRST])
        yield vcs_case(
            f"commit-{slug}", f"Another kind of entry in its place: {slug.replace('-', ' ')}",
            "VCS-26", FILES,
            [computed("status", before={"a.txt": None}),
             ask("commit", _made(made), message="kind", files=[at(named)], **SIGNED,
                 before={path: text for path, text in tree.items() if path != "b.txt"}),
             ask("status", status_data(made))],
            OBJECTS, "staging", after=tree,
        )  # fmt: skip
    folder = {"d/one": "1\n", "d/two": "2\n"}
    before = objects.commit(folder)
    after = objects.commit({"d": "file\n"}, "kind\n", [before])
    yield vcs_case(
        "commit-folder-to-file", "A file in the place of a folder", "VCS-26", folder,
        [computed("status", before={"d": None}),
         ask("commit", _made(after, before), message="kind", files=[at("d")], **SIGNED,
             before={"d": "file\n"}),
         ask("status", status_data(after))],
        OBJECTS, "staging", after={"d": "file\n"},
    )  # fmt: skip
    yield vcs_case(
        "commit-refused-keeps-staged", "What was staged is still staged after a refusal",
        "VCS-49 VCS-27", FILES,
        [computed("apply", patch=CHANGE, staged=True),
         deny("commit", "CONFLICT", {"reason": "nothing"}, message="x", files=[at("a.txt")],
              before={"a.txt": "a\n"}, **SIGNED),
         ask("status", status_data(FIRST, differs("a.txt", "modified", "modified")))],
        "decision", "staging", after=FILES,
    )  # fmt: skip
    mixed = {"b.txt": "b\n", "new/deep/x": "x\n", "new/y": "y\n", "link": {"symlink": "b.txt"}}
    yield vcs_case(
        "commit-kinds", "New files, whole folders, links, and files that are gone", "VCS-26 VCS-18",
        FILES,
        [ask("commit", _made(objects.commit(mixed, "kinds\n", [FIRST])), message="kinds",
             files=[at("new"), at("a.txt"), at("link")], **SIGNED,
             before={"new/deep/x": "x\n", "new/y": "y\n", "a.txt": None,
                     "link": {"symlink": "b.txt"}, "not": "named"})],
        OBJECTS,
    )  # fmt: skip
    yield vcs_case(
        "commit-root", "The root names everything", "VCS-26", FILES,
        [ask("commit", _made(objects.commit({"b.txt": "x", "c/d": ""}, "all\n", [FIRST])),
             message="all", files=[at("")], **SIGNED,
             before={"a.txt": None, "b.txt": "x", "c/d": ""})],
        OBJECTS,
    )  # fmt: skip
    yield vcs_case(
        "commit-star", "A name with a star is that file", "VCS-26", FILES,
        [ask("commit", _made(objects.commit({**FILES, "*.txt": "star"}, "star\n", [FIRST])),
             message="star", files=[at("%2A.txt")], **SIGNED,
             before={"*.txt": "star", "a.txt": "A\n", "b.txt": "B\n"})],
        OBJECTS, "pathspec",
    )  # fmt: skip
    yield vcs_case(
        "commit-magic", "A name like a pattern of git, and one like an option", "VCS-26", FILES,
        [ask("commit", _made(objects.commit({**FILES, ":(top)a": "1", "-a": "2"}, "m\n", [FIRST])),
             message="m", files=[at("%3A%28top%29a"), at("-a")], **SIGNED,
             before={":(top)a": "1", "-a": "2", "a.txt": "A\n"})],
        OBJECTS, "pathspec", "option",
    )  # fmt: skip
    yield vcs_case(
        "commit-crlf", "Carriage returns are content", "VCS-26", {"f": "a\n"},
        [ask("commit", _made(
            objects.commit({"f": "a\r\nb\n"}, "crlf\n", [objects.commit({"f": "a\n"})]),
            objects.commit({"f": "a\n"})),
            message="crlf", files=[at("f")], **SIGNED, before={"f": "a\r\nb\n"})],
        OBJECTS, "crlf",
    )  # fmt: skip
    yield vcs_case(
        "commit-executable", "An executable file is one in the commit", "VCS-26", FILES,
        [ask("commit", _made(objects.commit(
            {**FILES, "run": {"text": "x", "executable": True}}, "run\n", [FIRST])),
            message="run", files=[at("run")], **SIGNED,
            before={"run": {"text": "x", "executable": True}})],
        OBJECTS,
    )  # fmt: skip
    message = "\u00e9 title \n\n# no comment\n\n\n  indented \r\nend"
    yield vcs_case(
        "commit-message", "A message is kept as it is but for its end", "VCS-33", FILES,
        [ask("commit", _made(objects.commit(CHANGED, f"{message}\n", [FIRST])),
             message=f"{message}\n\n\n", files=[at("a.txt")], **SIGNED, before={"a.txt": "A\n"})],
        OBJECTS,
    )  # fmt: skip
    yield vcs_case(
        "commit-message-option", "A message like an option", "VCS-33", FILES,
        [ask("commit", _made(objects.commit(CHANGED, "--amend\n", [FIRST])),
             message="--amend", files=[at("a.txt")], **SIGNED, before={"a.txt": "A\n"})],
        OBJECTS, "option",
    )  # fmt: skip
    yield vcs_case(
        "commit-message-other-blanks", "Only what is up to U+0020 counts as blank", "VCS-30 VCS-33",
        FILES,
        [ask("commit", _made(objects.commit(CHANGED, "\u0085\u00a0\ufeff\n", [FIRST])),
             message="\u0085\u00a0\ufeff", files=[at("a.txt")], **SIGNED,
             before={"a.txt": "A\n"})],
        OBJECTS,
    )  # fmt: skip
    yield vcs_case(
        "commit-author", "Author and date are those of the committer, too", "VCS-31", FILES,
        [ask("commit", _made(objects.commit(
            CHANGED, "x\n", [FIRST], "Zo\u00eb B. C <zoe@example.org> 1709210096 +0000")),
            message="x", files=[at("a.txt")], before={"a.txt": "A\n"},
            author={"name": "Zo\u00eb B. C", "email": "zoe@example.org"},
            date="2024-02-29T12:34:56Z")],
        OBJECTS,
    )  # fmt: skip


def refused_cases() -> Iterator[Case]:
    """Commits that are not made."""
    clean = ask("status", status_data(FIRST))
    yield vcs_case(
        "commit-nothing", "Nothing is staged, or nothing differs in what is named", "VCS-27",
        FILES,
        [deny("commit", "CONFLICT", {"reason": "nothing"}, message="x", **SIGNED),
         deny("commit", "CONFLICT", {"reason": "nothing"}, message="x", **SIGNED,
              before={"b.txt": "B\n"}),
         deny("commit", "CONFLICT", {"reason": "nothing"}, message="x", files=[at("a.txt")],
              **SIGNED)],
        "git commit", "staging",
    )  # fmt: skip
    yield vcs_case(
        "commit-missing", "A file that is not there and was not", "VCS-28", FILES,
        [deny("commit", "NOT_FOUND", {"uri": at("none.txt")}, message="x",
              files=[at("a.txt"), at("none.txt")], **SIGNED, before={"a.txt": "A\n"}),
         ask("status", status_data(FIRST, differs("a.txt", None, "modified")))],
        "decision VCS-28", "not-atomic",
    )  # fmt: skip
    ignoring = {".gitignore": "*.log\n", "kept.log": "k"}
    yield vcs_case(
        "commit-ignored", "An ignored file is not committed, unless it was before", "VCS-29",
        ignoring,
        [deny("commit", "CONFLICT", {"reason": "ignored", "uri": at("x.log")}, message="x",
              files=[at("kept.log"), at("x.log")], **SIGNED, before={"x.log": "", "kept.log": "K"}),
         ask("commit", _made(
             objects.commit({**ignoring, "kept.log": "K"}, "x\n", [objects.commit(ignoring)]),
             objects.commit(ignoring)), message="x", files=[at("kept.log")], **SIGNED)],
        "git add", "staging",
    )  # fmt: skip
    for slug, uri in (
        ("outside", "file://${outside}/secret.txt"), ("by-link", at("out/x")),
        ("git", at(".git/config")), ("git-case", at(".GIT/config")), ("folder", "file:///"),
    ):  # fmt: skip
        yield vcs_case(
            f"commit-outside-{slug}", f"A file that is not the workspace's: {slug}", "VCS-18",
            FILES,
            [deny("commit", "PERMISSION_DENIED", {"uri": uri}, message="x", files=[uri], **SIGNED,
                  before={"out": {"symlink": "${outside}"}})],
            SAFETY, "outside",
        )  # fmt: skip
    yield vcs_case(
        "commit-params", "What cannot stand in a commit, everything at once", "VCS-30 VCS-18",
        FILES,
        [wrong("commit", ("/message", "empty"), params={"message": " \n\t\u001f"}),
         wrong("commit", ("/author/email", "identity"), ("/author/name", "identity"),
               ("/date", "date"), ("/files/1", "uri"), ("/message", "nul"),
               params={"message": "a\0b", "files": [at("a.txt"), "a.txt"], "date": "yesterday",
                       "author": {"name": "a<b", "email": " "}}),
         wrong("commit", ("/files", "empty"), params={"message": "x", "files": []}),
         wrong("commit", ("/author/email", "required"),
               params={"message": "x", "author": {"name": "x"}}),
         clean],
        "decision VCS-30", "option",
    )  # fmt: skip
    dates = ("2001-02-29T00:00:00Z", "2001-01-01T24:00:00Z", "2001-01-01T00:00:60Z",
             "2001-1-01T00:00:00Z", "2001-01-01 00:00:00Z", "2001-01-01T00:00:00",
             "2001-01-01T00:00:00+00:00", "2001-01-01T00:00:00.0Z", "1969-12-31T23:59:59Z",
             "2001-01-01T00:00:00Z\n", "\u0662001-01-01T00:00:00Z")  # fmt: skip
    yield vcs_case(
        "commit-dates", "Dates that are none, one after the other", "VCS-30", FILES,
        [wrong("commit", ("/date", "date"), params={"message": "x", "date": date})
         for date in dates],
        "decision VCS-30", "locale",
    )  # fmt: skip
    for slug, author in (
        ("line", {**VECTOR, "name": "a\nb"}),
        ("nothing-kept", {**VECTOR, "name": " .,;'"}), ("blank", {**VECTOR, "name": ""}),
        ("bracket", {**VECTOR, "name": "a>"}),
    ):  # fmt: skip
        yield vcs_case(
            f"commit-author-{slug}", f"A name that would end early: {slug}", "VCS-30", FILES,
            [wrong("commit", ("/author/name", "identity"),
                   params={"message": "x", "author": author, "date": WHEN}), clean],
            OBJECTS, "option",
        )  # fmt: skip
