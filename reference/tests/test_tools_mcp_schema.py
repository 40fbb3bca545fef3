"""The input schemas that an agent is given: types and required members of every tool."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest

from hanzo_reference.tools.calling import declaration, tool_names
from hanzo_reference.tools.mcp_schema import ACTION, BUILT_IN, input_schema, signature

SCHEMAS = {name: declaration(name).schemas() for name in tool_names()}


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_member_has_a_type_and_a_meaning_and_the_action_is_required(name: str) -> None:
    schema = input_schema(SCHEMAS[name])
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["required"] == [ACTION]
    assert not {"oneOf", "allOf", "anyOf", "if"} & schema.keys()
    for member, rule in schema["properties"].items():
        assert {"type", "enum", "anyOf", "const", "oneOf"} & rule.keys(), member
        assert rule["description"], member


@pytest.mark.parametrize("name", SCHEMAS)
def test_what_an_action_requires_is_said_of_the_member_and_in_the_signature(name: str) -> None:
    members = input_schema(SCHEMAS[name])["properties"]
    for action, schema in SCHEMAS[name].items():
        told = signature(action, schema)
        for parameter in schema["properties"]:
            if parameter == ACTION:
                continue
            required = parameter in schema.get("required", [])
            assert (f"{action} (required)" in members[parameter]["description"]) is required
            assert (f"{parameter}?" in told) is not required


def test_arguments_of_every_action_fit_and_of_the_wrong_type_do_not() -> None:
    schema = input_schema(SCHEMAS["fs"])
    fits = jsonschema.Draft202012Validator(schema).is_valid
    assert fits({"action": "read", "uri": "file:///a"})
    assert all(fits({"action": action}) for action in BUILT_IN)
    assert not fits({"uri": "file:///a"})
    assert not fits({"action": "read", "uri": 3})
    assert not fits({"action": "nothing"})


def test_a_member_that_two_actions_take_otherwise_may_be_either() -> None:
    one: dict[str, Any] = {"properties": {"n": {"type": "integer"}}, "required": ["n"]}
    two: dict[str, Any] = {"properties": {"n": {"type": "string", "description": "A name."}}}
    rule = input_schema({"one": one, "two": two})["properties"]["n"]
    assert rule["anyOf"] == [{"type": "integer"}, {"type": "string"}]
    assert rule["description"] == "one (required) two: A name."
