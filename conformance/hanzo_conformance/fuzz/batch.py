"""One batch: inputs are drawn, the reference answers them, implementations are held against it.

A batch is fixed by seed, domain and number, whichever process makes it.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from multiprocessing.util import Finalize
from pathlib import Path
from typing import Any

import msgspec

from hanzo_conformance.containment.state import Contain
from hanzo_conformance.engine.batch import Tally, put_batch
from hanzo_conformance.fuzz.oracle import (
    BrokenReferenceError,
    Oracle,
    OutsideError,
    output_names,
)
from hanzo_conformance.fuzz.questions import Questions
from hanzo_conformance.implementations.manifest import Implementation
from hanzo_conformance.story.finding import Signature
from hanzo_conformance.story.signature import signature
from hanzo_conformance.transports.surroundings import Surroundings
from hanzo_conformance.values.errors import StartError
from hanzo_conformance.verdicts.record import Result
from hanzo_vectors.reading import Corpus, read_corpus
from hanzo_vectors.vector import Question


class Setup(msgspec.Struct, frozen=True):
    """What all batches of a campaign have in common; crosses into other processes.

    ``operations`` are those of each implementation by its handshake.
    """

    implementations: tuple[Implementation, ...]
    operations: dict[str, frozenset[str]]
    folder: Path | None
    seed: int
    timeout_s: float | None
    contain: Contain | None = None


class Order(msgspec.Struct, frozen=True):
    """One batch to be done."""

    domain: str
    number: int
    size: int


class Divergence(msgspec.Struct, frozen=True):
    """An input on which an implementation, or the reference itself, went wrong."""

    signature: Signature
    question: Question
    result: Result
    origin: str


class Outcome(msgspec.Struct, frozen=True):
    """What a batch came to.

    ``asked`` counts the inputs on which somebody was judged, ``outside`` those that the reference's model
    refuses though they fit the schema, with the first as ``example``. Of each signature there is
    one divergence, that with the smallest input. ``gone`` says who could not be started, and why.
    """

    order: Order
    asked: int
    judged: int
    not_run: int
    outside: int
    example: str | None
    divergences: tuple[Divergence, ...]
    gone: dict[str, str]


class Job:
    """Does batches; safe to be used by several threads."""

    def __init__(
        self,
        setup: Setup,
        corpus: Corpus,
        around: Surroundings,
        interrupted: Callable[[], bool],
    ) -> None:
        self._setup = setup
        self._around = around
        self._interrupted = interrupted
        self._oracle = Oracle(corpus.vectors)
        self._questions = Questions(corpus.vectors)
        self._wanted = frozenset().union(*setup.operations.values())

    def do(self, order: Order) -> Outcome:
        """Draw, answer and judge one batch."""
        drawn = _Drawn()
        self._draw(order, drawn)
        tallies: list[Tally] = []
        gone: dict[str, str] = {}
        with ThreadPoolExecutor(len(self._setup.implementations)) as pool:
            futures = {
                item.name: pool.submit(self._put, item, drawn.asked)
                for item in self._setup.implementations
            }
        for name, future in futures.items():
            try:
                tallies.append(future.result())
            except StartError as problem:
                gone[name] = str(problem)
        divergent = [result for tally in tallies for result in tally.divergent]
        return Outcome(
            order=order,
            asked=max((tally.judged for tally in tallies), default=0),
            judged=sum(tally.judged for tally in tallies),
            not_run=sum(tally.not_run for tally in tallies),
            outside=drawn.outside,
            example=drawn.example,
            divergences=self._smallest(order, drawn.asked, divergent, drawn.broken),
            gone=gone,
        )

    def _draw(self, order: Order, drawn: _Drawn) -> None:
        domain = self._oracle.domains[order.domain]
        stream = self._questions.stream(domain, self._setup.seed, order.number)
        for place, (operation, params) in enumerate(islice(stream, order.size)):
            if self._interrupted():
                break
            if operation in self._wanted and drawn.is_new(operation, params):
                try:
                    question = self._oracle.question(operation, params, f"{order.number}-{place}")
                except OutsideError as problem:
                    drawn.refuse(operation, params, problem)
                except BrokenReferenceError as problem:
                    drawn.broken.append((problem.question, problem.result))
                else:
                    drawn.asked.append(question)

    def _put(self, item: Implementation, asked: Sequence[Question]) -> Tally:
        known = self._setup.operations[item.name]
        mine = [question for question in asked if question.operation in known]
        if not mine:
            return Tally(0, (), 0)
        return put_batch(item, mine, self._around, self._setup.timeout_s, self._interrupted)

    def _smallest(
        self,
        order: Order,
        asked: Sequence[Question],
        divergent: Sequence[Result],
        broken: Sequence[tuple[Question, Result]],
    ) -> tuple[Divergence, ...]:
        by_id = {question.id: question for question in asked}
        origin = f"seed {self._setup.seed}, {order.domain}, batch {order.number}"
        found: dict[Signature, Divergence] = {}
        for question, result in [*((by_id[item.vector], item) for item in divergent), *broken]:
            kind = signature(result, question, output_names(question.operation))
            known = found.get(kind)
            if known is None or len(question.request) < len(known.question.request):
                found[kind] = Divergence(kind, question, result, origin)
        return tuple(found.values())


class _Drawn:
    """The inputs of a batch with the reference's answers, each once."""

    def __init__(self) -> None:
        self.asked: list[Question] = []
        self._seen: set[tuple[str, bytes]] = set()
        self.broken: list[tuple[Question, Result]] = []
        self.outside = 0
        self.example: str | None = None

    def is_new(self, operation: str, params: Mapping[str, Any]) -> bool:
        """Whether an input comes for the first time; generators like to repeat short ones."""
        key = operation, msgspec.json.encode(params)
        if key in self._seen:
            return False
        self._seen.add(key)
        return True

    def refuse(self, operation: str, params: Mapping[str, Any], problem: OutsideError) -> None:
        self.outside += 1
        if self.example is None:
            text = msgspec.json.encode(params).decode()
            self.example = f"{operation} {text[:500]}: {problem}"


_JOBS: list[Job] = []


def begin(setup: Setup, interrupted: Any) -> None:
    """What a process for batches does first; ``interrupted`` is an event that it shares."""
    # The campaign is told, and tells its processes.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_campaign, daemon=True).start()
    around = Surroundings(setup.contain).__enter__()
    Finalize(None, around.close, exitpriority=10)
    _JOBS.append(Job(setup, read_corpus(setup.folder), around, interrupted.is_set))


def do(order: Order) -> Outcome:
    """One batch in a process that has begun."""
    return _JOBS[-1].do(order)


def _end_with_campaign() -> None:
    """A campaign that is killed takes its processes along, and the pipes of their adapters."""
    campaign = multiprocessing.parent_process()
    assert campaign is not None
    campaign.join()
    os._exit(1)
