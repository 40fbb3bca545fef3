"""Words in which the cases of ``search_text`` are written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hanzo_reference.spec.cases import Case
from hanzo_reference.tools.case_words import answered, asked, at, tree

SEARCH = "tools.md, fs (search_text)"
RE2 = "RE2 syntax"
GITIGNORE = "gitignore(5)"


def match(
    path: str, line: int, start: int, end: int, text: str, text_col: int = 0
) -> dict[str, Any]:
    """A match as it is answered."""
    return {
        "uri": at(path),
        "range": {"start": {"line": line, "col": start}, "end": {"line": line, "col": end}},
        "text": text,
        "text_col": text_col,
    }


def found(*matches: dict[str, Any]) -> dict[str, Any]:
    """The answer with these matches and no more."""
    return answered("fs", "search_text", {"matches": list(matches)})


def search(
    slug: str,
    description: str,
    requirements: str,
    files: Mapping[str, Any],
    params: Mapping[str, Any],
    expected: dict[str, Any],
    anchor: str = SEARCH,
    flags: Sequence[str] = (),
) -> Case:
    """A case of one search."""
    return Case(
        f"search-{slug}", description, requirements.split(), *asked("fs", "search_text", **params), flags, expected, anchor, workspace=tree(files),
    )  # fmt: skip


def in_files(*paths: str) -> dict[str, Any]:
    """The answer when each of these files is ``x`` and that is looked for."""
    return found(*(match(path, 0, 0, 1, "x") for path in paths))
