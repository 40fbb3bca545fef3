"""The parameters of the actions of ``ws``."""

from __future__ import annotations

from pydantic import Field

from hanzo_reference.spec.declaration import Model
from hanzo_reference.tools.declaring import Params


class DetectParams(Params):
    """Where to look."""

    uri: str | None = Field(
        default=None, description="A file or folder of the project; without one, the workspace."
    )


class CapabilitiesParams(Params):
    """Nothing is asked."""


class DetectData(Model):
    """What project this is."""

    root: str
    languages: list[str]
    build: list[str]
    test: list[str]
    vcs: str | None
    backends: list[str]


class CapabilitiesData(Model):
    """What works on this machine."""

    lsp: list[str]
    vcs: str | None
    shell: str | None
    display: str | None
