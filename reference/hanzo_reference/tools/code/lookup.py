"""One name at one place, among the files in which it may mean something; pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from hanzo_reference.tools.code.outline import Occurrence, Outline
from hanzo_reference.tools.code.resolution import (
    Analysis,
    Place,
    Symbol,
    definitions_of,
    resolve,
    shared_named,
    symbol_id,
)
from hanzo_reference.tools.code.results import Result, result
from hanzo_reference.tools.code.source import shortened


@dataclass(frozen=True)
class Reference:
    """A name that may stand for some symbols."""

    analysis: Analysis
    occurrence: Occurrence
    symbols: frozenset[Symbol]


@dataclass(frozen=True)
class Lookup:
    """An occurrence, its file, and the files that have its name."""

    analysis: Analysis
    occurrence: Occurrence
    analyses: Sequence[Analysis]

    @property
    def cost(self) -> int:
        """How many pairs of a place of the name and a definition of it there are. Spec: CODE-72."""
        name = self.occurrence.name
        outlines = [analysis.outline for analysis in self.analyses]
        places = sum(item.name == name for outline in outlines for item in outline.occurrences)
        return places * sum(
            item.name == name for outline in outlines for item in outline.definitions
        )

    @cached_property
    def shared(self) -> list[Place]:
        """The definitions of the name that other files may mean."""
        return shared_named(self.analyses, self.occurrence.name)

    @cached_property
    def symbols(self) -> frozenset[Symbol]:
        """What the name may stand for here."""
        return resolve(self.occurrence, self.analysis, self.shared)

    def places(self, symbols: Iterable[Symbol]) -> list[Place]:
        """Where symbols of this name are defined."""
        return definitions_of(self.analyses, symbols)

    def references(self) -> Iterator[Reference]:
        """Where the name may stand for one of these symbols; for none of any, if there are none.

        Spec: CODE-28, CODE-29.
        """
        for analysis in self.analyses:
            for occurrence in analysis.outline.occurrences:
                if occurrence.name != self.occurrence.name or occurrence.label:
                    continue
                symbols = resolve(occurrence, analysis, self.shared)
                if symbols & self.symbols or not (symbols or self.symbols):
                    yield Reference(analysis, occurrence, symbols)


def occurrence_at(outline: Outline, offset: int) -> Occurrence | None:
    """The name in which an offset lies, else the one that ends there. Spec: CODE-17."""
    ending = None
    for occurrence in outline.occurrences:
        if occurrence.span.start <= offset < occurrence.span.end:
            return occurrence
        if occurrence.span.end == offset:
            ending = occurrence
    return ending


def defined(places: Iterable[Place]) -> list[Result]:
    """Definitions as results."""
    return [
        result(place.analysis.uri, place.analysis.source, place.definition.span, place.symbol.id)
        for place in places
    ]


def referred(references: Iterable[Reference], wanted: frozenset[Symbol]) -> list[Result]:
    """References as results; the id is the first of those that are wanted and possible."""
    return [
        result(
            item.analysis.uri, item.analysis.source, item.occurrence.span,
            min(
                (symbol.id for symbol in item.symbols & wanted),
                key=str.encode,
                default=symbol_id([item.occurrence.name]),
            ),
        )
        for item in references
    ]  # fmt: skip


def header(place: Place) -> str:
    """How something is declared: the definition up to its body, on one line. Spec: CODE-56."""
    definition = place.definition
    whole = definition.whole
    text = place.analysis.source.part(whole._replace(end=max(whole.start, definition.header_end)))
    return shortened(text)
