"""The cases of sandboxes on a file system: roots, links, names, and what cannot be followed."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.sandbox_paths.cases import links, modes, names, refusals
from hanzo_reference.spec.cases import Case
from hanzo_reference.spec.declaration import Flag

FLAGS = {
    "by-text": Flag(
        "A path that is made shorter as text before its links are followed.",
        "https://cwe.mitre.org/data/definitions/59.html",
        security=True,
    ),
    "dangling": Flag(
        "A file that is not there yet, which a library's realpath takes for an error or for itself.",
        security=True,
    ),
    "loop": Flag("Links that are followed without end, or too few of them.", security=True),
    "open-by-default": Flag("A list of entries that opens more than its entries.", security=True),
    "prefix": Flag(
        "A root that is taken for the beginning of another name.",
        "https://cwe.mitre.org/data/definitions/22.html",
        security=True,
    ),
    "same-name": Flag("Names that are taken for the same, though their bytes differ."),
    "unreadable": Flag("A path that is allowed because nobody could follow it.", security=True),
}


def cases() -> Iterator[Case]:
    """Every case."""
    yield from modes.cases()
    yield from links.cases()
    yield from names.cases()
    yield from refusals.cases()
