"""The operations of the domain: from input models to the behaviour and back."""

from __future__ import annotations

from hanzo_reference.rename import models
from hanzo_reference.rename.names import resolve
from hanzo_reference.rename.shim import shim


def resolve_name(given: models.ResolveInput) -> models.ResolveOutput:
    """``rename.resolve``."""
    found = resolve(given.registry, given.name, given.published_s, given.now_s)
    return models.ResolveOutput(name=found.name, state=found.state, warning=found.warning)


def shim_package(given: models.ShimInput) -> models.ShimOutput:
    """``rename.shim``."""
    made = shim(given.registry, given.version, given.new_version)
    return models.ShimOutput(
        package=models.Package(
            name=made.name,
            version=made.version,
            description=made.description,
            requires=models.Requirement(name=made.new_name, range=made.range),
            programs=made.programs,
        )
    )
