"""What is wrong where: the form in which checks of values answer."""

from __future__ import annotations

from typing import NamedTuple


class Violation(NamedTuple):
    """A JSON Pointer (RFC 6901) into the value that was checked, and the rule that it breaks.

    They sort by pointer, then rule, in code points, which is the order of their UTF-8 bytes.
    """

    pointer: str
    rule: str


def below(pointer: str, name: str | int) -> str:
    """The pointer to a member or item. Spec: RFC 6901 §3, ENVELOPE-25."""
    return f"{pointer}/{str(name).replace('~', '~0').replace('/', '~1')}"
