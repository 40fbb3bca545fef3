"""From the models of the operations to the behaviour and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hanzo_reference.envelope import builder, checker, dispatcher, pager
from hanzo_reference.envelope.dispatcher import Action, Outcome, Tool
from hanzo_reference.envelope.models import (
    CheckInput,
    CheckOutput,
    DeclaredAction,
    DispatchInput,
    Envelope,
    EnvelopeViolation,
    ErrorInput,
    FailedOutcome,
    FoundOutcome,
    PageInput,
    PageItem,
    PageOutput,
    Paging,
    RaisedOutcome,
    SuccessInput,
)
from hanzo_reference.envelope.refusal import ToolError


def success(given: SuccessInput) -> Envelope:
    """Write the envelope of a success; raises ``InvalidParams``."""
    return Envelope.model_validate(
        builder.success(
            given.tool,
            given.action,
            given.data,
            trace_id=given.trace_id,
            backend=given.backend,
            paging=_plain(given.paging),
        )
    )


def error(given: ErrorInput) -> Envelope:
    """Write the envelope of an error."""
    return Envelope.model_validate(
        builder.error(
            given.tool, given.action, given.code, given.message, given.details, given.trace_id
        )
    )


def check(given: CheckInput) -> CheckOutput:
    """Name every violation."""
    return CheckOutput(
        violations=[
            EnvelopeViolation.model_validate(item._asdict())
            for item in checker.check(given.envelope)
        ]
    )


def dispatch(given: DispatchInput) -> Envelope:
    """Call a tool whose actions come to what the input says."""
    tool = Tool(
        name=given.tool.name,
        version=given.tool.version,
        backend=given.tool.backend,
        actions={name: _action(declared) for name, declared in given.tool.actions.items()},
    )
    answer = dispatcher.dispatch(tool, given.call.action, given.call.params, given.trace_id)
    return Envelope.model_validate(builder.intended(answer, given.call.intent))


def page(given: PageInput) -> PageOutput:
    """Cut one page out of a list; raises ``InvalidParams``."""
    items = [pager.Item(item.key, item.value) for item in given.items]
    found = pager.page(items, given.query, limit=given.limit, cursor=given.cursor)
    return PageOutput(
        items=[PageItem(key=item.key, value=item.value) for item in found.items],
        paging=Paging(cursor=found.cursor, more=found.more),
    )


def _action(declared: DeclaredAction) -> Action:
    return Action(declared.params, _run(declared.outcome))


def _run(
    outcome: FoundOutcome | FailedOutcome | RaisedOutcome,
) -> Callable[[Mapping[str, Any]], Outcome]:
    def run(_: Mapping[str, Any]) -> Outcome:
        if isinstance(outcome, RaisedOutcome):
            raise RuntimeError(outcome.raised)  # noqa: TRY004 - this is what the case asks for
        if isinstance(outcome, FailedOutcome):
            failed = outcome.error
            raise ToolError(failed.code, failed.message, failed.details)
        return Outcome(outcome.data, outcome.backend, _plain(outcome.paging))

    return run


def _plain(paging: Paging | None) -> dict[str, Any] | None:
    return None if paging is None else paging.model_dump()
