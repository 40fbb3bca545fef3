"""What a domain's ``cases.py`` yields, and how a case becomes a vector.

A case says what is asked and why. Its expected value is computed by running the behaviour, unless
the case is anchored: then the value stands written out by hand, with the text that it comes from,
and a behaviour that disagrees with it is an error of the behaviour.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any

from hanzo_reference.spec.anchors import authority
from hanzo_reference.spec.calls import InvalidParamsError, outcome
from hanzo_reference.spec.declaration import Domain, Flag, Operation
from hanzo_reference.spec.requirements import LEVELS, Requirement
from hanzo_reference.spec.rooms import blame, place_of
from hanzo_vectors.comparison import Difference, first_difference
from hanzo_vectors.play import Play
from hanzo_vectors.pointers import NoPlaceError, Path, part_at, path_of, with_part
from hanzo_vectors.references import UnresolvedError
from hanzo_vectors.schema_check import breaks
from hanzo_vectors.stage import Stage

# From what a case says of its workspace, or None, to the stage on which it is played.
Staging = Callable[[Mapping[str, Any] | None], AbstractContextManager[Stage]]
# From an operation's full name to what is declared of it, or None.
Operations = Callable[[str], Operation | None]

SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*\Z", re.ASCII)


class CaseError(Exception):
    """A case that cannot become a vector; the message names the case and what to change."""


@dataclass(frozen=True)
class Step:
    """One question of several that follow one another in one workspace.

    ``{"$from": [index, pointer]}`` anywhere in the input takes a value from an earlier result.
    ``before`` maps paths to files, or to None, that somebody else changes first.
    """

    operation: str
    input: Mapping[str, Any]
    expected: Mapping[str, Any] | None = None
    where: Mapping[str, Any] = field(default_factory=dict)
    before: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Case:
    """One question with its reason.

    ``slug`` is stable for ever and unique in the domain. ``operation`` is without a stem for one of
    the domain's own, and with it for another's. ``expected`` is what ``result()`` or ``error()`` gives and goes with ``anchor``.
    ``where`` maps JSON Pointers of the result to JSON Schemas that hold there instead of equality.
    ``workspace`` is what the operation finds, ``after`` the files that must be there at the end;
    ``steps`` stand in the place of operation, input, expected and where.
    """

    slug: str
    description: str
    requirements: Sequence[str]
    operation: str = ""
    input: Mapping[str, Any] = field(default_factory=dict)
    flags: Sequence[str] = ()
    expected: Mapping[str, Any] | None = None
    anchor: str | None = None
    where: Mapping[str, Any] = field(default_factory=dict)
    workspace: Mapping[str, Any] | None = None
    steps: Sequence[Step] = ()
    after: Mapping[str, Any] | None = None

    def questions(self) -> Sequence[Step]:
        """The steps; the one question of a case without steps as the only one."""
        return self.steps or (Step(self.operation, self.input, self.expected, self.where),)


def result(value: Any) -> dict[str, Any]:
    """The expected answer of a case that succeeds."""
    return {"result": value}


def error(code: str, details: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The expected answer of a case that ends in a domain error."""
    body: dict[str, Any] = {"code": code}
    if details is not None:
        body["details"] = dict(details)
    return {"error": body}


def vector(
    domain: Domain,
    case: Case,
    requirements: Mapping[str, Requirement],
    flags: Mapping[str, Flag],
    operations: Operations,
    staging: Staging | None = None,
) -> dict[str, Any]:
    """The vector of a case, as it stands in the vector file; raises ``CaseError`` with its place."""
    try:
        _check(domain, case, requirements, flags, operations)
        return _vector(domain, case, requirements, operations, staging)
    except CaseError as problem:
        raise CaseError(f"{place_of(domain, case.slug)}: {problem}") from problem.__cause__


def _vector(
    domain: Domain,
    case: Case,
    requirements: Mapping[str, Requirement],
    operations: Operations,
    staging: Staging | None,
) -> dict[str, Any]:
    name = f"{domain.vector_file}/{case.slug}"
    cited = [requirements[name] for name in case.requirements]
    built: dict[str, Any] = {
        "id": name,
        "description": case.description,
        "requirements": list(case.requirements),
        # The weakest of the cited levels: nobody fails a MUST by breaking a SHOULD.
        "level": min((item.level for item in cited), key=LEVELS.index),
        "flags": list(case.flags),
    }
    built |= question(domain, case, name, operations, staging)
    if case.anchor is not None:
        built["anchor"] = case.anchor
        built["authority"] = authority(case.anchor)
    return built


def question(
    domain: Domain,
    case: Case,
    name: str,
    operations: Operations,
    staging: Staging | None = None,
) -> dict[str, Any]:
    """What a case asks with what the reference answers, as a vector states both.

    ``name`` is for messages. Raises ``CaseError``, also where an operation does not take its input;
    where the reference itself broke, that is its cause.
    """
    if case.workspace is not None or case.steps:
        return _played(domain, case, name, operations, staging)
    asked = domain.full_name(case.operation)
    computed = _answer(operations(asked), asked, case.input, name)
    return _question(domain, case.questions()[0], computed, name, case.anchor)


def _played(
    domain: Domain, case: Case, name: str, operations: Operations, staging: Staging | None
) -> dict[str, Any]:
    """What a vector says of its workspace and of the questions that are asked in it."""
    if staging is None:
        raise CaseError(f"{name}: a case with a workspace or steps needs somebody to lay it out")
    asked: list[dict[str, Any]] = []
    with staging(case.workspace) as stage:
        play = Play(stage)
        for number, step in enumerate(case.questions(), 1):
            place = f"{name}, step {number}"
            try:
                params = play.ask(step.input, step.before)
            except UnresolvedError as problem:
                raise CaseError(f"{place}: {problem}") from None
            operation = domain.full_name(step.operation)
            told = _answer(operations(operation), operation, params, place)
            told = {"result": play.take(told["result"])} if "result" in told else play.fold(told)
            entry = _question(domain, step, told, place, case.anchor)
            if step.before:
                entry["before"] = {"files": dict(step.before)}
            asked.append(entry)
        problems = stage.differences(case.after)
    if problems:
        raise CaseError(f"{name}: what the reference leaves behind\n  " + "\n  ".join(problems))
    built: dict[str, Any] = {}
    if case.workspace is not None:
        built["workspace"] = dict(case.workspace)
    built |= {"steps": asked} if case.steps else asked[0]
    if case.after is not None:
        built["after"] = dict(case.after)
    return built


def _answer(
    operation: Operation | None, name: str, given: Mapping[str, Any], place: str
) -> dict[str, Any]:
    """What the reference answers; its mistakes and those of the input are the case's to tell."""
    if operation is None:
        raise CaseError(f"{place}: there is no operation {name!r}")
    try:
        return outcome(operation, given)
    except InvalidParamsError as problem:
        raise CaseError(f"{place}: {name} does not take this input: {problem}") from None
    except Exception as problem:
        told = f"{type(problem).__name__}: {problem}"
        raise CaseError(f"{place}: {name} raised, at {blame(problem)}: {told}") from problem


def _question(
    domain: Domain, step: Step, computed: Any, place: str, anchor: str | None
) -> dict[str, Any]:
    """Operation, input, expected and where, of a question and the reference's answer to it."""
    where = {**_loose(domain, computed), **step.where}
    expected = step.expected
    rules = {f"/result{pointer}": schema for pointer, schema in where.items()}
    if expected is not None and (found := first_difference(expected, computed, rules, breaks)):
        raise CaseError(
            f"{place}: the anchored value and the reference disagree at {_told(found)} ({anchor})"
        )
    built: dict[str, Any] = {
        "operation": domain.full_name(step.operation),
        "input": dict(step.input),
        "expected": dict(expected) if expected is not None else computed,
    }
    if where:
        built["where"] = where
    if domain.touches_system:
        # What may differ from run to run would differ from generation to generation, too.
        for pointer in where:
            built["expected"] = _blanked(built["expected"], f"/result{pointer}")
    return built


def _loose(domain: Domain, computed: Any) -> dict[str, Any]:
    """Those of the domain's own rules of comparison that have a place in this answer."""
    return {
        pointer: schema
        for pointer, schema in domain.loose.items()
        if _path(computed, f"/result{pointer}") is not None
    }


def _blanked(value: Any, pointer: str) -> Any:
    """The value with the empty value of the same type at a JSON Pointer, if it is there."""
    path = _path(value, pointer)
    if path is None:
        return value
    part = part_at(value, path)
    return with_part(value, path, None if part is None else type(part)())


def _path(value: Any, pointer: str) -> Path | None:
    try:
        return path_of(value, pointer)
    except NoPlaceError:
        return None


def _told(found: Difference) -> str:
    return f"{found.pointer or 'the top'}" + (f" ({found.rule})" if found.rule else "")


def _check(
    domain: Domain,
    case: Case,
    requirements: Mapping[str, Requirement],
    flags: Mapping[str, Flag],
    operations: Operations,
) -> None:
    name = f"{domain.vector_file}/{case.slug}"
    if not SLUG.match(case.slug):
        raise CaseError(f"{name}: a slug is lower-case words joined by single hyphens")
    if not case.requirements:
        raise CaseError(f"{name}: a case cites at least one requirement")
    for requirement in case.requirements:
        if requirement not in requirements:
            raise CaseError(f"{name}: spec.md has no requirement {requirement}")
    for flag in case.flags:
        if flag not in flags:
            raise CaseError(f"{name}: cases.py declares no flag {flag} in FLAGS")
    if any(step.expected for step in case.questions()) != (case.anchor is not None):
        raise CaseError(f"{name}: an expected value and its anchor come together")
    if case.after is not None and case.workspace is None:
        raise CaseError(f"{name}: only a workspace has files afterwards")
    for step in case.questions():
        asked = domain.full_name(step.operation)
        if operations(asked) is None:
            raise CaseError(
                f"{name}: {asked.partition('.')[0]} declares no operation {step.operation}"
            )
