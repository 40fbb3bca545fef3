"""The config operations: from input models to the behaviour and back."""

from __future__ import annotations

import base64
from dataclasses import asdict

from hanzo_reference.config.loader import load_config
from hanzo_reference.config.models import ArgvInput, ArgvOutput, MergeInput, MergeOutput
from hanzo_reference.config.servers import argv


def merge_tiers(given: MergeInput) -> MergeOutput:
    """``config.merge``."""
    loaded = load_config(
        user=_bytes(given.user_b64),
        project=_bytes(given.project_b64),
        local=_bytes(given.local_b64),
        env=given.env,
    )
    return MergeOutput.model_validate(
        {
            "config": loaded.config,
            "active_servers": loaded.active_servers,
            "permission_rules": [
                {"tool_pattern": rule.tool_pattern, "mode": rule.mode.value}
                for rule in loaded.permission_rules
            ],
            "warnings": [asdict(warned) for warned in loaded.warnings],
        }
    )


def server_argv(given: ArgvInput) -> ArgvOutput:
    """``config.argv``."""
    return ArgvOutput(argv=argv(given.command, given.args))


def _bytes(file_b64: str | None) -> bytes | None:
    return None if file_b64 is None else base64.b64decode(file_b64, validate=True)
