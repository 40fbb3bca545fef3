"""Unsigned integers as decimal strings, and regular expressions that say how large they may be.

JSON numbers are exact only up to 2^53 - 1, so 64-bit quantities travel as strings; a JSON Schema
cannot compare strings by value, but the numbers from 0 to a bound are a regular language.
"""

from __future__ import annotations

U64_MAX = 2**64 - 1


def at_most(bound: int) -> str:
    """The pattern of exactly the canonical decimal strings of 0 to ``bound``.

    ``bound`` is not negative. Canonical: digits 0 to 9, no sign, no space, no leading zero. The
    pattern is anchored at both ends and has groups, classes, alternatives and ``{m,n}`` only,
    which every dialect reads alike.
    Spec: BACKOFF-20, BACKOFF-21.
    """
    digits = str(bound)
    choices = ["0", _count("[1-9]", len(digits) - 1)] if len(digits) > 1 else []
    for index, digit in enumerate(digits):
        # Numbers of this length that agree with the bound before ``index`` and are smaller there.
        least = 1 if index == 0 and len(digits) > 1 else 0
        if int(digit) > least:
            head = digits[:index] + _class(least, int(digit) - 1)
            choices.append(head + _exactly(len(digits) - index - 1))
    choices.append(digits)
    return f"^({'|'.join(choices)})$"


def _class(least: int, most: int) -> str:
    return str(least) if least == most else f"[{least}-{most}]"


def _exactly(count: int) -> str:
    return f"[0-9]{{{count}}}" if count else ""


def _count(first: str, most: int) -> str:
    """Numbers of 1 to ``most`` digits whose first digit matches ``first``."""
    return first if most == 1 else f"{first}[0-9]{{0,{most - 1}}}"
