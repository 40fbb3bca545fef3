"""The harness against adapters drawn by lot: what has to hold whatever they do."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator

import msgspec
from fake_world import FAKES, Outcome, drive, vector
from fakes.behaviours import BEGINNINGS, ENDINGS, FAIR, GOOD, LATER, NASTY
from memory_channel import Clock, MemoryTransport

from hanzo_conformance.engine.conclusion import Conclusion
from hanzo_conformance.engine.events import Event, RunStarted
from hanzo_conformance.engine.judge import Expectations
from hanzo_conformance.engine.worker import Worker
from hanzo_conformance.implementations.manifest import Implementation, Limits, Manifest
from hanzo_conformance.values.errors import ExitCode
from hanzo_conformance.verdicts.verdict import DIVERGENT, Verdict
from hanzo_vectors.schema_check import breaks
from hanzo_vectors.vector import Vector

MOST_VECTORS = 24
LIMITS = Limits(timeout_s=0.6, start_s=1.0, grace_s=0.5, line_bytes=65_536, restarts=40)
WINDOWS = (1, 2, 7, 64)


class Draw(msgspec.Struct, frozen=True):
    """One adapter, and what it is asked; ``fair`` when each vector has to answer for itself."""

    seed: int
    vectors: tuple[Vector, ...]
    beginning: str
    ending: str
    isolated: bool
    limits: Limits
    fair: bool


def draw(seed: int) -> Draw:
    """The adapter with this number."""
    lot = random.Random(seed)  # noqa: S311 - nothing here is secret
    fair = lot.random() < 0.6
    kinds = [*FAIR, *LATER] if fair else [*FAIR, *LATER, *NASTY]
    share = lot.choice((0.05, 0.2, 0.5, 0.9))
    count = lot.randint(1, MOST_VECTORS)
    names = [
        lot.choice(kinds) if lot.random() < share else lot.choice(list(GOOD)) for _ in range(count)
    ]
    window = lot.choice(WINDOWS)
    plain = fair or lot.random() < 0.5
    return Draw(
        seed,
        tuple(vector(f"{name}-{number}", number) for number, name in enumerate(names)),
        "plain" if plain else lot.choice(list(BEGINNINGS)),
        "plain" if plain else lot.choice(list(ENDINGS)),
        lot.random() < 0.25,
        msgspec.structs.replace(LIMITS, window=window),
        fair,
    )


def play(drawn: Draw) -> tuple[Outcome, MemoryTransport, float]:
    """What a worker makes of it in memory, and how long that would have taken."""
    clock = Clock()
    transport = MemoryTransport(drawn.beginning, drawn.ending, drawn.limits.line_bytes, clock)
    conclusion = Conclusion(require=False, strict=False)
    events: list[Event] = []

    def hear(event: Event) -> None:
        events.append(event)
        conclusion.handle(event)

    manifest = Manifest(name="random", language="python", command=["x"])
    vectors = {item.id: item for item in drawn.vectors}
    item = Implementation(manifest, FAKES)
    hear(RunStarted("", "0" * 64, (item,), vectors, {}, {}, strict=False, require=False))
    worker = Worker(
        "random",
        transport,
        drawn.limits,
        Expectations(breaks),
        hear,
        isolated=drawn.isolated,
        clock=clock,
    )
    worker.run(drawn.vectors)
    return Outcome(conclusion.exit_code(), conclusion, events), transport, clock.now


def play_for_real(drawn: Draw) -> Outcome:
    """What a whole run makes of it, with processes."""
    command = [sys.executable, "-S", str(FAKES / "random_adapter.py")]
    manifest = Manifest(
        name="random",
        language="python",
        command=[*command, drawn.beginning, drawn.ending],
        limits=drawn.limits,
    )
    item = Implementation(manifest, FAKES)
    return drive(item, drawn.vectors, isolated=drawn.isolated)


def complaints(drawn: Draw, outcome: Outcome) -> Iterator[str]:
    """What does not hold of an outcome."""
    counts = Counter(result.vector for result in outcome.results)
    for item in drawn.vectors:
        if counts[item.id] != 1:
            yield f"{item.id} has {counts[item.id]} verdicts"
    if len(counts) > len(drawn.vectors):
        yield "somebody else has a verdict"
    if outcome.code is not promised(outcome):
        yield f"exit code {outcome.code} instead of {promised(outcome)}"
    if drawn.fair:
        yield from unfair(outcome)


def unfair(outcome: Outcome) -> Iterator[str]:
    """Who is not what it deserves, where every vector has to answer for itself alone."""
    spent = any("restarted" in text or "in a row" in text for text in outcome.notices)
    for result in outcome.results:
        kind = result.vector.partition("/")[2].rpartition("-")[0].rpartition("-")[0]
        if result.verdict is Verdict.NOT_RUN and spent:
            continue
        if kind in GOOD and result.verdict is not Verdict.PASSED:
            yield f"{result.vector} is {result.verdict}: {result.failure}"
        if kind in FAIR and result.verdict not in DIVERGENT:
            yield f"{result.vector} is {result.verdict}"


def promised(outcome: Outcome) -> ExitCode:
    """The exit code that the verdicts call for."""
    if outcome.unavailable:
        return ExitCode.UNAVAILABLE
    found = {result.verdict for result in outcome.results}
    if found & DIVERGENT or any("no vector answers for it" in text for text in outcome.notices):
        return ExitCode.DIVERGES
    return ExitCode.INCOMPLETE if Verdict.NOT_RUN in found else ExitCode.CONFORMANT


def longest(drawn: Draw) -> float:
    """How long a run over so many vectors may take: each costs a few waits at the most."""
    limits = drawn.limits
    each = limits.start_s + 2 * limits.timeout_s + 3 * limits.grace_s
    return each * (4 * len(drawn.vectors) + 4)
