"""The cases of this domain: the map row by row, what it refuses, the modes."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.migration.cases.modes import mode_cases
from hanzo_reference.migration.cases.rows import row_cases
from hanzo_reference.spec.cases import Case
from hanzo_reference.spec.declaration import Flag

FLAGS = {
    "own-property": Flag("names looked up in an object that inherits some, such as constructor"),
    "truthiness": Flag("an argument that is empty, zero or null taken for one that is missing"),
    "copied": Flag("arguments rebuilt from a list of known ones, so that others get lost"),
}


def cases() -> Iterator[Case]:
    """Every case of the domain."""
    yield from row_cases()
    yield from mode_cases()
