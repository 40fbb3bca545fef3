"""From the tools before HIP-0300 to the tools of HIP-0300, and the modes of a caller."""

from hanzo_reference.migration.models import (
    AllowedInput,
    AllowedOutput,
    MigrateInput,
    MigrateOutput,
)
from hanzo_reference.migration.modes import allowed
from hanzo_reference.migration.operations import is_allowed, migrated
from hanzo_reference.migration.rows import migrate
from hanzo_reference.spec.declaration import Domain, Operation

__all__ = ["DOMAIN", "allowed", "migrate"]

DOMAIN = Domain(
    id="migration",
    title="Names of old tools, and modes",
    vector_file="tool-migration",
    requirement_prefix="MIGRATE",
    sources=("HIP-0300",),
    operations=(
        Operation(
            name="migrate",
            input=MigrateInput,
            output=MigrateOutput,
            function=migrated,
            errors={
                "NOT_FOUND": "No old tool has this name.",
                "UNKNOWN_ACTION": "The old tool had no such action.",
                "INVALID_PARAMS": "An argument that decides is missing, of another type, or one of two.",
            },
        ),
        Operation(name="allowed", input=AllowedInput, output=AllowedOutput, function=is_allowed),
    ),
)
