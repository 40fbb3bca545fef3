"""Which places speak for or against a renaming without a doubt, and which do not; pure.

A name may stand for what is renamed in more ways than syntax shows. Every place where it stands
has to be surely the symbol or surely not; the others are doubts, and one of them is too many.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from hanzo_reference.tools.code.languages import table
from hanzo_reference.tools.code.lookup import Lookup
from hanzo_reference.tools.code.outline import (
    FUNCTION,
    LOCAL,
    REGION,
    SPACE,
    TYPE,
    VALUE,
    Occurrence,
)
from hanzo_reference.tools.code.resolution import SHARED, Analysis, Place, Symbol, lexical
from hanzo_reference.tools.code.results import Result, in_order, result
from hanzo_reference.tools.code.source import Span

# The kinds of the smallest node at a place of a file and of those around it, the smallest first.
KindsAt = Callable[[Span], Sequence[str]]
Kinds = Callable[[Analysis], KindsAt]
LETTERS = "A-Za-z0-9_\u0080-\U0010ffff"
# A line of Python that takes names from a module; the names may stand in brackets, on more lines.
FROM = re.compile(
    rf"^[ \t]*from[ \t]+([.{LETTERS}]+)[ \t]+import[ \t]*(\([^)]*\)|[^\n#;]*)", re.MULTILINE
)
QUOTES = ("'", '"', "`")
# Which of the kinds around a name is that of what it is given in.
GIVEN = 2
# And that of a variable, which stands with its value in a declaration.
HOISTED = 2
# From where a local value is seen, see ``languages``.
ANYWHERE, ANEW = "anywhere", "anew"
# So many doubts are told.
MOST_TOLD = 100


def doubts(lookup: Lookup, symbol: Symbol, new_name: str, kinds: Kinds) -> list[Result]:
    """The places that leave in doubt whether all of a symbol, and nothing else, is renamed.

    Spec: CODE-73.
    """
    name = lookup.occurrence.name
    places = [
        Place(analysis, item)
        for analysis in lookup.analyses
        for item in analysis.outline.definitions
        if item.name == name and analysis.symbol(item) == symbol
    ]
    found: list[Result] = []
    for analysis in lookup.analyses:
        judge = _Judge(analysis, symbol, places, kinds(analysis))
        spans = [span for span in words(analysis, name) if judge.doubts_word(span)]
        if judge.is_home:
            spans += [span for span in words(analysis, new_name) if judge.doubts_taken(span)]
        found += [result(analysis.uri, analysis.source, span, None) for span in spans]
    return in_order(found)[:MOST_TOLD]


def words(analysis: Analysis, name: str) -> Iterator[Span]:
    """Where a name stands in a text as a whole word, whatever it is there."""
    source = analysis.source
    letters = LETTERS + re.escape(analysis.language.word_extra)
    place = units = 0
    for match in re.finditer(f"(?<![{letters}]){re.escape(name)}(?![{letters}])", source.text):
        units += _units(source.text[place : match.start()])
        place = match.start()
        yield Span(units, units + _units(name))


class _Judge:
    """Judges the places of one file."""

    def __init__(
        self, analysis: Analysis, symbol: Symbol, places: Sequence[Place], kinds_at: KindsAt
    ) -> None:
        self._analysis = analysis
        self._symbol = symbol
        self._homes = {place.analysis.uri for place in places}
        self._is_shared = symbol.home == SHARED
        self._is_member = any(place.definition.member for place in places)
        self.is_home = analysis.uri in self._homes
        self._is_inner_member = any(map(_is_inner_member, places))
        self._is_mixed = _are_several(places) or (
            analysis.language.seen == ANEW and sum(map(_is_local_value, places)) > 1
        )
        self._kinds_at = kinds_at
        self._table = table()["doubts"]
        self._occurrences = {item.span.start: item for item in analysis.outline.occurrences}
        self._imports = _imports(analysis, self._homes, symbol)

    def doubts_word(self, span: Span) -> bool:
        """Whether it is in doubt that a place with the old name is the symbol, or is not."""
        kinds = self._kinds_at(span)
        occurrence = self._occurrences.get(span.start)
        if occurrence is None or occurrence.span != span:
            return self._doubts_text(span, kinds)
        if "ERROR" in kinds:
            return True
        if occurrence.shorthand and (self._is_member or self._is_inner_member):
            # It may be this very member of what it is taken from, or given to.
            return True
        definition = self._analysis.outline.named.get(span.start)
        if definition is not None:
            if self._analysis.symbol(definition) != self._symbol:
                # One that may take the place of the other in a type that is made of this one.
                return self._is_member and definition.member
            # A method of an object without a name is given beside that object, not in it, and what
            # a trait asks for is the trait's.
            is_given = len(kinds) > GIVEN and kinds[GIVEN] in self._table["given"]
            # A parameter of a function that has no name here, as an operator's.
            if definition.shared and any("parameter" in kind for kind in kinds[1:4]):
                return True
            return self._is_mixed or is_given or occurrence.given or self._is_hoisted(kinds)
        if occurrence.label:
            return kinds[1:2] != ["dotted_name"]
        if occurrence.member:
            return self._doubts_member(occurrence, kinds)
        return self._doubts_plain(occurrence, kinds)

    def doubts_taken(self, span: Span) -> bool:
        """Whether a place with the new name may take it for the symbol, or hide the symbol."""
        occurrence = self._occurrences.get(span.start)
        if occurrence is None or occurrence.span != span:
            return False
        return not (occurrence.label or occurrence.member or self._is_member)

    def _is_hoisted(self, kinds: Sequence[str]) -> bool:
        """Whether what is given in a block is seen in all of the function around it."""
        home, around = [*kinds[HOISTED + 1 : HOISTED + 3], "", ""][:2]
        return kinds[HOISTED : HOISTED + 1] == ["variable_declaration"] and not (
            home == "program" or (home == "statement_block" and around in self._table["functions"])
        )

    def _doubts_text(self, span: Span, kinds: Sequence[str]) -> bool:
        around = kinds[:2]
        if any("comment" in kind for kind in around):
            return False
        if any(word in kind for kind in around for word in self._table["texts"]):
            before, after = self._before(span), self._after(span)
            # A name that is looked up by its text, or that is written into one.
            return before in ("{", "$") or (before in QUOTES and after in QUOTES)
        return True

    def _doubts_member(self, occurrence: Occurrence, kinds: Sequence[str]) -> bool:
        analysis, path = self._analysis, self._symbol.path
        if self._is_inner_member:
            return True
        if occurrence.object is None:
            # A key of what has members is no local value; in a table it may be one.
            return self._is_shared or kinds[1:2] == [] or kinds[1] not in self._table["keys"]
        if not self._is_shared:
            return False
        owner = analysis.outline.scopes[occurrence.scope].owner
        if owner is not None and occurrence.object in analysis.language.self_names:
            # Of another type it may be inherited: nothing here says from which.
            return (*owner, occurrence.name) != path or not self.is_home
        if not self.is_home or path[:-1] != (occurrence.object,):
            return True
        types = lexical(path[-2], occurrence.scope, analysis)
        return [item.path for item in types] != [path[:-1]]

    def _doubts_plain(self, occurrence: Occurrence, kinds: Sequence[str]) -> bool:
        analysis = self._analysis
        if any(kind in self._table["elsewhere"] for kind in kinds[1:2]):
            return True
        if any(kind in self._table["imports"] for kind in kinds[1:4]):
            return not self._imports
        local = lexical(occurrence.name, occurrence.scope, analysis)
        symbols = {analysis.symbol(item) for item in local}
        # The parts of a name with dots stand for what the whole does.
        around = kinds[2:3] if kinds[1:2] == ["dotted_name"] else kinds[1:2]
        if any(kind in self._table["binders"] for kind in around):
            return not symbols or self._symbol in symbols
        is_ordered = analysis.language.seen != ANYWHERE
        # In its type, too, a member of these languages is not meant by its name alone.
        is_nobody = is_ordered and not analysis.language.members_in_scope
        if is_nobody and any(item.member for item in local):
            return True
        # Before it is given the name stands for another one.
        if is_ordered and any(
            _is_local_value(Place(analysis, item)) and occurrence.span.start < item.whole.end
            for item in local
        ):
            return True
        # What stands before two colons is a module or type.
        if any(not item.shared for item in local) and self._is_path(occurrence.span):
            return True
        # In a macro a member looks like a value.
        is_joined = self._before(occurrence.span) in (".", ":") or self._after(occurrence.span) in (
            ":",
            "(",
        )
        if around == ["token_tree"] and is_joined:
            return True
        # A method may have the name of a variable.
        is_called = around == ["method_invocation"] and self._after(occurrence.span) == "("
        if is_called and any(item.kind != FUNCTION for item in local):
            return True
        # What stands for a value of a parameter is looked up around the function, not in it.
        is_outer = any(kind in self._table["outer"] for kind in kinds[1:6])
        if is_outer and any(item.home == occurrence.scope for item in local):
            return True
        if local or not self._is_shared:
            return False
        if self._is_member:
            owner = analysis.outline.scopes[occurrence.scope].owner
            return not analysis.language.members_in_scope or owner != self._symbol.path[:-1]
        return len(self._symbol.path) > 1 or (analysis.language.file_names and not self._imports)

    def _is_path(self, span: Span) -> bool:
        return self._analysis.source.part(Span(span.end, span.end + 2)) == "::"

    def _before(self, span: Span) -> str:
        return self._analysis.source.part(Span(max(0, span.start - 1), span.start))

    def _after(self, span: Span) -> str:
        return self._analysis.source.part(Span(span.end, span.end + 1))


def _is_local_value(place: Place) -> bool:
    """Whether it is a variable, or a parameter of a type, that no other file sees."""
    return place.definition.kind in (VALUE, LOCAL) and not place.definition.shared


def _is_inner_member(place: Place) -> bool:
    """Whether it is a member of a type that only a function or block knows."""
    definition = place.definition
    if definition.shared or definition.home is None or definition.kind == LOCAL:
        return False
    return place.analysis.outline.scopes[definition.home].kind in (TYPE, REGION)


def _are_several(places: Sequence[Place]) -> bool:
    """Whether what has one path may be several things: given twice, or a type and a value."""
    kinds = {place.definition.kind for place in places}
    bodies = [
        place for place in places
        if place.definition.kind == FUNCTION and place.definition.header_end < place.definition.whole.end
    ]  # fmt: skip
    types = [place for place in places if place.definition.kind in (TYPE, SPACE)]
    return len(bodies) > 1 or len(types) > 1 or (bool(types) and len(kinds) > 1)


def _imports(analysis: Analysis, homes: set[str], symbol: Symbol) -> bool:
    """Whether a file says that it takes the name from the one module that defines it."""
    name, language = symbol.path[-1], analysis.language
    if language.family != "python" or len(homes) != 1 or len(symbol.path) != 1:
        return False
    modules = [
        match[1]
        for match in FROM.finditer(analysis.source.text)
        if re.search(f"(?<![{LETTERS}.]){re.escape(name)}(?![{LETTERS}])", match[2])
    ]
    (home,) = homes
    parts = home.removesuffix(".py").removesuffix("/__init__").split("/")
    wanted = [[part for part in module.split(".") if part] for module in modules]
    return bool(wanted) and all(part and parts[-len(part) :] == part for part in wanted)


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2
