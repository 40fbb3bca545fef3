"""What the reference says to an input: a question with its expected answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from typing import Any

import msgspec

from hanzo_conformance.story.finding import REFERENCE
from hanzo_conformance.story.signature import member_names
from hanzo_conformance.verdicts.record import Failure, Result
from hanzo_conformance.verdicts.verdict import Verdict
from hanzo_vectors.pointers import NoPlaceError, path_of
from hanzo_vectors.schema_check import SchemaFile
from hanzo_vectors.shipped import shipped_folder
from hanzo_vectors.vector import Question, Vector, answer_end, request_end

ANYTHING = True


class OutsideError(Exception):
    """An input that the operation does not take, by its schema or its model."""


class BrokenReferenceError(Exception):
    """The reference has neither answered nor refused; ``result`` says how, as its own verdict."""

    def __init__(self, question: Question, problem: Exception) -> None:
        super().__init__(f"{type(problem).__name__}: {problem}")
        self.question = question
        failure = Failure(detail=f"it raised {type(problem).__name__}\n{problem}")
        self.result = Result(REFERENCE, question.id, Verdict.CRASHED, 0.0, failure)


class Oracle:
    """Expected values by operation.

    Where vectors of an operation leave a part of the answer open by ``where``, that part is free
    for every input: it may be the implementation's own randomness or wording.
    """

    def __init__(self, corpus: Iterable[Vector]) -> None:
        self._free: dict[str, set[str]] = {}
        for vector in corpus:
            if vector.where is not None:
                places = self._free.setdefault(vector.operation, set())
                places.update(msgspec.json.decode(vector.where))

    @cached_property
    def domains(self) -> Mapping[str, Any]:
        """The reference's domains by id, without those that would work on this machine."""
        from hanzo_reference.spec.contract import domains

        return {domain.id: domain for domain in domains() if not domain.touches_system}

    @cached_property
    def homes(self) -> Mapping[str, str]:
        """The domain of each of their operations."""
        return {
            domain.full_name(operation.name): name
            for name, domain in self.domains.items()
            for operation in domain.operations
        }

    def question(self, operation: str, params: Mapping[str, Any], name: str) -> Question:
        """An input with what the reference answers; raises ``OutsideError`` and ``BrokenReferenceError``.

        ``name`` is the second part of its id.
        """
        from hanzo_reference.spec.calls import InvalidParamsError, answer

        domain = self.homes[operation]
        request = request_end(operation, msgspec.json.encode(params))
        question = Question(f"fuzz/{name}", operation, request)
        try:
            expected = answer(self.domains[domain], operation, params)
        except InvalidParamsError as problem:
            raise OutsideError(str(problem)) from None
        except Exception as problem:
            raise BrokenReferenceError(question, problem) from problem
        if "error" in expected:
            return msgspec.structs.replace(question, error=msgspec.json.encode(expected["error"]))
        result = expected["result"]
        return msgspec.structs.replace(
            question,
            answer=answer_end(msgspec.json.encode(result)),
            where=self._where(operation, result),
        )

    def _where(self, operation: str, result: Any) -> bytes | None:
        places = self._free.get(operation, ())
        free = {place: ANYTHING for place in places if _reaches(result, place)}
        return msgspec.json.encode(free) if free else None


def _reaches(value: Any, pointer: str) -> bool:
    """Whether a JSON Pointer names a part of a value."""
    try:
        path_of(value, pointer)
    except NoPlaceError:
        return False
    return True


def fits(operation: str, params: Any) -> bool:
    """Whether an input fits the operation's published schema."""
    return published(operation, "input").whole(params) is None


@cache
def output_names(operation: str) -> frozenset[str]:
    """The members that the published schema of the operation's output names."""
    return member_names(published(operation, "output").in_one_piece())


@cache
def published(operation: str, side: str) -> SchemaFile:
    """The published schema of an operation's input or output."""
    return SchemaFile(shipped_folder() / "schemas" / "operations" / f"{operation}.{side}.json")


def json_answer(question: Question) -> dict[str, Any] | None:
    """What a question expects, as files state it; None for one without an answer."""
    if question.error is not None:
        return {"error": msgspec.json.decode(question.error)}
    return {"result": msgspec.json.decode(question.result)} if question.result is not None else None
