"""Finding the entries of a baseline that are about a difference, without looking at all of them.

Entries with the same vectors, operations and requirements share a ``Scope``; in a scope they stand
in a tree of the names of their pointers. So many entries cost as little as few.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hanzo_conformance.installation.globs import Glob
from hanzo_conformance.known.entry import Divergence, patterns
from hanzo_vectors.vector import Vector


class Places:
    """A tree of pointers; what is found at a place are the entries for it and for all above."""

    __slots__ = ("_below", "_globs", "_here")

    def __init__(self) -> None:
        self._here: list[int] = []
        self._below: dict[str, Places] = {}
        self._globs: list[tuple[Glob, Places]] = []

    def add(self, pointer: str, number: int) -> None:
        """Put an entry where its pointer leads."""
        place = self
        for name in pointer.split("/")[1:]:
            place = place._step(name)
        # These are nodes of one tree, of this very class.
        place._here.append(number)  # noqa: SLF001 - a class and its own kind

    def find(self, pointer: str) -> Iterator[int]:
        """The entries that a place belongs to."""
        reached = [self]
        yield from self._here
        for name in pointer.split("/")[1:]:
            reached = [below for place in reached for below in place._steps(name)]  # noqa: SLF001 - a class and its own kind
            for place in reached:
                yield from place._here  # noqa: SLF001 - a class and its own kind

    def _step(self, name: str) -> Places:
        if name not in self._below:
            below = self._below[name] = Places()
            if "*" in name:
                self._globs.append((Glob(name), below))
        return self._below[name]

    def _steps(self, name: str) -> Iterator[Places]:
        if name in self._below and "*" not in name:
            yield self._below[name]
        for glob, below in self._globs:
            if glob.matches(name):
                yield below


class Scope:
    """The vectors that some entries can be about, and these entries by their places.

    ``reach`` is how many vectors there are, ``judged`` how many of them a run has told of.
    """

    __slots__ = ("_operations", "_requirements", "_vectors", "judged", "places", "reach")

    def __init__(self, entry: Divergence) -> None:
        self._vectors = _globs(patterns(entry.vector))
        self._operations = _globs(patterns(entry.operation))
        self._requirements = _globs(patterns(entry.requirement))
        self.places = Places()
        self.reach = 0
        self.judged = 0

    def holds(self, vector: Vector) -> bool:
        """Whether a vector is one of them."""
        return (
            _any(self._vectors, (vector.id,))
            and _any(self._operations, vector.operations)
            and _any(self._requirements, vector.requirements)
        )

    def holds_operation(self, operations: Sequence[str]) -> bool:
        """Whether it is about one of these operations."""
        return _any(self._operations, operations)

    def keys(self) -> list[tuple[str, str, bool]]:
        """Under what it is filed: a kind of name, how that begins, and whether that is all."""
        for kind, globs in (("v", self._vectors), ("o", self._operations),
                            ("r", self._requirements)):  # fmt: skip
            if globs:
                return [(kind, glob.prefix, glob.is_exact) for glob in globs]
        return [("", "", False)]


class Scopes:
    """All scopes of a baseline, filed so that a vector finds its own."""

    def __init__(self) -> None:
        self._same: dict[tuple[tuple[str, ...], ...], Scope] = {}
        self._filed: dict[tuple[str, str, bool], list[Scope]] = {}
        self._lengths: dict[str, set[int]] = {}

    def add(self, entry: Divergence, number: int) -> Scope:
        """The scope of an entry, in which it stands by its number from now on."""
        given = tuple(patterns(side) for side in (entry.vector, entry.operation, entry.requirement))
        scope = self._same.get(given)
        if scope is None:
            scope = self._same[given] = Scope(entry)
            for key in dict.fromkeys(scope.keys()):
                self._filed.setdefault(key, []).append(scope)
                if not key[2]:
                    self._lengths.setdefault(key[0], set()).add(len(key[1]))
        for place in entry.places:
            scope.places.add(place, number)
        return scope

    def of(self, vector: Vector) -> list[Scope]:
        """The scopes that hold a vector."""
        found: dict[int, Scope] = {}
        names = [("v", vector.id), ("", "")]
        names += [("o", name) for name in vector.operations]
        names += [("r", name) for name in vector.requirements]
        for kind, name in names:
            keys = [(kind, name, True)]
            keys += [(kind, name[:n], False) for n in self._lengths.get(kind, ()) if n <= len(name)]
            for key in keys:
                for scope in self._filed.get(key, ()):
                    if id(scope) not in found and scope.holds(vector):
                        found[id(scope)] = scope
        return list(found.values())


def _globs(given: tuple[str, ...]) -> tuple[Glob, ...]:
    return tuple(Glob(pattern) for pattern in given)


def _any(globs: tuple[Glob, ...], names: Sequence[str]) -> bool:
    return not globs or any(glob.matches(name) for glob in globs for name in names)
