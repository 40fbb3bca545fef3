"""A run as a table of domains by implementations, for a terminal of any width."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from hanzo_conformance.terminal.console import Part, Styled
from hanzo_conformance.terminal.text import cut, printable
from hanzo_conformance.verdicts.verdict import RED, Verdict

GAP = "  "
NAME = 15
# What stands before a number that is not one of passed vectors; words are in the legend.
MARKS = {
    "✗": ("diverging", RED),
    "~": ("known", frozenset({Verdict.KNOWN})),
    "–": ("unsupported", frozenset({Verdict.UNSUPPORTED})),
    "?": ("not run", frozenset({Verdict.NOT_RUN})),
}
COLOURS = {"✗": "red", "~": "cyan", "–": "yellow", "?": "yellow"}
NOTHING = "·"


def matrix_lines(
    domains: Sequence[str],
    names: Sequence[str],
    counts: Mapping[tuple[str, str], Counter[Verdict]],
    width: int,
) -> Iterator[list[Part]]:
    """The table, in as many pieces side by side as the width needs, and what its marks mean."""
    cells = {
        (name, domain): _cell(counts.get((name, domain), Counter()))
        for name in names
        for domain in domains
    }
    heads = {name: cut(printable(name), NAME) for name in names}
    room = {
        name: max(len(heads[name]), *(len(cells[name, domain]) for domain in domains))
        for name in names
    }
    first = max(len(domain) for domain in domains)
    for together in _pieces(names, room, max(1, width - first)):
        yield ["".join([" " * first, *(f"{GAP}{heads[name]:>{room[name]}}" for name in together)])]
        for domain in domains:
            row = [_coloured(f"{GAP}{cells[name, domain]:>{room[name]}}") for name in together]
            yield [f"{domain:<{first}}", *row]
    used = [
        f"{mark} {word}"
        for mark, (word, _) in MARKS.items()
        if any(mark in cell for cell in cells.values())
    ]
    yield [f"passed{''.join(f', {told}' for told in used)}"]


def _pieces(names: Sequence[str], room: Mapping[str, int], width: int) -> Iterator[list[str]]:
    """The columns that stand side by side; one at least, whatever there is room for."""
    piece: list[str] = []
    left = width
    for name in names:
        takes = len(GAP) + room[name]
        if piece and takes > left:
            yield piece
            piece, left = [], width
        piece.append(name)
        left -= takes
    yield piece


def _cell(counts: Counter[Verdict]) -> str:
    told = [str(counts[Verdict.PASSED])] if counts[Verdict.PASSED] else []
    for mark, (_, verdicts) in MARKS.items():
        many = sum(counts[verdict] for verdict in verdicts)
        told += [f"{mark}{many}"] if many else []
    return " ".join(told) or NOTHING


def _coloured(cell: str) -> Part:
    for mark, colour in COLOURS.items():
        if mark in cell:
            return Styled(cell, colour)
    return cell if NOTHING in cell else Styled(cell, "green")
