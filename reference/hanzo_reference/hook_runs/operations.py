"""The operation that runs hooks: from its model to the runner and back."""

from __future__ import annotations

import os
from pathlib import Path

from hanzo_reference.hook_runs.models import RunInput
from hanzo_reference.hook_runs.runner import HookRunner
from hanzo_reference.hooks.models import HookOutcome
from hanzo_reference.hooks.operations import outcome, tool_result


def run_hooks(given: RunInput) -> HookOutcome:
    """``hooks.run``."""
    runner = HookRunner(
        given.hooks,
        workspace=Path(given.workspace),
        session_id=given.session_id,
        environment=os.environ,
    )
    result = tool_result(given.result)
    return outcome(runner.run(given.event, given.tool_name, given.input, result))
