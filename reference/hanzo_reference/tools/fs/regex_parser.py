r"""The regular expressions that ``search_text`` takes, read and checked.

    pattern  = sequence { "|" sequence }
    sequence = { part }
    part     = "^" | "$" | "\b" | atom [ repeat [ "?" ] ]
    repeat   = "*" | "+" | "?" | "{" n "}" | "{" n ",}" | "{" n "," m "}"
    atom     = "." | class | escape | "(" [ "?:" ] pattern ")" | any other character
    class    = "[" [ "^" ] item { item } "]"
    item     = escape | char [ "-" char ]
    escape   = "\" ( d | D | w | W | s | S | t | f | v | xHH | x{H…} | punctuation )

What a backtracking engine and an automaton answer differently is left out, so that every engine
gives the same matches: look-around, back-references, and repeating what can be empty.
"""

from __future__ import annotations

from hanzo_reference.tools.fs.regex_syntax import (
    SCALARS,
    Assertion,
    Characters,
    Either,
    Node,
    Ranges,
    Repeated,
    Sequenced,
    literal,
    nullable,
    ranges,
    size,
    without,
)

LONGEST_PATTERN = 1000
LARGEST_SIZE = 1000
DEEPEST_GROUP = 50

# A line has no line ends in it, so no set needs them.
IN_LINE = without(SCALARS, ranges([(0x0A, 0x0A), (0x0D, 0x0D)]))
DIGITS = ranges([(0x30, 0x39)])
WORD = ranges([(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)])
SPACE = ranges([(0x09, 0x09), (0x0B, 0x0C), (0x20, 0x20)])
CLASSES: dict[str, Ranges] = {
    "d": DIGITS, "w": WORD, "s": SPACE,
    "D": without(IN_LINE, DIGITS), "W": without(IN_LINE, WORD), "S": without(IN_LINE, SPACE),
}  # fmt: skip
SIGNS: dict[str, tuple[int, int | None]] = {"*": (0, None), "+": (1, None), "?": (0, 1)}
CONTROLS = {"t": 0x09, "v": 0x0B, "f": 0x0C}
PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
HEX = frozenset("0123456789abcdefABCDEF")
NUMERALS = frozenset("0123456789")


class PatternError(Exception):
    """A text that is no pattern; the message says why."""


def parse_literal(pattern: str, *, ignore_case: bool) -> Node:
    """The tree of a text that is searched for as it stands; raises ``PatternError``.

    Spec: FS-122, FS-123, FS-131.
    """
    _refuse_length(pattern)
    if "\n" in pattern or "\r" in pattern:
        raise PatternError("a line end is never inside a line")
    parts = literal(pattern).parts
    return Sequenced(tuple(_folded(part) for part in parts)) if ignore_case else Sequenced(parts)


def parse_regex(pattern: str, *, ignore_case: bool) -> Node:
    """The tree of a regular expression; raises ``PatternError``.

    Spec: FS-123, FS-125 to FS-134.
    """
    _refuse_length(pattern)
    found = _Parser(pattern, ignore_case).whole()
    if size(found) > LARGEST_SIZE:
        raise PatternError(f"written out, it has more than {LARGEST_SIZE} characters")
    return found


def _refuse_length(pattern: str) -> None:
    if not pattern:
        raise PatternError("it is empty")
    if len(pattern) > LONGEST_PATTERN:
        raise PatternError(f"it has more than {LONGEST_PATTERN} characters")


def _folded(node: Node) -> Node:
    """A set with the other case of each ASCII letter in it."""
    if not isinstance(node, Characters):
        return node
    shifted = [
        (max(low, first) + shift, min(high, last) + shift)
        for low, high in node.ranges
        for first, last, shift in ((0x41, 0x5A, 0x20), (0x61, 0x7A, -0x20))
    ]
    return Characters(ranges([*node.ranges, *shifted]))


class _Parser:
    """One pass over the pattern; ``_at`` is the index of the next character."""

    def __init__(self, pattern: str, ignore_case: bool) -> None:
        self._pattern = pattern
        self._ignore_case = ignore_case
        self._at = 0
        self._depth = 0

    def whole(self) -> Node:
        found = self._choices()
        if self._at < len(self._pattern):
            raise PatternError("a ) without a (")
        return found

    def _next(self, offset: int = 0) -> str:
        """The character that comes, empty at the end."""
        return self._pattern[self._at + offset : self._at + offset + 1]

    def _take(self) -> str:
        found = self._next()
        if not found:
            raise PatternError("it ends too early")
        self._at += 1
        return found

    def _took(self, text: str) -> bool:
        if not self._pattern.startswith(text, self._at):
            return False
        self._at += len(text)
        return True

    def _choices(self) -> Node:
        choices = [self._sequence()]
        while self._took("|"):
            choices.append(self._sequence())
        return choices[0] if len(choices) == 1 else Either(tuple(choices))

    def _sequence(self) -> Node:
        parts: list[Node] = []
        while self._next() not in ("", "|", ")"):
            part = self._part()
            parts.append(self._repeated(part))
        return Sequenced(tuple(parts))

    def _part(self) -> Node:
        char = self._take()
        if char in "*+?" or (char == "{" and self._next() in (",", *NUMERALS)):
            raise PatternError("a repetition of nothing")
        if char == "^":
            return Assertion.LINE_START
        if char == "$":
            return Assertion.LINE_END
        if char == ".":
            return Characters(IN_LINE)
        if char == "(":
            return self._group()
        if char == "[":
            return self._class()
        if char == "\\":
            if self._took("b"):
                return Assertion.WORD_EDGE
            return self._cased(self._escape())
        return self._cased(((ord(_in_line(char)), ord(char)),))

    def _cased(self, found: Ranges) -> Node:
        return _folded(Characters(found)) if self._ignore_case else Characters(found)

    def _group(self) -> Node:
        if not self._took("?:") and self._next() == "?":
            raise PatternError("a group is (…) or (?:…)")
        self._depth += 1
        if self._depth > DEEPEST_GROUP:
            raise PatternError(f"groups stand more than {DEEPEST_GROUP} deep")
        found = self._choices()
        if not self._took(")"):
            raise PatternError("a ( without a )")
        self._depth -= 1
        return found

    def _repeated(self, part: Node) -> Node:
        counts = self._counts()
        if counts is None:
            return part
        if nullable(part):
            raise PatternError("a repetition of what can be empty")
        greedy = not self._took("?")
        return Repeated(part, *counts, greedy)

    def _counts(self) -> tuple[int, int | None] | None:
        for sign, counts in SIGNS.items():
            if self._took(sign):
                return counts
        if self._next() != "{" or self._next(1) not in (",", *NUMERALS):
            return None
        self._at += 1
        least = self._count()
        most: int | None = least
        if self._took(","):
            most = None if self._next() == "}" else self._count()
        if not self._took("}"):
            raise PatternError("a { without a }")
        if most is not None and most < least:
            raise PatternError("a repetition whose bounds are the wrong way round")
        return least, most

    def _count(self) -> int:
        digits = ""
        while self._next() in NUMERALS and len(digits) < 5:
            digits += self._take()
        if not digits or int(digits) > LARGEST_SIZE:
            raise PatternError(f"a repetition counts from 0 to {LARGEST_SIZE}")
        return int(digits)

    def _escape(self) -> Ranges:
        """What a backslash, already taken, stands for with what follows."""
        char = self._take()
        if char in CLASSES:
            return CLASSES[char]
        if char in CONTROLS:
            return ((CONTROLS[char], CONTROLS[char]),)
        if char == "x":
            code = self._hexadecimal()
            return ((code, code),)
        if char not in PUNCTUATION:
            raise PatternError(f"\\{char} has no meaning here")
        return ((ord(char), ord(char)),)

    def _hexadecimal(self) -> int:
        digits = ""
        if self._took("{"):
            while self._next() in HEX and len(digits) < 6:
                digits += self._take()
            closed = self._took("}")
        else:
            while self._next() in HEX and len(digits) < 2:
                digits += self._take()
            closed = len(digits) == 2
        code = int(digits, 16) if digits and closed else -1
        if not any(low <= code <= high for low, high in IN_LINE):
            raise PatternError("a \\x that names no character of a line")
        return code

    def _class(self) -> Node:
        negated = self._took("^")
        if self._next() == "]":
            raise PatternError("a class that is empty, or a ] without a backslash")
        found: list[tuple[int, int]] = []
        first = True
        while not self._took("]"):
            found.extend(self._item(first))
            first = False
        inside = self._cased(ranges(found))
        assert isinstance(inside, Characters)
        return Characters(without(IN_LINE, inside.ranges)) if negated else inside

    def _item(self, first: bool) -> Ranges:
        if self._next() == "-" and not first and self._next(1) != "]":
            raise PatternError("a - without a backslash that is neither first, last nor a range")
        low = self._member()
        if self._next() != "-" or self._next(1) == "]":
            return low
        self._at += 1
        if self._next() == "-":
            raise PatternError("a range that ends in a - without a backslash")
        high = self._member()
        if not (_single(low) and _single(high)) or low > high:
            raise PatternError("a range goes from one character to a later one")
        return ((low[0][0], high[0][0]),)

    def _member(self) -> Ranges:
        char = self._take()
        if char == "\\":
            return self._escape()
        if char == "[":
            raise PatternError("a [ in a class without a backslash")
        return ((ord(_in_line(char)), ord(char)),)


def _single(found: Ranges) -> bool:
    return len(found) == 1 and found[0][0] == found[0][1]


def _in_line(char: str) -> str:
    if char in "\n\r":
        raise PatternError("a line end is never inside a line")
    return char
