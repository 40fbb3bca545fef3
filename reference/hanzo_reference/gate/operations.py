"""The gate operations: from input models to the behaviour and back."""

from __future__ import annotations

from collections.abc import Coroutine, Iterable
from typing import Any

from hanzo_reference.gate.loop import AgentLoop, Budget, check_limit
from hanzo_reference.gate.models import (
    Asked,
    CallInput,
    CallOutput,
    Returned,
    RouteInput,
    RouteOutput,
    RunInput,
    RunOutput,
)
from hanzo_reference.gate.models import Budget as BudgetModel
from hanzo_reference.gate.routing import route
from hanzo_reference.gate.scripted import Script, ScriptedGate, ScriptedModel
from hanzo_reference.permissions.models import AuditRecord, Rule
from hanzo_reference.permissions.policy import PermissionPolicy, PermissionRule, parse_mode
from hanzo_reference.session.compactor import SessionCompactor
from hanzo_reference.session.models import Message


def call_tool(given: CallInput) -> CallOutput:
    """``gate.call``."""
    script = Script(given.outcomes)
    gate = script.gate(_policy(given.rules), given.session_id, given.timestamp_ms)
    passage = _completed(gate.call(given.call.name, given.call.input))
    result, record = passage.result, passage.audit
    # The policy is the first to be asked, and leaves a record.
    first: list[Asked] = [] if record is None else ["policy"]
    return CallOutput(
        asked=first + script.asked,
        result=Returned(output=result.output, error=result.error, is_error=result.is_error),
        blocked_by=passage.blocked_by,
        audit=None if record is None else AuditRecord.model_validate(record),
    )


def run_loop(given: RunInput) -> RunOutput:
    """``gate.run``."""
    check_limit(given.max_requests)
    policy = _policy(given.rules)
    loop = AgentLoop(
        ScriptedModel(given.model),
        ScriptedGate(policy, given.outcomes),
        tools=given.tools,
        max_requests=given.max_requests,
        budget=_budget(given.budget),
    )
    done = _completed(loop.run(given.messages))
    return RunOutput(
        messages=[Message.model_validate(message) for message in done.messages],
        requests=done.requests,
        stop=done.stop,
        partial=done.partial,
        blocked=done.blocked,
    )


def route_name(given: RouteInput) -> RouteOutput:
    """``gate.route``."""
    found = route([(server.name, server.tools) for server in given.servers], given.name)
    server, tool = (None, None) if found is None else found
    return RouteOutput(server=server, tool=tool)


def _budget(given: BudgetModel | None) -> Budget | None:
    if given is None:
        return None
    compactor = SessionCompactor(given.max_tokens, given.reserve_recent)
    return Budget(compactor, lambda _: given.summary)


def _policy(rules: Iterable[Rule]) -> PermissionPolicy:
    return PermissionPolicy(
        [PermissionRule(item.tool_pattern, parse_mode(item.mode), item.reason) for item in rules]
    )


def _completed(work: Coroutine[Any, Any, Any]) -> Any:
    """What a coroutine gives that waits for nobody: scripted participants answer at once."""
    try:
        work.send(None)
    except StopIteration as done:
        return done.value
    raise RuntimeError("somebody made the gate wait")
