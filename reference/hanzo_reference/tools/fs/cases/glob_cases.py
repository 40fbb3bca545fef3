"""Cases of globs: each of their features at each place, before each character that others mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from hanzo_reference.spec.cases import Case
from hanzo_reference.tools.fs.cases.list_cases import GLOB, case, entry, listed

# What other kinds of patterns take for something of their own, with its escape in a URI.
SPECIAL = (
    (".", "."), ("\\", "%5C"), ("-", "-"), ("_", "_"), ("\n", "%0A"), ("\r", "%0D"),
    ("\u2028", "%E2%80%A8"), ("]", "%5D"), ("[", "%5B"), ("{", "%7B"), ("}", "%7D"), (",", "%2C"),
    ("*", "%2A"), ("?", "%3F"), ("!", "%21"), ("$", "%24"), ("^", "%5E"), (" ", "%20"),
    ("#", "%23"), ("~", "~"), ("\U0001f600", "%F0%9F%98%80"), ("\u0301", "%CC%81"),
)  # fmt: skip
SINGLE = {f"fs{char}read": f"fs{escape}read" for char, escape in SPECIAL}
NAMES = {**SINGLE, **{name: name for name in ("fs", "read", "fsread", "fsxyread", "FS-read")}}

# Slug, what it shows, requirement, glob, and which of the names it chooses.
AROUND: tuple[tuple[str, str, str, str, Callable[[str], bool]], ...] = (
    ("run-last", "A run at the end takes any character and what follows", "FS-108", "fs*",
     lambda name: name.startswith("fs")),
    ("run-first", "A run in front takes all that is before", "FS-108", "*read",
     lambda name: name.endswith("read")),
    ("run-middle", "A run in the middle takes anything, nothing too", "FS-108", "fs*read",
     lambda name: name.startswith("fs") and name.endswith("read")),
    ("run-alone", "A run alone takes every name", "FS-108", "*", NAMES.__contains__),
    ("one-middle", "A question mark takes one character, whichever it is", "FS-108", "fs?read",
     lambda name: name in SINGLE),
    ("one-first", "A question mark in front takes the first character", "FS-108", "?s*",
     lambda name: name.startswith("fs")),
    ("one-last", "A question mark at the end takes the last character", "FS-108", "rea?",
     lambda name: name == "read"),
    ("set-negated-middle", "A negated set takes one character that is no member", "FS-110",
     "fs[!x]read", lambda name: name in SINGLE),
    ("set-caret-negates", "A caret in front of a set negates it, too", "FS-110", "fs[^x]read",
     lambda name: name in SINGLE),
    ("set-of-hyphen-and-bracket", "A bracket in front and a hyphen at the end are members",
     "FS-110", "fs[]-]read", lambda name: name in {"fs]read", "fs-read"}),
    ("set-that-misses", "A set takes nothing but its members", "FS-110", "fs[x-z]read",
     frozenset[str]().__contains__),
    ("literal-too-short", "A glob does not match a part of a name", "FS-108", "fs", "fs".__eq__),
)  # fmt: skip

# A word, the glob in front of, between, behind and without letters, and names that it could take.
PLACED: tuple[tuple[str, str, str, tuple[str, ...], tuple[str, ...]], ...] = (
    ("set", "FS-110", "[ab]", ("a", "b"), ("c", "ab", "]")),
    ("range", "FS-110", "[b-d]", ("b", "c", "d"), ("a", "e", "-")),
    ("class", "FS-110", "[[:digit:]]", ("0", "9"), ("a", ":", "d")),
    ("braces", "FS-111", "{a,bb}", ("a", "bb"), ("b", "abb", "c")),
    ("escaped-star", "FS-112", r"\*", ("*",), ("a", "aa")),
    ("escaped-question-mark", "FS-112", r"\?", ("?",), ("a", "aa")),
    ("escaped-bracket", "FS-112", r"\[a]", ("[a]",), ("a", "[")),
    ("escaped-brace", "FS-112", r"\{a,b\}", ("{a,b}",), ("a", "b")),
    ("escaped-letter", "FS-112", r"\a", ("a",), ("b", "\\a")),
)  # fmt: skip
# The classes of POSIX in its own locale, as XBD §7.3.1 lists them.
DIGITS, LOWER, UPPER = "0123456789", "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
CONTROLS = "".join(map(chr, [*range(32), 127]))
CLASSES = {
    "alnum": DIGITS + UPPER + LOWER, "alpha": UPPER + LOWER, "blank": "\t ", "cntrl": CONTROLS,
    "digit": DIGITS, "graph": DIGITS + UPPER + LOWER + PUNCTUATION, "lower": LOWER,
    "print": DIGITS + UPPER + LOWER + PUNCTUATION + " ", "punct": PUNCTUATION,
    "space": "\t\n\v\f\r ", "upper": UPPER, "xdigit": DIGITS + "ABCDEFabcdef",
}  # fmt: skip
# What stands at the ends of their runs of characters, and right beside these.
EDGES = "\x01\x08\t\n\v\r\x0e\x1f !.09:@AFGZ[`afgz{~\x7f\u0080\u00aa\u0660"
PLACES = (("first", "", "y"), ("last", "x", ""), ("middle", "x", "y"), ("alone", "", ""))
ESCAPES = dict(SPECIAL)


def glob_cases() -> Iterator[Case]:
    """Runs, single characters and sets, then what stands first, last, between and alone."""
    for slug, description, requirement, pattern, chooses in AROUND:
        chosen = [name for name in _sorted(NAMES) if chooses(name)]
        yield case(
            f"glob-{slug}", description, requirement, dict.fromkeys(NAMES, ""),
            {"pattern": pattern}, listed(*(entry(NAMES[name], 0) for name in chosen)), GLOB,
            ("glob",),
        )  # fmt: skip
    for word, requirement, part, taken, passed in PLACED:
        for place, before, behind in PLACES:
            chosen = [f"{before}{name}{behind}" for name in taken]
            others = [f"{before}{name}{behind}" for name in passed]
            decoys = [f"q{chosen[0]}", f"{chosen[0]}q"]
            names = dict.fromkeys([*chosen, *others, *decoys], "")
            yield case(
                f"glob-{word}-{place}", f"{part} in {place} place", requirement, names,
                {"pattern": f"{before}{part}{behind}"},
                listed(*(entry(_escaped(name), 0) for name in _sorted(chosen))), GLOB, ("glob",),
            )  # fmt: skip

    yield from _classes_and_bounds()


def _classes_and_bounds() -> Iterator[Case]:
    for word, members in CLASSES.items():
        names = {f"x{char}y": f"x{_percent(char)}y" for char in EDGES}
        chosen = [name for name in _sorted(names) if name[1] in members]
        yield case(
            f"glob-class-{word}", f"[:{word}:] has these characters of ASCII and no others",
            "FS-110", dict.fromkeys(names, ""), {"pattern": f"x[[:{word}:]]y"},
            listed(*(entry(names[name], 0) for name in chosen)),
            "POSIX.1-2017 XBD §7.3.1, POSIX locale", ("glob",),
        )  # fmt: skip
    yield case(
        "glob-of-1000", "A glob has up to 1,000 characters", "FS-113", {"a": "", "b": ""},
        {"pattern": "a" + "*" * 999}, listed(entry("a", 0)), "decision FS-113", ("glob",),
    )  # fmt: skip
    yield case(
        "glob-of-ten-braces", "Ten braces may stand in one another", "FS-113",
        {"a": "", "b": "", "{a}": ""}, {"pattern": "{" * 10 + "a" + "}" * 10},
        listed(entry("a", 0)), "decision FS-113", ("glob",),
    )  # fmt: skip


def _percent(char: str) -> str:
    """A character in a URI: unreserved ones as they are, else their bytes (RFC 3986 §2.1)."""
    if char in DIGITS + UPPER + LOWER + "-._~":
        return char
    return "".join(f"%{byte:02X}" for byte in char.encode())


def _sorted(names: Iterable[str]) -> list[str]:
    return sorted(names, key=str.encode)


def _escaped(name: str) -> str:
    return "".join(ESCAPES.get(char, char) for char in name)
