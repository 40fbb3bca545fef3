"""The results of a run as its record holds them: of a million vectors, too, in little memory.

Nearly all results say that a vector passed, so that a row for them is a name and a time. Of the
others the first are held as they are, and what comes behind those stands on a shelf.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise

import msgspec

from hanzo_conformance.verdicts.record import ResultEntry
from hanzo_conformance.verdicts.verdict import Verdict
from hanzo_vectors.shelf import Shelf

# So many results that say more than passed are held as values.
HELD = 10_000

# What a row says beyond its time: nothing, a result, or the number of a result's JSON on the shelf.
Told = ResultEntry | int | None


class Rows(Collection[ResultEntry]):
    """The results of one implementation; each is made anew for whoever looks."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._vectors: list[str] = []
        self._ms = array("d")
        self._told: list[Told] = []
        self._held = 0
        self._shelf = Shelf()

    def add(self, entry: ResultEntry) -> None:
        """Keep one more; raises ``FileError`` where the shelf takes no more."""
        self._vectors.append(entry.vector)
        self._ms.append(entry.ms)
        # One that passed says nothing else.
        self._told.append(None if entry.verdict is Verdict.PASSED else self._put(entry))

    def sort(self, order: Mapping[str, int]) -> None:
        """Bring them into the order of their vectors; raises ``KeyError`` for one without a place."""
        places = array("Q", (order[vector] for vector in self._vectors))
        if all(one < other for one, other in pairwise(places)):
            return
        rows = sorted(range(len(places)), key=places.__getitem__)
        self._vectors = [self._vectors[row] for row in rows]
        self._ms = array("d", (self._ms[row] for row in rows))
        self._told = [self._told[row] for row in rows]

    def __len__(self) -> int:
        return len(self._vectors)

    def __contains__(self, entry: object) -> bool:
        return any(entry == own for own in self)

    def __iter__(self) -> Iterator[ResultEntry]:
        decode = msgspec.json.Decoder(ResultEntry).decode
        for vector, ms, told in zip(self._vectors, self._ms, self._told, strict=True):
            if told is None:
                yield self._passed(vector, ms)
            else:
                yield decode(self._shelf[told]) if isinstance(told, int) else told

    def _passed(self, vector: str, ms: float) -> ResultEntry:
        return ResultEntry(self._name, vector, Verdict.PASSED, ms)

    def _put(self, entry: ResultEntry) -> Told:
        if self._held < HELD:
            self._held += 1
            return entry
        try:
            return self._shelf.put(msgspec.json.encode(entry))
        except UnicodeEncodeError:
            # The path of a file that is no UTF-8.
            return entry


class Chain(Collection[ResultEntry]):
    """All rows, one implementation behind the other."""

    def __init__(self, parts: Sequence[Collection[ResultEntry]]) -> None:
        self._parts = parts

    def __len__(self) -> int:
        return sum(map(len, self._parts))

    def __contains__(self, entry: object) -> bool:
        return any(entry in part for part in self._parts)

    def __iter__(self) -> Iterator[ResultEntry]:
        for part in self._parts:
            yield from part
