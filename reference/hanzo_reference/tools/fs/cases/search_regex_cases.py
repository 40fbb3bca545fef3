"""Cases of ``search_text`` with ``regex``: what matches, and what is no pattern."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.spec.cases import Case
from hanzo_reference.tools.case_words import invalid
from hanzo_reference.tools.fs.cases.search_words import RE2, found, match, search

# Slug, requirements, description, pattern, text, and the matches as line, start and end.
MATCHES: tuple[tuple[str, str, str, str, str, tuple[tuple[int, int, int], ...]], ...] = (
    ("choice", "FS-125 FS-126", "The first choice that leads to a match counts, not the longest",
     "a|ab|abc", "abc", ((0, 0, 1),)),
    ("choice-in-a-group", "FS-125 FS-126", "What follows may need the later choice", "(?:a|ab)c",
     "abc ac", ((0, 0, 3), (0, 4, 6))),
    ("greedy", "FS-125", "As many repetitions as possible", "a.*b", "xaxbxbx", ((0, 1, 6),)),
    ("lazy", "FS-125", "As few repetitions as possible", "a.*?b|x+?", "xaxbxb",
     ((0, 0, 1), (0, 1, 4), (0, 4, 5))),
    ("lazy-counts", "FS-125 FS-126", "Lazy bounds", "a{2,3}?b?", "aaab", ((0, 0, 2),)),
    ("counts", "FS-126", "Exact, open and closed bounds", "^(a{2}|b{2,}|c{1,2}d)$",
     "aa\naaa\nb\nbbbb\ncd\nccd\ncccd", ((0, 0, 2), (3, 0, 4), (4, 0, 2), (5, 0, 3))),
    ("count-zero", "FS-126", "No repetition at all", "ab{0}c", "abc ac", ((0, 4, 6),)),
    ("optional", "FS-126", "Once or not at all", "colou?r", "color colour colouur",
     ((0, 0, 5), (0, 6, 12))),
    ("nested-repetition", "FS-125", "Repetitions in repetitions", "(?:a+b)+c", "aabab aababc",
     ((0, 6, 12),)),
    ("empty-choice", "FS-125 FS-138", "An empty choice in front is preferred", "b(|a)c?", "bac",
     ((0, 0, 1),)),
    ("braces-as-characters", "FS-126", "Braces and a closing bracket stand for themselves",
     r"if \(x\) {a}]", "if (x) {a}]", ((0, 0, 11),)),
    ("class", "FS-127", "Characters, ranges, and a hyphen at either end", "[-a-cx]+|[y-]+", "b-xzy-",
     ((0, 0, 3), (0, 4, 6))),
    ("class-of-both-cases", "FS-127 FS-128", "Both cases of a letter are these two, among choices",
     "[Ss]x|[Kk]y|q", "\u017fx \u212ay sx Ky", ((0, 6, 8), (0, 9, 11))),
    ("class-of-both-cases-alone", "FS-127", "Letters that fold to others are not in a class",
     "[Ss]|[Kk]", "\u017f\u212as", ((0, 2, 3),)),
    ("class-negated", "FS-127", "All but these", r"[^a-c\]]+", "ax]\u00e9\U0001f600b",
     ((0, 1, 2), (0, 3, 6))),
    ("class-negated-stays-in-line", "FS-127 FS-136", "A line end is in no class", "a[^b]+", "ac\nd",
     ((0, 0, 2),)),
    ("class-escapes", "FS-127 FS-129", "Escapes in a class", r"[\d\x41-\x{43}\-\\]+", "x1-B\\Dz",
     ((0, 1, 5),)),
    ("class-beyond-the-plane", "FS-127", "A range beyond the basic plane",
     "[\U0001f600-\U0001f610]+", "\U0001f5ff\U0001f600\U0001f60f\U0001f611", ((0, 2, 6),)),
    ("digits", "FS-128", "Digits are ASCII", r"\d+", "12\u0663\u0664 \uff11 3", ((0, 0, 2), (0, 7, 8))),
    ("not-digits", "FS-128", "Everything else is none", r"\D+", "1\u06632", ((0, 1, 2),)),
    ("word", "FS-128", "Word characters are ASCII letters, digits and the low line", r"\w+",
     "a_1-\u00e9b", ((0, 0, 3), (0, 5, 6))),
    ("not-word", "FS-128", "Everything else is no word", r"\W+", "a\u00e9-b", ((0, 1, 3),)),
    ("space", "FS-128", "Space, tab, vertical tab, form feed, and no other", r"\s+",
     "a \t\x0b\x0cb\u00a0c\u2003d\u0085", ((0, 1, 5),)),
    ("not-space", "FS-128", "Everything else is no space", r"\S+", "a\u00a0b c",
     ((0, 0, 3), (0, 4, 5))),
    ("word-edge", "FS-128", "A word ends beside a letter that is not ASCII", r"\ba\b",
     "a \u00e9a ab ba _a a", ((0, 0, 1), (0, 3, 4), (0, 14, 15))),
    ("word-edges-alone", "FS-128 FS-138", "Every edge of a word", r"\b", "ab c",
     ((0, 0, 0), (0, 2, 2), (0, 3, 3), (0, 4, 4))),
    ("escapes", "FS-129", "Escapes for one character each", r"\t\v\f\x7e\x{1F600}\.\/\-\_",
     "\t\x0b\x0c~\U0001f600./-_", ((0, 0, 10),)),
    ("dot", "FS-130", "A dot is one code point", "^.$", "a\n\u00e9\n\U0001f600\nab\n\u2028",
     ((0, 0, 1), (1, 0, 1), (2, 0, 2), (4, 0, 1))),
    ("anchors", "FS-130", "Starts and ends of every line", "^a|a$", "aba\na", ((0, 0, 1), (0, 2, 3),
     (1, 0, 1))),
    ("anchors-within", "FS-130", "Anchors may stand anywhere", "(^|,)a(,|$)", "a,a,a\nba,a",
     ((0, 0, 2), (0, 3, 5), (1, 2, 4))),
    ("empty-lines", "FS-138 FS-136", "Empty lines are found, but none behind the last line end",
     "^$", "\na\n\n", ((0, 0, 0), (2, 0, 0))),
    ("empty-matches", "FS-138 FS-124", "Empty matches count where no match ended before", "a*",
     "baac", ((0, 0, 0), (0, 1, 3), (0, 4, 4))),
    ("empty-matches-by-character", "FS-138 FS-137", "There is none within a character", "a*",
     "\U0001f600\u00e9", ((0, 0, 0), (0, 2, 2), (0, 3, 3))),
    ("empty-match-in-each-line", "FS-138", "Every line is searched on its own", "x*$", "ax\nx\n",
     ((0, 1, 2), (1, 0, 1))),
)  # fmt: skip

NO_PATTERNS: tuple[tuple[str, str, str, str], ...] = (
    ("look-ahead", "FS-132", "Look-ahead", "a(?=b)"),
    ("negative-look-ahead", "FS-132", "Negative look-ahead", "a(?!b)"),
    ("look-behind", "FS-132", "Look-behind", "(?<=a)b"),
    ("back-reference", "FS-132", "A back-reference", r"(a)\1"),
    ("named-group", "FS-132", "A group with a name", "(?P<n>a)"),
    ("flag", "FS-132", "A flag", "(?i)a"),
    ("atomic-group", "FS-132", "A group that does not give back", "(?>a)"),
    ("not-an-edge", "FS-132", "The opposite of an edge", r"\Ba"),
    ("start-of-text", "FS-132", "The start of the text", r"\Aa"),
    ("property", "FS-132", "A property of Unicode", r"\p{L}"),
    ("line-feed", "FS-132", "A line feed", r"a\nb"),
    ("line-feed-by-number", "FS-132", "A line feed by its number", r"a\x0Ab"),
    ("surrogate", "FS-132", "Half a pair", r"\x{D800}"),
    ("beyond-unicode", "FS-132", "A number that no character has", r"\x{110000}"),
    ("short-number", "FS-132", "One hexadecimal digit", r"\x4"),
    ("letter-escape", "FS-132", "A letter without a meaning", r"\y"),
    ("backslash-at-the-end", "FS-132", "A backslash with nothing behind it", "a\\"),
    ("open-group", "FS-132", "A group that is not closed", "(a"),
    ("closing-parenthesis", "FS-132", "A parenthesis that closes nothing", "a)"),
    ("open-class", "FS-132", "A class that is not closed", "[a"),
    ("empty-class", "FS-132", "A closing bracket in front of a class", "[]a]"),
    ("bracket-in-a-class", "FS-132", "A bracket in a class", "[[:alpha:]]"),
    ("reversed-range", "FS-132", "A range from a later to an earlier character", "[b-a]"),
    ("range-of-classes", "FS-132", "A range that ends in a class", r"[a-\d]"),
    ("loose-hyphen", "FS-132", "A hyphen behind a range", "[a-c-e]"),
    ("repetition-of-nothing", "FS-132", "A repetition of nothing", "a|*b"),
    ("repetition-of-a-repetition", "FS-132", "A repetition of a repetition", "a**"),
    ("possessive", "FS-132", "A repetition that does not give back", "a++"),
    ("open-count", "FS-132", "A count that is not closed", "a{1,2"),
    ("count-without-least", "FS-132", "A count without its lower bound", "a{,2}"),
    ("repeated-anchor", "FS-133", "A repetition of a place", "^*a"),
    ("repeated-optional", "FS-133", "A repetition of what may be empty", "(a?)*"),
    ("repeated-empty-choice", "FS-133", "A repetition of a choice that is empty", "(|a)+"),
    ("reversed-count", "FS-134", "Bounds the wrong way round", "a{2,1}"),
    ("count-above", "FS-134", "A count above 1,000", "a{1001}"),
    ("written-out", "FS-134", "Repetitions that come to more than 1,000 characters",
     "(?:(?:a{10}){10}b){10}"),
    ("deep", "FS-134", "Groups 51 deep", "(" * 51 + "a" + ")" * 51),
)  # fmt: skip


def search_regex_cases() -> Iterator[Case]:
    """All cases of regular expressions."""
    for slug, requirements, description, pattern, text, spans in MATCHES:
        lines = text.split("\n")
        yield search(
            f"regex-{slug}", description, requirements, {"a": text},
            {"pattern": pattern, "regex": True},
            found(*(match("a", line, start, end, lines[line]) for line, start, end in spans)),
            RE2, ("empty-match",) if "FS-138" in requirements else (),
        )  # fmt: skip
    for slug, requirement, description, pattern in NO_PATTERNS:
        yield search(
            f"no-regex-{slug}", description, requirement, {"a": "ab"},
            {"pattern": pattern, "regex": True},
            invalid("fs", "search_text", ("/pattern", "pattern")), f"decision {requirement}",
        )  # fmt: skip
    yield search(
        "regex-ignore-case", "Classes match both cases, too, before they are negated", "FS-131",
        {"a": "ABx abX\u00e9"}, {"pattern": "[a-b]+[^X\u00c9]", "regex": True, "ignore_case": True},
        found(match("a", 0, 0, 2, "ABx abX\u00e9"), match("a", 0, 4, 6, "ABx abX\u00e9")),
        "decision FS-131", ("case-folding",),
    )  # fmt: skip
    yield search(
        "regex-of-1000", "A count of 1,000", "FS-134", {"a": "\u00e9" * 1001},
        {"pattern": ".{1000}", "regex": True},
        found(match("a", 0, 0, 1000, "\u00e9" * 500)), RE2,
    )  # fmt: skip
    yield search(
        "regex-fifty-deep", "Groups 50 deep", "FS-134", {"a": "ba"},
        {"pattern": "(" * 50 + "a" + ")" * 50, "regex": True},
        found(match("a", 0, 1, 2, "ba")), "decision FS-134",
    )  # fmt: skip
    for slug, pattern in (
        ("nested", "(x+x+)+y"), ("choices", "(x|xx)+y"), ("dots", ".*.*.*.*.*=.*y"),
        ("counted", "(?:x{1,20}){1,20}y"),
    ):  # fmt: skip
        yield search(
            f"regex-linear-{slug}", "A pattern that would keep a backtracking engine busy",
            "FS-135", {"a": "x" * 3000}, {"pattern": pattern, "regex": True}, found(), RE2,
            ("backtracking",),
        )  # fmt: skip
