"""How little a run keeps in memory of many vectors: bytes on a shelf, and none at its end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from hanzo_vectors.shelf import Shelf
from hanzo_vectors.vector import Vector

# So many bytes stay in memory: what 100,000 vectors ask and expect.
KEPT_BYTES = 64 * 1024 * 1024


class ShelvedVector(Vector, frozen=True, gc=False, kw_only=True):
    """A vector that reads what is sent and what is compared each time it is asked for them.

    ``piece`` is the number of its request; that of the answer, where it has one, is the next.
    """

    shelf: Shelf
    piece: int

    @property  # type: ignore[misc] # read, where others hold it
    def request(self) -> bytes:
        """See ``Question``."""
        return self.shelf[self.piece]

    @property  # type: ignore[misc] # the same
    def answer(self) -> bytes | None:
        """See ``Question``."""
        return self.shelf[self.piece + 1] if self.error is None else None


class Keeping:
    """Leaves the bytes of the first vectors where they are, and puts those of the others away.

    Scenarios stay as they are: it takes too long to play them for there to be many.
    """

    def __init__(self) -> None:
        self._room = KEPT_BYTES
        self._shelf = Shelf()

    def keep(self, vectors: Iterable[Vector]) -> Iterator[Vector]:
        """The same vectors in their order; raises ``FileError`` where the shelf takes no more."""
        for vector in vectors:
            self._room -= len(vector.request) + len(vector.answer or b"")
            if self._room >= 0 or vector.scenario is not None:
                yield vector
            else:
                yield self._put(vector)

    def _put(self, vector: Vector) -> ShelvedVector:
        piece = self._shelf.put(vector.request)
        if vector.error is None:
            self._shelf.put(vector.answer or b"")
        told = {name: getattr(vector, name) for name in vector.__struct_fields__}
        told |= {"request": b"", "answer": None}
        return ShelvedVector(**told, shelf=self._shelf, piece=piece)


def let_go(vectors: Iterable[Vector]) -> None:
    """Forget of vectors what is only sent and compared, which is most of what they take.

    For the end of a program that asks nothing any more: nobody may use them otherwise.
    """
    for vector in vectors:
        if not isinstance(vector, ShelvedVector):
            for member in ("request", "answer"):
                msgspec.structs.force_setattr(vector, member, b"")
