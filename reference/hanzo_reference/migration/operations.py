"""The operations of this domain: models in, models out, the behaviour called in between."""

from __future__ import annotations

from hanzo_reference.migration.models import (
    AllowedInput,
    AllowedOutput,
    MigrateInput,
    MigrateOutput,
)
from hanzo_reference.migration.modes import allowed
from hanzo_reference.migration.rows import migrate


def migrated(params: MigrateInput) -> MigrateOutput:
    """An old call as it is made now. Spec: MIGRATE-1 to MIGRATE-12."""
    tool, action, args = migrate(params.tool, params.args)
    return MigrateOutput(tool=tool, action=action, args=args)


def is_allowed(params: AllowedInput) -> AllowedOutput:
    """Whether an action fits a mode. Spec: MIGRATE-13 to MIGRATE-19."""
    return AllowedOutput(allowed=allowed(params.mode, params.tool, params.action))
