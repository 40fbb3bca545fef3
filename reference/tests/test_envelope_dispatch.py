"""Calls of tools: jsonschema as an independent judge of parameters, and what always holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hanzo_reference.envelope import Action, Outcome, Tool, ToolError, check, dispatch
from hanzo_reference.envelope.parameters import effective, signature, violations
from hanzo_reference.spec.canonical import canonical_json

NAMES = ["a", "b", "a/b", "~c", "é", "\uff61", "😀", "toString"]
names = st.sampled_from(NAMES)
scalars = (
    st.none()
    | st.booleans()
    | st.integers(-3, 3)
    | st.sampled_from([1.0, 0.5, -2.0])
    | st.sampled_from(["", "a", "1"])
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
    max_leaves=6,
)
types = st.sampled_from(["null", "boolean", "integer", "number", "string", "array", "object"])


def optional(members: dict[str, Any]) -> Any:
    return st.fixed_dictionaries({}, optional=members)


def keywords(inner: Any) -> dict[str, Any]:
    return {
        "type": types | st.lists(types, min_size=1, max_size=3, unique=True),
        "title": st.just("a title"),
        "enum": st.lists(values, max_size=3),
        "minimum": st.integers(-2, 2),
        "maximum": st.integers(-2, 2),
        "items": inner,
        "properties": st.dictionaries(names, inner, max_size=3),
        "required": st.lists(names, unique=True, max_size=2),
        "additionalProperties": st.booleans() | inner,
    }


schemas = st.recursive(
    optional({"type": types, "enum": st.lists(scalars, max_size=3), "minimum": st.integers(-2, 2)}),
    lambda inner: optional(keywords(inner)),
    max_leaves=6,
)
parameters = st.dictionaries(names, values, max_size=4)


def pointer(path: Any) -> str:
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)


def by_jsonschema(schema: Mapping[str, Any], value: Any) -> list[tuple[str, str]]:
    """The same violations, found by jsonschema; absent and unnamed members get their own place."""
    found: list[tuple[str, str]] = []
    for problem in jsonschema.Draft202012Validator(dict(schema)).iter_errors(value):
        path = list(problem.absolute_path)
        if problem.validator == "required":
            missing = [name for name in problem.validator_value if name not in problem.instance]
            # jsonschema reports each missing name by itself.
            name = next(name for name in missing if repr(name) in problem.message)
            found.append((pointer([*path, name]), "required"))
        elif problem.validator == "additionalProperties":
            known = problem.schema.get("properties", {})
            found += [
                (pointer([*path, name]), "additionalProperties")
                for name in problem.instance
                if name not in known
            ]
        else:
            found.append((pointer(path), str(problem.validator)))
    return sorted(found)


@settings(max_examples=600)
@given(schemas, values)
def test_violations_are_those_that_jsonschema_finds(schema: dict[str, Any], value: Any) -> None:
    assert [tuple(item) for item in violations(schema, value)] == by_jsonschema(schema, value)


@settings(max_examples=200)
@given(schemas, parameters)
def test_the_schema_that_is_answered_judges_like_the_dispatch(
    schema: dict[str, Any], params: dict[str, Any]
) -> None:
    tool = Tool("t", "1", None, {"go": Action(schema, lambda _: Outcome("ran"))})
    answered = dispatch(tool, "schema", {})["data"]["schemas"]["go"]
    jsonschema.Draft202012Validator.check_schema(answered)
    answer = dispatch(tool, "go", params)
    assert answer["ok"] == jsonschema.Draft202012Validator(answered).is_valid(params)
    if not answer["ok"]:
        found = answer["error"]["details"]["violations"]
        assert [(item["pointer"], item["rule"]) for item in found] == by_jsonschema(
            answered, params
        )


@given(schemas)
def test_what_goes_without_saying_is_said_once_and_nothing_else_changes(
    schema: dict[str, Any],
) -> None:
    said = effective(schema)
    assert effective(said) == said
    assert {key: said[key] for key in schema} == schema
    assert set(said) - set(schema) <= {"type", "additionalProperties"}


@given(schemas)
def test_every_parameter_is_listed_once(schema: dict[str, Any]) -> None:
    listed = signature(schema)
    assert len(listed) == len(set(listed))
    assert {name.removesuffix("?") for name in listed} == {
        *schema.get("properties", {}),
        *schema.get("required", []),
    }


outcomes = (
    st.builds(Outcome, values)
    | st.builds(lambda data: Outcome(data, "other", {"cursor": "x", "more": True}), values)
    | st.just(Outcome(1, None, {"cursor": None, "more": True}))
)
details = st.none() | st.dictionaries(st.sampled_from(["code", "message", "x"]), values)
codes = st.sampled_from(["CONFLICT", "INTERNAL_ERROR", "nonsense"])
words = st.text(max_size=3)
failures = (
    st.builds(ToolError, codes, words, details)
    | st.builds(RuntimeError, words)
    | st.builds(KeyError, words)
)
actions = st.dictionaries(
    names | st.sampled_from(["help", "schema", "status"]),
    st.tuples(schemas, outcomes | failures),
    max_size=4,
)


def run_of(outcome: Any) -> Any:
    def run(_: Mapping[str, Any]) -> Outcome:
        if isinstance(outcome, Exception):
            raise outcome
        assert isinstance(outcome, Outcome)
        return outcome

    return run


@settings(max_examples=300)
@given(
    actions,
    st.none() | names | st.sampled_from(["help", "schema", "status", "Help", ""]),
    parameters | st.just({}),
    st.none() | st.text(max_size=3),
)
def test_every_call_of_every_tool_is_answered_by_a_sound_envelope(
    declared: dict[str, Any], action: str | None, params: dict[str, Any], trace_id: str | None
) -> None:
    built = {name: Action(schema, run_of(end)) for name, (schema, end) in declared.items()}
    answer = dispatch(Tool("t", "1", "b", built), action, params, trace_id)
    assert check(answer) == []
    canonical_json(answer)
    assert answer["meta"]["trace_id"] == trace_id
    assert answer["meta"]["action"] == ("help" if action is None else action)
    known = {*declared, "help", "schema", "status"}
    refused = not answer["ok"] and answer["error"]["code"] == "UNKNOWN_ACTION"
    assert refused == (action is not None and action not in known)


def test_an_action_runs_only_with_sound_parameters() -> None:
    ran: list[Mapping[str, Any]] = []

    def run(params: Mapping[str, Any]) -> Outcome:
        ran.append(params)
        return Outcome(len(ran))

    schema = {"properties": {"n": {"type": "integer"}}, "required": ["n"]}
    tool = Tool("t", "1", None, {"go": Action(schema, run)})
    for params in ({}, {"n": "1"}, {"n": 1, "m": 1}, {"n": True}):
        assert dispatch(tool, "go", params)["error"]["code"] == "INVALID_PARAMS"
    assert ran == []
    assert dispatch(tool, "go", {"n": 1})["data"] == 1
    assert ran == [{"n": 1}]


def test_an_interrupt_is_no_failure_of_an_action() -> None:
    def run(_: Mapping[str, Any]) -> Outcome:
        raise KeyboardInterrupt

    tool = Tool("t", "1", None, {"go": Action({}, run)})
    with pytest.raises(KeyboardInterrupt):
        dispatch(tool, "go", {})
