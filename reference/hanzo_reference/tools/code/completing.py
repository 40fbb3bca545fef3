"""Names that may stand at a place, as far as this file tells; pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from hanzo_reference.tools.code.outline import Definition, last_word
from hanzo_reference.tools.code.resolution import Analysis, symbol_id, visible_scopes
from hanzo_reference.tools.code.results import Result
from hanzo_reference.tools.code.source import Span

MEMBER = re.compile(r"(?:\.|->|::)\Z")


def completions(analysis: Analysis, offset: int) -> list[Result]:
    """What may replace the beginning of a word before an offset, by name.

    The range is what would be replaced, the snippet what would stand there.
    Spec: CODE-57 to CODE-60.
    """
    source = analysis.source
    before = source.part(Span(0, offset))
    prefix = word_before(before, analysis.language.word_extra)
    replaced = Span(offset - len(prefix.encode("utf-16-le")) // 2, offset)
    mark = MEMBER.search(before[: len(before) - len(prefix)])
    candidates: Iterable[Definition] = _visible(analysis, offset)
    if mark is not None:
        candidates = _members(analysis, offset, last_word(before[: mark.start()]))
    found: dict[str, Definition] = {}
    for definition in candidates:
        touched = definition.span.start <= offset <= definition.span.end
        if definition.name.startswith(prefix) and not touched:
            found.setdefault(definition.name, definition)
    return [
        {
            "uri": analysis.uri,
            "range": source.range(replaced),
            "snippet": name,
            "symbol_id": symbol_id(found[name].path),
        }
        for name in sorted(found, key=str.encode)
    ]


def word_before(text: str, extra: str) -> str:
    """The letters, digits and ``_`` with which a text ends."""
    letter = re.compile(f"[A-Za-z0-9_\u0080-\U0010ffff{re.escape(extra)}]")
    start = len(text)
    # From the back, one character at a time: the text before may be long.
    while start > 0 and letter.match(text, start - 1):
        start -= 1
    return text[start:]


def _visible(analysis: Analysis, offset: int) -> Iterator[Definition]:
    outline = analysis.outline
    innermost = outline.innermost(Span(offset, offset))
    for number in visible_scopes(outline, innermost, analysis.language):
        yield from (item for item in outline.definitions if item.home == number)


def _members(analysis: Analysis, offset: int, word: str) -> list[Definition]:
    outline = analysis.outline
    owner = outline.scopes[outline.innermost(Span(offset, offset))].owner
    if owner is not None and word in analysis.language.self_names:
        return [item for item in outline.definitions if item.member and item.path[:-1] == owner]
    shared = [item for item in outline.definitions if item.shared]
    of_word = [item for item in shared if item.path[-2:-1] == (word,)]
    return of_word or [item for item in shared if item.member]
