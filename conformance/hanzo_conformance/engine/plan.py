"""What a run is about, before anything of it has happened."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

import msgspec

from hanzo_conformance.containment.state import Contain
from hanzo_conformance.implementations.manifest import Implementation
from hanzo_conformance.transports.channel import Transport
from hanzo_conformance.values.replay import PROGRAM
from hanzo_conformance.verdicts.record import ShardEntry
from hanzo_vectors.reading import Corpus
from hanzo_vectors.vector import Vector

# An adapter that plays scenarios waits for half of the time: for its folder to be laid out and looked
# through, for what it has started, for clocks.
LANES = 2
# An adapter more is not worth its start for fewer scenarios.
SCENES = 25


class Plan(msgspec.Struct, frozen=True):
    """What to run, and how.

    ``named`` tells implementations that the user asked for from those of the default set, of which
    ``complete`` asks that all of them can run; ``left_out`` were left out by name. ``jobs``
    is how many implementations or workers compute at once, ``workers`` how many of them one
    implementation may have, and ``lanes`` how many adapters play the scenarios of each worker,
    where starting one costs little. ``rebuild`` builds from nothing, ``contain`` says whether
    adapters are held. ``wrap`` puts something around each transport.
    ``program`` are the words by which the user calls this program, and ``again`` the options that
    it takes to ask the same again. After the ``last`` run nobody asks with its vectors.
    """

    corpus: Corpus
    vectors: tuple[Vector, ...]
    implementations: tuple[Implementation, ...]
    named: bool
    jobs: int
    workers: int = 1
    lanes: int = 1
    isolated: bool = False
    timeout_s: float | None = None
    fail_fast: bool = False
    shard: ShardEntry | None = None
    rebuild: bool = False
    contain: Contain | None = None
    complete: bool = False
    left_out: tuple[str, ...] = ()
    wrap: Callable[[Transport], Transport] | None = None
    program: tuple[str, ...] = PROGRAM
    again: tuple[str, ...] = ()
    last: bool = False


def in_lanes(vectors: Sequence[Vector], lanes: int) -> list[tuple[Vector, ...]]:
    """The vectors of a worker by adapter: scenarios in turn, and plain vectors all in the first.

    Whatever the machine does meanwhile, the same adapter is asked the same in the same order.
    """
    scenes = [vector for vector in vectors if vector.scenario is not None] if lanes > 1 else []
    count = min(lanes, len(scenes) // SCENES)
    if count < 2:
        return [tuple(vectors)]
    plain = [vector for vector in vectors if vector.scenario is None]
    return [tuple(plain + scenes[::count]), *(tuple(scenes[n::count]) for n in range(1, count))]


def default_jobs() -> int:
    """As many adapter processes at once as there are processors."""
    return os.cpu_count() or 1
