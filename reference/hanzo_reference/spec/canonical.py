"""Canonical JSON (RFC 8785): one value, one sequence of bytes, in every language.

Here lives the writing only. Domains use it to count, hash and compare values.
"""

from __future__ import annotations

import math
from typing import Any

# The integers that every JSON reader holds exactly (RFC 8785 §3.2.2.3, RFC 7493 §2.2).
LARGEST_INTEGER = 9007199254740991

# RFC 8785 §3.2.2.2: the five controls that have a short escape, the quote and the backslash; every
# other control as \u and four lower-case digits; nothing else, DEL and U+2028 included.
ESCAPES = {
    **{control: f"\\u{control:04x}" for control in range(0x20)},
    0x08: "\\b",
    0x09: "\\t",
    0x0A: "\\n",
    0x0C: "\\f",
    0x0D: "\\r",
    0x22: '\\"',
    0x5C: "\\\\",
}


def canonical_json(value: Any) -> bytes:
    """The canonical UTF-8 bytes of a JSON value of dicts, lists, str, bool, None, int and float.

    Raises ``ValueError`` for what I-JSON cannot carry (integers beyond ±(2^53-1), NaN, infinities,
    lone surrogates) and ``TypeError`` for what is no JSON value. Spec: RFC 8785 §3.2.
    """
    return _write(value).encode("utf-8")


def _write(value: Any) -> str:
    # Before the numbers: in Python a bool is an int.
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return f'"{value.translate(ESCAPES)}"'
    if isinstance(value, int):
        return _integer(value)
    if isinstance(value, float):
        return _number(value)
    if isinstance(value, list):
        return f"[{','.join(_write(item) for item in value)}]"
    if isinstance(value, dict):
        return _object(value)
    raise TypeError(f"{type(value).__name__} is no JSON value")


def _object(members: dict[Any, Any]) -> str:
    if not all(isinstance(name, str) for name in members):
        raise TypeError("the members of a JSON object are named by text")
    # RFC 8785 §3.2.3: names compare as arrays of UTF-16 code units, so that U+10000 and beyond
    # come before U+E000 to U+FFFF. Big-endian bytes compare like the units themselves.
    names = sorted(members, key=lambda name: name.encode("utf-16-be"))
    return f"{{{','.join(f'{_write(name)}:{_write(members[name])}' for name in names)}}}"


def _integer(value: int) -> str:
    if abs(value) > LARGEST_INTEGER:
        raise ValueError(f"an integer beyond ±{LARGEST_INTEGER} has no exact JSON form")
    return str(value)


def _number(value: float) -> str:
    """A double as ECMAScript prints it (ECMA-262 Number::toString, radix 10)."""
    if not math.isfinite(value):
        raise ValueError("JSON has no NaN and no infinities")
    if value == 0:
        return "0"
    sign = "-" if value < 0 else ""
    digits, point = _shortest(abs(value))
    if 0 < point <= 21:
        # The decimal point lies within or after the digits; 21 places is where ECMAScript stops.
        whole, fraction = digits[:point].ljust(point, "0"), digits[point:]
        return f"{sign}{whole}.{fraction}" if fraction else f"{sign}{whole}"
    if -6 < point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    mantissa = f"{digits[0]}.{digits[1:]}" if len(digits) > 1 else digits
    return f"{sign}{mantissa}e{point - 1:+d}"


def _shortest(value: float) -> tuple[str, int]:
    """The fewest digits that read back as this positive value, and where its point lies.

    The value is 0.DIGITS times ten to the power of the second part. ``repr`` gives the shortest
    digits, and among those the closest, which is the choice that ECMA-262 asks for.
    """
    mantissa, _, exponent = repr(value).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = whole + fraction
    significant = digits.lstrip("0")
    point = len(whole) + int(exponent or "0") - (len(digits) - len(significant))
    return significant.rstrip("0"), point
