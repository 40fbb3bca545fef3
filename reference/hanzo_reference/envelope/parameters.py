"""Parameters against their declaration: the part of JSON Schema that every implementation honours.

Here lives a validator of seven keywords of JSON Schema 2020-12 and nothing else, so that no
library is needed to answer alike. The keywords are listed in ``spec.md``, "Parameters".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from hanzo_reference.envelope.violation import Violation, below
from hanzo_reference.spec.canonical import canonical_json

# A JSON Schema of the part that is honoured.
Schema = Mapping[str, Any]

# What goes without saying suffices.
NO_PARAMETERS: Schema = {}


def effective(schema: Schema) -> dict[str, Any]:
    """The schema of an action's parameters with what goes without saying. Spec: ENVELOPE-34."""
    return {
        **schema,
        "type": schema.get("type", "object"),
        "additionalProperties": schema.get("additionalProperties", False),
    }


def violations(schema: Schema, value: Any) -> list[Violation]:
    """All that a value breaks, sorted; the rule of each is the keyword.

    Spec: ENVELOPE-33 to ENVELOPE-40.
    """
    return sorted(_value(schema, value, ""))


def signature(schema: Schema) -> list[str]:
    """The names of the parameters, the optional ones last and with ``?``. Spec: ENVELOPE-47."""
    required = set(schema.get("required", []))
    optional = set(schema.get("properties", {})) - required
    return [*sorted(required), *(f"{name}?" for name in sorted(optional))]


def _is_integer(value: object) -> bool:
    # JSON Schema 2020-12, Validation §6.1.1: a number without a fractional part. A boolean is
    # none, whatever Python says.
    if isinstance(value, float):
        return value.is_integer()
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


TYPES: Mapping[str, Callable[[object], bool]] = {
    "null": lambda value: value is None,
    "boolean": lambda value: isinstance(value, bool),
    "integer": _is_integer,
    "number": _is_number,
    "string": lambda value: isinstance(value, str),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}


def _value(schema: Schema, value: Any, pointer: str) -> Iterator[Violation]:
    allowed = schema.get("type", [])
    names = [allowed] if isinstance(allowed, str) else allowed
    if names and not any(TYPES[name](value) for name in names):
        yield Violation(pointer, "type")
    # Values are equal as JSON: 1 is not true, and the order of members does not matter.
    if "enum" in schema and canonical_json(value) not in map(canonical_json, schema["enum"]):
        yield Violation(pointer, "enum")
    if _is_number(value):
        if value < schema.get("minimum", value):
            yield Violation(pointer, "minimum")
        if value > schema.get("maximum", value):
            yield Violation(pointer, "maximum")
    if isinstance(value, list) and "items" in schema:
        for index, item in enumerate(value):
            yield from _value(schema["items"], item, below(pointer, index))
    if isinstance(value, dict):
        yield from _object(schema, value, pointer)


def _object(schema: Schema, value: dict[str, Any], pointer: str) -> Iterator[Violation]:
    properties = schema.get("properties", {})
    # JSON Schema lets an object have members that nobody declared, unless told otherwise.
    others = schema.get("additionalProperties", True)
    for name in schema.get("required", []):
        if name not in value:
            yield Violation(below(pointer, name), "required")
    for name, member in value.items():
        if name in properties:
            yield from _value(properties[name], member, below(pointer, name))
        elif others is False:
            yield Violation(below(pointer, name), "additionalProperties")
        elif others is not True:
            yield from _value(others, member, below(pointer, name))
