"""Inputs drawn from the published schema of an operation, with words that are given.

What a member means is not known here: a text is one that stands at its place in some vector, leads
to some place of the workspace, is a part of what lies there, or is noise.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from hanzo_conformance.fuzz.variation import LARGEST, NUMBERS, PIECES

# A member that need not be there is left out this often.
LEFT_OUT = 0.6
MOST_ITEMS = 3
MOST_MEMBERS = 2

# Words for a place in an input, by its pointer with ``*`` for indexes.
Words = Callable[[str, Random], str]


def draw(schema: Mapping[str, Any], words: Words, random: Random) -> Any:
    """A value that a schema takes, as far as its usual keywords say."""
    return _value(schema, schema.get("$defs", {}), words, random, "")


def _value(
    schema: Mapping[str, Any], parts: Mapping[str, Any], words: Words, random: Random, at: str
) -> Any:
    if "$ref" in schema:
        return _value(parts.get(schema["$ref"].rpartition("/")[2], {}), parts, words, random, at)
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return _value(random.choice(schema[several]), parts, words, random, at)
    if "enum" in schema:
        return random.choice(schema["enum"])
    if "const" in schema:
        return schema["const"]
    kind = schema.get("type", "string")
    kind = random.choice(kind) if isinstance(kind, list) else kind
    match kind:
        case "object":
            return _members(schema, parts, words, random, at)
        case "array":
            item = schema.get("items", {})
            count = max(random.randrange(MOST_ITEMS + 1), schema.get("minItems", 0))
            return [_value(item, parts, words, random, f"{at}/*") for _ in range(count)]
        case "integer" | "number":
            return _number(schema, random)
        case "boolean":
            return random.random() < 0.5
        case "null":
            return None
    return words(at, random)


def _members(
    schema: Mapping[str, Any], parts: Mapping[str, Any], words: Words, random: Random, at: str
) -> dict[str, Any]:
    required = schema.get("required", ())
    found = {
        name: _value(item, parts, words, random, f"{at}/{name}")
        for name, item in schema.get("properties", {}).items()
        if name in required or random.random() >= LEFT_OUT
    }
    further = schema.get("additionalProperties")
    if isinstance(further, dict):
        for _ in range(random.randrange(MOST_MEMBERS + 1)):
            name = random.choice((*PIECES, "A", "PATH"))
            found[name] = _value(further, parts, words, random, f"{at}/*")
    return found


def _number(schema: Mapping[str, Any], random: Random) -> int:
    least: int = schema.get("minimum", -LARGEST)
    most: int = schema.get("maximum", LARGEST)
    near = [number for number in NUMBERS if least <= number <= most]
    return random.choice((least, most, *near, *(number for number in (0, 1, 2) if number in near)))
