"""Cases of patterns: hooks read them as rules do, at each place and before each code point."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hanzo_reference.hooks.cases.lists import HIP, hook
from hanzo_reference.spec.cases import Case, result

# What other kinds of patterns take for the end of a run, or for something of their own.
SPECIAL = (
    ("full-stop", "."), ("slash", "/"), ("backslash", "\\"), ("hyphen", "-"), ("underscore", "_"),
    ("line-feed", "\n"), ("carriage-return", "\r"), ("line-separator", "\u2028"),
    ("closing-bracket", "]"), ("opening-bracket", "["), ("brace", "{"), ("star", "*"),
    ("question-mark", "?"), ("exclamation-mark", "!"), ("dollar", "$"), ("caret", "^"),
    ("blank", " "), ("astral", "\U0001f600"), ("combining", "\u0301"),
)  # fmt: skip

# Patterns for the name fs, one code point, read: first those that cover it.
COVERING = ("fs*", "*read", "fs*read", "*", "fs?read", "fs[!x]read")
PASSING = (
    "fs", "read", "fs?", "?read", "fs??read", "fs*rea", "s*read", "*fs", "FS*", "fs[x]read",
    "fs[!", "fs[", "[",
)  # fmt: skip
# Covers the caret alone.
CARET = "fs[^x]read"

# Patterns with a bracket that nothing closes, but for the sixth, and one that has none.
UNCLOSED = ("fs.[", "fs.[r", "fs.[r*", "fs.[!r", "[", "fs.[[]r", "*[*", "fs.?r")


def cases() -> Iterator[Case]:
    """A list of patterns for each code point, then brackets that nothing closes."""
    patterns = (*COVERING, *PASSING, CARET)
    for turn, (word, char) in enumerate(SPECIAL):
        covering = {*COVERING, CARET} if char == "^" else set(COVERING)
        # Each list begins somewhere else, so that no one answer fits many of them.
        turned = (*patterns[turn:], *patterns[:turn])
        matching = [place for place, pattern in enumerate(turned) if pattern in covering]
        yield _case(f"around-{word}", f"fs, {char!a} and read", turned, f"fs{char}read", matching)
    for word, name, matching in (
        ("a-member", "fs.r", []),
        ("itself-and-more", "fs.[r", [1, 2, 5, 6, 7]),
        ("itself", "fs.[", [0, 6]),
        ("its-negation", "fs.[!r", [3, 6]),
        ("a-bracket-alone", "[", [4, 6]),
        ("nothing", "", []),
    ):
        yield _case(f"unclosed-against-{word}", repr(name), UNCLOSED, name, matching)


def _case(
    word: str, told: str, patterns: Sequence[str], name: str, matching: Sequence[int]
) -> Case:
    return Case(
        f"pattern-{word}",
        f"Which patterns cover {told}",
        ["HOOK-12"],
        "select",
        {
            "hooks": [hook(tool_pattern=pattern) for pattern in patterns],
            "event": "pre_tool_use",
            "tool_name": name,
        },
        expected=result({"matching": list(matching)}),
        anchor=f"{HIP}; Python library reference, fnmatch",
        flags=["other-glob"],
    )
