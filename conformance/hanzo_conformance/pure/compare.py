"""Comparison of JSON values: equal exactly when their RFC 8785 canonical forms are equal bytes.

Python's own equality is not that: ``True == 1``. Numbers compare by value, so ``1`` and ``1.0``
are one number, as their canonical forms are; objects ignore the order of members.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

# Says which rule of a schema a value breaks, or None: (schema, value) -> message.
SchemaCheck = Callable[[Any, Any], str | None]

ABSENT = msgspec.UNSET


class Difference(msgspec.Struct, frozen=True):
    """One place where two values differ; a side that has nothing there is ``ABSENT``.

    Where a ``where`` rule is broken, ``schema`` is that rule, and ``rule`` what it says against the
    actual value, if there is one.
    """

    pointer: str
    expected: Any
    actual: Any
    rule: str | None = None
    schema: Any = None


def differences(
    expected: Any,
    actual: Any,
    where: Mapping[str, Any] | None = None,
    check: SchemaCheck | None = None,
) -> Iterator[Difference]:
    """Every difference, in document order of the expected value.

    ``where`` maps JSON Pointers to JSON Schemas: below such a pointer the actual value has to be
    there and to satisfy the schema, judged by ``check``, and is not compared otherwise.
    """
    yield from _walk("", expected, actual, where or {}, check)


def first_difference(
    expected: Any,
    actual: Any,
    where: Mapping[str, Any] | None = None,
    check: SchemaCheck | None = None,
) -> Difference | None:
    """The first of ``differences``, or None when the values are equal."""
    return next(differences(expected, actual, where, check), None)


def escape(key: str) -> str:
    """A member's name as a token of a JSON Pointer (RFC 6901 §3)."""
    return key.replace("~", "~0").replace("/", "~1")


def _walk(
    pointer: str, expected: Any, actual: Any, where: Mapping[str, Any], check: SchemaCheck | None
) -> Iterator[Difference]:
    if pointer in where:
        rule = None
        if actual is not ABSENT and check is not None:
            rule = check(where[pointer], actual)
        if actual is ABSENT or rule is not None:
            yield Difference(pointer, expected, actual, rule, where[pointer])
    elif isinstance(expected, dict) and isinstance(actual, dict):
        for key, value in expected.items():
            below = f"{pointer}/{escape(key)}"
            yield from _walk(below, value, actual.get(key, ABSENT), where, check)
        for key, value in actual.items():
            if key not in expected:
                yield Difference(f"{pointer}/{escape(key)}", ABSENT, value)
    elif isinstance(expected, list) and isinstance(actual, list):
        for index in range(max(len(expected), len(actual))):
            left = expected[index] if index < len(expected) else ABSENT
            right = actual[index] if index < len(actual) else ABSENT
            yield from _walk(f"{pointer}/{index}", left, right, where, check)
    elif not _same_leaf(expected, actual):
        yield Difference(pointer, expected, actual)


def _same_leaf(expected: Any, actual: Any) -> bool:
    if isinstance(expected, bool) or isinstance(actual, bool):
        return expected is actual
    if isinstance(expected, int | float) and isinstance(actual, int | float):
        return expected == actual
    return type(expected) is type(actual) and bool(expected == actual)
