"""The backend that reads files with their grammars and looks names up in scopes."""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path

from hanzo_reference.envelope import ToolError
from hanzo_reference.tools.code import grammars
from hanzo_reference.tools.code.backends import TREE_SITTER
from hanzo_reference.tools.code.certainty import KindsAt
from hanzo_reference.tools.code.completing import completions, word_before
from hanzo_reference.tools.code.files import Document, documents, path_key, unsupported
from hanzo_reference.tools.code.formatting import trimmed
from hanzo_reference.tools.code.languages import (
    Language,
    extension_of,
    family_extensions,
    language_of,
)
from hanzo_reference.tools.code.lookup import Lookup, defined, header, occurrence_at, referred
from hanzo_reference.tools.code.outline import FILE, Outline, outline
from hanzo_reference.tools.code.renaming import Change, renamed
from hanzo_reference.tools.code.resolution import (
    Analysis,
    Symbol,
    definitions_of,
    symbol_id,
)
from hanzo_reference.tools.code.results import Result, result
from hanzo_reference.tools.code.searching import is_match, may_have
from hanzo_reference.tools.code.source import Source, Span
from hanzo_reference.tools.context import Context

KEPT_FILES = 256
# Places of a name times its definitions: each of the one may mean each of the other.
MOST_PAIRS = 10_000_000


class Outlines:
    """The outlines of the files that were looked at last, by language and content."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], tuple[Source, Outline]] = OrderedDict()

    def of(self, document: Document, language: Language) -> tuple[Source, Outline]:
        """Text and outline of a document."""
        key = (language.name, document.hash)
        if key not in self._kept:
            source = Source(document.text)
            tree = grammars.parse(source, language.name)
            if grammars.is_costly(tree):
                raise unsupported("shallow-file", f"{document.uri} is nested too deep")
            self._kept[key] = source, outline(source, language, grammars.matches(tree, language))
        self._kept.move_to_end(key)
        found = self._kept[key]
        if len(self._kept) > KEPT_FILES:
            self._kept.popitem(last=False)
        return found


class Syntax:
    """What can be answered from syntax alone, in one workspace."""

    name = TREE_SITTER

    def __init__(self, context: Context) -> None:
        self._workspace = context.workspace
        self._outlines = context.keep(Outlines)

    def definition(self, document: Document, offset: int) -> list[Result]:
        """Where the symbols at a place are defined."""
        found = self._at(document, offset)
        return [] if found is None else defined(found.places(found.symbols))

    def references(self, document: Document, offset: int) -> list[Result]:
        """Everything that may stand for what is at a place, definitions among it."""
        found = self._at(document, offset)
        return [] if found is None else referred(found.references(), found.symbols)

    def rename(self, document: Document, offset: int, new_name: str) -> list[Change]:
        """The changes that give the symbol at a place another name; ``NOT_FOUND`` without one."""
        found = self._at(document, offset)
        if found is None or not found.symbols:
            raise ToolError(
                "NOT_FOUND", "no symbol of this workspace is there", {"uri": document.uri}
            )
        return renamed(found, self._family, new_name, _count_problems, _kinds)

    def format(self, document: Document, lines: range | None) -> list[Change]:
        """The document without blanks between tokens at line ends."""
        language = _language(document)
        source = Source(document.text)
        tree = grammars.parse(source, language.name)
        if next(grammars.problems(tree), None) is not None:
            raise unsupported("valid-syntax", f"{document.uri} has syntax errors")
        text = trimmed(source, lines, lambda span: grammars.is_between_tokens(tree, span))
        return [] if text == document.text else [Change(document, text)]

    def diagnostics(self, document: Document) -> list[Result]:
        """What is no syntax and what is missing."""
        analysis = self._analysis(document)
        tree = grammars.parse(analysis.source, analysis.language.name)
        return [
            {
                **result(document.uri, analysis.source, span, _surrounding(analysis, span)),
                "severity": "error",
                "message": message,
            }
            for span, message in grammars.problems(tree)
        ]

    def hover(self, document: Document, offset: int) -> list[Result]:
        """How the symbols at a place are declared."""
        found = self._at(document, offset)
        if found is None:
            return []
        span = found.occurrence.span
        return [
            {
                **result(document.uri, found.analysis.source, span, place.symbol.id),
                "snippet": header(place),
            }
            for place in found.places(found.symbols)
        ]

    def completion(self, document: Document, offset: int) -> list[Result]:
        """The names that may stand at a place and begin with what is before it."""
        return completions(self._analysis(document), offset)

    def search(self, query: str, place: Path) -> list[Result]:
        """The symbols below a path whose names contain a text."""
        found: list[Result] = []
        for document in documents(self._workspace, place, lambda name: bool(language_of(name))):
            if not may_have(document.text, query):
                continue
            for analysis in self._analyses(document):
                symbols: set[Symbol] = {
                    analysis.symbol(item)
                    for item in analysis.outline.definitions
                    if item.shared and is_match(item.path, query)
                }
                found += defined(definitions_of([analysis], symbols))
        return found

    def symbol_at(self, document: Document, offset: int) -> str | None:
        """The dotted path of what is defined by the name at an offset, None if nothing is."""
        if language_of(document.path.name) is None:
            return None
        definition = self._analysis(document).outline.named.get(offset)
        return None if definition is None else ".".join(definition.path)

    def word_start(self, document: Document, offset: int) -> int:
        """Where the word before an offset begins."""
        analysis = self._analysis(document)
        before = analysis.source.part(Span(0, offset))
        prefix = word_before(before, analysis.language.word_extra)
        return offset - len(prefix.encode("utf-16-le")) // 2

    def _at(self, document: Document, offset: int) -> Lookup | None:
        analysis = self._analysis(document)
        occurrence = occurrence_at(analysis.outline, offset)
        if occurrence is None:
            return None
        family = self._family(analysis.language, occurrence.name)
        if all(item.uri != document.uri for item in family):
            # It was named, so it counts, also in a folder that is not searched.
            family = sorted([*family, analysis], key=lambda item: path_key(item.document.path))
        found = Lookup(analysis, occurrence, family)
        if found.cost > MOST_PAIRS:
            raise unsupported("fewer-places", f"{occurrence.name} stands in too many places")
        return found

    def _family(self, language: Language, word: str) -> list[Analysis]:
        """The files of a family that contain a word, in their order."""
        extensions = family_extensions(language.family)
        found = documents(
            self._workspace, self._workspace.root,
            lambda name: extension_of(name) in extensions, word,
        )  # fmt: skip
        return [item for document in found for item in self._analyses(document)]

    def _analyses(self, document: Document) -> list[Analysis]:
        """The analysis of a file that nobody has named; none of one that is nested too deep."""
        try:
            return [self._analysis(document)]
        except ToolError:
            return []

    def _analysis(self, document: Document) -> Analysis:
        language = _language(document)
        source, found = self._outlines.of(document, language)
        return Analysis(document, language, source, found)


def _language(document: Document) -> Language:
    language = language_of(document.path.name)
    if language is None or not grammars.is_installed(language.name):
        raise unsupported("grammar", f"there is no grammar for {document.uri}")
    return language


def _surrounding(analysis: Analysis, span: Span) -> str | None:
    """The id of what a stretch of text is part of."""
    scope = analysis.outline.scopes[analysis.outline.innermost(span)]
    return None if scope.kind == FILE or not scope.path else symbol_id(scope.path)


def _kinds(analysis: Analysis) -> KindsAt:
    tree = grammars.parse(analysis.source, analysis.language.name)
    return lambda span: grammars.kinds_at(tree, span)


def _count_problems(text: str, language: Language) -> int:
    tree = grammars.parse(Source(text), language.name)
    return sum(1 for _ in grammars.problems(tree))
