"""The backend for files without a grammar: words, and lines that look like definitions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from hanzo_reference.tools.code.backends import HEURISTIC
from hanzo_reference.tools.code.files import Document, documents, path_key, unsupported
from hanzo_reference.tools.code.languages import extension_of, table
from hanzo_reference.tools.code.renaming import Change
from hanzo_reference.tools.code.results import Result, result
from hanzo_reference.tools.code.searching import is_match
from hanzo_reference.tools.code.source import Source, Span, shortened
from hanzo_reference.tools.context import Context

LETTER = "A-Za-z_\u0080-\U0010ffff"
WORD = re.compile(f"[{LETTER}][{LETTER}0-9]*")


BLANKS = re.compile(r"[ \t]+")


class Word(NamedTuple):
    """A word of a document, and whether it is given there."""

    text: str
    span: Span
    defined: bool


class Words:
    """What can be answered without knowing the language, in one workspace.

    Spec: CODE-65 to CODE-68.
    """

    name = HEURISTIC

    def __init__(self, context: Context) -> None:
        self._workspace = context.workspace

    def definition(self, document: Document, offset: int) -> list[Result]:
        """Where a definition seems to give this word."""
        return [entry for entry, word in self._same(document, offset) if word.defined]

    def references(self, document: Document, offset: int) -> list[Result]:
        """Where this word stands in files of the same extension."""
        return [entry for entry, _ in self._same(document, offset)]

    def rename(self, document: Document, offset: int, new_name: str) -> list[Change]:
        """Words alone are not enough to change files."""
        del offset, new_name
        raise _needs_grammar(document)

    def format(self, document: Document, lines: range | None) -> list[Change]:
        """What may be trimmed depends on the language."""
        del lines
        raise _needs_grammar(document)

    def diagnostics(self, document: Document) -> list[Result]:
        """What is wrong depends on the language."""
        raise _needs_grammar(document)

    def hover(self, document: Document, offset: int) -> list[Result]:
        """The lines that seem to give this word."""
        source = Source(document.text)
        word = word_at(source, offset)
        if word is None:
            return []
        found = result(document.uri, source, word.span, f"sym:{word.text}")
        return [
            {**found, "snippet": shortened(entry["snippet"])}
            for entry in self.definition(document, offset)
        ]

    def completion(self, document: Document, offset: int) -> list[Result]:
        """The words of this file that begin with what is before a place."""
        source = Source(document.text)
        found = list(words(source))
        before = next((w for w in found if w.span.start < offset <= w.span.end), None)
        start = offset if before is None else before.span.start
        prefix = source.part(Span(start, offset))
        names = {w.text for w in found if w is not before and w.text.startswith(prefix)}
        replaced = source.range(Span(start, offset))
        return [
            {"uri": document.uri, "range": replaced, "snippet": name, "symbol_id": f"sym:{name}"}
            for name in sorted(names, key=str.encode)
        ]

    def search(self, query: str, place: Path) -> list[Result]:
        """Words below a path that seem to be given and contain a text."""
        return [
            result(document.uri, source, word.span, f"sym:{word.text}")
            for document in documents(self._workspace, place, lambda _: True)
            for source in [Source(document.text)]
            for word in words(source)
            if word.defined and is_match([word.text], query)
        ]

    def _same(self, document: Document, offset: int) -> Iterator[tuple[Result, Word]]:
        sought = word_at(Source(document.text), offset)
        if sought is None:
            return
        extension = extension_of(document.path.name)
        others = documents(
            self._workspace, self._workspace.root,
            lambda name: extension_of(name) == extension, sought.text,
        )  # fmt: skip
        found = list(others)
        if all(other.uri != document.uri for other in found):
            # It was named, so it counts, also where nothing is searched.
            found = sorted([*found, document], key=lambda item: path_key(item.path))
        for other in found:
            source = Source(other.text)
            for word in words(source):
                if word.text == sought.text:
                    yield result(other.uri, source, word.span, f"sym:{word.text}"), word


def words(source: Source) -> Iterator[Word]:
    """The words of a text, in their order."""
    text = source.text
    keywords = frozenset(table()["heuristic_keywords"])
    place = units = 0
    # Whether a name follows if there is nothing but blanks before the next word.
    gives = False
    for found in WORD.finditer(text):
        between = text[place : found.start()]
        units += _units(between)
        length = _units(found[0])
        defined = gives and BLANKS.fullmatch(between) is not None
        yield Word(found[0], Span(units, units + length), defined)
        gives = found[0] in keywords and not between[-1:].isdigit()
        place, units = found.end(), units + length


def word_at(source: Source, offset: int) -> Word | None:
    """The word in which an offset lies, else the one that ends there."""
    ending = None
    for word in words(source):
        if word.span.start <= offset < word.span.end:
            return word
        if word.span.end == offset:
            ending = word
    return ending


def _needs_grammar(document: Document) -> Exception:
    return unsupported("grammar", f"there is no grammar for {document.uri}")


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2
