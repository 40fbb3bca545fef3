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


class ChangedFile(Model):
    """A file that is not as it was committed."""

    uri: str
    previous_uri: str | None
    index: str | None
    worktree: str | None
    conflict: bool


class StatusData(Model):
    """Where HEAD is, and what has changed."""

    branch: str | None
    commit: str | None
    upstream: str | None
    ahead: int | None
    behind: int | None
    files: list[ChangedFile]
    skipped: int = Field(description="Files whose names are no URIs.")


class FileDiff(Model):
    """The changes of one file, as text or as bytes."""

    uri: str
    previous_uri: str | None
    status: str
    binary: bool
    additions: int | None
    deletions: int | None
    patch: str | None
    patch_b64: str | None


class DiffData(Model):
    """A unified diff, whole and by file."""

    patch: str | None
    patch_b64: str | None
    files: list[FileDiff]
    skipped: int = Field(description="Files whose names are no URIs.")


class AppliedFile(Model):
    """How much changed in a file; null for one that is not text."""

    uri: str
    additions: int | None
    deletions: int | None


class ApplyData(Model):
    """What was changed."""

    files: list[AppliedFile]


class CommitData(Model):
    """The new commit."""

    commit: str
    parents: list[str]
    branch: str | None


class Branch(Model):
    """One branch."""

    name: str
    commit: str
    current: bool


class BranchesData(Model):
    """All branches, for ``list``."""

    branches: list[Branch]


class BranchData(Model):
    """The branch that was made or deleted."""

    name: str
    commit: str


class CheckoutData(Model):
    """Where HEAD is, and where it was."""

    branch: str | None
    commit: str
    previous_branch: str | None
    previous_commit: str | None


class Person(Model):
    """Who, and when."""

    name: str
    email: str
    date: str


class Commit(Model):
    """One commit."""

    commit: str
    parents: list[str]
    author: Person
    committer: Person
    message: str


class LogData(Model):
    """A page of commits."""

    commits: list[Commit]
