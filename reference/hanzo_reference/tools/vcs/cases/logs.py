"""Cases of ``log``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hanzo_reference.spec.cases import Case, Step
from hanzo_reference.tools.case_words import at, from_step
from hanzo_reference.tools.vcs.cases import objects
from hanzo_reference.tools.vcs.cases.words import (
    SIGNED,
    VECTOR,
    WHEN,
    ask,
    computed,
    cursor_behind,
    deny,
    vcs_case,
    wrong,
)

HIP = "HIP-0300, vcs"
FILES = {"a.txt": "0\n", "sub/b.txt": "0\n"}
FIRST = objects.commit(FILES)
COUNT = 4


def _chain() -> list[str]:
    """Ids of the first commit and of those that change the two files in turn."""
    ids, files = [FIRST], dict(FILES)
    for number in range(1, COUNT + 1):
        files["a.txt" if number % 2 else "sub/b.txt"] = f"{number}\n"
        ids.append(objects.commit(files, f"change {number}\n", ids[-1:]))
    return ids


IDS = _chain()
MESSAGES = ["initial", *(f"change {number}" for number in range(1, COUNT + 1))]


def _commits() -> list[Step]:
    steps = []
    for number in range(1, COUNT + 1):
        path = "a.txt" if number % 2 else "sub/b.txt"
        steps.append(
            computed("commit", message=f"change {number}", files=[at(path)], **SIGNED,
                     before={path: f"{number}\n"})
        )  # fmt: skip
    return steps


def _entry(number: int) -> dict[str, Any]:
    person = {**VECTOR, "date": WHEN}
    return {
        "commit": IDS[number],
        "parents": [] if number == 0 else [IDS[number - 1]],
        "author": person,
        "committer": person,
        "message": MESSAGES[number],
    }


def _entries(*numbers: int) -> dict[str, Any]:
    return {"commits": [_entry(number) for number in numbers]}


def log_cases() -> Iterator[Case]:
    """Commits, the newest first."""
    yield vcs_case(
        "log", "The one commit that there is", "VCS-41", FILES, [ask("log", _entries(0))], HIP,
    )  # fmt: skip
    yield vcs_case(
        "log-order", "The newest first, though all have one date; from a ref on", "VCS-41", FILES,
        [*_commits(), ask("log", _entries(4, 3, 2, 1, 0)), ask("log", _entries(2, 1, 0),
                                                               ref="HEAD~2")],
        "git log, --topo-order",
    )  # fmt: skip
    yield vcs_case(
        "log-path", "Commits that changed a file or something in a folder", "VCS-42", FILES,
        [*_commits(),
         ask("log", _entries(3, 1, 0), path=at("a.txt")),
         ask("log", _entries(4, 2, 0), path=at("sub")),
         ask("log", _entries(4, 2, 0), path=at("sub/b.txt"), before={"sub/b.txt": None}),
         ask("log", _entries(), path=at("none")),
         ask("log", _entries(4, 3, 2, 1, 0), path=at(""))],
        HIP, "pathspec",
    )  # fmt: skip
    cursor = cursor_behind(IDS[3])
    last = cursor_behind(IDS[1])
    yield vcs_case(
        "log-pages", "Pages follow one another; the last one may be full", "VCS-43", FILES,
        [*_commits(),
         ask("log", _entries(4, 3), limit=2, paging={"cursor": cursor, "more": True}),
         ask("log", _entries(2, 1), limit=2, cursor=from_step(COUNT, "/meta/paging/cursor"),
             paging={"cursor": last, "more": True}),
         ask("log", _entries(0), limit=2, cursor=last),
         ask("log", _entries(2, 1, 0), limit=3, cursor=cursor),
         ask("log", _entries(4, 3, 2, 1, 0), limit=5)],
        "HIP-0300, Unified Envelope",
    )  # fmt: skip
    yield vcs_case(
        "log-cursor-of-another-query", "A cursor is for the query that gave it", "VCS-43", FILES,
        [*_commits(),
         computed("log", limit=1),
         wrong("log", ("/cursor", "cursor"), params={
             "limit": 1, "path": at("a.txt"), "cursor": from_step(COUNT, "/meta/paging/cursor")}),
         wrong("log", ("/cursor", "cursor"), params={"cursor": "x"}),
         wrong("log", ("/limit", "minimum"), params={"limit": 0}),
         wrong("log", ("/limit", "maximum"), params={"limit": 1001})],
        "HIP-0300, Unified Envelope",
    )  # fmt: skip
    person = {"name": "Zo\u00eb", "email": "z@example.org"}
    message = "\u00e9\n\nbody \n\n  # end"
    other = objects.commit(
        {**FILES, "a.txt": "x"}, f"{message}\n", [FIRST],
        "Zo\u00eb <z@example.org> 1709210096 +0000",
    )  # fmt: skip
    dated = {**person, "date": "2024-02-29T12:34:56Z"}
    yield vcs_case(
        "log-message", "Messages with several lines and other letters", "VCS-41 VCS-33", FILES,
        [computed("commit", message=message, files=[at("a.txt")], author=person,
                  date="2024-02-29T12:34:56Z", before={"a.txt": "x"}),
         ask("log", {"commits": [{"commit": other, "parents": [FIRST], "author": dated,
                                  "committer": dated, "message": message}]},
             limit=1, paging={"cursor": cursor_behind(other),
                              "more": True})],
        HIP, "locale",
    )  # fmt: skip
    for slug, uri in (("outside", "file://${outside}/secret.txt"), ("git", at(".git/HEAD"))):
        yield vcs_case(
            f"log-path-{slug}", f"The history of what is not the workspace's: {slug}", "VCS-18",
            FILES, [deny("log", "PERMISSION_DENIED", {"uri": uri}, path=uri)],
            "HIP-0300, Security Considerations", "outside",
        )  # fmt: skip
    yield vcs_case(
        "log-path-relative", "A path is a URI", "VCS-18", FILES,
        [wrong("log", ("/path", "uri"), params={"path": "a.txt"})], "HIP-0300, Anti-patterns",
    )  # fmt: skip
