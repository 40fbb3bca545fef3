"""Cases of the glob rules: a table of patterns and names, with the answer written out by hand.

A yes-or-no answer is guessed half of the time. So most rows are asked as a policy of two rules, the
pattern in question in front of ``*``, whose answers name the pattern or the row.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hanzo_reference.spec.cases import Case, result

FNMATCH = "Python library reference, fnmatch"
HIP = "HIP-0301 §7"
POSIX = "POSIX.1-2017 XCU §2.13.1"
BRACKETS = "POSIX.1-2017 XBD §9.3.5"

# Whether a pattern covers a name.
YES, NO = True, False


class Row(NamedTuple):
    """A pattern, a name, and whether they go together according to the anchor."""

    slug: str
    description: str
    requirement: str
    pattern: str
    name: str
    matches: bool
    anchor: str = FNMATCH
    flags: tuple[str, ...] = ()


# Asked directly, as many that match as that do not.
DIRECT = (
    Row("match-literal-name", "A name is a pattern for itself",
        "PERM-4", "fs.write", "fs.write", YES, HIP),
    Row("match-literal-not-a-part", "A literal pattern is not searched for inside the name",
        "PERM-1", "fs.write", "xfs.write", NO, HIP, ("unanchored",)),
    Row("match-server-prefix", "A trailing star covers every tool of every server",
        "PERM-5", "mcp__*", "mcp__github__get_issue", YES, HIP),
    Row("match-other-prefix", "What stands before the star must stand before the run",
        "PERM-5", "mcp__*", "mcp_github", NO, HIP),
    Row("match-question-mark-takes-one", "A question mark stands for one code point",
        "PERM-7", "fs.?", "fs.x", YES),
    Row("match-question-mark-not-none", "A question mark does not stand for nothing",
        "PERM-7", "fs.?", "fs.", NO),
    Row("match-set-member", "A set takes one of its members",
        "PERM-8", "fs.[rw]", "fs.w", YES),
    Row("match-set-other", "A set does not take what is no member",
        "PERM-8", "fs.[rw]", "fs.x", NO),
    Row("match-negated-set-other", "A negated set takes what is no member",
        "PERM-9", "fs.[!rw]", "fs.x", YES),
    Row("match-negated-set-member", "A negated set does not take a member",
        "PERM-9", "fs.[!rw]", "fs.r", NO),
    Row("match-range-inside", "A range holds what lies between its ends",
        "PERM-12", "v[0-9]", "v7", YES),
    Row("match-range-outside", "A range does not hold what lies outside its ends",
        "PERM-12", "v[0-9]", "va", NO),
    Row("match-empty-pattern-empty-name", "The empty pattern covers the empty name",
        "PERM-1", "", "", YES),
    Row("match-empty-pattern-other-name", "The empty pattern covers no other name",
        "PERM-1", "", "x", NO, FNMATCH, ("falsy-text",)),
    Row("match-full-stop-is-literal", "A full stop does not stand for any code point",
        "PERM-4", "fs.write", "fsXwrite", NO, HIP, ("regex-translation",)),
    Row("match-unclosed-bracket-itself", "A bracket that nothing closes stands for itself",
        "PERM-18", "a[b", "a[b", YES, POSIX, ("bracket",)),
    Row("match-case-differs", "Case differs", "PERM-2", "fs.write", "FS.write", NO),
    Row("match-star-crosses-everything", "A star runs over dots, slashes and line ends",
        "PERM-6", "a*z", "a./_\n\r\u2028z", YES, FNMATCH, ("regex-translation",)),
)  # fmt: skip

WHOLE = (
    Row("trailing-text", "A pattern does not cover a name that goes on behind it",
        "PERM-1", "fs.read", "fs.read_all", NO, HIP, ("unanchored",)),
    Row("leading-text", "A pattern does not cover a name that begins before it",
        "PERM-1", "read", "fs.read", NO, HIP, ("unanchored",)),
    Row("trailing-line-end", "A line end behind the name is part of the name",
        "PERM-1", "fs.read", "fs.read\n", NO, FNMATCH, ("regex-translation",)),
    Row("one-of-two-lines", "A line is not a name: anchors hold for the whole text",
        "PERM-1", "fs.read", "x\nfs.read\ny", NO, FNMATCH, ("regex-translation",)),
    Row("pattern-longer-than-name", "A name that ends before the pattern is not covered",
        "PERM-1", "fs.read", "fs.rea", NO, HIP),
    Row("upper-case-pattern", "A pattern in upper case does not cover the name in lower case",
        "PERM-2", "FS.*", "fs.read", NO, FNMATCH, ("case-folding",)),
    Row("case-in-a-range", "A range of small letters does not hold a capital one",
        "PERM-2", "[a-z]x", "Ax", NO, FNMATCH, ("case-folding",)),
    Row("case-beyond-ascii", "Case differs beyond ASCII too",
        "PERM-2", "tool.ß*", "tool.SS", NO, FNMATCH, ("case-folding",)),
    Row("composed-against-decomposed", "A composed letter is not its decomposed form",
        "PERM-3", "caf\u00e9", "cafe\u0301", NO, "decision PERM-3", ("normalisation",)),
    Row("decomposed-against-itself", "A decomposed letter covers itself",
        "PERM-3", "cafe\u0301", "cafe\u0301", YES, "decision PERM-3", ("normalisation",)),
    Row("compatibility-form", "A full-width letter is not the ASCII letter",
        "PERM-3", "\uff46s", "fs", NO, "decision PERM-3", ("normalisation",)),
)  # fmt: skip

LITERALS = (
    *(
        Row(f"literal-{word}", f"{char} stands for itself and changes nothing around it",
            "PERM-4", f"a{char}b", f"a{char}b", YES, HIP, ("regex-translation",))
        for word, char in (
            ("plus", "+"), ("dollar", "$"), ("caret", "^"), ("pipe", "|"),
            ("parentheses", "(x)"), ("slash", "/"), ("closing-bracket", "]"),
        )
    ),
    Row("plus-is-no-repetition", "A plus sign does not repeat what stands before it",
        "PERM-4", "a+b", "aab", NO, HIP, ("regex-translation",)),
    Row("pipe-is-no-choice", "A vertical bar does not part alternatives",
        "PERM-4", "fs.read|fs.stat", "fs.stat", NO, HIP, ("regex-translation",)),
    Row("parentheses-are-no-group", "Parentheses do not group",
        "PERM-4", "fs.(read)", "fs.read", NO, HIP, ("regex-translation",)),
    Row("full-stop-in-a-server-pattern", "A full stop before a star is literal as well",
        "PERM-4", "fs.*", "fsx.read", NO, HIP, ("regex-translation",)),
    Row("white-space-counts", "White space is not trimmed",
        "PERM-4", "fs.read", " fs.read", NO, HIP),
)  # fmt: skip

WILDCARDS = (
    Row("star-alone-empty-name", "A star alone covers the empty name", "PERM-5", "*", "", YES),
    Row("star-takes-nothing", "A star in the middle may stand for nothing",
        "PERM-5", "fs.*read", "fs.read", YES),
    Row("star-twice-in-a-row", "Two stars in a row are as good as one",
        "PERM-5", "mcp__**", "mcp__a/b", YES),
    Row("star-at-both-ends", "Stars at both ends search for what is between them",
        "PERM-5", "*write*", "fs.write_all", YES),
    Row("star-gives-back", "A star does not keep what the pattern needs later",
        "PERM-5", "*.read", "a.read.read", YES),
    Row("star-two-tries", "A later star starts again where an earlier one led",
        "PERM-5", "*ab*cd", "aab_ccd_cd", YES),
    Row("star-needs-the-end", "What follows the last star must be at the very end",
        "PERM-5", "*.read", "fs.read.x", NO),
    Row("star-no-overlap", "Two parts around a star do not share a code point",
        "PERM-5", "aba*aba", "ababa", NO),
    Row("star-over-server-separator", "A star runs over double underscores",
        "PERM-6", "mcp__*__get", "mcp__a__b__get", YES, HIP),
    Row("star-over-slash", "A star runs over a slash",
        "PERM-6", "net.*", "net.a/b/c", YES, FNMATCH, ("path-semantics",)),
    Row("star-over-leading-full-stop", "A star may begin with a full stop",
        "PERM-6", "*rc", ".bashrc", YES, FNMATCH, ("path-semantics",)),
    Row("star-over-line-feed", "A star runs over a line feed",
        "PERM-6", "a*b", "a\nb", YES, FNMATCH, ("regex-translation",)),
    Row("star-over-carriage-return", "A star runs over a carriage return",
        "PERM-6", "a*c", "a\rc", YES, FNMATCH, ("regex-translation",)),
    Row("star-over-line-separator", "A star runs over U+2028",
        "PERM-6", "a*d", "a\u2028d", YES, FNMATCH, ("regex-translation",)),
    Row("star-over-nul", "A star runs over U+0000", "PERM-6", "a*e", "a\0e", YES),
    Row("question-mark-emoji", "A question mark takes an emoji of one code point whole",
        "PERM-7", "?", "\U0001f600", YES, FNMATCH, ("utf-16",)),
    Row("question-mark-last-of-one-unit", "A question mark takes U+FFFF, one unit in UTF-16",
        "PERM-7", "?b", "\uffffb", YES, FNMATCH, ("utf-16",)),
    Row("question-mark-first-of-two-units", "A question mark takes U+10000, two units in UTF-16",
        "PERM-7", "?c", "\U00010000c", YES, FNMATCH, ("utf-16",)),
    Row("two-question-marks-one-emoji", "An emoji of one code point does not fill two places",
        "PERM-7", "??", "\U0001f600", NO, FNMATCH, ("utf-16",)),
    Row("question-mark-two-bytes", "A letter of two bytes in UTF-8 is one code point",
        "PERM-7", "?x", "éx", YES, FNMATCH, ("utf-16",)),
    Row("question-mark-combining-mark", "A letter with a combining mark is two code points",
        "PERM-7", "e??", "ee\u0301", YES, FNMATCH, ("grapheme",)),
    Row("question-mark-not-a-grapheme", "One question mark does not take letter and mark",
        "PERM-7", "x?", "xe\u0301", NO, FNMATCH, ("grapheme",)),
    Row("question-mark-line-feed", "A question mark takes a line feed",
        "PERM-7", "a?b", "a\nb", YES, FNMATCH, ("regex-translation",)),
    Row("question-mark-slash", "A question mark takes a slash",
        "PERM-7", "n?t", "n/t", YES, FNMATCH, ("path-semantics",)),
    Row("question-mark-leading-full-stop", "A question mark takes a leading full stop",
        "PERM-7", "?rc", ".rc", YES, FNMATCH, ("path-semantics",)),
    Row("question-mark-not-two", "A question mark does not take two code points",
        "PERM-7", "fs.?x", "fs.abx", NO),
    Row("star-then-question-mark", "A star leaves one code point to a question mark",
        "PERM-7", "fs.*?", "fs.r", YES),
    Row("star-then-question-mark-none-left", "A star and a question mark need one code point",
        "PERM-7", "fs.*?", "fs.", NO),
)  # fmt: skip

# What a translation to another kind of pattern could take for a place where a run ends.
SPECIAL = (
    ("full-stop", "."), ("slash", "/"), ("backslash", "\\"), ("hyphen", "-"), ("underscore", "_"),
    ("line-feed", "\n"), ("carriage-return", "\r"), ("line-separator", "\u2028"), ("nul", "\x00"),
    ("closing-bracket", "]"), ("opening-bracket", "["), ("brace", "{"), ("star", "*"),
    ("question-mark", "?"), ("exclamation-mark", "!"), ("dollar", "$"), ("caret", "^"),
    ("blank", " "), ("astral", "\U0001f600"), ("combining", "\u0301"),
)  # fmt: skip
# Where in the pattern the wildcard stands, and around what.
PLACES = (("first", "{}read"), ("last", "fs{}"), ("middle", "fs{}read"))

AT_EACH_PLACE = tuple(
    Row(f"{wildcard}-{place}-before-{word}", f"A {wildcard} in {place} place takes {char!a}",
        requirement, frame.format(sign), frame.format(char), YES, FNMATCH, ("path-semantics",))
    for word, char in SPECIAL
    for place, frame in PLACES
    for wildcard, sign, requirement in (("run", "*", "PERM-6"), ("single", "?", "PERM-7"))
    # Of a run in last place the rows behind these ask more.
    if (wildcard, place) != ("run", "last")
)  # fmt: skip

# A run at the very end of its pattern, right before what it has to take more of.
RUN_ON = tuple(
    Row(f"run-at-the-end-from-{word}", f"A star at the end takes {char!a} and what follows",
        "PERM-6", "fs*", f"fs{char}read", YES, FNMATCH, ("path-semantics",))
    for word, char in SPECIAL
)  # fmt: skip

UNCLOSED = (
    Row("unclosed-alone-against-a-member", "A bracket alone is no set of everything",
        "PERM-18", "[", "a", NO, POSIX, ("bracket",)),
    Row("unclosed-against-its-members", "What follows an unclosed bracket is no set of members",
        "PERM-18", "fs.[rw", "fs.r", NO, POSIX, ("bracket",)),
    Row("unclosed-against-what-stands-before", "An unclosed bracket is not left out of its pattern",
        "PERM-18", "fs.[", "fs.", NO, POSIX, ("bracket",)),
    Row("unclosed-against-the-rest", "What follows an unclosed bracket is not all there is",
        "PERM-18", "[read", "read", NO, POSIX, ("bracket",)),
    Row("unclosed-negation-against-another", "An unclosed negation is no set of all the others",
        "PERM-18", "fs.[!r", "fs.w", NO, POSIX, ("bracket",)),
    Row("unclosed-range-against-its-inside", "An unclosed range holds nothing",
        "PERM-18", "v[0-9", "v7", NO, POSIX, ("bracket",)),
    Row("unclosed-with-a-run-behind", "Behind an unclosed bracket a star is a star",
        "PERM-18", "fs.[r*", "fs.[read", YES, POSIX, ("bracket",)),
    Row("unclosed-with-a-run-against-a-member", "A star behind an unclosed bracket does not replace it",
        "PERM-18", "fs.[r*", "fs.read", NO, POSIX, ("bracket",)),
)  # fmt: skip


def direct_cases() -> Iterator[Case]:
    """The rows that are asked as ``permissions.match``."""
    for row in DIRECT:
        yield Case(
            row.slug, row.description, [row.requirement], "match",
            {"pattern": row.pattern, "name": row.name},
            flags=row.flags, expected=result({"matches": row.matches}), anchor=row.anchor,
        )  # fmt: skip


def policy_cases(rows: tuple[Row, ...]) -> Iterator[Case]:
    """Rows as a policy: allowed by the pattern in question, or denied by the star behind it."""
    for row in rows:
        reason = f"not covered: {row.slug}"
        matched = {"mode": "allow", "rule_matched": row.pattern, "reason": None}
        passed_over = {"mode": "deny", "rule_matched": "*", "reason": reason}
        yield Case(
            row.slug, row.description, [row.requirement], "evaluate",
            {
                "rules": [
                    {"tool_pattern": row.pattern, "mode": "allow"},
                    {"tool_pattern": "*", "mode": "deny", "reason": reason},
                ],
                "tool_name": row.name,
            },
            flags=row.flags, expected=result(matched if row.matches else passed_over),
            anchor=row.anchor,
        )  # fmt: skip
