"""Which symbol a name stands for, as far as names and scopes tell; types are not known.

Pure: outlines in, symbols out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from hanzo_reference.tools.code.files import Document
from hanzo_reference.tools.code.languages import Language
from hanzo_reference.tools.code.outline import (
    LOCAL,
    OPEN,
    SPACE,
    Definition,
    Occurrence,
    Outline,
    last_word,
)
from hanzo_reference.tools.code.source import Source

# The home of what other files see.
SHARED = -1


class Symbol(NamedTuple):
    """What a name stands for: a path, in one file or scope where names belong to these."""

    path: tuple[str, ...]
    uri: str
    home: int

    @property
    def id(self) -> str:
        """The symbol's id. Spec: CODE-8."""
        return symbol_id(self.path)


def symbol_id(path: Sequence[str]) -> str:
    """The id of a path of names."""
    return "sym:" + ".".join(path)


@dataclass(frozen=True)
class Analysis:
    """One file: where it is, its text, and what has a name in it."""

    document: Document
    language: Language
    source: Source
    outline: Outline

    @property
    def uri(self) -> str:
        """Where the file is."""
        return self.document.uri

    def symbol(self, definition: Definition) -> Symbol:
        """The symbol that a definition of this file gives a name to. Spec: CODE-25."""
        if not definition.shared:
            return Symbol(definition.path, self.uri, definition.home or 0)
        return Symbol(definition.path, self.uri if self.language.file_names else "", SHARED)


class Place(NamedTuple):
    """A definition and its file."""

    analysis: Analysis
    definition: Definition

    @property
    def symbol(self) -> Symbol:
        """The symbol that it defines."""
        return self.analysis.symbol(self.definition)


def shared_named(analyses: Iterable[Analysis], name: str) -> list[Place]:
    """The definitions of a name that other files may mean."""
    return [
        Place(analysis, definition)
        for analysis in analyses
        for definition in analysis.outline.definitions
        if definition.shared and definition.name == name
    ]


def resolve(
    occurrence: Occurrence, analysis: Analysis, shared: Sequence[Place]
) -> frozenset[Symbol]:
    """The symbols that an occurrence may stand for; ``shared`` are the definitions of its name.

    Spec: CODE-18 to CODE-27.
    """
    definition = analysis.outline.named.get(occurrence.span.start)
    if definition is not None:
        return frozenset({analysis.symbol(definition)})
    if occurrence.label:
        return frozenset()
    places = _members(occurrence, analysis, shared) if occurrence.member else None
    if places is None:
        local = lexical(occurrence.name, occurrence.scope, analysis)
        if local:
            return frozenset(analysis.symbol(item) for item in local)
        places = [place for place in shared if not place.definition.member]
        if not places and analysis.language.members_in_scope:
            places = list(shared)
    return frozenset(place.symbol for place in places)


def _members(occurrence: Occurrence, analysis: Analysis, shared: Sequence[Place]) -> list[Place]:
    owner = analysis.outline.scopes[occurrence.scope].owner
    if owner is not None and occurrence.object in analysis.language.self_names:
        path = (*owner, occurrence.name)
        own = [place for place in shared if place.definition.path == path]
        here = [place for place in own if place.analysis.uri == analysis.uri]
        if own:
            return here or own
    word = last_word(occurrence.object or "")
    of_word = [place for place in shared if place.definition.path[-2:-1] == (word,)]
    members = [place for place in shared if place.definition.member]
    return of_word or members or list(shared)


def lexical(name: str, scope: int, analysis: Analysis) -> list[Definition]:
    """The definitions of the nearest scope around one that has the name."""
    outline = analysis.outline
    visible = set(visible_scopes(outline, scope, analysis.language))
    while scope >= 0:
        found = outline.at_home.get((scope, name), [])
        if scope not in visible:
            # What a type is made with is no member of it.
            found = [item for item in found if item.kind == LOCAL]
        if found:
            return found
        scope = outline.scopes[scope].parent
    return []


def visible_scopes(outline: Outline, number: int, language: Language) -> Iterable[int]:
    """The scopes whose names are seen from one, the nearest first. Spec: CODE-19, CODE-20."""
    innermost = True
    while number >= 0:
        scope = outline.scopes[number]
        of_members = scope.kind in OPEN and scope.kind != SPACE
        if innermost or not of_members or language.members_in_scope:
            yield number
        innermost = False
        number = scope.parent


def definitions_of(analyses: Iterable[Analysis], symbols: Iterable[Symbol]) -> list[Place]:
    """Where symbols are defined, by file and place.

    Of values that a file gives a name to again and again, the first counts. Spec: CODE-26.
    """
    wanted = set(symbols)
    found: list[Place] = []
    for analysis in analyses:
        seen: set[Symbol] = set()
        places = [
            place
            for definition in analysis.outline.definitions
            if (place := Place(analysis, definition)).symbol in wanted
        ]
        solid = {place.symbol for place in places if place.definition.kind not in VALUES}
        for place in places:
            symbol = place.symbol
            if place.definition.kind in VALUES and (symbol in solid or symbol in seen):
                continue
            seen.add(symbol)
            found.append(place)
    return found


VALUES = ("value", "field", "local")
