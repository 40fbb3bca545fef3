"""Strict I-JSON (RFC 7493) in, compact JSON out.

What Python's own parser lets through and a contract cannot: duplicate keys, NaN and infinities,
integers that other languages round, lone surrogates, and nesting that ends a reader which works by
recursion. Canonical bytes (RFC 8785) come from the
``rfc8785`` package where a command needs them; verdicts need only the comparison in ``compare``.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any

import msgspec

# RFC 7493 §2.2: integers that every double-based parser reads exactly.
LARGEST = 2**53 - 1
# How deep objects and arrays may nest, the outermost counted, in a message and in a vector: what the
# parsers of every language read by default (System.Text.Json 64, Ruby 100, serde_json 127).
DEEPEST = 64
# A string, which is stepped over, or a bracket. What is no JSON may be counted wrong.
_BRACKET = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[{]|[\]}]', re.DOTALL)


class NotStrictJsonError(ValueError):
    """Text that is not I-JSON; ``str()`` says what breaks it."""


def loads(data: bytes | str) -> Any:
    """Parse a message of UTF-8 JSON into plain values; raises ``NotStrictJsonError``."""
    text = _text(data)
    if is_too_deep(text):
        raise NotStrictJsonError(f"nested more than {DEEPEST} deep")
    value = _decode(text, _DECODER)
    # A surrogate gets past the UTF-8 decoder only as an escape.
    if "\\u" in text:
        _refuse_lone_surrogates(value)
    return value


def is_too_deep(text: str) -> bool:
    """Whether a text nests deeper than ``DEEPEST``, if it is JSON; nothing is built for that."""
    if text.count("[") + text.count("{") <= DEEPEST:
        return False
    depth = 0
    for found in _BRACKET.finditer(text):
        mark = found[0]
        if mark in "[{":
            depth += 1
            if depth > DEEPEST:
                return True
        elif mark in "]}":
            depth -= 1
    return False


def check(data: bytes) -> None:
    """Refuse what ``loads`` refuses, without building the value: for files of any size.

    Depth is bounded part by part, by whoever reads the parts.
    """
    text = _text(data)
    rest = _decode(text, _CHECKER)
    if "\\u" in text:
        _refuse_lone_surrogates(rest)


def compact(raw: bytes) -> bytes:
    """The same JSON without white space; strings and numbers keep their spelling."""
    return msgspec.json.format(raw, indent=-1)


def dumps(value: Any) -> bytes:
    """Compact UTF-8 JSON with members in their order."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def pretty(value: Any) -> str:
    """Indented JSON for files and people, with members in their order and a final newline."""
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def _text(data: bytes | str) -> str:
    try:
        return data if isinstance(data, str) else data.decode("utf-8")
    except UnicodeDecodeError as problem:
        raise NotStrictJsonError(f"not UTF-8 at byte {problem.start}") from None


def _decode(text: str, decoder: json.JSONDecoder) -> Any:
    try:
        return decoder.decode(text)
    except json.JSONDecodeError as problem:
        raise NotStrictJsonError(
            f"{problem.msg} at line {problem.lineno} column {problem.colno}"
        ) from None
    except RecursionError:
        raise NotStrictJsonError("nested too deeply") from None


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise NotStrictJsonError(f"member {key!r} stands twice in one object")
            seen.add(key)
    return found


def _checked_members(pairs: list[tuple[str, Any]]) -> None:
    for key, value in _members(pairs).items():
        # Members of type object are None here, already checked; lists hold their own strings.
        if not key.isascii() or isinstance(value, list | str):
            _refuse_lone_surrogates([key, value])


def _integer(digits: str) -> int:
    # Judged by length first: int() of a very long text is slow, and limited by Python itself.
    if len(digits) > 17 or not -LARGEST <= (number := int(digits)) <= LARGEST:
        raise NotStrictJsonError(f"integer {digits[:24]} is beyond ±(2^53-1)")
    return number


def _fraction(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise NotStrictJsonError(f"number {digits[:24]} is too large")
    return number


def _constant(name: str) -> Any:
    raise NotStrictJsonError(f"{name} is not JSON")


def _refuse_lone_surrogates(value: Any) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise NotStrictJsonError("a string holds a lone surrogate") from None


_DECODER = json.JSONDecoder(
    object_pairs_hook=_members,
    parse_int=_integer,
    parse_float=_fraction,
    parse_constant=_constant,
)
_CHECKER = json.JSONDecoder(
    object_pairs_hook=_checked_members,
    parse_int=_integer,
    parse_float=_fraction,
    parse_constant=_constant,
)
