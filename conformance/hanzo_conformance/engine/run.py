"""A whole run: implementations side by side, their events in one stream."""

from __future__ import annotations

import datetime
import queue
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

import msgspec

from hanzo_conformance.containment.state import ContainmentEntry
from hanzo_conformance.engine.allowance import Allowance
from hanzo_conformance.engine.conclusion import Conclusion
from hanzo_conformance.engine.events import (
    BaselineChecked,
    BuildFinished,
    BuildProgressed,
    BuildStarted,
    Event,
    Judged,
    Notice,
    Ready,
    RunFinished,
    RunStarted,
    Unavailable,
)
from hanzo_conformance.engine.judge import Expectations
from hanzo_conformance.engine.plan import Plan, in_lanes
from hanzo_conformance.engine.roll_call import RollCall
from hanzo_conformance.engine.worker import Worker
from hanzo_conformance.implementations.address import replay_of, transport_kind
from hanzo_conformance.implementations.checkout import places_in_checkout
from hanzo_conformance.implementations.manifest import Implementation, Limits, TransportKind
from hanzo_conformance.implementations.manifests import open_baseline
from hanzo_conformance.known.baseline import Baseline
from hanzo_conformance.transports.opening import caution
from hanzo_conformance.transports.surroundings import Surroundings
from hanzo_conformance.values.errors import (
    STATED_ERRORS,
    ConformanceError,
    ExitCode,
    ToolMissingError,
    exit_code_of,
)
from hanzo_conformance.values.wording import counted
from hanzo_conformance.verdicts.record import Failure, Result
from hanzo_conformance.verdicts.verdict import Verdict
from hanzo_vectors.errors import ContractError
from hanzo_vectors.schema_check import breaks
from hanzo_vectors.vector import Vector

# So many events of workers may wait for those who listen; each may hold what an adapter said.
BACKLOG = 200
SLICE_S = 0.005


class Sink(Protocol):
    """What listens to a run.

    One that has a true member ``early`` is told of results before they are judged for good, too.
    """

    def handle(self, event: Event) -> None:
        """Take one event, in the order in which things happened."""

    def close(self) -> None:
        """Nothing more comes; write what is to be written."""


def _side_by_side(works: Sequence[Callable[[], None]]) -> None:
    """Do all of this at once, the first here; raises what one of them raised when all have ended."""
    problems: list[BaseException] = []

    def guarded(work: Callable[[], None]) -> None:
        try:
            work()
        except BaseException as problem:  # noqa: BLE001 - it is raised again in this thread
            problems.append(problem)

    threads = [threading.Thread(target=guarded, args=(work,), daemon=True) for work in works[1:]]
    for thread in threads:
        thread.start()
    guarded(works[0])
    for thread in threads:
        thread.join()
    if problems:
        raise problems[0]


class _Done(msgspec.Struct, frozen=True):
    implementation: str
    error: BaseException | None = None


def run(
    plan: Plan, conclusion: Conclusion, sinks: Sequence[Sink], interrupted: threading.Event
) -> ExitCode:
    """Run a plan to its end; every vector gets a result, also when ``interrupted`` is set.

    Raises ``FileError`` for an unusable baseline before anything is started. No process of the
    run is alive when this returns.
    """
    return _Run(plan, conclusion, sinks, interrupted).to_the_end()


class _Run:
    def __init__(
        self,
        plan: Plan,
        conclusion: Conclusion,
        sinks: Sequence[Sink],
        interrupted: threading.Event,
    ) -> None:
        self._plan = plan
        self._conclusion = conclusion
        self._sinks = sinks
        self._interrupted = interrupted
        self._stop = threading.Event()
        self._events: queue.SimpleQueue[Event | _Done] = queue.SimpleQueue()
        self._allowance = Allowance()
        self._slots = threading.Semaphore(plan.jobs)
        self._around = Surroundings(plan.contain)
        self._roll = RollCall(plan.implementations, plan.corpus.vectors)
        today = datetime.datetime.now(datetime.UTC).date()
        self._baselines: dict[str, Baseline] = {}
        for item in plan.implementations:
            baseline = open_baseline(item)
            if baseline is not None:
                replay = replay_of(item, plan.again, plan.program)
                baseline.prepare(plan.corpus.vectors, today, replay)
                self._baselines[item.name] = baseline

    def to_the_end(self) -> ExitCode:
        with self._around:
            return self._surrounded()

    def _surrounded(self) -> ExitCode:
        begun = time.monotonic()
        plan = self._plan
        self._emit(
            RunStarted(
                started=datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
                vectors_sha256=plan.corpus.sha256,
                implementations=plan.implementations,
                vectors={vector.id: vector for vector in plan.vectors},
                requirements=plan.corpus.requirements,
                titles=plan.corpus.titles,
                strict=self._conclusion.strict,
                require=self._conclusion.require,
                shard=plan.shard,
                left_out=plan.left_out,
                replays={
                    item.name: replay_of(item, plan.again, plan.program)
                    for item in plan.implementations
                },
                manifests=places_in_checkout(plan.implementations, Path.cwd()),
                containment=self._held(),
            )
        )
        for name, baseline in self._baselines.items():
            for text in baseline.notices:
                self._emit(Notice(name, text))
        threads = [
            threading.Thread(target=self._guarded, args=(item,), name=item.name, daemon=True)
            for item in plan.implementations
        ]
        try:
            for thread in threads:
                thread.start()
            self._listen(len(threads))
        finally:
            self._stop.set()
            for thread in threads:
                thread.join()
            left = self._around.settle()
        if left:
            self._emit(
                Notice("", f"{counted(left, 'process', 'processes')} had left their group: killed")
            )
        code = self._conclusion.exit_code()
        if self._interrupted.is_set():
            code = ExitCode.INTERRUPTED
        seconds = round(time.monotonic() - begun, 3)
        self._emit(RunFinished(seconds, int(code), self._interrupted.is_set()))
        return code

    def _held(self) -> ContainmentEntry | None:
        """What holds the adapters that are processes of this machine, if there are any."""
        kinds = {
            transport_kind(item) for item in self._plan.implementations if item.manifest.command
        }
        if kinds & {TransportKind.PROCESS, TransportKind.MCP}:
            return self._around.containment
        return None

    def _listen(self, running: int) -> None:
        while running:
            try:
                event = self._events.get(timeout=0.05)
            except queue.Empty:
                event = None
            if self._interrupted.is_set():
                self._stop.set()
            if isinstance(event, _Done):
                running -= 1
                if event.error is not None:
                    raise event.error
                baseline = self._baselines.get(event.implementation)
                if baseline is not None:
                    problems = tuple(baseline.problems)
                    uses = baseline.uses()
                    self._emit(BaselineChecked(event.implementation, problems, uses))
            elif event is not None:
                self._emit(event)
                if self._plan.fail_fast and self._conclusion.red:
                    self._stop.set()

    def _emit(self, event: Event) -> None:
        if isinstance(event, Ready):
            met = self._roll.meet(event)
            if met is None:
                return
            event = met
        if isinstance(event, Judged) and event.results:
            baseline = self._baselines.get(event.results[0].implementation)
            judged = event.results
            if baseline is not None:
                judged = [baseline.apply(result) for result in judged]
            event = Judged([self._allowance.spend(result) for result in judged])
        self._conclusion.handle(event)
        for sink in self._sinks:
            sink.handle(event)
        told = self._allowance.notice()
        if told is not None:
            self._emit(Notice("", told))

    def _guarded(self, item: Implementation) -> None:
        """One implementation from its build to its last vector; runs in a thread of its own."""
        error: BaseException | None = None
        try:
            with self._slots:
                self._prepare(item)
            _side_by_side([partial(self._share, item, share) for share in self._shares()])
        except STATED_ERRORS as problem:
            # A mistake in a file is the user's to mend before anything is judged.
            if exit_code_of(problem) is ExitCode.USAGE:
                error = problem
            else:
                self._unavailable(item, problem)
        except BaseException as problem:  # noqa: BLE001 - it is raised again in the main thread
            error = problem
        self._events.put(_Done(item.name, error))

    def _prepare(self, item: Implementation) -> None:
        seconds = self._around.prepare(
            item,
            lambda command: self._events.put(BuildStarted(item.name, tuple(command))),
            self._stop.is_set,
            lambda seconds, line: self._events.put(BuildProgressed(item.name, seconds, line)),
            anew=self._plan.rebuild,
        )
        if seconds is not None:
            self._events.put(BuildFinished(item.name, round(seconds, 1)))
        unheeded = caution(item, self._around.variables)
        if unheeded is not None:
            self._events.put(Notice(item.name, unheeded))

    def _shares(self) -> list[tuple[Vector, ...]]:
        count = max(1, min(self._plan.workers, len(self._plan.vectors)))
        return [self._plan.vectors[start::count] for start in range(count)]

    def _share(self, item: Implementation, share: tuple[Vector, ...]) -> None:
        """The vectors of one worker, in one lane or several."""
        # What is behind an address or is driven otherwise may be slow to start, or one for all.
        alike = transport_kind(item) is TransportKind.PROCESS and not self._plan.isolated
        lanes = in_lanes(share, self._plan.lanes if alike else 1)
        with self._slots:
            _side_by_side([partial(self._work, item, lane) for lane in lanes])

    def _work(self, item: Implementation, share: tuple[Vector, ...]) -> None:
        room = self._around.room(item)
        transport = self._around.transport(item, self._stop.is_set, room)
        if self._plan.wrap is not None:
            transport = self._plan.wrap(transport)
        worker = Worker(
            item.name,
            transport,
            self._limits(item.manifest.limits),
            Expectations(breaks),
            self._post,
            isolated=self._plan.isolated,
            root=room,
            early=any(getattr(sink, "early", False) for sink in self._sinks),
        )
        worker.run(share)

    def _post(self, event: Event) -> None:
        """Hand over an event of a worker, who waits while those who listen are far behind."""
        while self._events.qsize() > BACKLOG and not self._stop.is_set():
            time.sleep(SLICE_S)
        self._events.put(event)

    def _limits(self, limits: Limits) -> Limits:
        if self._plan.timeout_s is None:
            return limits
        return msgspec.structs.replace(limits, timeout_s=self._plan.timeout_s)

    def _unavailable(self, item: Implementation, problem: ConformanceError | ContractError) -> None:
        """Of the default set only a missing tool is forgiven, and named; nothing where all count."""
        forgivable = isinstance(problem, ToolMissingError) and not self._plan.named
        fatal = self._plan.complete or not forgivable
        detail, hint = str(getattr(problem, "tail", "")), problem.hint
        if forgivable and fatal:
            hint = f"{hint}, or leave it out by name: --without {item.name}"
        self._events.put(Unavailable(item.name, str(problem), hint, detail, fatal))
        if fatal:
            failure = Failure(detail=str(problem))
            self._events.put(
                Judged(
                    [
                        Result(item.name, vector.id, Verdict.NOT_RUN, 0.0, failure)
                        for vector in self._plan.vectors
                    ]
                )
            )
