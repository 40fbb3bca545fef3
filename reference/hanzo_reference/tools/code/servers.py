"""The backend that asks a language server, and the servers of a workspace.

What servers answer is brought into the form of this tool; what lies outside of the workspace is
left out.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hanzo_reference.envelope import ToolError
from hanzo_reference.tools.code.backends import LANGUAGE_IDS, LSP, SERVERS, server_for
from hanzo_reference.tools.code.files import Document, read_named, unsupported
from hanzo_reference.tools.code.renaming import Change
from hanzo_reference.tools.code.results import Result, result
from hanzo_reference.tools.code.source import Source, Span, shortened
from hanzo_reference.tools.code.syntax import Syntax
from hanzo_reference.tools.context import Context

if TYPE_CHECKING:
    from hanzo_reference.tools.code.language_client import Client

# What a server says that it can, by action; diagnostics need no word.
PROVIDERS = {
    "definition": "definition_provider",
    "references": "references_provider",
    "rename": "rename_provider",
    "format": "document_formatting_provider",
    "hover": "hover_provider",
    "completion": "completion_provider",
}
SEVERITIES = {1: "error", 2: "warning", 3: "information", 4: "hint"}


class Servers:
    """The servers that run for one workspace, by program."""

    def __init__(self) -> None:
        self._running: dict[str, Client | None] = {}

    def client(self, name: str, context: Context) -> Client | None:
        """The running server, started if need be; None for one that cannot be started."""
        found = self._running.get(name)
        if found is not None and not found.is_open:
            found.close()
            del self._running[name]
        if name not in self._running:
            self._running[name] = _started(name, context)
        return self._running[name]

    def close(self) -> None:
        """Shut all of them down."""
        for client in self._running.values():
            if client is not None:
                client.close()
        self._running.clear()


def served(context: Context, language: str, action: str) -> LanguageServer | None:
    """A server that knows a language and an action, None without one. Spec: CODE-69."""
    name = server_for(language, [name for name in SERVERS if _program(name, context)])
    client = None if name is None else context.keep(Servers).client(name, context)
    if client is None:
        return None
    provider = PROVIDERS.get(action)
    if provider is not None and not getattr(client.capabilities, provider, None):
        return None
    return LanguageServer(context, client, language)


class LanguageServer:
    """What a language server answers, in one workspace. Spec: CODE-71."""

    name = LSP

    def __init__(self, context: Context, client: Client, language: str) -> None:
        self._context = context
        self._client = client
        self._language = LANGUAGE_IDS.get(language, language)
        self._syntax = Syntax(context)

    def definition(self, document: Document, offset: int) -> list[Result]:
        """Where the server says that it is defined."""
        asked = self._at(document, offset)
        return self._located(
            self._client.ask(lambda it: it.text_document_definition_async(asked("Definition")))
        )

    def references(self, document: Document, offset: int) -> list[Result]:
        """Where the server says that it is spoken of, definitions among it."""
        from lsprotocol.types import ReferenceContext

        asked = self._at(document, offset)("Reference", context=ReferenceContext(True))
        return self._located(self._client.ask(lambda it: it.text_document_references_async(asked)))

    def rename(self, document: Document, offset: int, new_name: str) -> list[Change]:
        """What the server would change."""
        from lsprotocol.types import TextDocumentEdit

        asked = self._at(document, offset)("Rename", new_name=new_name)
        edit = self._client.ask(lambda it: it.text_document_rename_async(asked))
        if edit is None:
            raise ToolError(
                "NOT_FOUND", "the server finds nothing to rename", {"uri": document.uri}
            )
        changes: dict[str, Sequence[Any]] = dict(edit.changes or {})
        for item in edit.document_changes or []:
            if not isinstance(item, TextDocumentEdit):
                raise unsupported("text-edits", "the server would move or make files")
            changes[item.text_document.uri] = item.edits
        return [
            Change(found, _edited(found.text, edits))
            for uri, edits in sorted(changes.items())
            for found in [read_named(self._context.workspace, uri)]
        ]

    def format(self, document: Document, lines: range | None) -> list[Change]:
        """How the server would write it."""
        from lsprotocol import types

        self._show(document)
        named = types.TextDocumentIdentifier(document.uri)
        options = types.FormattingOptions(tab_size=4, insert_spaces=True)
        if lines is None:
            whole = types.DocumentFormattingParams(named, options)
            edits = self._client.ask(lambda it: it.text_document_formatting_async(whole))
        else:
            end = types.Position(lines.stop, 0)
            extent = types.Range(types.Position(lines.start, 0), end)
            part = types.DocumentRangeFormattingParams(named, extent, options)
            edits = self._client.ask(lambda it: it.text_document_range_formatting_async(part))
        text = _edited(document.text, edits or [])
        return [] if text == document.text else [Change(document, text)]

    def diagnostics(self, document: Document) -> list[Result]:
        """What the server says is wrong."""
        self._show(document)
        source = Source(document.text)
        return [
            {
                **self._result(document, source, item.range),
                "severity": SEVERITIES[item.severity or 1],
                "message": item.message,
            }
            for item in self._client.diagnostics(document.uri)
        ]

    def hover(self, document: Document, offset: int) -> list[Result]:
        """What the server says about a place, as text on one line."""
        asked = self._at(document, offset)("Hover")
        told = self._client.ask(lambda it: it.text_document_hover_async(asked))
        if told is None:
            return []
        contents = told.contents if isinstance(told.contents, Sequence) else [told.contents]
        text = " ".join(item if isinstance(item, str) else item.value for item in contents)
        source = Source(document.text)
        extent = told.range or _range_at(source, offset)
        return [{**self._result(document, source, extent), "snippet": shortened(text)}]

    def completion(self, document: Document, offset: int) -> list[Result]:
        """What the server would write at a place, by name."""
        asked = self._at(document, offset)("Completion")
        told: Any = self._client.ask(lambda it: it.text_document_completion_async(asked))
        items = getattr(told, "items", told) or []
        source = Source(document.text)
        names = {item.label for item in items}
        by_syntax = self._syntax.completion(document, offset)
        known = {entry["snippet"]: entry["symbol_id"] for entry in by_syntax}
        start = self._syntax.word_start(document, offset)
        prefix = source.part(Span(start, offset))
        return [
            {
                "uri": document.uri,
                "range": source.range(Span(start, offset)),
                "snippet": name,
                "symbol_id": known.get(name, f"sym:{name}"),
            }
            for name in sorted(names, key=str.encode)
            if name.startswith(prefix)
        ]

    def search(self, query: str, place: Path) -> list[Result]:
        """One server knows one language; see CODE-64."""
        del query, place
        raise unsupported("language-server", "no language server knows all languages")

    def _show(self, document: Document) -> None:
        self._client.show(document.uri, self._language, document.text)

    def _at(self, document: Document, offset: int) -> Callable[..., Any]:
        """What makes the parameters of a question about a place in a document that was shown."""
        from lsprotocol import types

        self._show(document)
        place = Source(document.text).position(offset)
        named = types.TextDocumentIdentifier(document.uri)
        position = types.Position(place["line"], place["col"])
        return lambda name, **more: getattr(types, f"{name}Params")(
            text_document=named, position=position, **more
        )

    def _located(self, told: Any) -> list[Result]:
        """Locations as results: one, several, or links to them."""
        if told is None:
            return []
        found: dict[tuple[Any, ...], Result] = {}
        for item in told if isinstance(told, Sequence) else [told]:
            uri = getattr(item, "target_uri", None) or item.uri
            extent = getattr(item, "target_selection_range", None) or item.range
            try:
                document = read_named(self._context.workspace, uri)
            except ToolError:
                # The standard library and what was installed: nobody may read it from here.
                continue
            entry = self._result(document, Source(document.text), extent)
            found[document.uri, str(entry["range"])] = entry
        return list(found.values())

    def _result(self, document: Document, source: Source, extent: Any) -> Result:
        span = _span(source, extent)
        name = self._syntax.symbol_at(document, span.start) or source.part(span)
        return result(document.uri, source, span, f"sym:{name}" if name else None)


def _span(source: Source, extent: Any) -> Span:
    start = source.offset(extent.start.line, extent.start.character)
    end = source.offset(extent.end.line, extent.end.character)
    last = source.length
    return Span(last if start is None else start, last if end is None else end)


def _range_at(source: Source, offset: int) -> Any:
    from lsprotocol import types

    place = source.position(offset)
    position = types.Position(place["line"], place["col"])
    return types.Range(position, position)


def _edited(text: str, edits: Iterable[Any]) -> str:
    """A text with edits, which do not overlap (LSP 3.17, TextEdit[])."""
    source = Source(text)
    pieces: list[str] = []
    place = 0
    for edit in sorted(edits, key=lambda item: (item.range.start.line, item.range.start.character)):
        span = _span(source, edit.range)
        pieces += [source.part(Span(place, span.start)), edit.new_text]
        place = span.end
    return "".join([*pieces, source.part(Span(place, source.length))])


def _started(name: str, context: Context) -> Client | None:
    from hanzo_reference.tools.code.language_client import Client

    arguments, _ = SERVERS[name]
    program = _program(name, context)
    if program is None:
        return None
    try:
        return Client([program, *arguments], context.workspace.root, context.environment)
    except (ImportError, OSError, RuntimeError):
        # Nobody to talk with it, no program after all, or one that ends at once.
        return None


def _program(name: str, context: Context) -> str | None:
    """The program of a server, in the workspace's own modules or on the path."""
    own = context.workspace.root / "node_modules" / ".bin"
    path = context.environment.get("PATH", "")
    return shutil.which(name, path=f"{own}{os.pathsep}{path}")
