"""The cases of this room: what a platform is asked, and what is made of its answer."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.spec.cases import Case
from hanzo_reference.spec.declaration import Flag
from hanzo_reference.tools.hanzo.cases import areas

FLAGS = {
    "area": Flag("paths that lead out of their area"),
    "key": Flag("a key that goes wherever a call says"),
    "status": Flag("a status that is not looked at"),
}


def cases() -> Iterator[Case]:
    """Every case."""
    yield from areas.cases()
