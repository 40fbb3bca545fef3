"""The operation that asks the file system: from its model to the sandbox and back."""

from __future__ import annotations

from hanzo_reference.sandbox_paths.models import CheckInput, CheckOutput, PathVerdict
from hanzo_reference.sandbox_paths.sandbox import IsolationMode, Sandbox, SandboxConfig


def check_paths(given: CheckInput) -> CheckOutput:
    """``sandbox.check``."""
    config = SandboxConfig(IsolationMode(given.config.mode), given.config.allowed_paths)
    sandbox = Sandbox(config, given.workspace)
    found = [sandbox.judge(path) for path in given.paths]
    return CheckOutput(
        results=[PathVerdict(allowed=item.allowed, reason=item.reason) for item in found]
    )
