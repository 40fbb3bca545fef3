"""Calls by name: from plain JSON values to a plain JSON answer.

The adapter, the generation of vectors and mutation all go through here, so that a vector's
expected value and an adapter's answer cannot differ in how they were made.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from hanzo_reference.spec.declaration import Domain, DomainError, Operation


class InvalidParamsError(Exception):
    """The params do not fit the operation's input model: the caller's mistake, no outcome."""


def call(operation: Operation, params: Mapping[str, Any]) -> dict[str, Any]:
    """The result of an operation as plain JSON values.

    Raises ``InvalidParamsError`` when params have unknown, missing or ill-typed members, and
    ``DomainError`` for a specified failure.
    """
    try:
        parsed = operation.input.model_validate(params)
    except ValidationError as problem:
        raise InvalidParamsError(_first(problem)) from None
    output = operation.function(parsed)
    return output.model_dump(by_alias=True, exclude_unset=True)


def takes(operation: Operation, params: Mapping[str, Any]) -> bool:
    """Whether an operation answers params, be it that they break its rules."""
    try:
        operation.input.model_validate(params)
    except ValidationError:
        return False
    return True


def answer(domain: Domain, full_name: str, params: Mapping[str, Any]) -> dict[str, Any]:
    """What a vector expects: ``{"result": …}`` or ``{"error": {"code", "details"?}}``."""
    operation = domain.operation(full_name)
    if operation is None:
        raise LookupError(full_name)
    return outcome(operation, params)


def outcome(operation: Operation, params: Mapping[str, Any]) -> dict[str, Any]:
    """The same of an operation; ``LookupError`` for an error that it does not declare."""
    try:
        return {"result": call(operation, params)}
    except DomainError as failure:
        if failure.code not in operation.errors:
            told = f"{operation.name} does not declare the error {failure.code}"
            raise LookupError(told) from failure
        body: dict[str, Any] = {"code": failure.code}
        if failure.details is not None:
            body["details"] = failure.details
        return {"error": body}


def _first(problem: ValidationError) -> str:
    entry = problem.errors(include_url=False, include_input=False)[0]
    pointer = "".join(f"/{part}" for part in entry["loc"])
    return f"{pointer or '/'}: {entry['msg']}"
