"""Folders to be searched: what all pages say of them, and strategies for patterns and paths."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from hanzo_reference.envelope import ToolError
from hanzo_reference.tools.calling import Toolbox


def call(root: Path, action: str, **params: Any) -> dict[str, Any]:
    answer = Toolbox({}).call(str(root), "fs", action, params)
    if not answer["ok"]:
        problem = answer["error"]
        raise ToolError(problem["code"], problem["message"], problem["details"])
    return answer


def pages(root: Path, action: str, member: str, **params: Any) -> list[dict[str, Any]]:
    """All that all pages have."""
    found: list[dict[str, Any]] = []
    cursor: dict[str, Any] = {}
    while True:
        answer = call(root, action, **params, **cursor)
        found += answer["data"][member]
        if not answer["meta"]["paging"]["more"]:
            return found
        cursor = {"cursor": answer["meta"]["paging"]["cursor"]}


def lay_out(root: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        place = root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(text.encode())


# Patterns that our subset and ripgrep read alike, in the alphabet of the texts.
PIECES = st.sampled_from(
    ["a", "b", "é", "😀", ".", "[ab]", "[^a]", "[^é😀]", r"\.", "a|b", "ab|a", "", "^", "$", "-"]
)
QUANTIFIERS = st.sampled_from(["", "", "*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{0,1}?"])
PATTERNS = st.lists(st.tuples(PIECES, QUANTIFIERS), min_size=1, max_size=4).map(
    lambda parts: "".join(f"(?:{piece}){quantifier}" for piece, quantifier in parts)
)


NAMES = st.sampled_from(["a", "b", "ab", "a b", "b ", "a.b", "{a,b}", "[a]", "!a", "#a", "e", "a*"])
PATHS = st.lists(NAMES, min_size=1, max_size=3).map("/".join)


def path_of(root: Path, item: dict[str, Any]) -> str:
    from hanzo_reference.ids import path_from_uri

    return os.path.relpath(path_from_uri(item["uri"]), root)
