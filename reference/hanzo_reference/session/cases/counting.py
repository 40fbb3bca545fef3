"""What messages cost: stated counts, bytes, blocks, canonical JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hanzo_reference.session.cases.session_case import counted, returned, said, text, use
from hanzo_reference.spec.cases import Case

RULE = "SESSION-9: floor(bytes / 4) + 1 for each block"

# Slug, what it shows, the text, its tokens; the number of bytes is worked out beside each.
TEXTS: tuple[tuple[str, str, str, int, tuple[str, ...]], ...] = (
    ("0-bytes", "Empty text is a text block of no bytes", "", 1, ("SESSION-9", "SESSION-13")),
    ("3-bytes", "Three bytes do not fill a token", "abc", 1, ("SESSION-9",)),
    ("4-bytes", "Four bytes reach the second token", "abcd", 2, ("SESSION-9",)),
    ("7-bytes", "Seven bytes do not reach the third token", "abcdefg", 2, ("SESSION-9",)),
    ("8-bytes", "Eight bytes reach the third token", "abcdefgh", 3, ("SESSION-9",)),
    # 2 code points, 2 UTF-16 units, 4 bytes
    ("two-byte-letters", "Letters of two bytes count as bytes", "éé", 2, ("SESSION-10",)),
    # 3 code points, 9 bytes
    ("three-byte-signs", "Signs of three bytes count as bytes", "€€€", 3, ("SESSION-10",)),
    # 1 code point, 2 UTF-16 units, 4 bytes
    ("emoji", "An emoji is four bytes, not one code point or two units", "😀", 2, ("SESSION-10",)),
    # 7 code points, 11 UTF-16 units, 4 * 4 + 3 * 3 = 25 bytes
    ("joined-emoji", "Joiners count like everything else", "👩‍👩‍👧‍👦", 7, ("SESSION-10",)),
    # e + U+0301: 1 + 2 bytes, five times, is 15; the composed form would have 10
    ("combining-mark", "Text is not normalised before it is counted", "e\u0301" * 5, 4,
     ("SESSION-10",)),
    # 4 bytes; as JSON they would be 10
    ("quotes", "Text counts without escapes", '""""', 2, ("SESSION-11",)),
    # 8 bytes
    ("line-ends", "Line ends count as they are", "a\r\nb\r\nc\n", 3, ("SESSION-10",)),
)  # fmt: skip

# Slug, what it shows, name, input, tokens; bytes = name + canonical JSON.
USES: tuple[tuple[str, str, str, dict[str, Any], int], ...] = (
    # 4 + 2 = 6
    ("empty-input", "An empty input counts as two bytes", "read", {}, 2),
    # 5 + 2 = 7; one more byte between the two would be 8
    ("no-separator", "Nothing counts between name and input", "reads", {}, 2),
    # é é + {} = 4 + 2 = 6 against 4 by code points
    ("name-in-bytes", "The name counts in bytes", "éé", {}, 2),
    # 1 + 13 = 14; with spaces after colons and commas 17
    ("no-spaces", "The JSON of an input has no spaces", "r", {"a": 1, "b": 2}, 4),
    # 1 + 10 = 11; with \u00e9 15
    ("non-ascii", "Non-ASCII text in an input is not escaped", "r", {"a": "é"}, 3),
    # 4 + 11 = 15; with \/ 16
    ("solidus", "A solidus in an input is not escaped", "read", {"p": "a/b"}, 4),
    # 4 + 11 = 15; with \u003c and so on 30
    ("markup", "Angle brackets and ampersands are not escaped", "read", {"a": "<>&"}, 4),
    # 2 + 10 = 12, of which "\n" is 4; with \u000a 16
    ("short-escape", "A line feed has its short escape", "ru", {"a": "\n"}, 4),
    # 1 + 14 = 15, of which the escape is 6
    ("long-escape", "A control without a short escape takes six bytes", "r", {"a": "\x1f"}, 4),
    # 2 + 9 = 11; escaped it would be 16
    ("delete", "U+007F is not escaped", "ru", {"a": "\x7f"}, 3),
    # 1 + 11 = 12; U+2028 raw is 3 bytes, escaped 6
    ("line-separator", "U+2028 is not escaped", "r", {"a": "\u2028"}, 4),
    # 1 + 22 = 23; as 9007199254740991.0 it would be 25
    ("large-integer", "An integer has no fraction or exponent", "n", {"n": 9007199254740991}, 6),
    # 1 + 5 + 22 + 1 = 29
    ("nested", "Lists and literals take their shortest form", "t",
     {"a": [1, -2, True, False, None]}, 8),
)  # fmt: skip

# Slug, what it shows, content, tokens.
RESULTS: tuple[tuple[str, str, Any, int, str], ...] = (
    ("text", "Text in a result counts without quotes", "ab", 1, "SESSION-14"),
    ("quotes-in-text", "Text in a result counts without escapes", '"""', 1, "SESSION-14"),
    ("empty-text", "Empty text in a result is no bytes", "", 1, "SESSION-14"),
    ("non-ascii-text", "Text in a result counts in bytes", "ééé€", 3, "SESSION-14"),
    # [{"text":"hi","type":"text"}] is 29 bytes; counted as one text it would be 2
    ("blocks", "Blocks in a result count as JSON", [{"type": "text", "text": "hi"}], 8,
     "SESSION-15"),
    ("null", "A result of null counts four bytes", None, 2, "SESSION-15"),
    ("boolean", "A result of false counts five bytes", False, 2, "SESSION-15"),
    ("number", "A result that is a number counts its digits", -1234567, 3, "SESSION-15"),
    ("empty-list", "A result of an empty list counts two bytes", [], 1, "SESSION-15"),
    # {"é":"é"} is 11 bytes; \u00e9 twice would make it 19, code points 9
    ("object", "A result that is an object counts the bytes of its JSON", {"é": "é"}, 3,
     "SESSION-15"),
)  # fmt: skip


def cases() -> Iterator[Case]:
    """Stated counts first, then estimates by kind of block."""
    yield from _stated()
    for slug, description, content, tokens, rules in TEXTS:
        yield counted(
            f"text-of-{slug}", description, rules, [said("user", content)], tokens,
            anchor=RULE, flags=["byte-count"] if "SESSION-10" in rules else [],
        )  # fmt: skip
    for slug, description, name, arguments, tokens in USES:
        block = {"type": "tool_use", "id": "a-long-identifier", "name": name, "input": arguments}
        yield counted(
            f"tool-use-{slug}", description, ["SESSION-12"], [said("assistant", [block])],
            tokens, anchor="RFC 8785 §3.2, SESSION-12", flags=["canonical-json"],
        )  # fmt: skip
    for slug, description, content, tokens, rule in RESULTS:
        block = returned("a-long-identifier", content, is_error=True)
        yield counted(
            f"tool-result-{slug}", description, [rule], [said("user", [block])], tokens,
            anchor=f"RFC 8785 §3.2, {rule}" if rule == "SESSION-15" else rule,
            flags=["canonical-json"] if rule == "SESSION-15" else [],
        )  # fmt: skip
    yield from _blocks()


def _stated() -> Iterator[Case]:
    yield counted(
        "stated-count", "A token_count is taken instead of an estimate", ["SESSION-8"],
        [said("user", "a", 7)], 7, anchor="HIP-0301 §5 (Message: token_count)",
    )  # fmt: skip
    yield counted(
        "stated-count-of-0", "A token_count of 0 is a count, not a missing one", ["SESSION-8"],
        [said("user", "abcdefgh", 0), said("assistant", "ab")], 1,
        anchor="HIP-0301 §5 (Message: token_count)", flags=["falsy-zero"],
    )  # fmt: skip
    yield counted(
        "stated-count-beside-blocks", "A token_count stands for all blocks", ["SESSION-8"],
        [said("assistant", [text("abcdefgh"), use("t1")], 11)], 11,
        anchor="HIP-0301 §5 (Message: token_count)",
    )  # fmt: skip
    yield counted(
        "total-over-messages", "Every message counts, the system prompt too", ["SESSION-9"],
        [said("system", "abcd"), said("user", "abcdefgh"), said("tool", "a", 30)], 35, anchor=RULE,
    )  # fmt: skip
    yield counted("no-messages", "A session without messages costs nothing",
                  ["SESSION-9", "SESSION-16"], [], 0, anchor=RULE, max_tokens=1)  # fmt: skip


def _blocks() -> Iterator[Case]:
    yield counted(
        "blocks-round-alone", "Each block rounds by itself", ["SESSION-9"],
        [said("user", [text("a"), text("b"), text("c")])], 3, anchor=RULE,
    )  # fmt: skip
    yield counted(
        "blocks-keep-their-rest", "What one block leaves over does not fill the next",
        ["SESSION-9"], [said("user", [text("abc"), text("abcde")])], 3, anchor=RULE,
    )  # fmt: skip
    yield counted(
        "no-blocks", "A message without blocks costs nothing", ["SESSION-9"],
        [said("user", []), said("assistant", "abcd")], 2, anchor=RULE,
    )  # fmt: skip
    yield counted(
        "text-block-like-text", "Text content costs what the same text block costs",
        ["SESSION-11", "SESSION-13"],
        [said("user", "abcdef"), said("user", [text("abcdef")])], 4, anchor=RULE,
    )  # fmt: skip
    yield counted(
        "blocks-of-every-type", "A message may mix text, calls and results", ["SESSION-9"],
        # 6 bytes: 2. read{} is 6 bytes: 2. 12 bytes: 4.
        [said("assistant", [text("Let me"), use("t1"), returned("t0", "Hello there!")])], 8,
        anchor=RULE,
    )  # fmt: skip
