"""From an entry of a vector file to what a run plays: one question, or a scenario."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from hanzo_vectors.files import WorkspaceError, check_described, check_files
from hanzo_vectors.fixtures import check_workspace, fixtures_of
from hanzo_vectors.references import is_reference, references
from hanzo_vectors.vector import (
    Asking,
    Expected,
    Question,
    Scenario,
    Step,
    Turn,
    answer_end,
    request_end,
)

Told = tuple[str, bytes, bytes | None, bytes | None]


def question_of(name: str, entry: Asking) -> Question:
    """An entry as a run puts it, under this id."""
    scenario = scenario_of(entry)
    operation, request, answer, error = asked(entry) if scenario is None else shown(scenario)
    where = msgspec.json.encode(entry.where) if entry.where and scenario is None else None
    return Question(name, operation, request, answer, error, where, scenario)


def asked(entry: Asking) -> Told:
    """Operation, request, answer and error of an entry that asks one plain question."""
    operation, given, expected = _question(entry)
    result, error = _sides(expected)
    return (
        operation,
        request_end(operation, _plain(given)),
        None if result is None else answer_end(result),
        error,
    )


def shown(scenario: Scenario) -> Told:
    """The same of a scenario, for people and measures: what it asks and what it expects."""
    turns = [
        {
            "operation": turn.operation,
            "input": msgspec.Raw(turn.input),
            **({"before": {"files": msgspec.Raw(turn.before)}} if turn.before else {}),
        }
        for turn in scenario.turns
    ]
    place = {"workspace": msgspec.Raw(scenario.workspace)} if scenario.workspace else {}
    expectations = [
        {"error": msgspec.Raw(turn.error)} if turn.error else {"result": _raw(turn.result)}
        for turn in scenario.turns
    ]
    operation = scenario.turns[0].operation
    return (
        operation,
        request_end(operation, msgspec.json.encode({**place, "steps": turns})),
        answer_end(msgspec.json.encode(expectations)),
        None,
    )


def scenario_of(entry: Asking) -> Scenario | None:
    """The scenario of an entry that has a workspace or steps; None for a plain question."""
    if not isinstance(entry.steps, msgspec.UnsetType):
        turns = tuple(_turn(step) for step in entry.steps)
    elif isinstance(entry.workspace, msgspec.UnsetType):
        return None
    else:
        operation, given, expected = _question(entry)
        where = msgspec.json.encode(entry.where) if entry.where else None
        turns = (Turn(operation, _plain(given), *_sides(expected), where),)
    return Scenario(_encoded(entry.workspace), turns, _encoded(entry.after))


def scenario_problem(entry: Asking) -> str | None:
    """What is wrong with a workspace or with steps that a JSON Schema cannot say."""
    steps = [] if isinstance(entry.steps, msgspec.UnsetType) else entry.steps
    staged = not isinstance(entry.workspace, msgspec.UnsetType)
    try:
        check_described(_contents(entry))
        if not isinstance(entry.workspace, msgspec.UnsetType):
            check_workspace(entry.workspace)
        if not isinstance(entry.after, msgspec.UnsetType):
            check_files(entry.after.files, expecting=True)
        for number, step in enumerate(steps):
            if not isinstance(step.before, msgspec.UnsetType):
                if not staged:
                    return f"step {number + 1} changes files before it, and there is no workspace"
                check_files(step.before.files, removing=True)
            for place in references(msgspec.json.decode(step.input)):
                if not is_reference(place, number):
                    return f"step {number + 1} takes from {place!r}, which is no earlier result"
    except WorkspaceError as problem:
        return str(problem)
    return None


def _contents(entry: Asking) -> Iterator[Any]:
    """All that a vector lays out, serves, changes and expects in files."""
    if not isinstance(entry.workspace, msgspec.UnsetType):
        for fixture in fixtures_of(entry.workspace):
            yield from fixture.contents()
    if not isinstance(entry.after, msgspec.UnsetType):
        yield from entry.after.files.values()
    for step in () if isinstance(entry.steps, msgspec.UnsetType) else entry.steps:
        if not isinstance(step.before, msgspec.UnsetType):
            yield from step.before.files.values()


def _turn(step: Step) -> Turn:
    before = step.before
    return Turn(
        step.operation,
        _plain(step.input),
        *_sides(step.expected),
        where=msgspec.json.encode(step.where) if step.where else None,
        before=None if isinstance(before, msgspec.UnsetType) else msgspec.json.encode(before.files),
    )


def _question(entry: Asking) -> tuple[str, msgspec.Raw, Expected]:
    # What has passed the schema has all three where it has no steps.
    assert isinstance(entry.operation, str)
    assert isinstance(entry.input, msgspec.Raw)
    assert isinstance(entry.expected, Expected)
    return entry.operation, entry.input, entry.expected


def _sides(expected: Expected) -> tuple[bytes | None, bytes | None]:
    result, error = expected.result, expected.error
    return (
        _plain(result) if isinstance(result, msgspec.Raw) else None,
        _plain(error) if isinstance(error, msgspec.Raw) else None,
    )


def _encoded(value: Any) -> bytes | None:
    return None if isinstance(value, msgspec.UnsetType) else msgspec.json.encode(value)


def _raw(data: bytes | None) -> msgspec.Raw:
    return msgspec.Raw(data or b"null")


def _plain(raw: msgspec.Raw) -> bytes:
    """Compact UTF-8 without needless escapes, as most encoders write it."""
    return msgspec.json.encode(msgspec.json.decode(raw))
