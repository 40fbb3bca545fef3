"""Batch after batch until there is enough: kept findings first, then what is new."""

from __future__ import annotations

import math
import multiprocessing
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any

import msgspec

from hanzo_conformance.engine.respondent import Respondent
from hanzo_conformance.fuzz import batch
from hanzo_conformance.fuzz.batch import Divergence, Job, Order, Outcome, Setup
from hanzo_conformance.fuzz.findings import FindingStore
from hanzo_conformance.fuzz.oracle import Oracle
from hanzo_conformance.fuzz.plan import Listener, Plan, Summary
from hanzo_conformance.fuzz.shrink import SpentError
from hanzo_conformance.fuzz.triage import Triage
from hanzo_conformance.generation.reference import UnsoundReferenceError, sound
from hanzo_conformance.implementations.manifest import Implementation
from hanzo_conformance.story.finding import REFERENCE, Finding
from hanzo_conformance.story.signature import finding_id
from hanzo_conformance.transports.channel import Interrupted
from hanzo_conformance.transports.surroundings import Surroundings
from hanzo_conformance.values.errors import StartError
from hanzo_conformance.values.wording import counted

# Inputs of a domain's first batch: few, so that each domain is soon asked something. Each next batch
# has twice as many, until starting a process, and compiling what runs in it, is cheap beside them.
FIRST_BATCH = 2_000
LARGEST_BATCH = 32_000
TICK_S = 0.2
# How long after its workers this process may hear of an end.
HEARD_S = 1.0


class Campaign:
    """One campaign; ``interrupted`` is an event of threads, shared with processes by a copy."""

    def __init__(
        self, plan: Plan, store: FindingStore, listener: Listener, interrupted: Any
    ) -> None:
        self._plan = plan
        self._store = store
        self._listener = listener
        self._interrupted = interrupted
        self._oracle = Oracle(plan.corpus.vectors)
        self._around = Surroundings(plan.contain)
        self._respondents: dict[str, Respondent] = {}
        self._deadline = math.inf
        self._seen: set[str] = set()
        self._told: set[str] = set()
        self.summary = Summary({})

    def run(self) -> Summary:
        """Replay, then fuzz; raises ``StartError`` and what building raises."""
        begun = time.monotonic()
        with self._around:
            try:
                for item in self._plan.implementations:
                    self._start(item)
                domains = self._domains()
                self._listener.begun(domains, list(self._respondents))
                self._replay(domains)
                if domains:
                    self._fuzz(domains, time.monotonic())
            except Interrupted:
                self._listener.note("interrupted before anything was asked")
            finally:
                for respondent in self._respondents.values():
                    respondent.close()
                self.summary.seconds = time.monotonic() - begun
                self.summary.interrupted = self._interrupted.is_set()
        return self.summary

    def _start(self, item: Implementation) -> None:
        self._around.prepare(
            item,
            lambda command: self._listener.note(f"{item.name}: building: {' '.join(command)}"),
            self._interrupted.is_set,
        )
        self._respondents[item.name] = Respondent(
            item, self._around, self._plan.timeout_s, self._interrupted.is_set
        )

    def _operations(self) -> dict[str, frozenset[str]]:
        return {
            name: frozenset(respondent.handshake.operations)
            for name, respondent in self._respondents.items()
        }

    def _domains(self) -> list[str]:
        """The wanted domains of which somebody has an operation."""
        homes = self._oracle.homes
        has = {homes[name] for of in self._operations().values() for name in of if name in homes}
        wanted = [name for name in self._plan.domains if name in self._oracle.domains]
        if not wanted:
            self._listener.note("what works on files or processes is not fuzzed")
        for name in wanted:
            if name not in has:
                self._listener.note(f"{name}: nobody has an operation of it")
        return [name for name in wanted if name in has and self._can_draw(name)]

    def _can_draw(self, name: str) -> bool:
        """Whether a domain's generators give anything; raises ``UnsoundReferenceError``.

        A draft that was not asked for by name may be without.
        """
        from hanzo_reference.spec import contract

        domain = self._oracle.domains[name]
        try:
            with sound():
                next(contract.generated_inputs(domain, self._plan.seed))
        except UnsoundReferenceError as problem:
            if domain.status != "draft" or self._plan.named:
                raise
            self._listener.note(f"{name}, a draft, is not fuzzed: {problem}")
            return False
        return True

    def _replay(self, domains: Sequence[str]) -> None:
        """Kept findings first: what was found once is the cheapest thing to find again."""
        triage = self._triage()
        for finding in self._store.all():
            name = finding.signature.implementation
            mine = name in self._respondents or name == REFERENCE
            if not mine or finding.domain not in domains or not finding.alone:
                continue
            try:
                now = triage.still(finding)
            except SpentError:
                self._listener.note(f"{finding.id}: could not be asked again")
                continue
            if now is None:
                if finding.state == "open":
                    self._store.save(msgspec.structs.replace(finding, state="fixed"))
                    self._listener.fixed(finding)
                continue
            if now.id != finding.id:
                # It diverges in another way than it did: that is what is true now.
                self._store.remove(finding.id)
            self._keep(now, "again" if finding.state == "open" else "back")

    def _fuzz(self, domains: Sequence[str], begun: float) -> None:
        plan = self._plan
        self.summary.asked = dict.fromkeys(domains, 0)
        orders = self._orders(domains)
        if plan.seconds is not None:
            self._deadline = begun + plan.seconds
        with self._executor() as (pool, do, stop):
            pending: set[Future[Outcome]] = set()
            while True:
                while len(pending) < 2 * plan.jobs and not self._over():
                    order = next(orders, None)
                    if order is None:
                        break
                    pending.add(pool.submit(do, order))
                if self._over():
                    stop()
                if not pending:
                    break
                done, pending = wait(pending, TICK_S, FIRST_COMPLETED)
                for future in done:
                    try:
                        self._take(future.result())
                    except BrokenProcessPool:
                        # Who tells a whole group of processes to end tells the workers, too, and
                        # they may hear of it before this process does.
                        if self._interrupted.wait(HEARD_S):
                            return
                        raise
                asked = sum(self.summary.asked.values())
                self._listener.progress(asked, time.monotonic() - begun, self.summary.open)

    def _over(self) -> bool:
        return time.monotonic() > self._deadline or self._interrupted.is_set()

    def _orders(self, domains: Sequence[str]) -> Iterator[Order]:
        """Batches of the domains in turn, without end unless there is a number of examples."""
        left = dict.fromkeys(domains, self._plan.examples)
        number = 0
        batch = FIRST_BATCH
        while left:
            for domain, many in list(left.items()):
                size = batch if many is None else min(batch, many)
                yield Order(domain, number, size)
                if many is not None:
                    left[domain] = many - size
                    if many == size:
                        del left[domain]
            number += 1
            batch = min(2 * batch, LARGEST_BATCH)

    @contextmanager
    def _executor(
        self,
    ) -> Iterator[tuple[Executor, Callable[[Order], Outcome], Callable[[], None]]]:
        """Where batches are done, in threads or in processes; how one is; how they are stopped."""
        plan = self._plan
        setup = Setup(
            implementations=plan.implementations,
            operations=self._operations(),
            folder=plan.folder,
            seed=plan.seed,
            timeout_s=plan.timeout_s,
            contain=plan.contain,
        )
        if plan.jobs == 1:
            halt = threading.Event()
            # One expression, handed over by this name once: a function would say no more.
            interrupted = lambda: halt.is_set() or self._interrupted.is_set()  # noqa: E731 - a name for a question
            job = Job(setup, plan.corpus, self._around, interrupted)
            # While one batch waits for answers the other one is drawn.
            with ThreadPoolExecutor(2) as threads:
                try:
                    yield threads, job.do, halt.set
                finally:
                    halt.set()
            return
        context = multiprocessing.get_context("spawn")
        stop = context.Event()
        with ProcessPoolExecutor(
            plan.jobs, mp_context=context, initializer=batch.begin, initargs=(setup, stop)
        ) as processes:
            try:
                yield processes, batch.do, stop.set
            finally:
                stop.set()

    def _take(self, outcome: Outcome) -> None:
        self.summary.asked[outcome.order.domain] += outcome.asked
        self.summary.judged += outcome.judged
        if outcome.outside:
            self._note_once(
                f"{outcome.order.domain}: the reference's model refuses what the schema allows, "
                f"for example {outcome.example}",
                f"outside {outcome.order.domain}",
            )
        if outcome.not_run and not self._over():
            self._note_once(
                f"{outcome.order.domain}: batch {outcome.order.number} was not asked to its end: "
                f"{counted(outcome.not_run, 'input')} left when too many restarts had been needed"
            )
        for divergence in outcome.divergences:
            self._meet(divergence)
        for name, why in outcome.gone.items():
            if not self._over():
                raise StartError(f"{name}: {why}", "it could be started before")

    def _meet(self, divergence: Divergence) -> None:
        """Make a finding of a divergence unless its signature is known."""
        name = finding_id(divergence.signature)
        if name not in self._seen and not self._interrupted.is_set():
            finding = self._triage().examine(divergence)
            self._keep(finding, "new")

    def _keep(self, finding: Finding, state: str) -> None:
        self._store.save(finding)
        if finding.id not in self._seen:
            self._seen.add(finding.id)
            self.summary.open += 1
        self._listener.found(finding, state)

    def _triage(self) -> Triage:
        return Triage(
            self._oracle, self._plan.corpus.vectors, self._respondents, self._interrupted.is_set
        )

    def _note_once(self, text: str, key: str | None = None) -> None:
        if (key or text) not in self._told:
            self._told.add(key or text)
            self._listener.note(text)
