"""The inputs and outputs of ``migration.migrate`` and ``migration.allowed`` as typed models."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from hanzo_reference.spec.declaration import Model

Mode = Literal["inspect", "apply", "verify", "ship"]


class MigrateInput(Model):
    """A call as it was made before the tools were unified."""

    tool: str = Field(description="The old tool's name.")
    args: dict[str, Any] = Field(description="What it was called with.")


class MigrateOutput(Model):
    """The same call as it is made now."""

    tool: str
    action: str
    args: dict[str, Any] = Field(description="The action's parameters.")


class AllowedInput(Model):
    """Whether an action fits what a caller says that it is about."""

    mode: Mode = Field(description="What meta.intent says.")
    tool: str
    action: str


class AllowedOutput(Model):
    """The verdict."""

    allowed: bool
