"""Glob patterns over tool names: compiled to a list of tokens, matched by two pointers.

    pattern = { run / one / set / literal }        the whole name, case-sensitive, by code points
    run     = "*"                                  any number of code points, whichever they are
    one     = "?"                                  one code point
    set     = "[" [ "!" ] first { member } "]"     one code point inside; with "!", one outside
    literal = any other code point, also a "[" that nothing closes

No escape, no braces, no character classes, no path semantics. The rules give the answers of
Python's ``fnmatch.fnmatchcase``; the one difference is told at ``_members``. Regular expressions
are not used, because translated stars backtrack without bound in some engines.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Wildcard(Enum):
    """A token that stands for something other than itself."""

    RUN = "*"
    ONE = "?"


@dataclass(frozen=True, slots=True)
class Set:
    """A bracket expression: inclusive ranges of code points, one of them or, negated, none."""

    negated: bool
    ranges: tuple[tuple[str, str], ...]

    def accepts(self, char: str) -> bool:
        """Whether this one code point satisfies the set."""
        return any(low <= char <= high for low, high in self.ranges) != self.negated


Token = str | Wildcard | Set


class Glob:
    """A compiled pattern.

    Spec: PERM-1 to PERM-21.
    """

    __slots__ = ("_tokens", "pattern")

    def __init__(self, pattern: str) -> None:
        """Compile; every text is a pattern, so nothing fails."""
        self.pattern = pattern
        self._tokens = _compile(pattern)

    def matches(self, name: str) -> bool:
        """Whether the pattern covers the whole name.

        A star is first taken as empty. On a mismatch the latest star takes one code point more and
        matching resumes behind it. Earlier stars need no second try: whatever they could still give
        up, the latest one can take as well. Hence at most len(pattern) * len(name) steps.
        """
        tokens = self._tokens
        token = at = resume = 0
        star = -1
        while at < len(name):
            if token < len(tokens) and tokens[token] is Wildcard.RUN:
                star, resume = token, at
                token += 1
            elif token < len(tokens) and _accepts(tokens[token], name[at]):
                token += 1
                at += 1
            elif star >= 0:
                resume += 1
                token, at = star + 1, resume
            else:
                return False
        return all(rest is Wildcard.RUN for rest in tokens[token:])


def matches(pattern: str, name: str) -> bool:
    """Whether a pattern covers a whole name; both are text, counted in code points.

    Spec: PERM-1 to PERM-21.
    """
    return Glob(pattern).matches(name)


def _accepts(token: Token, char: str) -> bool:
    if isinstance(token, Set):
        return token.accepts(char)
    return token is Wildcard.ONE or token == char


def _compile(pattern: str) -> tuple[Token, ...]:
    tokens: list[Token] = []
    # Nothing closes a set behind the last bracket; without this, each of many open brackets would
    # search to the end.
    end = pattern.rfind("]") + 1
    at = 0
    while at < len(pattern):
        char = pattern[at]
        at += 1
        if char == "*":
            tokens.append(Wildcard.RUN)
        elif char == "?":
            tokens.append(Wildcard.ONE)
        elif char == "[" and (close := _closing_bracket(pattern, at, end)) >= 0:
            negated = pattern[at] == "!"
            tokens.append(Set(negated, _members(pattern[at + negated : close])))
            at = close + 1
        else:
            tokens.append(char)
    return tuple(tokens)


def _closing_bracket(pattern: str, at: int, end: int) -> int:
    """Where the set whose inside begins at ``at`` ends, or -1 when nothing closes it before ``end``.

    The first member is passed over without a look, so that ``]`` can be one. Ranges play no part:
    in ``[a-]x]`` the first ``]`` closes.
    """
    if pattern.startswith("!", at):
        at += 1
    return pattern.find("]", at + 1, end)


def _members(inside: str) -> tuple[tuple[str, str], ...]:
    """The ranges of a set, read from left to right; a single member is a range of one.

    A hyphen makes a range when it has a code point on either side that is not used up yet: so it is
    a member itself in first place, in last place and directly behind a range. Nothing lies within a
    range from a higher to a lower code point. CPython drops such a range as well, but looks for the
    "!" of negation only afterwards, so that ``[b-a!x]`` means ``[!x]`` there; here "!" negates in
    first place only.
    """
    ranges: list[tuple[str, str]] = []
    at = 0
    while at < len(inside):
        is_range = at + 2 < len(inside) and inside[at + 1] == "-"
        high = at + 2 if is_range else at
        ranges.append((inside[at], inside[high]))
        at = high + 1
    return tuple(ranges)
