"""The rule of a ``where`` in words: what a JSON Schema asks of the value at its place.

Every keyword is told. One for which there are no words is quoted with its value, so that the words
never ask for less than the schema does.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

ANY = "a value"
NOUNS = {
    "array": "a list",
    "boolean": "true or false",
    "integer": "an integer",
    "null": "null",
    "number": "a number",
    "object": "an object",
    "string": "a text",
}


def in_words(schema: Any) -> str:
    """What a value has to be, as a phrase that follows "it has to be"."""
    if schema is True or schema == {}:
        return "anything"
    if not isinstance(schema, dict):
        return "absent"
    rest = dict(schema)
    noun = _noun(rest)
    head = " ".join([noun, *filter(None, [" and ".join(filter(None, _bounds(rest)))])])
    parts = [*_parts(rest), *(f"with {key} {_quoted(item)}" for key, item in rest.items())]
    # What says nothing of the kind of value is told by its parts alone.
    told = parts if head == ANY and parts else [head, *parts]
    return ", ".join(told)


def _within(schema: Any) -> str:
    """The same inside of a longer phrase."""
    words = in_words(schema)
    return f"({words})" if ", " in words else words


def _noun(rest: dict[str, Any]) -> str:
    if "const" in rest:
        rest.pop("type", None)
        return _quoted(rest.pop("const"))
    if "enum" in rest:
        rest.pop("type", None)
        return f"one of {' or '.join(_quoted(item) for item in rest.pop('enum'))}"
    kinds = rest.pop("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    return " or ".join(NOUNS.get(kind, str(kind)) for kind in kinds) or ANY


def _bounds(rest: dict[str, Any]) -> Iterator[str]:
    if rest.get("minLength") == 1 and "maxLength" not in rest:
        del rest["minLength"]
        yield "that is not empty"
    for low, high, unit in (
        ("minLength", "maxLength", "characters"),
        ("minItems", "maxItems", "items"),
        ("minProperties", "maxProperties", "members"),
        ("minimum", "maximum", ""),
    ):
        yield _range(rest.pop(low, None), rest.pop(high, None), unit)
    if "exclusiveMinimum" in rest:
        yield f"above {rest.pop('exclusiveMinimum')}"
    if "exclusiveMaximum" in rest:
        yield f"below {rest.pop('exclusiveMaximum')}"
    if rest.get("required"):
        yield f"with {' and '.join(rest.pop('required'))}"
    if "pattern" in rest:
        yield f"that matches {_pattern(rest.pop('pattern'))}"
    if _is_pattern(rest.get("not")):
        yield f"that does not match {_pattern(rest.pop('not')['pattern'])}"


def _range(low: Any, high: Any, unit: str) -> str:
    """Bounds after "of"; the unit is a plural."""
    if low is None and high is None:
        return ""
    if low == high:
        bound = str(low)
    elif high is None:
        bound = f"at least {low}"
    elif low is None:
        bound = f"at most {high}"
    else:
        bound = f"{low} to {high}"
    unit = unit[:-1] if 1 in (low, high) and bound.endswith("1") else unit
    return f"of {bound} {unit}".rstrip()


def _parts(rest: dict[str, Any]) -> Iterator[str]:
    """What is asked of members, of items, and by other schemas."""
    named = rest.pop("properties", {})
    for name, schema in named.items():
        yield f"its {name} {_within(schema)}"
    others = "other member" if named else "member"
    more = rest.pop("additionalProperties", True)
    if more is False:
        yield f"no {others}"
    elif more is not True:
        yield f"each {others} {_within(more)}"
    if "items" in rest:
        yield f"each item {_within(rest.pop('items'))}"
    if "contains" in rest:
        many = _range(rest.pop("minContains", 1), rest.pop("maxContains", None), "")
        yield f"{many.removeprefix('of ')} of its items {_within(rest.pop('contains'))}"
    if rest.get("uniqueItems") is True:
        del rest["uniqueItems"]
        yield "no two of its items alike"
    if "not" in rest:
        yield f"but not {_within(rest.pop('not'))}"
    for key, (before, between) in COMBINED.items():
        if key in rest:
            yield before + between.join(_within(schema) for schema in rest.pop(key))


COMBINED = {
    "allOf": ("", " and "),
    "anyOf": ("either ", " or "),
    "oneOf": ("exactly one of ", " or "),
}


def _is_pattern(schema: Any) -> bool:
    return isinstance(schema, dict) and set(schema) == {"pattern"}


def _pattern(pattern: str) -> str:
    return pattern.replace("\n", "\\n")


def _quoted(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
