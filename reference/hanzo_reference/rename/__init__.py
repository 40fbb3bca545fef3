"""The renaming of hanzo-repl to hanzo-dev: which name is which, and what the old ones publish.

Here live the names in the three registries, the time that an old one has left, and the manifest of
the one version that it still publishes. Building, publishing and yanking do not.
"""

from hanzo_reference.rename import models, operations
from hanzo_reference.rename.names import GRACE_S, Resolved, resolve
from hanzo_reference.rename.shim import Shim, shim
from hanzo_reference.spec.declaration import Domain, Operation

__all__ = ["DOMAIN", "GRACE_S", "Resolved", "Shim", "resolve", "shim"]

DOMAIN = Domain(
    id="rename",
    title="The renaming of hanzo-repl",
    vector_file="package-rename",
    requirement_prefix="REN",
    sources=("HIP-0301 §17", "PEP 503", "SemVer 2.0.0", "The Cargo Book, Specifying Dependencies"),
    operations=(
        Operation(
            name="resolve",
            input=models.ResolveInput,
            output=models.ResolveOutput,
            function=operations.resolve_name,
        ),
        Operation(
            name="shim",
            input=models.ShimInput,
            output=models.ShimOutput,
            function=operations.shim_package,
            errors={
                "INVALID_VERSION": "version is no release above 0.1.0, or new_version no version of "
                "SemVer without build metadata."
            },
        ),
    ),
)
