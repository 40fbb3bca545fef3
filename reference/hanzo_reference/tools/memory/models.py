"""The parameters of the actions of ``memory``."""

from __future__ import annotations

from pydantic import Field

from hanzo_reference.spec.declaration import Model
from hanzo_reference.tools.declaring import Params

LIMIT = Field(default=None, ge=1, le=1000, description="Entries on a page, 100 if left out.")


class RecallParams(Params):
    """Which memories."""

    query: str | None = Field(default=None, description="Words that all have to be in the text.")
    tags: list[str] | None = Field(default=None, description="Tags that it has to have.")
    limit: int | None = LIMIT
    cursor: str | None = None


class CreateParams(Params):
    """What to remember."""

    content: str
    tags: list[str] | None = None


class UpdateParams(Params):
    """What of a memory to change."""

    id: str
    content: str | None = None
    tags: list[str] | None = None


class Fact(Model):
    """Something that holds: subject, predicate, object."""

    subject: str
    predicate: str
    object: str


class FactsParams(Params):
    """Facts to add, then which to find."""

    add: list[Fact] | None = None
    subject: str | None = None
    predicate: str | None = None
    limit: int | None = LIMIT
    cursor: str | None = None
