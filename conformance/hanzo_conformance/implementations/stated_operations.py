"""What a manifest promises of operations, held against what a handshake names.

An operation that is not in the handshake is ``unsupported``, which is no divergence: without a
promise one that gets lost would be missed by nobody.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from fnmatch import fnmatchcase


def missing_operations(
    stated: Sequence[str], known: Iterable[str], named: Collection[str]
) -> tuple[str, ...]:
    """What is stated and not named, sorted: operations, and globs that match none at all.

    ``known`` are the operations that there are vectors for, ``named`` those of the handshake.
    """
    there = {*known, *named}
    found: set[str] = set()
    for pattern in stated:
        matched = {name for name in there if fnmatchcase(name, pattern)} or {pattern}
        found |= matched.difference(named)
    return tuple(sorted(found))


def unstated_operations(stated: Sequence[str], named: Iterable[str]) -> tuple[str, ...]:
    """The named operations that no stated one matches, in their order."""
    return tuple(
        name for name in named if not any(fnmatchcase(name, pattern) for pattern in stated)
    )


def unstated_text(count: int) -> str:
    """What it means that so many operations are named and not stated, in words."""
    what = "1 operation is" if count == 1 else f"{count} operations are"
    return f"{what} not stated in its manifest: nobody would miss what gets lost of them"


def globs_for(named: Collection[str], known: Iterable[str]) -> list[str]:
    """The shortest statement of the named operations: a glob for each family that is complete."""
    families: dict[str, set[str]] = {}
    for name in {*known, *named}:
        families.setdefault(name.partition(".")[0], set()).add(name)
    found: list[str] = []
    for stem, whole in sorted(families.items()):
        there = whole.intersection(named)
        found += [f"{stem}.*"] if there == whole else sorted(there)
    return found
