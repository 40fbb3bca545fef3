"""Another name for a symbol: what has to change, or why it cannot be done; pure.

Names tell less than types: where a name may stand for something else, too, nothing is renamed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from hanzo_reference.envelope import ToolError
from hanzo_reference.tools.code.certainty import Kinds, doubts
from hanzo_reference.tools.code.files import Document
from hanzo_reference.tools.code.languages import Language
from hanzo_reference.tools.code.lookup import Lookup, Reference, defined
from hanzo_reference.tools.code.resolution import Analysis, Symbol
from hanzo_reference.tools.code.results import Result, in_order
from hanzo_reference.tools.failures import violation

WORD = "A-Za-z_\u0080-\U0010ffff"
Family = Callable[[Language, str], Sequence[Analysis]]


@dataclass(frozen=True)
class Change:
    """A document and the text that it would have."""

    document: Document
    text: str


def renamed(
    lookup: Lookup,
    family: Family,
    new_name: str,
    count_problems: Callable[[str, Language], int],
    kinds: Kinds,
) -> list[Change]:
    """The changes that rename what is looked up, by file; none for the name that it has.

    ``INVALID_PARAMS``: no name of the language. ``CONFLICT``: it, or something that has to change,
    may stand for several symbols, or places leave a doubt. ``EXISTS``: its scope has the new name.
    Spec: CODE-37 to CODE-43, CODE-73.
    """
    name = lookup.occurrence.name
    language = lookup.analysis.language
    if not _is_name(new_name, name, language):
        raise _no_name(new_name)
    references = list(lookup.references())
    _refuse_ambiguous(lookup, references)
    if new_name == name:
        return []
    (symbol,) = lookup.symbols
    _refuse_taken(symbol, family(language, new_name), new_name)
    _refuse_doubts(doubts(lookup, symbol, new_name, kinds))
    changes = list(_changes(references, new_name))
    for change, analysis in changes:
        before = count_problems(analysis.source.text, analysis.language)
        if count_problems(change.text, analysis.language) > before:
            raise _no_name(new_name)
    return [change for change, _ in changes]


def _refuse_ambiguous(lookup: Lookup, references: Sequence[Reference]) -> None:
    possible = lookup.symbols.union(*(item.symbols for item in references))
    if len(possible) > 1:
        candidates = in_order(defined(lookup.places(possible)))
        raise ToolError(
            "CONFLICT", "the name may stand for several symbols", {"candidates": candidates}
        )


def _refuse_doubts(places: Sequence[Result]) -> None:
    if places:
        raise ToolError(
            "CONFLICT", "places leave it in doubt what they stand for",
            {"reason": "ambiguous", "places": list(places)},
        )  # fmt: skip


def _refuse_taken(symbol: Symbol, analyses: Sequence[Analysis], new_name: str) -> None:
    wanted = symbol._replace(path=(*symbol.path[:-1], new_name))
    for analysis in analyses:
        if any(analysis.symbol(item) == wanted for item in analysis.outline.definitions):
            raise ToolError("EXISTS", f"there is {wanted.id}", {"symbol_id": wanted.id})


def _changes(references: Sequence[Reference], new_name: str) -> Iterator[tuple[Change, Analysis]]:
    for _, group in groupby(references, key=lambda item: item.analysis.uri):
        found = list(group)
        analysis = found[0].analysis
        pieces: list[bytes] = []
        place = 0
        units = analysis.source.units
        for item in found:
            span = item.occurrence.span
            # A name that is a member's and a value's at once is written out.
            kept = f"{item.occurrence.name}: " if item.occurrence.shorthand else ""
            pieces += [units[place : 2 * span.start], f"{kept}{new_name}".encode("utf-16-le")]
            place = 2 * span.end
        text = b"".join([*pieces, units[place:]]).decode("utf-16-le")
        yield Change(analysis.document, text), analysis


def _is_name(new_name: str, name: str, language: Language) -> bool:
    # Private members of JavaScript begin with a hash and stay private.
    if name.startswith("#"):
        if not new_name.startswith("#"):
            return False
        new_name = new_name[1:]
    first = WORD + re.escape(language.word_extra)
    return re.fullmatch(f"[{first}][{first}0-9]*", new_name) is not None


def _no_name(new_name: str) -> ToolError:
    return violation("/new_name", "identifier", f"{new_name!r} is no name here")
