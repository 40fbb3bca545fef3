"""Strict JSON as machines write it to each other: fractions are welcome, doubts are not.

Here lives the reading of one value. What is a file that people write is read by ``config``, which
takes no fractions and says where a mistake is.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any

# Containers within containers, the outermost counted as one.
DEEPEST = 128
# The integers that every JSON reader holds exactly (RFC 7493 §2.2).
LARGEST_INTEGER = 9007199254740991
# A string, which is stepped over, or a bracket. What is no JSON may be counted wrong.
BRACKET = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)


class NotJsonError(ValueError):
    """Bytes that are no strict JSON."""


def parse(data: bytes | bytearray) -> Any:
    """The value that these bytes spell; raises ``NotJsonError``.

    A number is the double that it names, an int where it is one that is held exactly.
    Spec: MCPC-6, MCPC-7.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise NotJsonError("not UTF-8") from None
    if _depth(text) > DEEPEST:
        raise NotJsonError(f"nested more than {DEEPEST} deep")
    try:
        value = _DECODER.decode(text)
        # A surrogate gets past the decoder only as an escape.
        json.dumps(value, ensure_ascii=False).encode()
    except json.JSONDecodeError as problem:
        raise NotJsonError(problem.msg) from None
    except UnicodeEncodeError:
        raise NotJsonError("half of a surrogate pair alone") from None
    return value


def _depth(text: str) -> int:
    """How deep a text nests, if it is JSON; nothing is built for that."""
    depth = deepest = 0
    for found in BRACKET.finditer(text):
        if found[0] in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif found[0] in "]}":
            depth -= 1
    return deepest


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise NotJsonError("a name stands twice in one object")
    return found


def _integer(digits: str) -> int | float:
    # Judged as a double first: int() of a very long text is slow, and limited by Python itself.
    number = _number(digits)
    return int(digits) if abs(number) <= LARGEST_INTEGER else number


def _number(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise NotJsonError("a number beyond all doubles")
    return number


def _constant(name: str) -> Any:
    raise NotJsonError(f"{name} is no JSON")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_members,
    parse_int=_integer,
    parse_float=_number,
    parse_constant=_constant,
)
