"""The cases of vcs: what differs, patches, commits, branches, logs."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.spec.cases import Case
from hanzo_reference.spec.declaration import Flag
from hanzo_reference.tools.vcs.cases import branches, commits, diffs, logs, patches, statuses

FLAGS = {
    "crlf": Flag("carriage returns lost or added on the way through git"),
    "locale": Flag("what git writes for people read as data"),
    "not-atomic": Flag("part of a change left behind by one that failed"),
    "option": Flag(
        "text of the caller that git takes for an option",
        "https://cwe.mitre.org/data/definitions/88.html",
        security=True,
    ),
    "outside": Flag("files outside of the workspace, or git's own, read or written", security=True),
    "pathspec": Flag("a name of a file taken for a pattern"),
    "quoted-name": Flag("names of files quoted, cut at spaces or joined"),
    "staging": Flag("what is staged mixed up with what is not"),
}


def cases() -> Iterator[Case]:
    """Every case, reading ones first."""
    yield from statuses.status_cases()
    yield from diffs.diff_cases()
    yield from diffs.refused_cases()
    yield from patches.applied_cases()
    yield from patches.refused_cases()
    yield from commits.commit_cases()
    yield from commits.refused_cases()
    yield from branches.branch_cases()
    yield from branches.checkout_cases()
    yield from logs.log_cases()
