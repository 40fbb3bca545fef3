"""The cases of ``ids.convert``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hanzo_reference.ids.columns import ANCHOR, BEFORE, MIXED, STARTS, meaning
from hanzo_reference.ids.positions import Encoding
from hanzo_reference.spec.cases import Case, error, result

# One case in few lines reads better than one argument a line.
# fmt: off

LSP = "LSP 3.17, Position"
LINES = "LSP 3.17, Text Documents"


def convert_cases() -> Iterator[Case]:
    """Every case of the operation."""
    yield from _columns()
    yield from _texts()
    yield from _terminators()
    yield from _refused()


def _case(
    slug: str, description: str, requirements: Sequence[str], text: str, place: tuple[int, int],
    *, units: tuple[Encoding, Encoding], col: int | None, flags: Sequence[str] = (),
    anchor: str = LSP,
) -> Case:
    """Build an anchored case; without an expected ``col`` the place is refused."""
    line, given = place
    expected = error("INVALID_PARAMS")
    if col is not None:
        expected = result({"position": {"line": line, "col": col}})
    return Case(
        f"convert-{slug}", description, requirements, "convert",
        {"text": text, "position": {"line": line, "col": given}, "from": units[0], "to": units[1]},
        flags, expected, anchor,
    )


def _columns() -> Iterator[Case]:
    for source, befores in BEFORE.items():
        for target, starts in STARTS.items():
            for col, before in enumerate(befores):
                requirement, words = meaning(source, col)
                flag = {"IDS-12": "bounds", "IDS-14": "rounding", "IDS-15": "rounding"}
                yield _case(
                    f"{source}-{col}-to-{target}",
                    f"The {source} column {col}, {words}, in {target} units",
                    [requirement, "IDS-20" if requirement in flag else "IDS-19"],
                    MIXED, (0, col), units=(source, target), col=starts[before],
                    flags=[flag.get(requirement, "unit")], anchor=ANCHOR,
                )


def _texts() -> Iterator[Case]:
    yield _case(
        "the-example-of-lsp", "Behind a character outside the BMP the columns differ by one",
        ["IDS-3", "IDS-19"], "a\U00010400b", (0, 3), units=("utf-16", "utf-32"), col=2,
        flags=["unit"], anchor="LSP 3.17, Text Documents: a𐐀b",
    )
    # Text, columns in UTF-16 units, and the same place in UTF-8 bytes.
    counted = {
        "a-combining-mark": ("e\u0301x", 2, 3, "A combining mark is a character of its own"),
        "half-a-flag": ("\U0001f1e9\U0001f1eax", 2, 4, "A flag is two characters"),
        "inside-a-family": (
            "\U0001f468\u200d\U0001f469x", 3, 7, "A joined emoji is several characters",
        ),
        "a-variation-selector": ("\u2764\ufe0fx", 2, 6, "A variation selector is a character"),
        "a-byte-order-mark": ("\ufeffx", 1, 3, "A byte order mark is a character"),
        "a-noncharacter": ("\uffffx", 1, 3, "U+FFFF is a character of one UTF-16 unit"),
        "the-first-surrogate-pair": ("\U00010000x", 2, 4, "U+10000 has two UTF-16 units"),
        "the-last-character": ("\U0010ffffx", 2, 4, "U+10FFFF has two UTF-16 units"),
        "a-hangul-syllable-in-parts": ("\u1112\u1161\u11abx", 3, 9, "Three letters stay three"),
        "a-tab": ("\tx", 1, 1, "A tab is one unit wide"),
        "a-nul": ("\0x", 1, 1, "A NUL is a character"),
        "the-last-of-two-bytes": ("\u07ffx", 1, 2, "U+07FF has two bytes in UTF-8"),
        "the-first-of-three-bytes": ("\u0800x", 1, 3, "U+0800 has three bytes in UTF-8"),
        "the-last-of-one-byte": ("\x7fx", 1, 1, "U+007F has one byte in UTF-8"),
        "the-first-of-two-bytes": ("\x80x", 1, 2, "U+0080 has two bytes in UTF-8"),
    }
    for slug, (text, utf16, utf8, description) in counted.items():
        yield _case(
            f"behind-{slug}", description, ["IDS-16", "IDS-19"], text, (0, utf16),
            units=("utf-16", "utf-8"), col=utf8, flags=["unit"], anchor=ANCHOR,
        )
        yield _case(
            f"back-behind-{slug}", f"{description}, from UTF-8", ["IDS-16", "IDS-19"], text,
            (0, utf8), units=("utf-8", "utf-16"), col=utf16, flags=["unit"], anchor=ANCHOR,
        )


def _terminators() -> Iterator[Case]:
    for name, terminator in (("lf", "\n"), ("cr-lf", "\r\n"), ("cr", "\r")):
        text = f"\u00e9\u00e9{terminator}\U0001f600x{terminator}"
        ends = (("first", 0, 2, 4), ("second", 1, 3, 5), ("last", 2, 0, 0))
        for place, line, utf16, utf8 in ends:
            yield _case(
                f"far-past-the-{place}-line-ended-by-{name}",
                f"The {place} line ends before its terminator, where it has one",
                ["IDS-12", "IDS-20"], text, (line, 2**31 - 1), units=("utf-16", "utf-8"),
                col=utf8, flags=["line-end", "bounds"],
            )
            yield _case(
                f"one-past-the-{place}-line-ended-by-{name}",
                f"One column past the {place} line means its end",
                ["IDS-12", "IDS-20"], text, (line, utf8 + 1), units=("utf-8", "utf-16"),
                col=utf16, flags=["line-end", "bounds"],
            )
    yield _case(
        "on-the-second-line", "Columns start again at 0 on each line", ["IDS-1", "IDS-19"],
        "\U0001f600\U0001f600\na\U0001f600b", (1, 3), units=("utf-16", "utf-8"), col=5,
        flags=["unit"], anchor=LINES,
    )
    yield _case(
        "in-the-empty-text", "The empty text has a line, and it is empty", ["IDS-11", "IDS-12"],
        "", (0, 3), units=("utf-16", "utf-8"), col=0, flags=["bounds"], anchor=LINES,
    )


def _refused() -> Iterator[Case]:
    for slug, text, line in (("of-one-line", "abc", 1), ("of-two-lines", "a\nb", 2)):
        yield _case(
            f"past-a-text-{slug}", f"Line {line} of a text {slug.replace('-', ' ')} is refused",
            ["IDS-13"], text, (line, 0), units=("utf-16", "utf-8"), col=None, flags=["bounds"],
            anchor="HIP-0300, Anti-patterns, non-normalized ranges",
        )
