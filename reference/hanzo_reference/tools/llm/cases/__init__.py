"""The cases of this room: what a server of models answers, and what is made of it."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.spec.cases import Case
from hanzo_reference.spec.declaration import Flag
from hanzo_reference.tools.llm.cases import answers

FLAGS = {
    "events": Flag("streams that are cut at line ends, or read beyond their end"),
    "order": Flag("answers that are taken in the order in which they come"),
    "shape": Flag("answers that lack a part and are answered all the same"),
    "status": Flag("a status that is not looked at"),
}


def cases() -> Iterator[Case]:
    """Every case."""
    yield from answers.cases()
