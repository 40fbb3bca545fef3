"""The parameters of the actions of ``vcs``."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from hanzo_reference.spec.declaration import Model
from hanzo_reference.tools.declaring import Params


class StatusParams(Params):
    """What ``status`` takes: nothing."""


class DiffParams(Params):
    """What ``diff`` takes."""

    ref: Annotated[str, Field(description="A commit instead of what is staged.")] | None = None
    staged: Annotated[bool, Field(description="What is staged, not the files.")] | None = None


class ApplyParams(Params):
    """What ``apply`` takes."""

    patch: Annotated[str, Field(description="A unified diff of one or more files.")] | None = None
    patch_b64: Annotated[str, Field(description="Its bytes instead, as base64.")] | None = None
    staged: Annotated[bool, Field(description="Stage what is applied, too.")] | None = None


class Author(Model):
    """Author and committer."""

    name: str
    email: str


class CommitParams(Params):
    """What ``commit`` takes."""

    message: str = Field(description="What the commit does.")
    files: Annotated[list[str], Field(description="URIs, else what is staged.")] | None = None
    author: Author | None = None
    date: Annotated[str, Field(description="Of both, as 2001-01-31T23:59:59Z.")] | None = None


class BranchParams(Params):
    """What ``branch`` takes."""

    op: Literal["list", "create", "delete"]
    name: Annotated[str, Field(description="To create or delete.")] | None = None
    ref: Annotated[str, Field(description="Where it begins, else HEAD.")] | None = None
    confirm: Annotated[bool, Field(description="Also where commits get lost.")] | None = None


class CheckoutParams(Params):
    """What ``checkout`` takes."""

    ref: str = Field(description="A branch, or a commit.")


class LogParams(Params):
    """What ``log`` takes."""

    limit: Annotated[int, Field(ge=1, le=1000, description="100 if left out.")] | None = None
    path: Annotated[str, Field(description="URI of what the commits changed.")] | None = None
    ref: Annotated[str, Field(description="Where to begin, else HEAD.")] | None = None
    cursor: Annotated[str, Field(description="From meta.paging of the page before.")] | None = None
