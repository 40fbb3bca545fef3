"""Inputs and outputs of the operations, as they travel: strict, members in their fixed order."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hanzo_reference.rename.names import Registry, State
from hanzo_reference.spec.declaration import Model

LARGEST = 2**53 - 1
Seconds = Annotated[int, Field(ge=0, le=LARGEST // 1000, description="Seconds since the epoch.")]


class ResolveInput(Model):
    """A name in a registry, and when the last version under the old name came out."""

    registry: Registry
    name: str = Field(description="A package's name as somebody wrote it; any Unicode text.")
    published_s: Seconds | None = Field(description="When the shim was published; null: not yet.")
    now_s: Seconds


class ResolveOutput(Model):
    """What to install instead, and what to tell."""

    name: str = Field(
        description="The new name as published, or the given one where it is unrelated."
    )
    state: State
    warning: str | None = Field(
        description="One line for people; null where nothing is to be told."
    )


class ShimInput(Model):
    """The version of the shim, and the first version of the new package that it leads to."""

    registry: Registry
    version: str = Field(description="SemVer without pre-release and build, above 0.1.0.")
    new_version: str = Field(description="SemVer without build.")


class Requirement(Model):
    """The one package that a shim requires."""

    name: str
    range: str = Field(description="In the registry's own notation.")


class Package(Model):
    """What the manifest of a shim says."""

    name: str
    version: str
    description: str
    requires: Requirement
    programs: dict[str, str] = Field(description="Programs of before, each with what it becomes.")


class ShimOutput(Model):
    """The shim of a registry."""

    package: Package
