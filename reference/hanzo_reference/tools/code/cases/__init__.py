"""The cases of the tool code: look-ups, searches, patches, diagnostics, completions, backends."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.spec.cases import Case
from hanzo_reference.spec.declaration import Flag
from hanzo_reference.tools.code.cases import backend_cases, lookups, patch_cases, searches, writing

FLAGS = {
    "columns": Flag("columns counted in characters or bytes, or line ends of another kind"),
    "escape": Flag("links followed out of the workspace or in circles", security=True),
    "half-renamed": Flag("a renaming that changes some of a symbol, or of another one"),
    "order": Flag("paths sorted as text instead of component by component"),
    "scope": Flag("a name looked up in the wrong scope"),
    "whitespace": Flag("blanks removed that are content"),
}


def cases() -> Iterator[Case]:
    """Every case, look-ups first."""
    yield from lookups.lookup_cases()
    yield from lookups.language_cases()
    yield from searches.search_cases()
    yield from writing.hover_cases()
    yield from writing.completion_cases()
    yield from writing.diagnostic_cases()
    yield from patch_cases.rename_cases()
    yield from patch_cases.format_cases()
    yield from backend_cases.backend_cases()
    yield from backend_cases.file_cases()
    yield from backend_cases.word_cases()
