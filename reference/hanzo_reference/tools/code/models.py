"""The parameters of the actions of ``code``."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from hanzo_reference.spec.declaration import Model
from hanzo_reference.tools.declaring import Params

LARGEST = 2**31 - 1
Backend = Literal["lsp", "tree-sitter", "heuristic"]
Number = Annotated[int, Field(ge=0, le=LARGEST)]
Limit = Annotated[int, Field(ge=1, le=1000, description="Entries of a page, 100 if left out.")]


class Position(Model):
    """A place between two characters, line and column from 0, columns in UTF-16 units."""

    line: Number
    col: Number


class Range(Model):
    """From ``start`` up to and without ``end``."""

    start: Position
    end: Position


class CodeParams(Params):
    """What every action takes."""

    backend: Backend | None = Field(
        default=None, description="The one backend to ask; the first that can if left out."
    )


class DocumentParams(CodeParams):
    """What actions on a file take."""

    uri: str = Field(description="URI of a file of source code.")


class PlaceParams(DocumentParams):
    """What actions on a place in a file take."""

    position: Position


class PagedPlaceParams(PlaceParams):
    """As ``PlaceParams``, for lists that come in pages."""

    limit: Limit | None = None
    cursor: str | None = Field(default=None, description="Where the page before ended.")


class RenameParams(PlaceParams):
    """What ``rename`` takes."""

    new_name: str = Field(description="A name in the language of the file.")


class FormatParams(DocumentParams):
    """What ``format`` takes."""

    range: Range | None = Field(default=None, description="Only the lines that it touches.")


class DiagnosticsParams(DocumentParams):
    """What ``diagnostics`` takes."""

    limit: Limit | None = None
    cursor: str | None = Field(default=None, description="Where the page before ended.")


class SearchParams(CodeParams):
    """What ``search_symbol`` takes."""

    query: str = Field(description="Part of a name, or of a dotted path; empty for all.")
    scope: str | None = Field(default=None, description="URI of the file or folder to search.")
    limit: Limit | None = None
    cursor: str | None = Field(default=None, description="Where the page before ended.")


class Result(Model):
    """A place, the line in which it begins, and whose it is."""

    uri: str
    range: Range
    snippet: str
    symbol_id: str | None


class ResultsData(Model):
    """What was found, or a page of it."""

    results: list[Result]


class Diagnostic(Result):
    """What is wrong at a place."""

    severity: Literal["error", "warning", "information", "hint"]
    message: str


class DiagnosticsData(Model):
    """A page of what is wrong."""

    results: list[Diagnostic]


class Patch(Model):
    """What ``fs.apply_patch`` takes."""

    uri: str
    patch: str
    base_hash: str


class PatchesData(Model):
    """Edits that were not made, one patch for each file."""

    patches: list[Patch]
