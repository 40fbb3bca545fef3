"""Comparison of JSON values: equal exactly when their RFC 8785 canonical forms are equal bytes.

Python's own equality is not that: ``True == 1``. Numbers compare by value, so ``1`` and ``1.0``
are one number, as their canonical forms are; objects ignore the order of members.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from hanzo_vectors.pointers import escape

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
    rules = where or {}
    # What is still to be compared, the next one last. What only the answer has is no place that
    # a rule could be about.
    left: list[tuple[str, Any, Any, bool]] = [("", expected, actual, False)]
    while left:
        pointer, wanted, found, additional = left.pop()
        if additional:
            yield Difference(pointer, wanted, found)
        elif pointer in rules:
            rule = None
            if found is not ABSENT and check is not None:
                rule = check(rules[pointer], found)
            if found is ABSENT or rule is not None:
                yield Difference(pointer, wanted, found, rule, rules[pointer])
        elif isinstance(wanted, dict) and isinstance(found, dict):
            left.extend(reversed(_members(pointer, wanted, found)))
        elif isinstance(wanted, list) and isinstance(found, list):
            for index in reversed(range(max(len(wanted), len(found)))):
                one = wanted[index] if index < len(wanted) else ABSENT
                other = found[index] if index < len(found) else ABSENT
                left.append((f"{pointer}/{index}", one, other, False))
        elif not _same_leaf(wanted, found):
            yield Difference(pointer, wanted, found)


def first_difference(
    expected: Any,
    actual: Any,
    where: Mapping[str, Any] | None = None,
    check: SchemaCheck | None = None,
) -> Difference | None:
    """The first of ``differences``, or None when the values are equal."""
    return next(differences(expected, actual, where, check), None)


def _members(
    pointer: str, expected: dict[str, Any], actual: dict[str, Any]
) -> list[tuple[str, Any, Any, bool]]:
    """The members of two objects, those first that were expected."""
    found = [
        (f"{pointer}/{escape(key)}", value, actual.get(key, ABSENT), False)
        for key, value in expected.items()
    ]
    found += [
        (f"{pointer}/{escape(key)}", ABSENT, value, True)
        for key, value in actual.items()
        if key not in expected
    ]
    return found


def _same_leaf(expected: Any, actual: Any) -> bool:
    if isinstance(expected, bool) or isinstance(actual, bool):
        return expected is actual
    if isinstance(expected, int | float) and isinstance(actual, int | float):
        return expected == actual
    return type(expected) is type(actual) and bool(expected == actual)
