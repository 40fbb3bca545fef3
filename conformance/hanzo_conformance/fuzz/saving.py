"""A question of a user's own as a vector in a folder of theirs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec

from hanzo_conformance.fuzz.own_vectors import LEVELS, add_vector
from hanzo_conformance.values.errors import UnknownNameError, UsageError
from hanzo_vectors.reading import Corpus, read_corpus

SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*", re.ASCII)


class Wish(msgspec.Struct, frozen=True):
    """What only a person can say of a new vector, and where it shall stand."""

    slug: str
    description: str
    requirements: tuple[str, ...]
    into: Path


def wish_of(
    slug: str | None, description: str, requirements: tuple[str, ...], into: Path | None
) -> Wish | None:
    """What the options of the verb ask for; raises ``UsageError`` with what is missing."""
    if slug is None:
        for given, option in (
            (description, "--description"), (requirements, "--requirement"), (into, "--into")
        ):  # fmt: skip
            if given:
                raise UsageError(f"{option} goes with --save NAME")
        return None
    if not SLUG.fullmatch(slug):
        raise UsageError(
            f"--save {slug!r} is not lower-case words joined by single hyphens",
            "for example --save empty-name",
        )
    if into is None:
        raise UsageError("--save needs --into DIR", "a folder of yours; it may be new")
    if not requirements:
        raise UsageError(
            "a vector cites at least one requirement: --requirement ID",
            "see: hanzo-conformance list requirements",
        )
    if not description.strip():
        raise UsageError("--description is missing", "say in one sentence what the vector shows")
    return Wish(slug, description, requirements, into)


def save(
    wish: Wish, operation: str, stated: dict[str, Any], left: dict[str, Any] | None
) -> tuple[str, list[str]]:
    """Write the vector, with what the reference answers and leaves; its id, and what was written.

    Raises ``UsageError``, ``UnknownNameError`` and ``FileError``.
    """
    corpus = read_corpus()
    stem, domain = _home(wish, operation, corpus)
    theirs = wish.into / "test-vectors"
    known = {vector.id for vector in corpus.vectors}
    if any(theirs.glob("*.json")):
        known |= {vector.id for vector in read_corpus(theirs).vectors}
    name = f"{stem}/{wish.slug}"
    if name in known:
        raise UsageError(
            f"--save {wish.slug}: there is a vector {name}",
            "ids are stable for ever: choose another one",
        )
    for requirement in wish.requirements:
        if corpus.homes.get(requirement) != domain:
            own = [item for item, home in corpus.homes.items() if home == domain]
            raise UnknownNameError(f"requirement of {domain}", requirement, own)
    levels = [corpus.requirements[item].level for item in wish.requirements]
    entry = {
        "id": name,
        "description": wish.description,
        "requirements": list(wish.requirements),
        "level": min(levels, key=LEVELS.index),
        "flags": [],
        **stated,
    }
    if left is not None:
        entry["after"] = {"files": _statable(left)}
    return name, add_vector(wish.into, stem, entry, {})


def _home(wish: Wish, operation: str, corpus: Corpus) -> tuple[str, str]:
    """The file and the domain that the first requirement names, among those of the operation."""
    homes = {
        vector.domain: vector.id.partition("/")[0]
        for vector in corpus.vectors
        if operation in vector.operations
    }
    domain = corpus.homes.get(wish.requirements[0])
    if domain not in homes:
        own = [item for item, home in corpus.homes.items() if home in homes]
        raise UnknownNameError(f"requirement of {operation}", wish.requirements[0], own)
    return homes[domain], domain


def _statable(left: dict[str, Any]) -> dict[str, Any]:
    """What a vector can state of leavings: a long file and a strange one are only there."""
    return {path: item if isinstance(item, dict) else {"any": True} for path, item in left.items()}
