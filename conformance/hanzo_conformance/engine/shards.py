"""Shards: a selection cut into parts that machines run side by side, and put together again.

A vector's shard follows from its id alone, so that it stays where it is when others come or go.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

from hanzo_conformance.values.errors import UsageError
from hanzo_conformance.verdicts.record import ShardEntry
from hanzo_vectors.vector import Vector

STATED = re.compile("([0-9]{1,6})/([0-9]{1,6})")


def parse_shard(stated: str) -> tuple[int, int]:
    """The two numbers of ``--shard I/N``; raises ``UsageError``."""
    found = STATED.fullmatch(stated)
    if found is None or not 1 <= int(found[1]) <= int(found[2]):
        raise UsageError(f"--shard {stated!r} is not I/N with I from 1 to N", "an example: 2/5")
    return int(found[1]), int(found[2])


def cut(vectors: Sequence[Vector], index: int, count: int) -> tuple[tuple[Vector, ...], ShardEntry]:
    """The vectors of one shard in their order, and what its record says of it."""
    digest = hashlib.sha256("".join(f"{vector.id}\n" for vector in vectors).encode())
    places = [place for place, vector in enumerate(vectors) if shard_of(vector.id, count) == index]
    entry = ShardEntry(index, count, digest.hexdigest(), places)
    return tuple(vectors[place] for place in places), entry


def shard_of(vector_id: str, count: int) -> int:
    """In which of ``count`` shards a vector is, counted from 1."""
    digest = hashlib.sha256(vector_id.encode()).digest()
    return int.from_bytes(digest[:8], "big") % count + 1
