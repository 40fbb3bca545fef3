"""The cases of the domain."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.my_domain.cases import shortening
from hanzo_reference.spec.cases import Case
from hanzo_reference.spec.declaration import Flag

FLAGS = {
    "utf-16-units": Flag(catches="counting a code point beyond U+FFFF as two"),
}


def cases() -> Iterator[Case]:
    """Every case."""
    yield from shortening.cases()
