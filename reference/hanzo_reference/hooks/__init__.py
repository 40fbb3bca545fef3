"""Commands that are asked before a tool and told after it (HIP-0301 §9): what is pure of them.

The runner, which starts them, is in ``hanzo_reference.hook_runs``.
"""

from hanzo_reference.hooks.hook import HookConfig, InvalidCall, InvalidHook, read_hooks, select
from hanzo_reference.hooks.judgement import End, HookResult, Judgement, judge
from hanzo_reference.hooks.models import (
    HookOutcome,
    JudgeInput,
    PrepareInput,
    PrepareOutput,
    SelectInput,
    SelectOutput,
)
from hanzo_reference.hooks.operations import judge_hooks, prepare_hooks, select_hooks
from hanzo_reference.hooks.preparation import Prepared, ToolResult, prepare
from hanzo_reference.spec.declaration import Domain, Operation

__all__ = [
    "DOMAIN",
    "End",
    "HookConfig",
    "HookResult",
    "InvalidCall",
    "InvalidHook",
    "Judgement",
    "Prepared",
    "ToolResult",
    "judge",
    "prepare",
    "read_hooks",
    "select",
]

INVALID_HOOK = {"INVALID_HOOK": "a hook lacks a member or has an ill-formed one"}
INVALID_EVENT = {"INVALID_CALL": "the event is neither of the two"}
INVALID_CALL = {
    "INVALID_CALL": "no such event, a result at the wrong event, a NUL in a name, or an input "
    "without canonical JSON"
}

DOMAIN = Domain(
    id="hooks",
    title="Hooks before and after a tool",
    vector_file="hook-runner",
    requirement_prefix="HOOK",
    sources=("HIP-0301 §9", "RFC 8785", "POSIX.1-2017 XCU §2.8.2", "Unicode Standard §3.9"),
    operations=(
        Operation("select", SelectInput, SelectOutput, select_hooks, INVALID_HOOK | INVALID_EVENT),
        Operation("prepare", PrepareInput, PrepareOutput, prepare_hooks, INVALID_CALL),
        Operation("judge", JudgeInput, HookOutcome, judge_hooks, INVALID_EVENT),
    ),
)
