"""The input of ``hooks.run``."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from hanzo_reference.hooks.models import EVENT, HOOKS, TOOL_NAME, Result
from hanzo_reference.spec.declaration import Model


class RunInput(Model):
    """One call of a tool, and where its hooks run."""

    workspace: str = Field(description="Absolute path of the folder in which hooks run")
    hooks: list[dict[str, Any]] = HOOKS
    event: str = EVENT
    tool_name: str = TOOL_NAME
    input: dict[str, Any] = Field(description="The parameters of the tool")
    session_id: str = Field(description="Name of the session, any text without NUL")
    result: Result | None = Field(
        default=None, description="After the tool what it returned; null is the same as absent"
    )
