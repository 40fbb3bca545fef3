"""Who has shown up in a run, and with which of the operations that its manifest states."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

import msgspec

from hanzo_conformance.engine.events import Ready
from hanzo_conformance.implementations.manifest import Implementation
from hanzo_conformance.implementations.stated_operations import (
    missing_operations,
    unstated_operations,
)
from hanzo_vectors.vector import Vector


class RollCall:
    """Holds every handshake of a run against its manifest, and against the one before it."""

    def __init__(
        self, implementations: Iterable[Implementation], vectors: Sequence[Vector]
    ) -> None:
        self._stated = {item.name: item.manifest.operations for item in implementations}
        self._vectors = vectors
        self._met: dict[str, Ready] = {}

    def meet(self, event: Ready) -> Ready | None:
        """The event with what is missing; None where it says nothing new.

        Several processes of one implementation may name different operations. What one of them does
        not name is missing, too: the vectors that fell to it were not put.
        """
        name, named = event.implementation, event.handshake.operations
        stated, first = self._stated[name], self._met.get(name)
        missing = set(missing_operations(stated, self._known, named))
        if first is not None:
            before = first.handshake.operations
            missing |= {*first.missing, *set(before).symmetric_difference(named)}
            if missing == set(first.missing):
                return None
            event = first
        met = msgspec.structs.replace(
            event,
            missing=tuple(sorted(missing)),
            unstated=len(unstated_operations(stated, event.handshake.operations)),
        )
        self._met[name] = met
        return met

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(name for vector in self._vectors for name in vector.operations)
