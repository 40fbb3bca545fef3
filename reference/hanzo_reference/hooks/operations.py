"""The hooks operations: from input models to the behaviour and back."""

from __future__ import annotations

import base64

from hanzo_reference.hooks.hook import check_event, read_hooks, select
from hanzo_reference.hooks.judgement import End, HookResult, judge
from hanzo_reference.hooks.models import (
    Exited,
    HookOutcome,
    JudgeInput,
    NotStarted,
    PrepareInput,
    PrepareOutput,
    Result,
    SelectInput,
    SelectOutput,
    Signalled,
    TimedOut,
)
from hanzo_reference.hooks.preparation import ToolResult, prepare


def select_hooks(given: SelectInput) -> SelectOutput:
    """``hooks.select``."""
    hooks = read_hooks(given.hooks)
    check_event(given.event)
    return SelectOutput(matching=select(hooks, given.event, given.tool_name))


def prepare_hooks(given: PrepareInput) -> PrepareOutput:
    """``hooks.prepare``."""
    result = tool_result(given.result)
    prepared = prepare(
        given.event, given.tool_name, given.input, given.session_id, result, given.parent
    )
    return PrepareOutput(env=dict(prepared.env), stdin=prepared.stdin)


def judge_hooks(given: JudgeInput) -> HookOutcome:
    """``hooks.judge``."""
    return outcome(judge(given.event, [_end(item) for item in given.ended]))


def tool_result(given: Result | None) -> ToolResult | None:
    """A tool's result as the behaviour has it."""
    return None if given is None else ToolResult(given.output, given.error, given.is_error)


def outcome(result: HookResult) -> HookOutcome:
    """What hooks amount to, as it stands in an answer."""
    return HookOutcome(
        decision=result.decision,
        reason=result.reason,
        hook=result.hook,
        cause=result.cause,
        exit_code=result.exit_code,
        ran=result.ran,
        failed=list(result.failed),
    )


def _end(given: Exited | Signalled | TimedOut | NotStarted) -> End:
    stderr = base64.b64decode(given.stderr_b64)
    if isinstance(given, Exited):
        return End("exit", given.exit, stderr)
    if isinstance(given, Signalled):
        return End("signal", given.signal, stderr)
    return End("timeout" if isinstance(given, TimedOut) else "spawn", 0, stderr)
