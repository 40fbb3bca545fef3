"""A line with characters of every width, counted by hand in each encoding; data for the cases."""

from __future__ import annotations

from hanzo_reference.ids.positions import Encoding

# One character of each length in UTF-8, and one that needs a surrogate pair.
MIXED = "a\u00e9\u20ac\U0001f600z"

# Where each character starts, and last where the line ends, in units of the encoding.
STARTS: dict[Encoding, tuple[int, ...]] = {
    "utf-8": (0, 1, 3, 6, 10, 11),
    "utf-16": (0, 1, 2, 3, 5, 6),
    "utf-32": (0, 1, 2, 3, 4, 5),
}

# For each column, up to two past the end: how many characters lie before the place that it means.
BEFORE: dict[Encoding, tuple[int, ...]] = {
    "utf-8": (0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 5, 5, 5),
    "utf-16": (0, 1, 2, 3, 3, 4, 5, 5, 5),
    "utf-32": (0, 1, 2, 3, 4, 5, 5, 5),
}

REQUIREMENT: dict[Encoding, str] = {"utf-16": "IDS-3", "utf-8": "IDS-4", "utf-32": "IDS-5"}
INSIDE: dict[Encoding, str] = {"utf-16": "IDS-14", "utf-8": "IDS-15"}

ANCHOR = "LSP 3.17, Position and PositionEncodingKind; units counted by hand"


def meaning(encoding: Encoding, col: int) -> tuple[str, str]:
    """What a column of the mixed line is about: a requirement and words for it."""
    if col > STARTS[encoding][-1]:
        return "IDS-12", "past the end of the line"
    if col not in STARTS[encoding]:
        return INSIDE[encoding], "inside a character"
    return REQUIREMENT[encoding], "between characters"
