"""Hooks, started in a workspace (HIP-0301 §9); what they mean is in ``hanzo_reference.hooks``."""

from hanzo_reference.hook_runs.models import RunInput
from hanzo_reference.hook_runs.operations import run_hooks
from hanzo_reference.hook_runs.runner import HookRunner
from hanzo_reference.hooks import INVALID_CALL, INVALID_HOOK
from hanzo_reference.hooks.models import HookOutcome
from hanzo_reference.spec.declaration import Domain, Operation

__all__ = ["DOMAIN", "HookRunner"]

DOMAIN = Domain(
    id="hook_runs",
    title="Hooks, run",
    vector_file="hook-runs",
    requirement_prefix="HOOKRUN",
    sources=("HIP-0301 §9", "POSIX.1-2017 XCU §2.8, sh"),
    operations=(Operation("run", RunInput, HookOutcome, run_hooks, INVALID_HOOK | INVALID_CALL),),
    stem="hooks",
    touches_system=True,
)
