"""The text of a baseline in pieces, so that what is kept keeps its comments and its spelling.

preamble                      # comments of the file, a blank line behind them
lead  # of this entry         # comments right above the header
body  [[divergence]] …        # to the last line that says something
tail                          # blank lines and comments that stand apart
"""

from __future__ import annotations

import json
import re
from functools import partial
from typing import Any

import msgspec

from hanzo_conformance.installation.toml import NotTomlError, read_toml
from hanzo_conformance.known.entry import HEADER, Divergence, is_old

# One line that sets a key to a plain string or number; texts of several lines do not match.
SETTING = r'^([ \t]*{key}[ \t]*=[ \t]*)("(?:[^"\\\n]|\\.)*"(?!")|\'[^\'\n]*\'(?!\')|[0-9_]+)'

# A list that is wider than this is written an item a line.
LINE = 100


class Piece(msgspec.Struct, frozen=True):
    """One entry's text; each part ends its lines."""

    lead: str
    body: str
    tail: str


def take_apart(text: str) -> tuple[str, list[Piece]]:
    """The preamble, and a piece for each entry; joined they are the text."""
    lines = text.splitlines(keepends=True)
    headers = [number for number, line in enumerate(lines) if HEADER.match(line)]
    starts = [_lead_start(lines, number) for number in headers]
    pieces: list[Piece] = []
    stops = [*starts, len(lines)][1:]
    for start, header, stop in zip(starts, headers, stops, strict=True):
        end = stop
        while end > header + 1 and _says_nothing(lines[end - 1]):
            end -= 1
        pieces.append(
            Piece(
                "".join(lines[start:header]), "".join(lines[header:end]), "".join(lines[end:stop])
            )
        )
    return "".join(lines[: starts[0]] if starts else lines), pieces


def put_together(preamble: str, pieces: list[Piece]) -> str:
    """The text of a file, with a blank line before each entry and one line feed at its end.

    A file whose entries stand right below each other stays so.
    """
    text = preamble
    packed = any(piece.body and not piece.tail for piece in pieces[:-1])
    for piece in pieces:
        if piece.body and text and not text.endswith("\n" if packed else "\n\n"):
            text += "\n" if packed or text.endswith("\n") else "\n\n"
        text += piece.lead + piece.body + piece.tail
    return text.strip("\n") + "\n" if text.strip() else ""


def without_entry(piece: Piece) -> Piece:
    """What stays of a piece whose entry goes: comments that stand apart."""
    return Piece("", "", piece.tail if piece.tail.strip() else "")


def written(entry: Divergence) -> str:
    """An entry as a new body."""
    stated: list[tuple[str, Any]] = [
        ("at", entry.at), ("kind", entry.kind), ("expected", entry.expected),
        ("expected_one_of", entry.expected_one_of), ("actual", entry.actual), ("actual_one_of", entry.actual_one_of), ("operation", entry.operation),
        ("requirement", entry.requirement), ("vector", entry.vector), ("count", entry.count),
        ("reason", entry.reason), ("issue", entry.issue),
    ]  # fmt: skip
    lines = [
        f"{key} = {_toml(value, len(key))}\n"
        for key, value in stated
        if value is not None and value is not msgspec.UNSET
    ]
    if entry.expires is not None:
        lines.append(f"expires = {entry.expires.isoformat()}\n")
    return "[[divergence]]\n" + "".join(lines)


def changed(piece: Piece, entry: Divergence) -> Piece:
    """The piece with another entry in it, changed line by line where that says the same."""
    body, before = piece.body, _entry_of(piece.body)
    if before is not None and entry.count != before.count and entry.count is not None:
        body = re.sub(
            SETTING.format(key="count"), partial(_with_value, entry.count), body, flags=re.MULTILINE
        )
    if _entry_of(body) != entry:
        body = written(entry)
    return Piece(piece.lead, body, piece.tail)


def migrated(piece: Piece) -> Piece | None:
    """An entry that excuses a vector as one that sets its whole answer aside; None for others."""
    tree = _tree_of(piece.body)
    if tree is None or not is_old(tree):
        return None
    verdict = tree.pop("verdict")
    kind = {} if verdict == "failed" else {"kind": verdict}
    try:
        entry = msgspec.convert({**tree, "at": "", **kind}, Divergence)
    except msgspec.ValidationError:
        return None
    setting = SETTING.format(key="verdict").replace("[ \\t]*=[ \\t]*)(", "[ \\t]*=[ \\t]*)(?:")
    line = re.compile(setting, re.MULTILINE)
    told = 'at = ""' + (f'\nkind = "{verdict}"' if kind else "")
    body = line.sub(told, piece.body, count=1)
    if _entry_of(body) != entry:
        body = written(entry)
    return Piece(piece.lead, body, piece.tail)


def _entry_of(body: str) -> Divergence | None:
    tree = _tree_of(body)
    try:
        return None if tree is None else msgspec.convert(tree, Divergence)
    except msgspec.ValidationError:
        return None


def _tree_of(body: str) -> dict[str, Any] | None:
    try:
        tree: dict[str, Any] = read_toml(body)["divergence"][0]
    except (NotTomlError, LookupError):
        return None
    return tree


def _lead_start(lines: list[str], header: int) -> int:
    start = header
    while start and lines[start - 1].lstrip().startswith("#"):
        start -= 1
    return start


def _says_nothing(line: str) -> bool:
    return not line.strip() or line.lstrip().startswith("#")


def _toml(value: Any, key_width: int = 0) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_text(k)} = {_toml(v)}" for k, v in value.items()) + "}"
    if not isinstance(value, list):
        return _text(value)
    told = ", ".join(_toml(item) for item in value)
    if key_width + len(told) + 5 <= LINE:
        return f"[{told}]"
    return "[\n" + "".join(f"    {_toml(item)},\n" for item in value) + "]"


def _text(value: str | float) -> str:
    # A basic string of TOML is a string of JSON in which DEL is escaped too.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _with_value(value: str | int, found: re.Match[str]) -> str:
    """A setting as it was written, with another value."""
    return found[1] + _text(value)
