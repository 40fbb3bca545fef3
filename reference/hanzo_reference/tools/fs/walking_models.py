"""The parameters of ``list`` and ``search_text``."""

from __future__ import annotations

from pydantic import Field

from hanzo_reference.envelope.pager import LARGEST_LIMIT
from hanzo_reference.ids.models import RangeModel
from hanzo_reference.spec.declaration import Model
from hanzo_reference.tools.declaring import Params
from hanzo_reference.tools.fs.models import EntryType


class Paged(Params):
    """Parameters of an action that answers in pages."""

    limit: int | None = Field(
        default=None, ge=1, le=LARGEST_LIMIT, description="How many at most; without it, 100."
    )
    cursor: str | None = Field(
        default=None, description="meta.paging.cursor of the page before this one."
    )


class ListParams(Paged):
    """Which folder, how deep, and which entries."""

    uri: str = Field(description="URI of the folder.")
    depth: int | None = Field(
        default=None, ge=1,
        description="1 for the folder alone; without it 1, or all levels when there is a pattern.",
    )  # fmt: skip
    pattern: str | None = Field(
        default=None,
        description="A glob: with a slash for the path below the folder, without for the name.",
    )
    hidden: bool | None = Field(
        default=None, description="Also what has a name that begins with a dot."
    )


class SearchTextParams(Paged):
    """What to look for, and where."""

    pattern: str = Field(description="The text to look for, within a line.")
    path: str | None = Field(
        default=None,
        description="Folder or file: its URI, or its path from the workspace; without it, all.",
    )
    regex: bool | None = Field(default=None, description="The pattern is a regular expression.")
    ignore_case: bool | None = Field(
        default=None, description="ASCII letters of both cases are the same."
    )
    glob: str | None = Field(
        default=None,
        description="Files to search: with a slash by path below the folder, without by name.",
    )
    hidden: bool | None = Field(
        default=None, description="Also what has a name that begins with a dot, but never .git."
    )
    ignored: bool | None = Field(default=None, description="Also what .gitignore files leave out.")


class Entry(Model):
    """One entry of a folder; only a file has a size."""

    uri: str
    type: EntryType
    size: int | None = Field(ge=0, description="In bytes.")


class ListData(Model):
    """A page of entries, sorted by the bytes of the components of their paths."""

    entries: list[Entry]


class Match(Model):
    """One match within a line of a file."""

    uri: str
    range: RangeModel
    text: str = Field(description="The line, or the part of a long one around the match.")
    text_col: int = Field(ge=0, description="The column at which the text begins.")


class SearchTextData(Model):
    """A page of matches, sorted by path, line and column."""

    matches: list[Match]
