"""A whole checkup of one implementation, from its manifest to what it leaves behind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from hanzo_conformance.containment.state import Contain, bounds_line, containment_lines
from hanzo_conformance.doctor import operation_checks, protocol_checks
from hanzo_conformance.doctor.adapter import Check, Subject, WrongError
from hanzo_conformance.doctor.checkup import Health, Observation
from hanzo_conformance.doctor.premises import premises
from hanzo_conformance.engine.interview import BrokenOffError, Fate
from hanzo_conformance.implementations.address import transport_kind
from hanzo_conformance.implementations.manifest import Implementation, TransportKind
from hanzo_conformance.implementations.manifests import MANIFEST
from hanzo_conformance.implementations.stated_operations import (
    globs_for,
    missing_operations,
    unstated_operations,
    unstated_text,
)
from hanzo_conformance.story.suggestion import suggest
from hanzo_conformance.transports.surroundings import Surroundings
from hanzo_conformance.values.errors import StartError
from hanzo_vectors.operation_inputs import OperationInputs
from hanzo_vectors.reading import Corpus

# A checkup of the bytes needs a process of ours behind them; HTTP has messages of its own, and an
# MCP server knows neither our methods nor our refusals.
ANY = frozenset(TransportKind)
CALLS = ANY - {TransportKind.MCP}
BYTES = CALLS - {TransportKind.HTTP}

CHECKS: tuple[tuple[str, Check, frozenset[TransportKind]], ...] = (
    ("operations", operation_checks.names, ANY),
    ("lone request", protocol_checks.lone_request, CALLS),
    ("unknown methods", protocol_checks.unknown_methods, CALLS),
    ("request ids", protocol_checks.request_ids, CALLS),
    ("protocol number", protocol_checks.protocol_numbers, BYTES),
    ("many at once", protocol_checks.many_at_once, CALLS),
    ("lines in pieces", protocol_checks.in_pieces, BYTES),
    ("broken lines", protocol_checks.broken_lines, BYTES),
    ("strange lines", protocol_checks.strange_lines, BYTES),
    ("long line", protocol_checks.long_line, CALLS),
    ("Unicode", protocol_checks.unicode_text, CALLS),
    ("inputs", operation_checks.answers, ANY),
    ("spelling", operation_checks.spelling, CALLS),
    ("params", operation_checks.params, CALLS),
    ("long params", operation_checks.long_params, CALLS),
    ("end of input", protocol_checks.end_of_input, BYTES),
    ("SIGTERM", protocol_checks.termination, BYTES),
)
CHANGE = {
    Fate.SILENT: "answer every complete line at once, and flush",
    Fate.GONE: "answer with an error what cannot be done, and go on with the next request",
    Fate.GARBAGE: "standard output is for answers only, one line each; logs go to standard error",
}
THE_REST = Observation("the rest", Health.NOTE, "was not examined", "mend this first")


def examine(
    item: Implementation,
    corpus: Corpus,
    folder: Path | None,
    building: Callable[[list[str]], None],
    interrupted: Callable[[], bool],
    *,
    contain: Contain | None = None,
) -> Iterator[Observation]:
    """Look at everything, one observation after the other; no process is alive afterwards.

    ``folder`` holds the vector files of the corpus, None for the shipped ones; ``building`` is told
    the command of a build. Raises a ``ConformanceError`` when the implementation cannot be built or
    started, and ``Interrupted``.
    """
    with Surroundings(contain) as around:
        around.await_readiness()
        yield from premises(item, around, building, interrupted)
        if transport_kind(item) in BYTES | {TransportKind.MCP} and item.manifest.command:
            first, *why = containment_lines(around.containment, full=True)
            health = Health.NOTE if why or around.containment.open else Health.OK
            told = [first, *why, bounds_line(around.containment)]
            yield Observation("containment", health, "\n".join(told))
        transport = around.transport(item, interrupted, around.room(item))
        subject = Subject(item, transport, corpus.vectors, OperationInputs(folder))
        try:
            yield from _checks(subject)
        finally:
            subject.drop()
        left = around.settle()
        if left:
            yield Observation(
                "processes",
                Health.WRONG,
                f"{left} were alive after the adapter had ended, and were killed",
                "end whatever the adapter starts before it ends itself",
            )


def _checks(subject: Subject) -> Iterator[Observation]:
    # Without a handshake there is nothing to examine: a StartError goes to the caller.
    yield from _observed("handshake", protocol_checks.handshake, subject)
    if not subject.met:
        yield THE_REST
        return
    first = suggest(subject.vectors)
    if not subject.operations and first is not None:
        begin = f"begin with {first.operation}: hanzo-conformance show {first.vector}"
        yield Observation("operations", Health.NOTE, "none yet", begin)
    if (subject.item.folder / MANIFEST).is_file():
        yield from _stated(subject)
    kind = transport_kind(subject.item)
    for about, check, kinds in CHECKS:
        if kind not in kinds:
            continue
        try:
            seen = list(_observed(about, check, subject))
        except StartError as problem:
            what = f"it could not be started again: {problem}"
            seen = [Observation(about, Health.WRONG, what, problem.hint, problem.stderr)]
        yield from seen
        if check is protocol_checks.lone_request and seen[0].health is Health.WRONG:
            # Every other question would come to the same, after as long a wait.
            yield THE_REST
            return


def _stated(subject: Subject) -> Iterator[Observation]:
    """What the manifest promises of operations, against those that there are."""
    stated, named = subject.item.manifest.operations, subject.operations
    known = {name for vector in subject.vectors for name in vector.operations}
    missing = missing_operations(stated, known, named)
    unstated = unstated_operations(stated, named)
    told = ", ".join(f'"{name}"' for name in globs_for(named, known))
    change = f"operations = [{told}] in {MANIFEST} states those that there are"
    if missing:
        what = f"the manifest states what the handshake does not name: {', '.join(missing)}"
        yield Observation("statement", Health.WRONG, what, change)
    elif unstated:
        yield Observation("statement", Health.NOTE, unstated_text(len(unstated)), change)
    elif stated:
        many = "the one operation" if len(named) == 1 else f"all {len(named)} operations"
        what = f"the handshake names {many} that the manifest states"
        yield Observation("statement", Health.OK, what)


def _observed(about: str, check: Check, subject: Subject) -> Iterator[Observation]:
    try:
        seen = check(subject)
    except WrongError as problem:
        # What it is in the middle of is unknown.
        subject.drop()
        yield Observation(about, Health.WRONG, str(problem), problem.change, problem.stderr)
    except BrokenOffError as problem:
        subject.drop()
        yield Observation(about, Health.WRONG, str(problem), CHANGE[problem.fate], problem.stderr)
    else:
        if seen is not None:
            yield Observation(about, Health.OK, seen)
