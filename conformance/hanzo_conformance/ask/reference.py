"""What the reference says to a question of a user's own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any

from hanzo_conformance.ask.input import Inquiry
from hanzo_conformance.ask.reply import Reply
from hanzo_conformance.story.finding import REFERENCE
from hanzo_conformance.transports.staging import own_stage
from hanzo_conformance.values.errors import UnknownNameError
from hanzo_conformance.verdicts.verdict import Verdict
from hanzo_vectors.stage import Stage


class Answered:
    """The reference's reply; ``stated`` is the question with it, as a vector states both.

    It is None where the reference has no answer.
    """

    def __init__(self, reply: Reply, stated: dict[str, Any] | None) -> None:
        self.reply, self.stated = reply, stated


def operations() -> dict[str, Any]:
    """The domains of the reference by the operations that they declare or share."""
    from hanzo_reference.spec.contract import homes

    return homes()


def domain_of(operation: str) -> Any:
    """The domain of an operation; raises ``UnknownNameError``."""
    known = operations()
    if operation not in known:
        raise UnknownNameError("operation", operation, list(known))
    return known[operation]


def works_in_a_folder(operation: str) -> bool:
    """Whether an operation is given the folder of a workspace."""
    from hanzo_reference.spec.contract import operation as declared

    found = declared(domain_of(operation), operation)
    return found is not None and "workspace" in found.input.model_fields


def ask_reference(inquiry: Inquiry) -> Answered:
    """Its answer, in a workspace of its own where there is one."""
    from hanzo_reference.spec.cases import Case, CaseError, question
    from hanzo_reference.spec.contract import operation

    domain = domain_of(inquiry.operation)
    left: dict[str, Any] = {}

    @contextmanager
    def staging(workspace: Mapping[str, Any] | None) -> Iterator[Stage]:
        with own_stage(workspace) as stage:
            yield stage
            left.update(stage.contents())

    case = Case(
        slug="",
        description="",
        requirements=(),
        operation=inquiry.operation,
        input=inquiry.input,
        workspace=inquiry.workspace,
    )
    try:
        stated = question(domain, case, inquiry.operation, partial(operation, domain), staging)
    except CaseError as problem:
        if problem.__cause__ is None:
            why = str(problem).partition("does not take this input: ")[2] or str(problem)
            return Answered(Reply(REFERENCE, ({"refused": True},), detail=why), None)
        return Answered(Reply(REFERENCE, verdict=Verdict.CRASHED, detail=str(problem)), None)
    kept = left if inquiry.workspace is not None else None
    return Answered(Reply(REFERENCE, (stated["expected"],), kept), stated)
