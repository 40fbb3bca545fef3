"""The inputs and outputs of the operations as typed models; schemas are made of them."""

from __future__ import annotations

from pydantic import Field

from hanzo_reference.spec.declaration import Model


class ShortenInput(Model):
    """A text, and how long it may be."""

    text: str
    limit: int = Field(ge=-1000, le=1000, description="Code points.")


class ShortenOutput(Model):
    """The text that fits."""

    text: str
