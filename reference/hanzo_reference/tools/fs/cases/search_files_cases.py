"""Cases of ``search_text``: which files are searched, by ``.gitignore``, dots and globs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hanzo_reference.spec.cases import Case
from hanzo_reference.tools.case_words import asked, invalid
from hanzo_reference.tools.fs.cases.search_words import GITIGNORE, SEARCH, in_files, search

RIPGREP = "ripgrep, --glob"
# Slug, requirement, description, the file's text, the other files, and those that are searched.
RULES: tuple[tuple[str, str, str, str, str, str], ...] = (
    ("name", "FS-146", "A name is left out at any depth", "b\n", "a/b c/d/b c/e e",
     "c/e e"),
    ("path", "FS-146", "A slash in the middle ties a line to the folder", "a/b\n",
     "a/b c/a/b b", "b c/a/b"),
    ("rooted", "FS-146", "A slash in front does so, too", "/b\n", "a/b b", "a/b"),
    ("folders-only", "FS-146", "A slash at the end is for folders only", "b/\n", "a/b b/c d/b/e",
     "a/b"),
    ("folder-of-a-path", "FS-146", "A path with a slash at its end", "a/b/\n",
     "a/b/c d/a/b/c a/c", "a/c d/a/b/c"),
    ("star", "FS-146 FS-108", "A star stays within a name", "*.o\na/*.c\n",
     "a.o a/b.o a/b.c a/b/c.c c.c", "a/b/c.c c.c"),
    ("globstar", "FS-146 FS-109", "Two stars are any number of folders", "a/**/b\n**/c\nd/**\n",
     "a/b a/x/y/b x/c c x/a/b d/e d/f/g e", "e x/a/b"),
    ("set", "FS-146 FS-110", "A set, one that is negated, and a class", "[ab]1\n[!ab]2\n[[:digit:]]\n",
     "a1 c1 a2 c2 3 x", "a2 c1 x"),
    ("reversed-range", "FS-110", "Of a reversed range the first character counts", "[c-a]\n", "a b c",
     "a b"),
    ("braces-are-characters", "FS-147", "Braces are characters", "*.{js,ts}\n",
     "a.js a.{js,ts} b.ts", "a.js b.ts"),
    ("last-line-decides", "FS-144 FS-145", "The last line that matches decides",
     "*.o\n!keep.o\n!a.o\na.o\n", "a.o b.o keep.o", "keep.o"),
    ("taken-back-path", "FS-145", "A path can be taken back", "*.o\n!/a/b.o\n", "a/b.o b.o a/c.o",
     "a/b.o"),
    ("not-below", "FS-145", "Nothing is taken back below a folder that is left out",
     "a\n!a/b\n!b\n", "a/b b", "b"),
    ("folder-content-taken-back", "FS-145", "With a star the folder itself is not left out",
     "/a/*\n!/a/b\n", "a/b a/c", "a/b"),
    ("comments", "FS-147", "Comments and empty lines say nothing", "# a\n\n\\#b\n   \n",
     "#b b a", "a b"),
    ("exclamation-mark", "FS-147", "An escaped exclamation mark is one", "\\!a\n", "!a a", "a"),
    ("spaces-at-the-end", "FS-147", "Spaces at the end are dropped, an escaped one is not",
     "a  \nb\\ \n", "a b", "b"),
    ("spaces-within", "FS-147", "Other spaces are characters", " a\n", "a", "a"),
    ("windows-line-ends", "FS-147", "A carriage return at the end belongs to no line",
     "a\r\nb/\r\n", "a b/c d", "d"),
    ("byte-order-mark", "FS-147", "A byte order mark in front is no part of the first line",
     "\ufeffa\nb\n", "a b c", "c"),
    ("no-glob", "FS-147", "A line that is no glob says nothing, and the others stand",
     "[a\nb\\\nc\n", "a b c", "a b"),
    ("case", "FS-146 FS-108", "Case counts", "A\n", "a b", "a b"),
    ("no-line-end", "FS-143", "The last line needs no end", "a\nb", "a b c", "c"),
)  # fmt: skip


def search_files_cases() -> Iterator[Case]:
    """All cases of which files are searched."""
    for slug, requirements, description, rules, paths, searched in RULES:
        files = {".gitignore": rules, **dict.fromkeys(paths.split(), "x")}
        yield search(
            f"gitignore-{slug}", description, requirements, files, {"pattern": "x"},
            in_files(*searched.split()), GITIGNORE, ("gitignore",),
        )  # fmt: skip
    yield from _scope_cases()
    yield from _hidden_cases()
    yield from _glob_cases()


def _files(paths: str, **rules: str) -> Mapping[str, Any]:
    files: dict[str, Any] = dict.fromkeys(paths.split(), "x")
    files |= {f"{folder}/.gitignore".removeprefix("root/"): text for folder, text in rules.items()}
    return files


def _scope_cases() -> Iterator[Case]:
    yield search(
        "gitignore-deeper", "A file that lies deeper decides before the one above it", "FS-144",
        _files("a/b a/c b c", root="b\n!c\n", a="!b\nc\n"), {"pattern": "x"}, in_files("a/b", "c"),
        GITIGNORE, ("gitignore",),
    )  # fmt: skip
    yield search(
        "gitignore-deeper-paths", "Paths are taken from the folder of the file", "FS-143 FS-146",
        _files("a/b/c b/c", a="/b/c\n"), {"pattern": "x"}, in_files("b/c"), GITIGNORE,
        ("gitignore",),
    )  # fmt: skip
    yield search(
        "gitignore-above", "The files above the folder that is searched hold, too", "FS-143",
        _files("a/b/c a/b/d a/b/e", root="c\n/a/b/d\n/b/e\n"), {"pattern": "x", "path": "a/b"},
        in_files("a/b/e"), GITIGNORE, ("gitignore",),
    )  # fmt: skip
    yield Case(
        "search-gitignore-in-a-repository", "In a repository it is the same, and .git is never searched", ["FS-143", "FS-149"],
        *asked("fs", "search_text", pattern="x", hidden=True), ("gitignore",),
        in_files("b"), GITIGNORE,
        workspace={"files": {".gitignore": {"text": "a\n"}, "a": {"text": "x"},
                             "b": {"text": "x"}}, "git": True},
    )  # fmt: skip
    yield search(
        "gitignore-link", "A .gitignore that is a link is not read", "FS-142 FS-143",
        {".gitignore": {"symlink": "rules"}, "rules": "a\n", "a": "x"}, {"pattern": "x"},
        in_files("a"), "git 2.32, release notes", ("gitignore", "symlink"),
    )  # fmt: skip
    yield search(
        "ignored-asked-for", "With ignored nothing is left out by such files", "FS-148",
        _files("a b", root="a\n"), {"pattern": "x", "ignored": True}, in_files("a", "b"),
        "decision FS-148",
    )  # fmt: skip
    yield search(
        "ignored-folder-named", "A folder that is left out is searched when it is named", "FS-151",
        _files("a/b a/c", root="a/\nb\n"), {"pattern": "x", "path": "a"}, in_files("a/c"),
        "ripgrep (paths given explicitly)", ("gitignore",),
    )  # fmt: skip
    yield search(
        "ignored-file-named", "A file that is left out is searched when it is named", "FS-151",
        _files("a", root="a\n"), {"pattern": "x", "path": "a", "glob": "b"}, in_files("a"),
        "ripgrep (paths given explicitly)", ("gitignore",),
    )  # fmt: skip


def _hidden_cases() -> Iterator[Case]:
    yield search(
        "hidden-left-out", "Names with a dot in front are left out", "FS-149",
        _files(".a .b/c d/.e d/f"), {"pattern": "x"}, in_files("d/f"),
    )  # fmt: skip
    yield search(
        "hidden-asked-for", "With hidden they are searched, but .git never is", "FS-149",
        _files(".a .b/c d/.git/y d/.e"), {"pattern": "x", "hidden": True},
        in_files(".a", ".b/c", "d/.e"), "decision FS-149",
    )  # fmt: skip
    yield search(
        "hidden-and-taken-back", "A .gitignore does not bring hidden names back", "FS-149",
        _files(".a b", root="!.a\n"), {"pattern": "x"}, in_files("b"), "decision FS-149",
    )  # fmt: skip
    yield search(
        "hidden-folder-named", "A hidden folder is searched when it is named", "FS-151",
        _files(".a/b .a/.c"), {"pattern": "x", "path": ".a"}, in_files(".a/b"),
        "ripgrep (paths given explicitly)",
    )  # fmt: skip


def _glob_cases() -> Iterator[Case]:
    paths = "a/b.py a/c.md b.py d/a/b.py"
    for slug, description, glob, searched in (
        ("name", "A glob without a slash chooses by name", "*.{py,rs}", "a/b.py b.py d/a/b.py"),
        ("path", "A glob with a slash chooses by path", "a/*", "a/b.py a/c.md"),
        ("never-prunes", "Folders are entered whatever the glob", "c.md", "a/c.md"),
    ):
        yield search(
            f"glob-{slug}", description, "FS-150", _files(paths), {"pattern": "x", "glob": glob},
            in_files(*searched.split()), RIPGREP, ("glob",),
        )  # fmt: skip
    yield search(
        "glob-below-the-folder", "The path is taken from the folder that is searched", "FS-150",
        _files(paths), {"pattern": "x", "path": "d", "glob": "a/*"}, in_files("d/a/b.py"),
        SEARCH, ("glob",),
    )  # fmt: skip
    yield search(
        "glob-against-gitignore", "A glob does not bring back what a .gitignore leaves out",
        "FS-150", _files("a.py b.py", root="a.py\n"), {"pattern": "x", "glob": "*.py"},
        in_files("b.py"), "decision FS-150", ("glob", "gitignore"),
    )  # fmt: skip
    yield search(
        "no-glob", "A glob that is none", "FS-113", _files("a"), {"pattern": "x", "glob": "{a"},
        invalid("fs", "search_text", ("/glob", "glob")), "decision FS-113",
    )  # fmt: skip
