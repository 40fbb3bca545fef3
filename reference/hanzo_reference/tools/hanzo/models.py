"""Parameters and data of the actions of ``hanzo``."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from hanzo_reference.spec.declaration import Model
from hanzo_reference.tools.declaring import Params


class AskParams(Params):
    """One request to an area of the platform."""

    path: str = Field(default="", description="Below the area, without a slash at the beginning.")
    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"] = "GET"
    body: dict[str, Any] | None = Field(default=None, description="Sent as JSON.")
    endpoint: str | None = Field(
        default=None, description="URL of another platform than the configured one."
    )


class AskData(Model):
    """What the platform answered."""

    status: int
    body: Any = Field(description="Any JSON value.")
