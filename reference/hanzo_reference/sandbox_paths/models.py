"""Input and output of ``sandbox.check``."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from hanzo_reference.sandbox.models import Config
from hanzo_reference.spec.declaration import Model


class CheckInput(Model):
    """A sandbox, and the paths that a tool would touch."""

    workspace: str = Field(description="Absolute path of the workspace")
    config: Config
    paths: list[str] = Field(description="Relative ones are from the workspace")


class PathVerdict(Model):
    """Whether one path may be touched."""

    allowed: bool
    reason: Literal["outside", "loop", "path"] | None = Field(description="Null where it may")


class CheckOutput(Model):
    """Every path's verdict, in their order."""

    results: list[PathVerdict]
