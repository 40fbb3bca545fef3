"""The actions of ``code``: which backend is asked, and the form of what it answers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, Protocol

from hanzo_reference.envelope import Outcome
from hanzo_reference.tools.code import grammars
from hanzo_reference.tools.code.backends import HEURISTIC, LSP, TREE_SITTER
from hanzo_reference.tools.code.files import (
    Document,
    read_named,
    unsupported,
)
from hanzo_reference.tools.code.languages import language_of
from hanzo_reference.tools.code.models import (
    CodeParams,
    DiagnosticsParams,
    DocumentParams,
    FormatParams,
    PagedPlaceParams,
    PlaceParams,
    Position,
    Range,
    RenameParams,
    SearchParams,
)
from hanzo_reference.tools.code.patches import unified
from hanzo_reference.tools.code.renaming import Change
from hanzo_reference.tools.code.results import Result, in_order, paged
from hanzo_reference.tools.code.servers import served
from hanzo_reference.tools.code.source import Source
from hanzo_reference.tools.code.syntax import Syntax
from hanzo_reference.tools.code.words import Words
from hanzo_reference.tools.context import Context
from hanzo_reference.tools.failures import violation


class Backend(Protocol):
    """What answers questions about a document; offsets count UTF-16 units."""

    name: str

    def definition(self, document: Document, offset: int) -> list[Result]:
        """Where what is at a place is defined."""

    def references(self, document: Document, offset: int) -> list[Result]:
        """Where what is at a place is spoken of."""

    def rename(self, document: Document, offset: int, new_name: str) -> list[Change]:
        """What changes when it is called otherwise."""

    def format(self, document: Document, lines: range | None) -> list[Change]:
        """What changes when it is written as it should be."""

    def diagnostics(self, document: Document) -> list[Result]:
        """What is wrong."""

    def hover(self, document: Document, offset: int) -> list[Result]:
        """What there is to say about a place."""

    def completion(self, document: Document, offset: int) -> list[Result]:
        """What may be written at a place."""

    def search(self, query: str, place: Path) -> list[Result]:
        """What has a name that contains a text."""


def definition(context: Context, params: PagedPlaceParams) -> Outcome:
    """Where the symbol at a place is defined. Spec: CODE-17 to CODE-27."""
    backend, results = _at_place(context, params, "definition")
    return paged("definition", _given(params), in_order(results), backend)


def references(context: Context, params: PagedPlaceParams) -> Outcome:
    """Where the symbol at a place is spoken of. Spec: CODE-28, CODE-29."""
    backend, results = _at_place(context, params, "references")
    return paged("references", _given(params), in_order(results), backend)


def hover(context: Context, params: PlaceParams) -> Outcome:
    """How the symbol at a place is declared. Spec: CODE-56."""
    backend, results = _at_place(context, params, "hover")
    return Outcome({"results": results}, backend)


def completion(context: Context, params: PagedPlaceParams) -> Outcome:
    """What the word before a place may become. Spec: CODE-57 to CODE-60."""
    backend, results = _at_place(context, params, "completion")
    return paged("completion", _given(params), results, backend)


def rename(context: Context, params: RenameParams) -> Outcome:
    """Patches that rename the symbol at a place; nothing is edited. Spec: CODE-37 to CODE-47."""
    document = read_named(context.workspace, params.uri)
    offset = _offset(document, params.position)
    backend = _backend(context, params, document, "rename")
    changes = backend.rename(document, offset, params.new_name)
    return _patches(changes, backend.name)


def format_(context: Context, params: FormatParams) -> Outcome:
    """A patch that formats a file; nothing is edited. Spec: CODE-48 to CODE-52."""
    document = read_named(context.workspace, params.uri)
    lines = None if params.range is None else _lines(document, params.range)
    backend = _backend(context, params, document, "format")
    return _patches(backend.format(document, lines), backend.name)


def diagnostics(context: Context, params: DiagnosticsParams) -> Outcome:
    """What is wrong in a file. Spec: CODE-53 to CODE-55."""
    document = read_named(context.workspace, params.uri)
    backend = _backend(context, params, document, "diagnostics")
    return paged("diagnostics", _given(params), backend.diagnostics(document), backend.name)


def search_symbol(context: Context, params: SearchParams) -> Outcome:
    """The symbols of a file, a folder or the workspace by name. Spec: CODE-61 to CODE-64."""
    place = context.workspace.root
    if params.scope is not None:
        place = context.workspace.locate(params.scope, "/scope")
    backend = _searching(context, params)
    results = in_order(backend.search(params.query, place))
    return paged("search_symbol", _given(params), results, backend.name)


def _at_place(
    context: Context,
    params: PlaceParams,
    action: Literal["definition", "references", "hover", "completion"],
) -> tuple[str, list[Result]]:
    document = read_named(context.workspace, params.uri)
    offset = _offset(document, params.position)
    backend = _backend(context, params, document, action)
    ask: Callable[[Document, int], list[Result]] = getattr(backend, action)
    return backend.name, ask(document, offset)


def _backend(context: Context, params: DocumentParams, document: Document, action: str) -> Backend:
    """The backend that is asked for, or the first that can. Spec: CODE-1 to CODE-3."""
    language = language_of(document.path.name)
    pinned = params.backend
    if pinned in (None, LSP):
        server = None if language is None else served(context, language.name, action)
        if server is not None:
            return server
        if pinned == LSP:
            raise unsupported("language-server", f"no language server knows {document.uri}")
    if pinned == TREE_SITTER or (
        pinned is None and language is not None and grammars.is_installed(language.name)
    ):
        return Syntax(context)
    return Words(context)


def _searching(context: Context, params: CodeParams) -> Backend:
    """The backend of a search, which is over files of any language. Spec: CODE-64."""
    if params.backend == LSP:
        raise unsupported("language-server", "no language server knows all languages")
    return Words(context) if params.backend == HEURISTIC else Syntax(context)


def _offset(document: Document, position: Position) -> int:
    offset = Source(document.text).offset(position.line, position.col)
    if offset is None:
        raise violation("/position", "position", "the file has no such line")
    return offset


def _lines(document: Document, extent: Range) -> range:
    """The numbers of the lines that a range touches. Spec: CODE-51."""
    start, end = extent.start, extent.end
    source = Source(document.text)
    if (start.line, start.col) > (end.line, end.col) or source.offset(end.line, 0) is None:
        raise violation("/range", "range", "the range ends before it starts, or too late")
    return range(start.line, end.line + 1)


def _patches(changes: list[Change], backend: str) -> Outcome:
    """Changes as patches for ``fs.apply_patch``. Spec: CODE-44 to CODE-47."""
    patches = [
        {
            "uri": change.document.uri,
            "patch": unified(change.document.name, change.document.text, change.text),
            "base_hash": change.document.hash,
        }
        for change in changes
    ]
    return Outcome({"patches": patches}, backend)


def _given(params: CodeParams) -> dict[str, Any]:
    return params.model_dump(exclude_none=True)
