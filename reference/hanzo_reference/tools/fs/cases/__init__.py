"""The cases of the tool fs, one module for each group of actions."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.spec.cases import Case
from hanzo_reference.spec.declaration import Flag
from hanzo_reference.tools.fs.cases import (
    bounds_cases,
    calling_cases,
    diff_cases,
    glob_cases,
    list_cases,
    making_cases,
    malformed_patch_cases,
    patching_cases,
    reading_cases,
    search_cases,
    search_files_cases,
    search_regex_cases,
)

FLAGS = {
    "backtracking": Flag(
        "a regular expression whose time grows without bound",
        "https://cwe.mitre.org/data/definitions/1333.html",
    ),
    "binary": Flag("what is no text searched, decoded with replacements or up to the first NUL"),
    "case-folding": Flag("case compared by tables of Unicode"),
    "changed-content": Flag("content decoded with replacements, or line ends and marks dropped"),
    "escape": Flag(
        "a place outside of the workspace reached",
        "https://cwe.mitre.org/data/definitions/22.html",
        security=True,
    ),
    "empty-match": Flag("empty matches lost, doubled, endless or within a character"),
    "gitignore": Flag("rules of .gitignore read in another way than git reads them"),
    "glob": Flag("globs read in another way"),
    "line-end": Flag("other line ends than LF, CR LF and CR, or one of them forgotten"),
    "long-line": Flag("lines of any length given back"),
    "half-applied": Flag("some hunks of a patch applied and others not"),
    "inexact": Flag("a hunk applied where it nearly fits, or at another line"),
    "lenient-base64": Flag("several spellings in base64 for the same bytes"),
    "lenient-patch": Flag("a damaged patch understood in one of several ways"),
    "terminator": Flag("line ends converted, or a missing one at the end of a file ignored"),
    "memory": Flag("content of any size held in memory"),
    "pruned-walk": Flag("folders not entered because a pattern does not match them"),
    "overwritten": Flag("content lost to a file created in its place"),
    "range": Flag("columns in other units, or the end of a range taken into it"),
    "stale-edit": Flag("an edit made for a content that is no longer there"),
    "too-much-removed": Flag(
        "more removed than was named, or without a confirmation", security=True
    ),
    "sort-order": Flag("paths compared as whole texts, by UTF-16 units, by locale or without case"),
    "symlink": Flag("symbolic links followed on a walk", security=True),
    "utf-16": Flag("columns and lengths in bytes or code points"),
}


def cases() -> Iterator[Case]:
    """Every case, places first."""
    yield from bounds_cases.cases()
    yield from calling_cases.cases()
    yield from reading_cases.cases()
    yield from making_cases.cases()
    yield from patching_cases.cases()
    yield from malformed_patch_cases.cases()
    yield from diff_cases.cases()
    yield from list_cases.list_cases()
    yield from glob_cases.glob_cases()
    yield from search_cases.search_cases()
    yield from search_files_cases.search_files_cases()
    yield from search_regex_cases.search_regex_cases()
