"""Strict JSON: a parser for files in which a mistake must not pass unseen.

What it accepts is RFC 8259 without what readers disagree about: text is well-formed UTF-8 without
a byte order mark, names are unique within their object, escapes name Unicode scalar values, numbers
are integers that every reader holds exactly (RFC 7493 §2), and nesting has a limit.

    document = ws value ws
    value    = object / array / string / integer / "true" / "false" / "null"
    object   = "{" ws [ member *( ws "," ws member ) ws ] "}"       member = string ws ":" ws value
    array    = "[" ws [ value *( ws "," ws value ) ws ] "]"
    integer  = [ "-" ] ( "0" / 1-9 *digit )
    ws       = *( space / tab / line feed / carriage return )

Objects become dicts, whose order is that of the text. Nothing here knows what the JSON is for.
"""

from __future__ import annotations

import re
from typing import TypeAlias

Json: TypeAlias = "bool | int | str | list[Json] | dict[str, Json] | None"

# Containers within containers, the outermost counted as one.
MAX_DEPTH = 128
# The largest integer that a double holds together with both its neighbours (RFC 7493 §2.2).
MAX_INTEGER = 2**53 - 1

WHITE_SPACE = frozenset(" \t\n\r")
DIGITS = frozenset("0123456789")
HEX_DIGITS = frozenset("0123456789abcdefABCDEF")
ESCAPES = {
    '"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t",
}  # fmt: skip
# What does not stand for itself in a string: its end, an escape, or what must be escaped.
SPECIAL = re.compile(r'["\\\x00-\x1f]')
LITERALS: tuple[tuple[str, bool | None], ...] = (("true", True), ("false", False), ("null", None))


class JsonError(Exception):
    """Bytes that are no strict JSON; ``line`` and ``column`` count from 1, in code points.

    The message quotes names of members, never values.
    """

    def __init__(self, problem: str, line: int, column: int) -> None:
        super().__init__(f"line {line}, column {column}: {problem}")
        self.problem = problem
        self.line = line
        self.column = column


def parse(data: bytes, max_depth: int = MAX_DEPTH) -> Json:
    """The value that these bytes spell; raises ``JsonError`` with the place of the first problem.

    Spec: CONFIG-10, CONFIG-11, CONFIG-13 to CONFIG-29.
    """
    reader = _Reader(_decode(data), max_depth)
    value = reader.value(depth=1)
    reader.skip_white_space()
    if reader.peek():
        raise reader.error("expected the end of the text")
    return value


def _decode(data: bytes) -> str:
    """The text of UTF-8 bytes; surrogates, overlong forms and bytes cut short are refused."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as problem:
        before = data[: problem.start].decode("utf-8")
        raise _error_at(before, len(before), f"not UTF-8: {problem.reason}") from None


def _error_at(text: str, at: int, problem: str) -> JsonError:
    line_start = text.rfind("\n", 0, at) + 1
    return JsonError(problem, text.count("\n", 0, at) + 1, at - line_start + 1)


class _Reader:
    """A place in a text; each method reads one production from there and moves behind it."""

    def __init__(self, text: str, max_depth: int) -> None:
        self._text = text
        self._at = 0
        self._max_depth = max_depth

    def error(self, problem: str) -> JsonError:
        return _error_at(self._text, self._at, problem)

    def peek(self) -> str:
        """The code point ahead, or the empty text at the end."""
        return self._text[self._at : self._at + 1]

    def skip_white_space(self) -> None:
        text, at = self._text, self._at
        while text[at : at + 1] in WHITE_SPACE:
            at += 1
        self._at = at

    def value(self, depth: int) -> Json:
        self.skip_white_space()
        char = self.peek()
        if char == "{":
            return self._object(depth)
        if char == "[":
            return self._array(depth)
        if char == '"':
            return self._string()
        if char == "-" or char in DIGITS:
            return self._integer()
        for word, value in LITERALS:
            if self._text.startswith(word, self._at):
                self._at += len(word)
                return value
        raise self.error(f"expected a value, got {char!a}" if char else "expected a value")

    def _take(self, char: str) -> bool:
        """Move behind this code point if it is the next one after white space."""
        self.skip_white_space()
        if not self._text.startswith(char, self._at):
            return False
        self._at += 1
        return True

    def _open(self, depth: int) -> None:
        """Move behind the bracket ahead."""
        if depth > self._max_depth:
            raise self.error(f"nested more than {self._max_depth} deep")
        self._at += 1

    def _object(self, depth: int) -> dict[str, Json]:
        members: dict[str, Json] = {}
        self._open(depth)
        if self._take("}"):
            return members
        while True:
            name = self._name(members)
            if not self._take(":"):
                raise self.error("expected ':' behind the name")
            members[name] = self.value(depth + 1)
            if self._take("}"):
                return members
            if not self._take(","):
                raise self.error("expected ',' or '}'")

    def _name(self, members: dict[str, Json]) -> str:
        """A name that the object does not have yet, compared as text, not as it is spelt."""
        self.skip_white_space()
        if self.peek() != '"':
            raise self.error("expected a name in double quotes")
        start = self._at
        name = self._string()
        if name in members:
            self._at = start
            raise self.error(f"the name {name!a} stands twice in this object")
        return name

    def _array(self, depth: int) -> list[Json]:
        items: list[Json] = []
        self._open(depth)
        if self._take("]"):
            return items
        while True:
            items.append(self.value(depth + 1))
            if self._take("]"):
                return items
            if not self._take(","):
                raise self.error("expected ',' or ']'")

    def _string(self) -> str:
        self._at += 1
        parts = [self._unescaped()]
        while (char := self.peek()) != '"':
            if not char:
                raise self.error("the text ends inside a string")
            if char != "\\":
                raise self.error("a control character inside a string, which must be escaped")
            parts += [self._escape(), self._unescaped()]
        self._at += 1
        return "".join(parts)

    def _unescaped(self) -> str:
        special = SPECIAL.search(self._text, self._at)
        start, self._at = self._at, special.start() if special else len(self._text)
        return self._text[start : self._at]

    def _escape(self) -> str:
        letter = self._text[self._at + 1 : self._at + 2]
        if letter in ESCAPES:
            self._at += 2
            return ESCAPES[letter]
        unit = self._utf16_unit()
        if unit is None:
            raise self.error("an escape that JSON does not have")
        if 0xDC00 <= unit <= 0xDFFF:
            raise self.error("the second half of a surrogate pair without the first")
        if not 0xD800 <= unit <= 0xDBFF:
            self._at += 6
            return chr(unit)
        # Beyond the Basic Multilingual Plane a code point is spelt as two escapes.
        self._at += 6
        second = self._utf16_unit()
        if second is None or not 0xDC00 <= second <= 0xDFFF:
            raise self.error("the first half of a surrogate pair without the second")
        self._at += 6
        return chr(0x10000 + ((unit - 0xD800) << 10) + (second - 0xDC00))

    def _utf16_unit(self) -> int | None:
        r"""The number in an escape ``\uXXXX`` ahead, which is left there; None for any other."""
        escape = self._text[self._at : self._at + 6]
        # int() alone would take signs, spaces, underscores and other scripts' digits.
        digits = escape[2:]
        if len(escape) < 6 or escape[:2] != "\\u" or not HEX_DIGITS.issuperset(digits):
            return None
        return int(digits, 16)

    def _integer(self) -> int:
        start = self._at
        negative = self._take("-")
        first = self._at
        while self.peek() in DIGITS:
            self._at += 1
        digits = self._text[first : self._at]
        if not digits:
            raise self.error("expected a digit")
        if digits[0] == "0" and len(digits) > 1:
            raise self.error("a number does not begin with a zero")
        if self.peek() in {".", "e", "E"}:
            raise self.error("a fraction or an exponent; only integers are accepted")
        # The length first: some languages refuse or take very long to read thousands of digits.
        if len(digits) > len(str(MAX_INTEGER)) or int(digits) > MAX_INTEGER:
            self._at = start
            raise self.error(f"an integer beyond {MAX_INTEGER}")
        return -int(digits) if negative else int(digits)
