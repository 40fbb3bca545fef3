"""The state of a memory, the parameters of its actions, and input and output of the operation."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from hanzo_reference.spec.declaration import Model
from hanzo_reference.tools.declaring import Params

Scope = Literal["session", "project", "global"]

LATEST_MS = 9_007_199_254_740_991
# Far enough from 2^53 that no call can count beyond what every language counts exactly.
LARGEST_NEXT = 4_503_599_627_370_496
LIMIT = Field(default=None, ge=1, le=1000, description="Entries on a page, 100 if left out.")
OF_SCOPE = Field(default=None, description="Of this scope only.")


class Entry(Model):
    """One memory; times are milliseconds since 1970-01-01T00:00:00Z."""

    id: str
    content: str
    tags: list[str]
    scope: Scope
    created_ms: int = Field(ge=0, le=LATEST_MS)
    updated_ms: int = Field(ge=0, le=LATEST_MS)


class Fact(Model):
    """Something that holds: three texts, and how long it is kept."""

    subject: str
    predicate: str
    object: str
    scope: Scope


class State(Model):
    """All that is remembered, the oldest first; ``next`` is the number of the next id."""

    next: int = Field(ge=1, le=LARGEST_NEXT)
    memories: list[Entry]
    facts: list[Fact]


class RecallParams(Params):
    """Which memories."""

    query: str | None = Field(default=None, description="Words that all have to be in the text.")
    tags: list[str] | None = Field(default=None, description="Tags that it has to have.")
    scope: Scope | None = OF_SCOPE
    limit: int | None = LIMIT
    cursor: str | None = None


class CreateParams(Params):
    """What to remember."""

    content: str
    tags: list[str] | None = None
    scope: Scope = "project"


class UpdateParams(Params):
    """What of a memory to change."""

    id: str
    content: str | None = None
    tags: list[str] | None = None


class DeleteParams(Params):
    """Which memories to forget."""

    ids: list[str]


class ManageParams(Params):
    """What to make, to change and to forget, in this order and at once."""

    create: list[CreateParams] | None = None
    update: list[UpdateParams] | None = None
    delete: list[str] | None = None


class FactParams(Params):
    """A fact to add or to remove."""

    subject: str
    predicate: str
    object: str
    scope: Scope = "project"


class FactsParams(Params):
    """Facts to remove, then facts to add, then which to find."""

    add: list[FactParams] | None = None
    remove: list[FactParams] | None = None
    subject: str | None = None
    predicate: str | None = None
    scope: Scope | None = OF_SCOPE
    limit: int | None = LIMIT
    cursor: str | None = None


class SummarizeParams(Params):
    """A summary, which the caller has written, of memories that may go for it."""

    topic: str
    content: str
    ids: list[str] | None = None
    replace: bool = False
    scope: Scope = "project"


class ApplyInput(Model):
    """One call."""

    state: State
    now_ms: int = Field(ge=0, le=LATEST_MS, description="The time of the call.")
    action: str
    params: dict[str, Any]


class Paging(Model):
    """Whether there is more, and where."""

    cursor: str | None
    more: bool


class ApplyOutput(Model):
    """What the action answers, and what is remembered afterwards."""

    data: dict[str, Any]
    paging: Paging | None
    state: State
