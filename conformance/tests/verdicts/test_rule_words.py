"""The rule of a ``where`` in words, of which none is left out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from hanzo_conformance.verdicts.rule_words import in_words
from hanzo_vectors.shipped import shipped_folder


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({}, "anything"),
        ({"type": "string", "minLength": 1}, "a text that is not empty"),
        ({"type": "string", "minLength": 3, "maxLength": 3}, "a text of 3 characters"),
        ({"type": "string", "maxLength": 1}, "a text of at most 1 character"),
        ({"type": "string", "pattern": "^a\nb$"}, "a text that matches ^a\\nb$"),
        (
            {"type": "string", "pattern": "^a", "not": {"pattern": "b$"}},
            "a text that matches ^a and that does not match b$",
        ),
        ({"type": ["string", "null"]}, "a text or null"),
        ({"type": "integer", "minimum": 0, "maximum": 9}, "an integer of 0 to 9"),
        ({"type": "number", "exclusiveMinimum": 0}, "a number above 0"),
        ({"const": "x"}, '"x"'),
        ({"enum": [1, None]}, "one of 1 or null"),
        ({"type": "object", "required": ["a", "b"]}, "an object with a and b"),
        (
            {"type": "object", "properties": {"a": {"const": 0}}, "additionalProperties": False},
            "an object, its a 0, no other member",
        ),
        ({"additionalProperties": {"type": "string"}}, "each member a text"),
        (
            {"type": "array", "minItems": 1, "maxItems": 1, "items": {"type": "boolean"}},
            "a list of 1 item, each item true or false",
        ),
        (
            {"type": "array", "contains": {"const": 1}, "minContains": 2, "uniqueItems": True},
            "a list, at least 2 of its items 1, no two of its items alike",
        ),
        ({"type": "string", "not": {"const": "x"}}, 'a text, but not "x"'),
        ({"anyOf": [{"type": "null"}, {"const": 1}]}, "either null or 1"),
        ({"type": "string", "format": "date"}, 'a text, with format "date"'),
        (False, "absent"),
    ],
)
def test_a_schema_is_told_as_a_person_would_say_it(schema: Any, words: str) -> None:
    assert in_words(schema) == words


def rules() -> Iterator[Any]:
    for path in sorted((shipped_folder() / "test-vectors").glob("*.json")):
        for vector in json.loads(path.read_bytes())["vectors"]:
            for of in (vector, *vector.get("steps", [])):
                yield from (of.get("where") or {}).values()


def test_there_are_words_for_every_rule_of_the_vectors() -> None:
    told = [in_words(schema) for schema in rules()]
    assert told
    # What has no words is quoted with its keyword.
    assert [words for words in told if '"type"' in words or "with min" in words] == []
