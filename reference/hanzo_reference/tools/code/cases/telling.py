"""Words for the cases of code: a question in a workspace, and results by place."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from hanzo_reference.spec.cases import Case
from hanzo_reference.tools.case_words import answered, asked, at, tree

TREE = "tree-sitter"
NO_MORE = {"cursor": None, "more": False}
# Where a name stands: path, line, column, length, symbol without "sym:".
Place = tuple[str, int, int, int, str]


def position(line: int, col: int) -> dict[str, int]:
    """A position."""
    return {"line": line, "col": col}


def extent(line: int, col: int, length: int) -> dict[str, Any]:
    """A range on one line."""
    return {"start": position(line, col), "end": position(line, col + length)}


def found(files: Mapping[str, str], *places: Place) -> list[dict[str, Any]]:
    """Results at these places, each with the line in which it stands."""
    return [
        {
            "uri": at(path),
            "range": extent(line, col, length),
            "snippet": files[path].split("\n")[line].removesuffix("\r"),
            "symbol_id": f"sym:{symbol}",
        }
        for path, line, col, length, symbol in places
    ]


def question(
    slug: str,
    description: str,
    requirements: Sequence[str],
    files: Mapping[str, Any],
    action: str,
    params: Mapping[str, Any],
    expected: Mapping[str, Any],
    anchor: str,
    flags: Sequence[str] = (),
) -> Case:
    """A case of one call, which leaves the workspace as it was; a backend of None is not given."""
    workspace = tree(files)
    given = {"backend": TREE, **params}
    return Case(
        slug, description, requirements, *asked("code", action, **{key: given[key] for key in given if given[key] is not None}),
        flags, expected, anchor, workspace=workspace, after=workspace,
    )  # fmt: skip


def looked_up(
    slug: str,
    description: str,
    requirements: Sequence[str],
    files: Mapping[str, str],
    place: tuple[str, int, int],
    *places: Place,
    action: str = "definition",
    anchor: str = "LSP 3.17, textDocument/definition; read by hand",
    flags: Sequence[str] = (),
) -> Case:
    """A case of one look-up at a path, line and column."""
    path, line, col = place
    return question(
        slug, description, requirements, files, action,
        {"uri": at(path), "position": position(line, col)},
        told(action, found(files, *places)), anchor, flags,
    )  # fmt: skip


def told(action: str, results: Sequence[Mapping[str, Any]], backend: str = TREE) -> dict[str, Any]:
    """The expected answer of an action that has results, on one page."""
    return answered("code", action, {"results": list(results)}, backend=backend, paging=NO_MORE)


def patched(action: str, files: Mapping[str, str], *patches: tuple[str, str]) -> dict[str, Any]:
    """The expected answer with patches, each given as path and lines after the header."""
    told_ones = [
        {
            "uri": at(path),
            "patch": f"--- a/{path}\n+++ b/{path}\n{hunks}",
            "base_hash": "sha256:" + hashlib.sha256(files[path].encode()).hexdigest(),
        }
        for path, hunks in patches
    ]
    return answered("code", action, {"patches": told_ones}, backend=TREE)
