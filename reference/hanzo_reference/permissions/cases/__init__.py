"""The cases of the permissions domain: glob rules, order of rules, modes, audit records."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.permissions.cases import globs, records, rules, sets
from hanzo_reference.spec.cases import Case
from hanzo_reference.spec.declaration import Flag

FLAGS = {
    "backtracking": Flag(
        "matchers that try every split of a name between several stars: exponential time",
        "https://research.swtch.com/glob",
    ),
    "bracket": Flag(
        "sets read by other rules for closing brackets, hyphens and reversed ranges",
        "https://github.com/python/cpython/issues/89973",
        security=True,
    ),
    "caret": Flag("a caret that negates a set, as in regular expressions", security=True),
    "case-folding": Flag("names compared without case", security=True),
    "character-class": Flag("named character classes inside brackets", security=True),
    "collation": Flag("ranges by the locale's order instead of by code point", security=True),
    "escape": Flag("a backslash that quotes the next code point", security=True),
    "extended-glob": Flag(
        "braces, extended groups, negation and comments of path globs", security=True
    ),
    "falsy-text": Flag("an empty text taken for no text, where empty text counts as false"),
    "grapheme": Flag("counting user-perceived letters instead of code points"),
    "mode-guess": Flag(
        "a mode that is misspelt and applied, ignored or found out too late", security=True
    ),
    "normalisation": Flag("text changed to a normal form on the way", security=True),
    "path-semantics": Flag(
        "wildcards that stop at slashes or hide leading full stops", security=True
    ),
    "regex-translation": Flag(
        "translation to a regular expression without escaping, anchors or the dot-all option",
        security=True,
    ),
    "rule-order": Flag("precedence by anything but the order of the rules", security=True),
    "time": Flag("calendar arithmetic: rounding, leap years, digits"),
    "unanchored": Flag("a pattern searched for inside a name", security=True),
    "utf-16": Flag("counting UTF-16 units or bytes instead of code points"),
}


def cases() -> Iterator[Case]:
    """Every case, globs first."""
    yield from globs.direct_cases()
    for rows in (
        globs.WHOLE, globs.LITERALS, globs.WILDCARDS, globs.AT_EACH_PLACE, globs.RUN_ON,
        globs.UNCLOSED, sets.SETS, sets.RANGES, sets.ABSENT,
    ):  # fmt: skip
        yield from globs.policy_cases(rows)
    yield from rules.order_cases()
    yield from rules.outcome_cases()
    yield from rules.mode_cases()
    yield from records.record_cases()
    yield from records.time_cases()
