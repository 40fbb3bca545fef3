"""Many vectors put to one implementation outside of a run: only what went wrong is kept.

The process is new for each batch, so that what it has been asked before is bounded and known.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from hanzo_conformance.engine.events import Event, Judged, Unavailable
from hanzo_conformance.engine.judge import Expectations
from hanzo_conformance.engine.question import Judge
from hanzo_conformance.engine.worker import Worker
from hanzo_conformance.implementations.manifest import Implementation, Limits
from hanzo_conformance.transports.channel import Transport
from hanzo_conformance.transports.surroundings import Surroundings
from hanzo_conformance.values.errors import StartError
from hanzo_conformance.verdicts.record import Result
from hanzo_conformance.verdicts.verdict import DIVERGENT, JUDGED, Verdict
from hanzo_vectors.schema_check import breaks
from hanzo_vectors.vector import Question

# One batch may cost this many restarts; a bug that so many inputs hit has been seen by then.
RESTARTS = 20


class Tally(msgspec.Struct, frozen=True):
    """What a batch came to: how many vectors were judged, and the divergent results."""

    judged: int
    divergent: tuple[Result, ...]
    not_run: int


def results_of(
    item: Implementation,
    questions: Sequence[Question],
    transport: Transport,
    limits: Limits,
    judge: Judge,
    *,
    isolated: bool = False,
    root: Path | None = None,
) -> list[Result]:
    """What becomes of questions that are put outside of a run; raises ``StartError``."""
    results: list[Result] = []
    gone: list[Unavailable] = []

    def keep(event: Event) -> None:
        if isinstance(event, Judged):
            results.extend(event.results)
        elif isinstance(event, Unavailable):
            gone.append(event)

    Worker(item.name, transport, limits, judge, keep, isolated=isolated, root=root).run(questions)
    if gone:
        raise StartError(gone[0].why, gone[0].hint or "", gone[0].detail)
    return results


def limits_of(item: Implementation, timeout_s: float | None) -> Limits:
    """The limits of a manifest, with another time for an answer where one is stated."""
    limits = item.manifest.limits
    return limits if timeout_s is None else msgspec.structs.replace(limits, timeout_s=timeout_s)


def put_batch(
    item: Implementation,
    vectors: Sequence[Question],
    around: Surroundings,
    timeout_s: float | None,
    interrupted: Callable[[], bool],
) -> Tally:
    """Judge vectors of operations that the implementation has; raises ``StartError``."""
    limits = msgspec.structs.replace(limits_of(item, timeout_s), restarts=RESTARTS)
    transport = around.transport(item, interrupted)
    results = results_of(item, vectors, transport, limits, Expectations(breaks))
    return Tally(
        judged=sum(result.verdict in JUDGED for result in results),
        divergent=tuple(result for result in results if result.verdict in DIVERGENT),
        not_run=sum(result.verdict is Verdict.NOT_RUN for result in results),
    )
