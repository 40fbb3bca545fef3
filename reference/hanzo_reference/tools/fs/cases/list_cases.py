"""Cases of ``list``: what is seen, in which order, how deep, by which globs, in pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from hanzo_reference.spec.cases import Case, Step
from hanzo_reference.tools.case_words import answered, asked, at, from_step, invalid, refused
from hanzo_reference.tools.case_words import tree as laid_out

LIST = "tools.md, fs (list)"
GLOB = "gitignore(5) and glob(7)"
CURSOR = "/meta/paging/cursor"
ANY_CURSOR = {"type": "string", "minLength": 1}
DIRECTORY = {"directory": True}


def entry(path: str, size: int | None = None, kind: str | None = None) -> dict[str, Any]:
    """An entry as it is answered; one without a size is a folder unless said otherwise."""
    kind = kind or ("directory" if size is None else "file")
    return {"uri": at(path), "type": kind, "size": size}


def listed(*entries: dict[str, Any]) -> dict[str, Any]:
    """The answer with these entries and no more."""
    return answered("fs", "list", {"entries": list(entries)})


def case(
    slug: str,
    description: str,
    requirements: str,
    files: dict[str, Any],
    params: dict[str, Any],
    expected: dict[str, Any],
    anchor: str = LIST,
    flags: Sequence[str] = (),
) -> Case:
    """A case of one listing, of the whole workspace unless said otherwise."""
    return Case(
        f"list-{slug}", description, requirements.split(), *asked("fs", "list", **{"uri": at(""), **params}), flags, expected, anchor,
        workspace=laid_out(files),
    )  # fmt: skip


def list_cases() -> Iterator[Case]:
    """All cases of ``list``."""
    yield from _entry_cases()
    yield from _glob_cases()
    yield from _paging_cases()


def _entry_cases() -> Iterator[Case]:
    yield case(
        "folder", "Files with their sizes, folders and links without", "FS-101 FS-106",
        {"b.txt": "four", "a": DIRECTORY, "link": {"symlink": "b.txt"}, "empty": ""}, {},
        listed(entry("a"), entry("b.txt", 4), entry("empty", 0), entry("link", kind="symlink")),
    )  # fmt: skip
    yield case(
        "empty-folder", "A folder with nothing in it", "FS-101", {"none": DIRECTORY},
        {"uri": at("none")}, listed(),
    )  # fmt: skip
    yield case(
        "nothing-there", "A place where nothing is", "FS-102", {"a": "x"}, {"uri": at("b")},
        refused("fs", "list", "NOT_FOUND", {"uri": at("b")}),
    )  # fmt: skip
    yield case(
        "below-a-file", "A place below a file", "FS-102", {"a": "x"}, {"uri": at("a/b")},
        refused("fs", "list", "NOT_FOUND", {"uri": at("a/b")}),
    )  # fmt: skip
    yield case(
        "a-file", "A file has nothing in it to list", "FS-102", {"a": "x"}, {"uri": at("a")},
        refused("fs", "list", "UNSUPPORTED", {"uri": at("a"), "type": "file"}),
    )  # fmt: skip
    yield case(
        "outside", "A folder outside of the workspace", "FS-102", {"a": "x"},
        {"uri": "file://${outside}"},
        refused("fs", "list", "PERMISSION_DENIED", {"uri": "file://${outside}"}),
        "tools.md (sandbox rule)",
    )  # fmt: skip
    yield case(
        "order-of-segments", "A folder's content stands before siblings that sort after the folder",
        "FS-103 FS-104", {"a/b": "1", "a.txt": "22", "a-b/c": "", "B": ""}, {"depth": 2},
        listed(entry("B", 0), entry("a"), entry("a/b", 1), entry("a-b"), entry("a-b/c", 0),
               entry("a.txt", 2)),
        flags=("sort-order",),
    )  # fmt: skip
    yield case(
        "order-beyond-the-plane", "UTF-8 bytes decide, not UTF-16 units", "FS-103",
        {"\uff61": "", "\U00010000": "", "z": "", "\u00e9": ""}, {},
        listed(entry("z", 0), entry("%C3%A9", 0), entry("%EF%BD%A1", 0), entry("%F0%90%80%80", 0)),
        flags=("sort-order",),
    )  # fmt: skip
    yield case(
        "one-level", "Without depth and pattern, the folder alone", "FS-104",
        {"a/b/c": "", "d": ""}, {}, listed(entry("a"), entry("d", 0)),
    )  # fmt: skip
    yield case(
        "two-levels", "A depth of 2 is the folder and the folders in it", "FS-104",
        {"a/b/c": "", "d": ""}, {"depth": 2}, listed(entry("a"), entry("a/b"), entry("d", 0)),
    )  # fmt: skip
    yield case(
        "pattern-in-all-levels", "With a pattern and no depth, all levels", "FS-104 FS-114",
        {"a/b/c.md": "", "d.md": "", "e.txt": ""}, {"pattern": "*.md"},
        listed(entry("a/b/c.md", 0), entry("d.md", 0)), flags=("pruned-walk",),
    )  # fmt: skip
    yield case(
        "pattern-within-depth", "A depth bounds a pattern, too", "FS-104",
        {"a/b/c.md": "", "a/d.md": "", "e.md": ""}, {"pattern": "*.md", "depth": 2},
        listed(entry("a/d.md", 0), entry("e.md", 0)),
    )  # fmt: skip
    yield case(
        "hidden-left-out", "Names with a dot in front, and what is below them, are left out",
        "FS-105", {".env": "", ".config/a": "", "b/.c": "", "b/d.e": ""}, {"depth": 3},
        listed(entry("b"), entry("b/d.e", 0)),
    )  # fmt: skip
    yield case(
        "hidden-asked-for", "With hidden they are listed", "FS-105",
        {".env": "", ".config/a": "", "b": ""}, {"depth": 2, "hidden": True},
        listed(entry(".config"), entry(".config/a", 0), entry(".env", 0), entry("b", 0)),
    )  # fmt: skip
    yield case(
        "pattern-with-a-dot", "A pattern that begins with a dot does not ask for hidden names",
        "FS-105", {".env": "", "a.env": ""}, {"pattern": "*.env"}, listed(entry("a.env", 0)),
    )  # fmt: skip
    yield case(
        "hidden-folder-itself", "The folder that is asked for may be hidden", "FS-105",
        {".config/a": "", ".config/.b": ""}, {"uri": at(".config")},
        listed(entry(".config/a", 0)),
    )  # fmt: skip
    yield case(
        "links-not-followed", "Links to folders, outside and in a circle, are not entered",
        "FS-106",
        {"a/b": "", "a/up": {"symlink": ".."}, "c": {"symlink": "a"},
         "out": {"symlink": "${outside}"}, "torn": {"symlink": "nowhere"}}, {"depth": 9},
        listed(entry("a"), entry("a/b", 0), entry("a/up", kind="symlink"),
               entry("c", kind="symlink"), entry("out", kind="symlink"),
               entry("torn", kind="symlink")),
        "HIP-0300, Security Considerations", ("symlink",),
    )  # fmt: skip
    yield case(
        "link-as-folder", "A link that is asked for is followed, and the entries have real places",
        "FS-106", {"a/b": "", "c": {"symlink": "a"}}, {"uri": at("c")}, listed(entry("a/b", 0)),
        flags=("symlink",),
    )  # fmt: skip
    yield case(
        "link-out", "A link that leads out may not be listed", "FS-102",
        {"out": {"symlink": "${outside}"}}, {"uri": at("out")},
        refused("fs", "list", "PERMISSION_DENIED", {"uri": at("out")}),
        "HIP-0300, Security Considerations", ("symlink",),
    )  # fmt: skip


# Slug, requirement, description, pattern, and which of the files it chooses.
GLOBS: tuple[tuple[str, str, str, str, tuple[str, ...]], ...] = (
    ("name", "FS-107", "A glob without a slash is about the name", "x.js",
     ("a/b/x.js", "a/x.js", "x.js")),
    ("path", "FS-107", "A glob with a slash is about the whole path", "a/x.js", ("a/x.js",)),
    ("rooted", "FS-107", "A slash in front ties a name to the folder", "/x.js", ("x.js",)),
    ("star", "FS-108", "A star does not match a slash", "a/*.js", ("a/x.js",)),
    ("question-mark", "FS-108", "A question mark is one character, however many bytes it has",
     "?.md", ("\u00e9.md", "\U0001f600.md")),
    ("case", "FS-108", "Case counts", "X.JS", ()),
    ("globstar-in-front", "FS-109", "No folder at all is any number, too", "**/x.js",
     ("a/b/x.js", "a/x.js", "x.js")),
    ("globstar-between", "FS-109", "Any number of folders between two slashes", "a/**/x.js",
     ("a/b/x.js", "a/x.js")),
    ("globstar-at-the-end", "FS-109", "Everything below a folder, not the folder", "a/**",
     ("a/b", "a/b/x.js", "a/x.js")),
    ("two-stars-in-a-name", "FS-109", "Two stars within a name are one", "**.js",
     ("a/b/x.js", "a/x.js", "x.js")),
    ("set", "FS-110", "A set, a range and a name of POSIX", "[cx-z][0-9[:alpha:]]*",
     ("c1.py",)),
    ("set-negated", "FS-110", "A set with an exclamation mark in front", "[!ax\u00e9\U0001f600]?.py",
     ("c1.py", "c[.py")),
    ("set-with-brackets", "FS-110", "A closing bracket in front is a member", "c[][].py",
     ("c[.py",)),
    ("set-without-slash", "FS-110", "A set never matches a slash", "a[!b]x.js", ()),
    ("braces", "FS-111", "Choices, nested and empty ones", "{x.{js,ts},c{1,}.py}",
     ("a/b/x.js", "a/x.js", "c1.py", "x.js")),
    ("braces-with-paths", "FS-111", "Choices may contain slashes", "{a/b,z}/x.js", ("a/b/x.js",)),
    ("escape", "FS-112", "A backslash makes a bracket a character", r"c\[.py", ("c[.py",)),
    ("escaped-star", "FS-112", "A backslash makes a star a character", r"\*.js", ()),
)  # fmt: skip

GLOB_FILES = ("a/b/x.js", "a/x.js", "x.js", "c1.py", "c[.py", "\u00e9.md", "\U0001f600.md")

NO_GLOBS = (
    ("empty", "An empty glob", ""),
    ("open-set", "A bracket without its partner", "a[b"),
    ("open-brace", "A brace without its partner", "{a,b"),
    ("closing-brace", "A closing brace alone", "a}"),
    ("backslash-at-the-end", "A backslash with nothing behind it", "a\\"),
    ("unknown-class", "A name of a class that POSIX does not have", "[[:vowel:]]"),
    ("too-long", "More than 1,000 characters", "a" * 1001),
    ("deep-braces", "Eleven braces in one another", "{" * 11 + "a" + "}" * 11),
)  # fmt: skip


def _glob_cases() -> Iterator[Case]:
    places = {
        "\u00e9.md": "%C3%A9.md", "\U0001f600.md": "%F0%9F%98%80.md", "c[.py": "c%5B.py",
    }  # fmt: skip
    for slug, requirement, description, pattern, chosen in GLOBS:
        yield case(
            f"glob-{slug}", description, requirement, dict.fromkeys(GLOB_FILES, ""),
            {"pattern": pattern},
            listed(*(entry(places.get(p, p), None if p == "a/b" else 0) for p in chosen)),
            GLOB if requirement != "FS-111" else "ripgrep, --glob", ("glob",),
        )  # fmt: skip
    for slug, description, pattern in NO_GLOBS:
        yield case(
            f"no-glob-{slug}", description, "FS-113", {"a": ""}, {"pattern": pattern},
            invalid("fs", "list", ("/pattern", "glob")), "decision FS-113",
        )  # fmt: skip
    yield case(
        "walk-not-pruned", "A folder that the pattern does not match is entered all the same",
        "FS-114", {"src/deep/find.me": "", "src/other": ""}, {"pattern": "find.*"},
        listed(entry("src/deep/find.me", 0)), flags=("pruned-walk",),
    )  # fmt: skip


def _paging_cases() -> Iterator[Case]:
    for name, value, rule in (
        ("depth", 0, "minimum"), ("limit", 0, "minimum"), ("limit", 1001, "maximum"),
    ):  # fmt: skip
        yield case(
            f"{name}-{value}", f"A {name} of {value} is none", "FS-117", {"a": ""}, {name: value},
            invalid("fs", "list", (f"/{name}", rule)), "ENVELOPE-38",
        )  # fmt: skip
    files = {"a/b": "", "c": "1", "d": ""}
    first = answered("fs", "list", {"entries": [entry("a"), entry("a/b", 0)]},
                     paging={"cursor": "any", "more": True})  # fmt: skip
    params: dict[str, Any] = {"uri": at(""), "depth": 2, "limit": 2}
    cursor = from_step(0, CURSOR)
    yield Case(
        "list-pages", "The second page goes on after the first", ["FS-115"],
        workspace=laid_out(files), anchor="HIP-0300, Test Cases 5 (paging)",
        steps=(
            Step(*asked("fs", "list", **params), first, {CURSOR: ANY_CURSOR}),
            Step(*asked("fs", "list", **params, cursor=cursor),
                 listed(entry("c", 1), entry("d", 0))),
        ),
    )  # fmt: skip
    yield Case(
        "list-page-after-a-change", "What comes and goes before the cursor does not shift the page",
        ["FS-115"], workspace=laid_out(files), anchor="ENVELOPE-57",
        steps=(
            Step(*asked("fs", "list", **params), first, {CURSOR: ANY_CURSOR}),
            Step(*asked("fs", "list", **params, cursor=cursor),
                 listed(entry("c", 1), entry("d", 0)), before={"a/a": {"text": ""}}),
        ),
    )  # fmt: skip
    other = {"uri": at(""), "depth": 3, "limit": 2, "cursor": cursor}
    yield Case(
        "list-cursor-of-another-call", "A cursor belongs to the parameters that it was given for",
        ["FS-116"], workspace=laid_out(files), anchor="ENVELOPE-60",
        steps=(
            Step(*asked("fs", "list", **params), first, {CURSOR: ANY_CURSOR}),
            Step(*asked("fs", "list", **other), invalid("fs", "list", ("/cursor", "cursor"))),
        ),
    )  # fmt: skip
    yield Case(
        "list-cursor-whose-entry-is-gone", "The entry that a cursor remembers has to be there",
        ["FS-116"], workspace=laid_out(files), anchor="ENVELOPE-60",
        steps=(
            Step(*asked("fs", "list", **params), first, {CURSOR: ANY_CURSOR}),
            Step(*asked("fs", "list", **params, cursor=cursor),
                 invalid("fs", "list", ("/cursor", "cursor")), before={"a/b": None}),
        ),
    )  # fmt: skip
    for slug, description, text in (
        ("nobody", "A text that is no cursor", "bm9uZQ"),
        ("nothing", "The empty text", ""),
        ("half-a-pair", "A cursor with half a pair of surrogates as key",
         "eyJrIjoiXHVkODAwIiwicSI6IjAiLCJ2IjoxfQ"),
        ("deep-brackets", "A cursor whose content is nested beyond reason", "W1tb" * 2500),
    ):  # fmt: skip
        yield case(
            f"cursor-of-{slug}", description, "FS-116", {"a": ""}, {"cursor": text},
            invalid("fs", "list", ("/cursor", "cursor")), "ENVELOPE-60",
        )  # fmt: skip
    yield Case(
        "list-hundred", "Without a limit a page has 100 entries", ["FS-115"], *asked("fs", "list", uri=at("")), (),
        answered("fs", "list", {"entries": [entry(f"f{i:03}", 0) for i in range(100)]},
                 paging={"cursor": "any", "more": True}), "ENVELOPE-53",
        where={CURSOR: ANY_CURSOR}, workspace=laid_out({f"f{i:03}": "" for i in range(101)}),
    )  # fmt: skip
