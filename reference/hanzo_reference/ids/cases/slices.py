"""The cases of ``ids.slice``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from hanzo_reference.ids.columns import ANCHOR, BEFORE, MIXED, meaning
from hanzo_reference.ids.positions import Encoding
from hanzo_reference.spec.cases import Case, error, result

# One case in few lines reads better than one argument a line.
# fmt: off

LSP = "LSP 3.17, Position and Range"
LINES = "LSP 3.17, Text Documents"
HIP = "HIP-0300, Composability Primitives, `range`"
REFUSED = error("INVALID_PARAMS")
END = 2**31 - 1


def slice_cases() -> Iterator[Case]:
    """Every case of the operation."""
    yield from _ranges()
    yield from _columns()
    yield from _terminators()
    yield from _other_separators()
    yield from _edges()
    yield from _refused()


def _case(
    slug: str, description: str, requirements: Sequence[str], text: str,
    extent: tuple[int, int, int, int], *, expected: str | dict[str, Any],
    encoding: Encoding | None = None, flags: Sequence[str] = (), anchor: str = LSP,
) -> Case:
    """Build an anchored case; ``extent`` is line and column of the start, then of the end."""
    asked: dict[str, Any] = {
        "text": text,
        "range": {
            "start": {"line": extent[0], "col": extent[1]},
            "end": {"line": extent[2], "col": extent[3]},
        },
    }
    if encoding is not None:
        asked["encoding"] = encoding
    answer = result({"text": expected}) if isinstance(expected, str) else expected
    return Case(
        f"slice-{slug}", description, requirements, "slice", asked, flags, answer, anchor,
    )


def _ranges() -> Iterator[Case]:
    text = "zero\none\ntwo\n"
    ranges = {
        "the-first-line": (["IDS-1"], (0, 0, 0, 4), "zero"),
        "the-second-line": (["IDS-1"], (1, 0, 1, 3), "one"),
        "from-the-second-column": (["IDS-1"], (0, 1, 0, 4), "ero"),
        "one-character": (["IDS-2"], (1, 1, 1, 2), "n"),
        "nothing-within-a-line": (["IDS-2"], (1, 1, 1, 1), ""),
        "up-to-the-next-line": (["IDS-2", "IDS-18"], (0, 2, 1, 0), "ro\n"),
        "across-two-lines": (["IDS-18"], (0, 2, 1, 2), "ro\non"),
        "across-three-lines": (["IDS-18"], (0, 3, 2, 1), "o\none\nt"),
        "the-whole-text": (["IDS-10", "IDS-18"], (0, 0, 3, 0), "zero\none\ntwo\n"),
        "the-last-empty-line": (["IDS-10"], (3, 0, 3, 0), ""),
        "only-a-terminator": (["IDS-18"], (0, 4, 1, 0), "\n"),
    }
    for slug, (requirements, extent, expected) in ranges.items():
        yield _case(
            slug, f"From {extent[0]}:{extent[1]} up to {extent[2]}:{extent[3]} of three lines",
            requirements, text, extent, expected=expected, anchor=HIP,
        )


def _columns() -> Iterator[Case]:
    for encoding, befores in BEFORE.items():
        for col, before in enumerate(befores):
            requirement, words = meaning(encoding, col)
            flag = {"IDS-12": "bounds", "IDS-14": "rounding", "IDS-15": "rounding"}
            flags = [flag.get(requirement, "unit")]
            yield _case(
                f"up-to-{encoding}-{col}", f"Up to the {encoding} column {col}, {words}",
                [requirement], MIXED, (0, 0, 0, col), expected=MIXED[:before],
                encoding=encoding, flags=flags, anchor=ANCHOR,
            )
            yield _case(
                f"from-{encoding}-{col}", f"From the {encoding} column {col}, {words}",
                [requirement], f"{MIXED}\n!", (0, col, 1, 0), expected=f"{MIXED[before:]}\n",
                encoding=encoding, flags=flags, anchor=ANCHOR,
            )
    for col, before in enumerate(BEFORE["utf-16"]):
        yield _case(
            f"by-default-from-{col}", f"Without an encoding, column {col} counts UTF-16 units",
            ["IDS-3"], MIXED, (0, col, 0, END), expected=MIXED[before:], flags=["unit"],
            anchor=ANCHOR,
        )


def _terminators() -> Iterator[Case]:
    kinds = {"lf": ("IDS-6", "\n"), "cr-lf": ("IDS-7", "\r\n"), "cr": ("IDS-8", "\r")}
    for name, (requirement, terminator) in kinds.items():
        text = f"ab{terminator}cd{terminator}"
        cases = {
            "starts-a-line": ([requirement], (1, 0, 1, 2), "cd"),
            "stays-in-a-slice": ([requirement, "IDS-18"], (0, 1, 1, 1), f"b{terminator}c"),
            "is-not-in-its-line": ([requirement, "IDS-12"], (0, 0, 0, END), "ab"),
            "is-not-one-column": ([requirement, "IDS-12"], (0, 0, 0, 3), "ab"),
            "follows-the-clamped-end": ([requirement, "IDS-12"], (0, 9, 1, 1), f"{terminator}c"),
            "opens-a-last-line": ([requirement, "IDS-10"], (1, 1, 2, 0), f"d{terminator}"),
        }
        for slug, (requirements, extent, expected) in cases.items():
            yield _case(
                f"{name}-{slug}", f"The terminator {name.upper()} {slug.replace('-', ' ')}",
                requirements, text, extent, expected=expected, flags=["line-end"], anchor=LINES,
            )
        doubled = f"a{terminator}{terminator}b"
        yield _case(
            f"{name}-twice-makes-an-empty-line", f"Two {name.upper()} have an empty line between",
            [requirement], doubled, (1, 0, 2, 1), expected=f"{terminator}b",
            flags=["line-end"], anchor=LINES,
        )
        yield _case(
            f"{name}-first-makes-an-empty-line", f"{name.upper()} at the start ends an empty line",
            [requirement], f"{terminator}ab", (0, 5, 1, 1), expected=f"{terminator}a",
            flags=["line-end"], anchor=LINES,
        )
    mixed = {
        "lf-cr-is-two": ("IDS-8", "a\n\rb", (2, 0, 2, 1), "b"),
        "cr-cr-lf-is-two": ("IDS-7", "a\r\r\nb", (2, 0, 2, 1), "b"),
        "cr-lf-lf-is-two": ("IDS-7", "a\r\n\nb", (2, 0, 2, 1), "b"),
        "cr-lf-cr-is-two": ("IDS-7", "a\r\n\rc", (2, 0, 2, 1), "c"),
        "lf-then-cr-lf-is-two": ("IDS-7", "a\n\r\nc", (2, 0, 2, 1), "c"),
        "all-three-in-one-text": ("IDS-8", "a\nb\rc\r\nd", (1, 0, 3, 1), "b\rc\r\nd"),
    }
    for slug, (requirement, text, extent, expected) in mixed.items():
        yield _case(
            slug, f"{slug.replace('-', ' ')}", [requirement], text, extent,
            expected=expected, flags=["line-end"], anchor=LINES,
        )


def _other_separators() -> Iterator[Case]:
    for code in (0x0B, 0x0C, 0x1C, 0x1D, 0x1E, 0x85, 0x2028, 0x2029):
        yield _case(
            f"u-{code:04x}-ends-no-line", f"U+{code:04X} is a character like others within a line",
            ["IDS-9"], f"a{chr(code)}b\nc", (0, 1, 1, 0), expected=f"{chr(code)}b\n",
            flags=["line-end"], anchor=LINES,
        )


def _edges() -> Iterator[Case]:
    yield _case(
        "all-of-the-empty-text", "The empty text has one line, of which nothing can be taken",
        ["IDS-11"], "", (0, 0, 0, 0), expected="", anchor=LINES,
    )
    yield _case(
        "all-of-a-text-without-terminator", "A text without a terminator is one line",
        ["IDS-11"], "abc", (0, 0, 0, END), expected="abc", flags=["bounds"], anchor=LINES,
    )
    yield _case(
        "between-two-places-past-the-end", "Two columns past the end are the same place",
        ["IDS-12", "IDS-17"], "ab\ncd", (0, 7, 0, 9), expected="", flags=["bounds"],
    )
    yield _case(
        "within-one-surrogate-pair", "Both ends inside the same character leave nothing",
        ["IDS-14"], "\U0001f600", (0, 1, 0, 1), expected="", flags=["rounding"],
    )
    yield _case(
        "from-within-one-pair-to-within-the-next", "Both ends are rounded down to a start",
        ["IDS-14"], "\U0001f600\U0001f601\U0001f602", (0, 1, 0, 3), expected="\U0001f600",
        flags=["rounding"],
    )
    yield _case(
        "half-a-grapheme", "A base letter is cut from its combining mark where the range says so",
        ["IDS-16"], "e\u0301x", (0, 1, 0, 3), expected="\u0301x", flags=["unit"],
    )
    yield _case(
        "behind-a-byte-order-mark", "A byte order mark at the start is column 0 of line 0",
        ["IDS-16"], "\ufeffab", (0, 1, 0, 2), expected="a", flags=["unit"],
    )


def _refused() -> Iterator[Case]:
    refused = {
        "start-and-end-past-the-last-line": ("IDS-13", "a\nb", (2, 0, 2, 0), "bounds"),
        "end-past-the-last-line": ("IDS-13", "a\nb", (0, 0, 2, 0), "bounds"),
        "end-far-past-the-last-line": ("IDS-13", "a\n", (0, 0, END, 0), "bounds"),
        "start-on-a-later-line": ("IDS-17", "ab\ncd", (1, 0, 0, 1), "bounds"),
        "start-at-a-later-column": ("IDS-17", "abcd", (0, 3, 0, 2), "bounds"),
        "start-later-beyond-the-line": ("IDS-17", "ab\ncd", (0, 9, 0, 7), "bounds"),
        "start-later-inside-one-pair": ("IDS-17", "\U0001f600", (0, 1, 0, 0), "rounding"),
    }
    for slug, (requirement, text, extent, flag) in refused.items():
        yield _case(
            f"refuses-{slug}", f"Refused: {slug.replace('-', ' ')}", [requirement], text, extent,
            expected=REFUSED, flags=[flag], anchor=HIP,
        )
