"""Cases of patterns: the gate reads them as ``permissions`` does, before each code point."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.gate.cases.gate_case import call_case, failed, outcomes, rule
from hanzo_reference.spec.cases import Case

# What other kinds of patterns take for the end of a run, or for something of their own.
SPECIAL = (
    ("full-stop", "."), ("slash", "/"), ("backslash", "\\"), ("hyphen", "-"), ("underscore", "_"),
    ("line-feed", "\n"), ("carriage-return", "\r"), ("line-separator", "\u2028"), ("nul", "\0"),
    ("closing-bracket", "]"), ("opening-bracket", "["), ("brace", "{"), ("star", "*"),
    ("question-mark", "?"), ("exclamation-mark", "!"), ("dollar", "$"), ("caret", "^"),
    ("blank", " "), ("astral", "\U0001f600"), ("combining", "\u0301"),
)  # fmt: skip

# What none of these covers is fs, a code point and read: each would allow it.
PASSING = (
    "fs", "read", "fs?", "?read", "fs??read", "fs*rea", "s*read", "*fs", "FS*", "fs[x]read",
    "fs[!", "fs[", "[",
)  # fmt: skip

# A word, the name of a tool, patterns that pass it over, and the one that covers it.
OTHERS: tuple[tuple[str, str, tuple[str, ...], str], ...] = (
    ("question-mark", "fs-read", ("fs??ead?", "fs?"), "fs?read"),
    ("question-mark-astral", "fs\U0001f600read", ("fs??read",), "fs?read"),
    ("set", "fs-read", ("fs[!-]read", "fs[+-.]-read"), "fs[-]read"),
    ("negated-set", "fs.read", ("fs[.]ead", "fs[!.]read"), "fs[!-]read"),
    ("caret-is-a-member", "fs.read", ("fs[^-]read",), "fs[.]read"),
    ("caret-itself", "fs^read", ("fs[!^]read",), "fs[^-]read"),
    ("run-in-front", "mcp__a__read", ("*rea", "ead*"), "*read"),
    ("run-between", "mcp__a__read", ("mcp__*__rea", "cp__*__read"), "mcp__*__read"),
    ("unclosed-bracket", "fs.[r", ("fs.[", "fs.[rw", "fs.[!r"), "fs.[r"),
    ("unclosed-bracket-and-a-run", "fs.[read", ("fs.[r", "fs.[!*"), "fs.[r*"),
    ("unclosed-bracket-no-set", "fs.r", ("fs.[r", "fs.[r*", "fs.[!w"), "fs.?"),
    ("upper-case", "FS-read", ("fs*", "[a-z]*"), "FS*"),
)  # fmt: skip


def cases() -> Iterator[Case]:
    """A run at the end before each code point, then what else a pattern has."""
    for word, char in SPECIAL:
        yield _case(f"run-from-{word}", f"fs{char}read", PASSING, "fs*")
    for word, name, passing, covering in OTHERS:
        yield _case(word, name, passing, covering)


def _case(word: str, name: str, passing: tuple[str, ...], covering: str) -> Case:
    return call_case(
        f"pattern-{word}", f"{covering!a} covers {name!a}, and patterns before it do not",
        "GATE-1 GATE-16", "other-glob",
        given=outcomes(), call=(name, {}), name=name, mode="deny", by="policy",
        rules=[*(rule(pattern, "allow") for pattern in passing), rule(covering, "deny", word)],
        matched=covering, denial=[word], asked="policy", told=failed(f"denied by policy: {word}"),
    )  # fmt: skip
