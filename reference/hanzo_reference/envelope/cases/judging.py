"""Parameters that are judged: each keyword, kept and broken, in twins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hanzo_reference.envelope.cases.envelope_case import accepted, refused
from hanzo_reference.spec.cases import Case

SCHEMA = "JSON Schema 2020-12 Validation"

# For each type a value of it.
VALUES: dict[str, Any] = {
    "null": None, "boolean": False, "integer": 0, "string": "", "array": [], "object": {},
}  # fmt: skip


def cases() -> Iterator[Case]:
    """Presence, types, enum, bounds, depth, order."""
    yield from _presence()
    yield from _types()
    yield from _enum()
    yield from _bounds()
    yield from _depth()
    yield from _all_at_once()


def _presence() -> Iterator[Case]:
    uri = {"properties": {"uri": {"type": "string"}, "limit": {}}, "required": ["uri"]}
    rule = f"{SCHEMA} §6.5.3"
    yield accepted("params-complete", "What is required is there", ["ENVELOPE-33"],
                   (uri, {"uri": "a", "limit": None}), anchor=rule)  # fmt: skip
    yield accepted("params-optional-left-out", "What is not required may be missing",
                   ["ENVELOPE-33"], (uri, {"uri": ""}), anchor=rule)  # fmt: skip
    yield refused("params-missing", "A missing parameter is INVALID_PARAMS, not ERROR",
                  ["ENVELOPE-32", "ENVELOPE-33", "ENVELOPE-51"], (uri, {"limit": 1}),
                  [("/uri", "required")], anchor=rule)  # fmt: skip
    nullable = {"properties": {"uri": {}}, "required": ["uri"]}
    yield accepted("params-null-is-there", "null is not missing", ["ENVELOPE-33"],
                   (nullable, {"uri": None}), anchor=rule)  # fmt: skip
    yield refused("params-inherited-is-missing", "The name of a method is missing all the same",
                  ["ENVELOPE-33"],
                  ({"properties": {"toString": {}}, "required": ["toString"]}, {}),
                  [("/toString", "required")], anchor=rule)  # fmt: skip

    rule = "HIP-0300 (Base Class: call takes keyword arguments)"
    yield refused("params-unknown", "An unknown parameter is INVALID_PARAMS, not dropped",
                  ["ENVELOPE-32", "ENVELOPE-34"], (uri, {"uri": "a", "limits": 1}),
                  [("/limits", "additionalProperties")], anchor=rule)  # fmt: skip
    yield refused("params-inherited-is-unknown", "The name of a method is no declared parameter",
                  ["ENVELOPE-34"], (uri, {"uri": "a", "valueOf": 1}),
                  [("/valueOf", "additionalProperties")], anchor=rule)  # fmt: skip
    yield refused("params-of-an-empty-schema", "An empty schema declares no parameter",
                  ["ENVELOPE-34"], ({}, {"a": 1}), [("/a", "additionalProperties")],
                  anchor=rule)  # fmt: skip
    yield accepted("params-of-an-open-schema", "additionalProperties may let everything in",
                   ["ENVELOPE-34"], ({"additionalProperties": True}, {"a": 1}),
                   anchor=rule)  # fmt: skip
    typed = {"additionalProperties": {"type": "integer"}}
    yield accepted("params-of-a-typed-schema", "additionalProperties may say what gets in",
                   ["ENVELOPE-34", "ENVELOPE-39"], (typed, {"a": 1, "b": 2}),
                   anchor=rule)  # fmt: skip
    yield refused("params-against-a-typed-schema", "What gets in is judged by that schema",
                  ["ENVELOPE-34", "ENVELOPE-39"], (typed, {"a": 1, "b": "2"}),
                  [("/b", "type")], anchor=rule)  # fmt: skip


def _types() -> Iterator[Case]:
    rule = f"{SCHEMA} §6.1.1"
    for name, value in VALUES.items():
        yield accepted(f"type-{name}-kept", f"{value!r} is a {name}", ["ENVELOPE-35"],
                       ({"properties": {"p": {"type": name}}}, {"p": value}),
                       anchor=rule)  # fmt: skip
    traps: tuple[tuple[str, str, str, Any], ...] = (
        ("digits-as-integer", "Digits are text", "integer", "5"),
        ("integer-as-text", "A number is no text", "string", 5),
        ("null-as-text", "null is no text", "string", None),
        ("text-as-boolean", "Text is no boolean", "boolean", "true"),
        ("zero-as-boolean", "0 is no boolean", "boolean", 0),
        ("text-as-array", "Text is no array", "array", "abc"),
        ("false-as-null", "false is not null", "null", False),
    )
    tricky: tuple[tuple[str, str, str, Any], ...] = (
        ("true-as-integer", "true is no integer", "integer", True),
        ("false-as-number", "false is no number", "number", False),
        ("null-as-object", "null is no object", "object", None),
        ("array-as-object", "An array is no object", "object", [1]),
        ("object-as-array", "An object is no array", "array", {"0": 1, "length": 1}),
    )
    for rules, entries in ((["ENVELOPE-35"], traps), (["ENVELOPE-36"], tricky)):
        for slug, description, name, value in entries:
            yield refused(f"type-{slug}", description, rules,
                          ({"properties": {"p": {"type": name}}}, {"p": value}),
                          [("/p", "type")], anchor=rule)  # fmt: skip
    yield accepted("type-integer-as-number", "An integer is a number", ["ENVELOPE-36"],
                   ({"properties": {"p": {"type": "number"}}}, {"p": -3}), anchor=rule)  # fmt: skip
    either = {"properties": {"p": {"type": ["string", "null"]}}}
    yield accepted("type-one-of-two", "A list of types allows each", ["ENVELOPE-35"],
                   (either, {"p": None}), anchor=rule)  # fmt: skip
    yield refused("type-none-of-two", "A list of types allows nothing else", ["ENVELOPE-35"],
                  (either, {"p": 1}), [("/p", "type")], anchor=rule)  # fmt: skip


def _enum() -> Iterator[Case]:
    rule = f"{SCHEMA} §6.1.2"
    for slug, description, allowed, value, kept in (
        ("value", "A listed value is in order", ["text", "symbol"], "symbol", True),
        ("case", "Values are compared with case", ["text", "symbol"], "Text", False),
        ("null", "null may be listed", ["a", None], None, True),
        ("true-for-one", "true is not 1", [1, 0], True, False),
        ("zero-for-false", "0 is not false", [False], 0, False),
        ("text-for-number", '"1" is not 1', [1], "1", False),
        (
            "object",
            "Objects are equal whatever the order of members",
            [{"a": 1, "b": [2]}],
            {"b": [2], "a": 1},
            True,
        ),
        ("array-order", "Arrays are equal in the same order only", [[1, 2]], [2, 1], False),
        ("nested-true", "true is not 1 inside either", [{"a": [1]}], {"a": [True]}, False),
        ("empty", "Of no values none is in order", [], None, False),
    ):
        schema = {"properties": {"p": {"enum": allowed}}}
        if kept:
            yield accepted(f"enum-{slug}", description, ["ENVELOPE-37"], (schema, {"p": value}),
                           anchor=rule)  # fmt: skip
        else:
            yield refused(f"enum-{slug}", description, ["ENVELOPE-37"], (schema, {"p": value}),
                          [("/p", "enum")], anchor=rule)  # fmt: skip


def _bounds() -> Iterator[Case]:
    rule = f"{SCHEMA} §6.2"
    schema = {"properties": {"p": {"minimum": -1, "maximum": 10}}}
    for slug, description, value in (
        ("at-minimum", "The minimum itself is in order", -1),
        ("at-maximum", "The maximum itself is in order", 10),
        ("of-text", "Text has no bounds", "99"),
        ("of-true", "true has no bounds", True),
        ("of-null", "null has no bounds", None),
        ("of-a-list", "A list has no bounds", [99]),
    ):
        yield accepted(f"bounds-{slug}", description, ["ENVELOPE-38"], (schema, {"p": value}),
                       anchor=rule)  # fmt: skip
    for slug, description, value, keyword in (
        ("below", "Less than the minimum is too little", -2, "minimum"),
        ("above", "More than the maximum is too much", 11, "maximum"),
        ("far-above", "The largest integers are compared exactly", 9007199254740991, "maximum"),
    ):
        yield refused(f"bounds-{slug}", description, ["ENVELOPE-38"], (schema, {"p": value}),
                      [("/p", keyword)], anchor=rule)  # fmt: skip
    zero = {"properties": {"p": {"minimum": 0, "maximum": 0}}}
    yield refused("bounds-of-zero", "A bound of 0 is a bound", ["ENVELOPE-38"], (zero, {"p": 1}),
                  [("/p", "maximum")], anchor=rule)  # fmt: skip
    positive = {"properties": {"p": {"minimum": 1}}}
    yield refused("bounds-for-true", "true has no bounds, so it is not bounded to be true",
                  ["ENVELOPE-38", "ENVELOPE-36"],
                  ({"properties": {"p": {"type": "integer", "minimum": 5}}}, {"p": True}),
                  [("/p", "type")], anchor=rule)  # fmt: skip
    yield accepted("bounds-of-false", "false is not below 1", ["ENVELOPE-38"],
                   (positive, {"p": False}), anchor=rule)  # fmt: skip


def _depth() -> Iterator[Case]:
    rule = "JSON Schema 2020-12 Core §10.3"
    position = {
        "properties": {
            "range": {
                "type": "object",
                "properties": {
                    "start": {
                        "type": "object",
                        "properties": {"line": {"type": "integer", "minimum": 0}},
                        "required": ["line", "col"],
                    }
                },
            }
        }
    }
    yield accepted("depth-kept", "Members inside members are in order", ["ENVELOPE-39"],
                   (position, {"range": {"start": {"line": 0, "col": 0}}}),
                   anchor=rule)  # fmt: skip
    yield accepted("depth-open", "Inside, unnamed members are allowed", ["ENVELOPE-34"],
                   (position, {"range": {"end": 1, "start": {"line": 0, "col": 0, "x": 1}}}),
                   anchor=rule)  # fmt: skip
    yield refused("depth-broken", "Members inside members are judged", ["ENVELOPE-39"],
                  (position, {"range": {"start": {"line": -1}}}),
                  [("/range/start/col", "required"), ("/range/start/line", "minimum")],
                  anchor=rule)  # fmt: skip
    closed = {"properties": {"o": {"properties": {"a": {}}, "additionalProperties": False}}}
    yield refused("depth-closed", "Inside, a schema may refuse unnamed members", ["ENVELOPE-39"],
                  (closed, {"o": {"a": 1, "b": 2}}), [("/o/b", "additionalProperties")],
                  anchor=rule)  # fmt: skip
    files = {"properties": {"files": {"type": "array", "items": {"type": "string"}}}}
    yield accepted("items-kept", "Every item is text", ["ENVELOPE-39"],
                   (files, {"files": ["a", "b"]}), anchor=rule)  # fmt: skip
    yield accepted("items-none", "No item is wrong where there is none", ["ENVELOPE-39"],
                   (files, {"files": []}), anchor=rule)  # fmt: skip
    yield refused("items-broken", "Each item that is wrong is named", ["ENVELOPE-39"],
                  (files, {"files": ["a", 1, "b", None]}),
                  [("/files/1", "type"), ("/files/3", "type")], anchor=rule)  # fmt: skip
    untyped = {"properties": {"p": {"items": {"type": "string"}, "required": ["a"],
                                    "properties": {"a": {"type": "null"}}}}}  # fmt: skip
    yield accepted("depth-of-other-types", "Keywords for objects and arrays leave text alone",
                   ["ENVELOPE-39"], (untyped, {"p": "text"}), anchor=rule)  # fmt: skip
    yield accepted("items-of-an-object", "An object has no items", ["ENVELOPE-39"],
                   (untyped, {"p": {"a": None, "0": 1}}), anchor=rule)  # fmt: skip
    numbers = {"properties": {"p": {"items": {"type": "integer"}}}}
    yield accepted("items-of-a-text", "A text has no items, whatever its letters are",
                   ["ENVELOPE-39"], (numbers, {"p": "ab"}), anchor=rule)  # fmt: skip
    yield accepted("required-of-an-array", "An array has no members", ["ENVELOPE-39"],
                   (untyped, {"p": ["x"]}), anchor=rule)  # fmt: skip
    escaped = {"properties": {"a/b~c": {"type": "array", "items": {"type": "null"}}}}
    yield refused("depth-pointer-escaped", "Pointers escape what names contain", ["ENVELOPE-25"],
                  (escaped, {"a/b~c": [0]}), [("/a~1b~0c/0", "type")],
                  anchor="RFC 6901 §3")  # fmt: skip


def _all_at_once() -> Iterator[Case]:
    rule = "ENVELOPE-40"
    schema = {
        "properties": {
            "mode": {"type": "string", "enum": ["a", "b"]},
            "depth": {"type": "integer", "maximum": 9},
            "uri": {"type": "string"},
        },
        "required": ["uri", "base"],
    }
    yield refused(
        "violations-all", "Everything that is wrong is said at once, by pointer, then by keyword",
        ["ENVELOPE-40"], (schema, {"depth": 10, "mode": 5, "Zoom": 1}),
        [("/Zoom", "additionalProperties"), ("/base", "required"), ("/depth", "maximum"),
         ("/mode", "enum"), ("/mode", "type"), ("/uri", "required")], anchor=rule,
        flags=["sort-order"],
    )  # fmt: skip
    yield refused(
        "violations-by-bytes", "Pointers are sorted by bytes, not by UTF-16 units or numbers",
        ["ENVELOPE-40"],
        ({"properties": {"l": {"items": {"type": "string"}}}},
         {"\uff61": 1, "😀": 1, "l": [0, "", 0, "", "", "", "", "", "", "", 0]}),
        [("/l/0", "type"), ("/l/10", "type"), ("/l/2", "type"),
         ("/\uff61", "additionalProperties"), ("/😀", "additionalProperties")], anchor=rule,
        flags=["sort-order"],
    )  # fmt: skip
