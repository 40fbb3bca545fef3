"""The cases of the sandbox domain: walks, links, containers, and plans."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.sandbox.cases import containers, links, mechanisms, modes, walks
from hanzo_reference.spec.cases import Case
from hanzo_reference.spec.declaration import Flag

FLAGS = {
    "by-text": Flag(
        "A path that is made shorter as text before its links are followed.",
        "https://cwe.mitre.org/data/definitions/59.html",
        security=True,
    ),
    "cgroup-guess": Flag("A word of a cgroup that is taken for a container, or not found in it."),
    "double-sandbox": Flag("A container that decides more than what nobody has configured."),
    "limit": Flag("A limit counted in code points or UTF-16 units, or off by one.", security=True),
    "loop": Flag("Links that are followed without end, or too few of them.", security=True),
    "order": Flag("Paths that stand in the order of their UTF-16 units, or as they came."),
    "prototype": Flag("Names such as __proto__ that are found where nobody has put them."),
    "quoting": Flag("A path that ends the text in which it stands.", security=True),
    "same-name": Flag("Names that are taken for the same, though their bytes differ."),
    "shell-words": Flag("Names and words that a shell would read as its own language."),
    "too-weak": Flag(
        "A mechanism that is taken though it does not hold on this machine.", security=True
    ),
}


def cases() -> Iterator[Case]:
    """Every case."""
    yield from walks.cases()
    yield from links.cases()
    yield from containers.cases()
    yield from modes.cases()
    yield from mechanisms.cases()
