r"""Globs over paths whose segments are parted by ``/``, as ``gitignore`` and ``list`` have them.

    glob  = { star | one | set | escape | braces | char }
    star  = "*"                   any run of characters without "/"
            "**"                  between slashes or ends of the glob: any number of segments
    one   = "?"                   one character but "/"
    set   = "[" [ "!" | "^" ] first { member } "]"    one character but "/"
    escape = "\\" char            that character
    braces = "{" glob { "," glob } "}"                one of them; not in .gitignore

A character is a code point, and case counts.
"""

from __future__ import annotations

from collections.abc import Callable

from hanzo_reference.tools.fs.engine import automaton
from hanzo_reference.tools.fs.regex_syntax import (
    SCALARS,
    Characters,
    Either,
    Node,
    Ranges,
    Repeated,
    Sequenced,
    literal,
    ranges,
    without,
)

LONGEST_GLOB = 1000
DEEPEST_BRACE = 10

NAMED: dict[str, Ranges] = {
    "alnum": ranges([(0x30, 0x39), (0x41, 0x5A), (0x61, 0x7A)]),
    "alpha": ranges([(0x41, 0x5A), (0x61, 0x7A)]),
    "blank": ranges([(0x09, 0x09), (0x20, 0x20)]),
    "cntrl": ranges([(0x00, 0x1F), (0x7F, 0x7F)]),
    "digit": ranges([(0x30, 0x39)]),
    "graph": ranges([(0x21, 0x7E)]),
    "lower": ranges([(0x61, 0x7A)]),
    "print": ranges([(0x20, 0x7E)]),
    "punct": ranges([(0x21, 0x2F), (0x3A, 0x40), (0x5B, 0x60), (0x7B, 0x7E)]),
    "space": ranges([(0x09, 0x0D), (0x20, 0x20)]),
    "upper": ranges([(0x41, 0x5A)]),
    "xdigit": ranges([(0x30, 0x39), (0x41, 0x46), (0x61, 0x66)]),
}
NOT_SLASH = without(SCALARS, ranges([(0x2F, 0x2F)]))
SLASH = literal("/")
RUN = Repeated(Characters(NOT_SLASH), 0, None)
FOLDERS = Repeated(Sequenced((Repeated(Characters(NOT_SLASH), 1, None), SLASH)), 0, None)
ANYTHING = Repeated(Characters(SCALARS), 1, None)


class GlobError(Exception):
    """A text that is no glob; the message says why."""


def glob_tree(pattern: str, *, braces: bool) -> Node:
    """What a glob matches, from the first character to the last; raises ``GlobError``.

    Spec: FS-108 to FS-113.
    """
    if not 0 < len(pattern) <= LONGEST_GLOB:
        raise GlobError(f"a glob has 1 to {LONGEST_GLOB} characters")
    return _Parser(pattern, braces).sequence()


def glob_filter(pattern: str) -> Callable[[str], bool]:
    """Whether a glob accepts a relative path; raises ``GlobError``.

    A glob with a ``/`` has the whole path to match, one without only the name. Spec: FS-107.
    """
    matches = matcher(glob_tree(pattern.removeprefix("/"), braces=True))
    if "/" in pattern:
        return matches
    return lambda path: matches(path.rpartition("/")[2])


def matcher(tree: Node) -> Callable[[str], bool]:
    """Whether a tree matches a whole text, in time that is linear in the text."""
    found = automaton(tree)
    return lambda text: found.fullmatch(text.encode()) is not None


class _Parser:
    """One pass over the glob; ``_at`` is the index of the next character."""

    def __init__(self, pattern: str, braces: bool) -> None:
        self._pattern = pattern
        self._braces = braces
        self._at = 0
        self._depth = 0

    def sequence(self) -> Node:
        """Everything up to the end, or to what ends a choice within braces."""
        parts: list[Node] = []
        while self._at < len(self._pattern):
            char = self._pattern[self._at]
            if self._depth and char in ",}":
                return Sequenced(tuple(parts))
            self._at += 1
            parts.append(self._part(char))
        if self._depth:
            raise GlobError("a { without a }")
        return Sequenced(tuple(parts))

    def _part(self, char: str) -> Node:
        if char == "*":
            return self._stars()
        if char == "?":
            return Characters(NOT_SLASH)
        if char == "[":
            return self._set()
        if char == "\\":
            return literal(self._escaped())
        if char == "{" and self._braces:
            return self._choices()
        if char == "}" and self._braces:
            raise GlobError("a } without a {")
        return literal(char)

    def _escaped(self) -> str:
        if self._at == len(self._pattern):
            raise GlobError("a backslash at the end")
        self._at += 1
        return self._pattern[self._at - 1]

    def _stars(self) -> Node:
        first = self._at - 1
        while self._pattern[self._at : self._at + 1] == "*":
            self._at += 1
        before = self._pattern[:first]
        after = self._pattern[self._at : self._at + 1]
        if self._at - first < 2 or (before and before[-1] != "/") or after not in ("", "/"):
            return RUN
        if not after:
            return ANYTHING
        # With the slash behind it, so that no folder at all leaves no slash either.
        self._at += 1
        return FOLDERS

    def _choices(self) -> Node:
        self._depth += 1
        if self._depth > DEEPEST_BRACE:
            raise GlobError(f"braces stand more than {DEEPEST_BRACE} deep")
        choices = [self.sequence()]
        while self._pattern[self._at] == ",":
            self._at += 1
            choices.append(self.sequence())
        self._at += 1
        self._depth -= 1
        return Either(tuple(choices))

    def _set(self) -> Node:
        negated = self._pattern[self._at : self._at + 1] in ("!", "^")
        self._at += negated
        found: list[tuple[int, int]] = []
        start = self._at
        # A ] that comes first is a member.
        while self._at == start or self._pattern[self._at : self._at + 1] != "]":
            found.extend(self._members())
        self._at += 1
        inside = ranges(found)
        return Characters(without(NOT_SLASH, inside) if negated else _no_slash(inside))

    def _members(self) -> Ranges:
        if self._pattern.startswith("[:", self._at):
            end = self._pattern.find("]", self._at + 2)
            if end > self._at + 2 and self._pattern[end - 1] == ":":
                name = self._pattern[self._at + 2 : end - 1]
                if name not in NAMED:
                    raise GlobError(f"there is no class {name!r}")
                self._at = end + 1
                return NAMED[name]
        low = self._member()
        if self._pattern[self._at : self._at + 1] != "-" or self._pattern[
            self._at + 1 : self._at + 2
        ] in ("", "]"):
            return ((low, low),)
        self._at += 1
        # Of bounds the wrong way round git takes the first as a character.
        return ((low, low), (low, self._member()))

    def _member(self) -> int:
        if self._at == len(self._pattern):
            raise GlobError("a [ without a ]")
        self._at += 1
        char = self._pattern[self._at - 1]
        return ord(self._escaped() if char == "\\" else char)


def _no_slash(found: Ranges) -> Ranges:
    return without(found, ranges([(0x2F, 0x2F)]))
