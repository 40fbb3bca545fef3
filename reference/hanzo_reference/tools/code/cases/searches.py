"""Cases of search_symbol: every language, queries, scopes, what is searched."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hanzo_reference.spec.cases import Case, Step
from hanzo_reference.tools.case_words import answered, at, from_step, invalid, refused, tree
from hanzo_reference.tools.case_words import asked as asked_of
from hanzo_reference.tools.code.cases.samples import SAMPLES, places
from hanzo_reference.tools.code.cases.telling import TREE, found, question, told

ANCHOR = "HIP-0300, code: search_symbol; counted by hand"
TWO = {
    "b/one.py": "class Auth:\n    def login(self): pass\n",
    "b.py": "def login_all(): pass\n",
    "a/two.go": "package a\n\nfunc Relogin() {}\n",
}


def search_cases() -> Iterator[Case]:
    """Queries and scopes."""
    for language, (path, text, _) in SAMPLES.items():
        files = {path: text}
        yield _search(
            f"symbols-of-{language}", f"What a file in {language} defines for others",
            ["CODE-8", "CODE-11", "CODE-16"], files, {"query": ""}, *places(language),
        )  # fmt: skip
    yield _search(
        "search-ignores-ascii-case", "A query is part of a name, in either case",
        ["CODE-9", "CODE-61"], TWO, {"query": "LOGIN"},
        ("a/two.go", 2, 5, 7, "Relogin"),
        ("b/one.py", 1, 8, 5, "Auth.login"), ("b.py", 0, 4, 9, "login_all"),
        flags=["order"],
    )  # fmt: skip
    yield _search(
        "search-letters-beyond-ascii-exactly", "Only ASCII letters match in either case",
        ["CODE-61"], {"a.py": "STRA\u00dfE = 1\n\u00c4nder = 2\n\u00e4nder = 3\n"},
        {"query": "\u00e4NDER"}, ("a.py", 2, 0, 5, "\u00e4nder"),
    )  # fmt: skip
    yield _search(
        "search-type-is-not-its-members", "A query without a dot is sought in names only",
        ["CODE-61"], TWO, {"query": "Auth"}, ("b/one.py", 0, 6, 4, "Auth"),
    )  # fmt: skip
    yield _search(
        "search-by-path", "A query with a dot is sought in the dotted path", ["CODE-62"], TWO,
        {"query": "auth.log"}, ("b/one.py", 1, 8, 5, "Auth.login"),
    )  # fmt: skip
    yield _search(
        "search-in-a-folder", "A folder as scope is searched below", ["CODE-63"], TWO,
        {"query": "login", "scope": at("b")}, ("b/one.py", 1, 8, 5, "Auth.login"),
    )  # fmt: skip
    yield _search(
        "search-in-a-file", "A file as scope is searched alone", ["CODE-63"], TWO,
        {"query": "login", "scope": at("b.py")}, ("b.py", 0, 4, 9, "login_all"),
    )  # fmt: skip
    yield _search(
        "search-where-nothing-is", "A scope where there is nothing has no symbols", ["CODE-63"],
        TWO, {"query": "", "scope": at("c")},
    )  # fmt: skip
    yield _search(
        "search-below-a-file", "Below a file there is nothing", ["CODE-63"],
        TWO, {"query": "", "scope": at("b.py/c")},
    )  # fmt: skip
    yield _search(
        "search-under-a-long-name", "Under a name that no file can have there is nothing",
        ["CODE-63"], TWO, {"query": "", "scope": at("n" * 256)},
    )  # fmt: skip
    yield question(
        "search-scope-outside", "A scope outside of the workspace is refused", ["CODE-34"], TWO,
        "search_symbol", {"query": "", "scope": "file://${outside}"},
        refused("code", "search_symbol", "PERMISSION_DENIED", {"uri": "file://${outside}"}),
        "HIP-0300, Security Considerations", ["escape"],
    )  # fmt: skip
    yield question(
        "search-scope-no-uri", "A scope that is no URI is reported at its own place", ["CODE-63"],
        TWO, "search_symbol", {"query": "", "scope": "b"},
        invalid("code", "search_symbol", ("/scope", "uri")), "IDS-33",
    )  # fmt: skip
    yield question(
        "search-asks-grammars-first", "Without a backend a search is answered by the grammars",
        ["CODE-64"], TWO, "search_symbol", {"query": "Auth", "backend": None},
        told("search_symbol", found(TWO, ("b/one.py", 0, 6, 4, "Auth"))), ANCHOR,
    )  # fmt: skip
    yield from _walking()
    yield _pages()


def _walking() -> Iterator[Case]:
    seen = {"src/a.py": "def seen(): pass\n"}
    hidden: dict[str, Any] = {
        ".hidden.py": "def seen(): pass\n",
        ".git2/a.py": "def seen(): pass\n",
        "node_modules/m/a.js": "function seen() {}\n",
        "src/target/a.rs": "fn seen() {}\n",
        "src/__pycache__/a.py": "def seen(): pass\n",
        "src/notes.txt": "def seen(): pass\n",
        "link.py": {"symlink": "src/a.py"},
        "folder": {"symlink": "src"},
        "secret.py": {"symlink": "${outside}/secret.txt"},
    }
    yield question(
        "search-leaves-out-what-is-built", "Hidden, built, linked and other files are not searched",
        ["CODE-35"], {**seen, **hidden}, "search_symbol", {"query": "seen"},
        told("search_symbol", found(seen, ("src/a.py", 0, 4, 4, "seen"))),
        "spec.md, CODE-35", ["escape"],
    )  # fmt: skip
    broken = {
        "bytes.py": {"base64": "ZGVmIHNlZW4oKTogcGFzcyAj/wo="},
        "large.py": {"repeat": "def seen(): pass\n", "times": 308405},
    }
    yield question(
        "search-leaves-out-what-is-no-text", "What is not UTF-8 or too large is left out",
        ["CODE-36"], {**seen, **broken}, "search_symbol", {"query": "seen"},
        told("search_symbol", found(seen, ("src/a.py", 0, 4, 4, "seen"))), "spec.md, CODE-36",
    )  # fmt: skip


def _pages() -> Case:
    files = {"a.py": "a1 = 1\na2 = 2\na3 = 3\n"}
    ask = {"query": "a", "backend": TREE, "limit": 2}
    listed = found(files, ("a.py", 0, 0, 2, "a1"), ("a.py", 1, 0, 2, "a2"), ("a.py", 2, 0, 2, "a3"))
    first = answered(
        "code", "search_symbol", {"results": listed[:2]},
        backend=TREE, paging={"cursor": "opaque", "more": True},
    )  # fmt: skip
    return Case(
        "search-in-pages", "A cursor leads to the next page, and only of its own query",
        ["CODE-10"],
        anchor="HIP-0300, Test Cases 5; ENVELOPE-52 to ENVELOPE-60",
        workspace=tree(files),
        steps=[
            Step(
                *asked_of("code", "search_symbol", **ask), first,
                # It holds the folder's path.
                {"/meta/paging/cursor": {"type": "string", "minLength": 1}},
            ),
            Step(
                *asked_of("code", "search_symbol", **ask, cursor=from_step(0, "/meta/paging/cursor")),
                told("search_symbol", listed[2:]),
            ),
            Step(
                *asked_of(
                    "code", "search_symbol", **{**ask, "query": "a3"},
                    cursor=from_step(0, "/meta/paging/cursor"),
                ),
                invalid("code", "search_symbol", ("/cursor", "cursor")),
            ),
        ],
    )  # fmt: skip


def _search(
    slug: str,
    description: str,
    requirements: list[str],
    files: dict[str, str],
    params: dict[str, Any],
    *expected: tuple[str, int, int, int, str],
    flags: tuple[str, ...] | list[str] = (),
) -> Case:
    return question(
        slug, description, requirements, files, "search_symbol", params,
        told("search_symbol", found(files, *expected)), ANCHOR, flags,
    )  # fmt: skip
