"""The parameters of the actions of ``ws``."""

from __future__ import annotations

from pydantic import Field

from hanzo_reference.tools.declaring import Params


class DetectParams(Params):
    """Where to look."""

    uri: str | None = Field(
        default=None, description="A file or folder of the project; without one, the workspace."
    )


class CapabilitiesParams(Params):
    """Nothing is asked."""
