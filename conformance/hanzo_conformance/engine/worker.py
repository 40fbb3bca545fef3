"""Puts vectors to one implementation and does what the table of blame says when something breaks.

Vectors go out in a pipeline. When the process dies, hangs or writes rubbish, the one answered last
and those in flight are suspects: a new process gets them one by one. What then breaks between two
answers leaves two suspects, and each of them gets a process of its own, from handshake to exit.
A crash or rubbish that nobody repeats alone is laid to the vector answered last and the oldest that
was in flight, with a word about it: a fault that was seen is never lost, and no innocent is named
alone. Somebody who was only slow in company is judged by the answer alone. Suspects cost their own
time and restarts, and nobody else's.

Scenarios come after the plain vectors and are played one at a time; a scenario that breaks is in
question as a whole.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from hanzo_conformance.engine.blame import Again, Incident, Suspects
from hanzo_conformance.engine.conversation import Conversation, Fault
from hanzo_conformance.engine.events import Decided, Event, Judged, Notice, Ready, Unavailable
from hanzo_conformance.engine.ledger import Ledger
from hanzo_conformance.engine.player import Player
from hanzo_conformance.engine.question import Judge
from hanzo_conformance.engine.scenario import out_of_reach
from hanzo_conformance.implementations.manifest import Limits
from hanzo_conformance.transports.channel import Interrupted, Transport
from hanzo_conformance.values.errors import EngineError, StartError
from hanzo_conformance.values.wording import counted
from hanzo_conformance.verdicts.record import Failure, Result
from hanzo_conformance.verdicts.verdict import Verdict
from hanzo_vectors.vector import Question

# A process that is started again and again and answers nothing will not begin to.
FRUITLESS = 25
STOPPED = "the run was stopped before it"


class Worker:
    """One implementation, some vectors, one process at a time.

    ``emit`` gets the events; ``fatal`` says whether the user asked for this implementation.
    ``root`` is the folder in which all its workspaces are laid out, see ``surroundings``, each in a
    folder of its own where they are to be ``apart``: what a process keeps by a workspace's path is
    then of one question. ``early``
    is whether results are told as ``Decided`` before they are judged for good.
    """

    def __init__(
        self,
        name: str,
        transport: Transport,
        limits: Limits,
        judge: Judge,
        emit: Callable[[Event], None],
        *,
        isolated: bool = False,
        fatal: bool = True,
        root: Path | None = None,
        apart: bool = False,
        early: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._name = name
        self._transport = transport
        self._limits = limits
        self._judge = judge
        self._emit = emit
        self._isolated = isolated
        self._fatal = fatal
        self._clock = clock
        self._ledger = Ledger(self._deliver, self._foretell if early else None)
        self._sharing = transport.sharing
        self._player = Player(
            name, self._sharing, self._ledger, judge, limits.window + 1, root, apart=apart
        )
        self._conversation: Conversation | None = None
        self._left: dict[str, Question] = {}
        self._todo: deque[Question] = deque()
        self._scenes: deque[Question] = deque()
        self._suspects: deque[Question] = deque()
        self._charge: Fault | None = None
        self._lingering: Fault | None = None
        self._restarts = 0
        self._fruitless = 0
        self._operations: frozenset[str] = frozenset()
        self._lasting = False
        self._gone: str | None = None

    def run(self, vectors: Sequence[Question]) -> None:
        """Judge every vector; the ones that could not be put are ``not-run``."""
        self._left = {vector.id: vector for vector in vectors}
        why: str | None = None
        try:
            why = self._attempt(lambda: self._drive(vectors))
        finally:
            self._wind_up(why or STOPPED)

    def put(self, vector: Question) -> None:
        """Judge one vector and keep the process for the next.

        Its result is passed on with the next one or at the ``end``: until then it can be found
        that it wrote rubbish after its answer.
        """
        self._left[vector.id] = vector
        if self._gone is None:
            self._gone = self._attempt(lambda: self._put(vector))
        if self._gone is not None:
            self._wind_up(self._gone)
        self._ledger.release_others(vector.id)

    def release(self) -> None:
        """Pass on what is held and keep the process; rubbish that comes behind it is nobody's."""
        self._ledger.release()

    def end(self) -> None:
        """End the process in order and pass on what is held; the next ``put`` starts another."""
        self._lasting = False
        self._gone = self._gone or self._attempt(self._drain)
        self._wind_up(self._gone or STOPPED)

    def _attempt(self, work: Callable[[], None]) -> str | None:
        """Do a piece of work; why nothing more can be put, if that is so."""
        try:
            work()
        except StartError as problem:
            # Without what it runs on it is not an adapter that ended, but one that cannot start.
            if self._restarts and not isinstance(problem, EngineError):
                self._emit(Notice(self._name, f"could not be started again: {problem}"))
            else:
                self._emit(
                    Unavailable(self._name, str(problem), problem.hint, problem.stderr, self._fatal)
                )
            return str(problem)
        except _BudgetSpentError as problem:
            self._lay_charge()
            self._emit(Notice(self._name, str(problem)))
            return str(problem)
        except Interrupted:
            return STOPPED
        return None

    def _wind_up(self, why: str) -> None:
        """Leave no process, and no vector without a result."""
        if self._conversation is not None:
            self._conversation.abandon()
            self._conversation = None
        self._ledger.release()
        for vector in list(self._left.values()):
            self._ledger.decide(self._unasked(vector, Verdict.NOT_RUN, Failure(detail=why)))
        self._ledger.release()

    def _put(self, vector: Question) -> None:
        if not self._lasting:
            self._lasting = True
            self._greet()
        self._line_up(vector)
        while self._todo or self._scenes or self._suspects:
            self._step()

    def _line_up(self, vector: Question) -> None:
        """Have it asked, if that can be done."""
        scenario = vector.scenario
        if scenario is None and vector.operation in self._operations:
            self._todo.append(vector)
        elif scenario is None or not self._operations.issuperset(vector.operations):
            self._ledger.decide(self._unasked(vector, Verdict.UNSUPPORTED, None))
        elif (why := out_of_reach(scenario, self._sharing)) is not None:
            self._ledger.decide(self._unasked(vector, Verdict.NOT_RUN, Failure(detail=why)))
        else:
            self._scenes.append(vector)

    def _greet(self) -> None:
        handshake = self._start().session.handshake
        assert handshake is not None
        self._operations = frozenset(handshake.operations)
        self._emit(Ready(self._name, handshake))

    def _drive(self, vectors: Sequence[Question]) -> None:
        self._greet()
        for vector in vectors:
            self._line_up(vector)
        self._ledger.release()
        if self._isolated:
            for vector in [*self._todo, *self._scenes]:
                self._isolate(vector)
                self._ledger.release()
            return
        self._drain()

    def _drain(self) -> None:
        while self._todo or self._scenes or self._suspects or self._conversation is not None:
            self._step()

    def _step(self) -> None:
        """One stretch of a conversation, up to its next fault or its end."""
        self._ledger.foretell()
        conversation = self._conversation or self._restart()
        alone = bool(self._suspects)
        if alone or not self._todo:
            queue = self._suspects if alone else self._scenes
            fault = self._player.put(conversation, queue)
        else:
            queue = self._todo
            fault = conversation.converse(queue, self._limits.window)
        if fault is None and not (self._todo or self._scenes or self._lasting):
            fault = conversation.finish()
            self._conversation = None
        if fault is not None:
            self._conversation = None
            self._fruitless = 0 if conversation.answered else self._fruitless + 1
            self._settle(fault, queue)
        if alone and not self._suspects:
            self._lay_charge()

    def _settle(self, fault: Fault, queue: deque[Question]) -> None:
        """Do what the table says: blame, ask again, go on with ``queue``."""
        ruling = fault.ruling
        suspects = [vector for vector in self._suspected(fault, queue) if vector.id in self._left]
        if ruling.suspects is Suspects.NAMED or ruling.verdict is None:
            if fault.incident is Incident.SILENT:
                self._emit(Notice(self._name, fault.detail))
        elif not suspects:
            # Whoever did it, no verdict can tell any more.
            self._emit(Notice(self._name, f"{fault.detail}; no vector answers for it", gates=True))
        elif ruling.again is Again.NOBODY:
            for vector in suspects:
                self._blame(vector, fault)
        elif ruling.again is Again.APART:
            self._hear_apart(fault, suspects)
        else:
            for vector in suspects:
                self._ledger.retract(vector.id)
            self._charge = fault
            self._suspects.extend(suspects)
        if ruling.again is Again.ONWARD:
            queue.extendleft(reversed(fault.awaited))

    def _suspected(self, fault: Fault, queue: deque[Question]) -> list[Question]:
        """The suspects that the table names, in the order of their questions."""
        last = [] if fault.last is None else [fault.last]
        match fault.ruling.suspects:
            case Suspects.COMING:
                return [queue.popleft()] if queue else []
            case Suspects.LAST:
                return last
            case Suspects.AWAITED:
                return list(fault.awaited)
            case Suspects.LAST_AND_AWAITED:
                return [*last, *fault.awaited]
            case Suspects.NAMED | Suspects.NOBODY:
                return []

    def _hear_apart(self, fault: Fault, suspects: list[Question]) -> None:
        """Give each suspect a process of its own; if none does it again, all are named."""
        try:
            if fault.incident is Incident.SILENT:
                self._hear_of_silence(fault, suspects)
            elif True not in [self._isolate(vector) for vector in suspects]:
                self._blame_all(suspects, fault)
        except StartError:
            self._blame_all(suspects, fault)
            raise

    def _hear_of_silence(self, fault: Fault, suspects: list[Question]) -> None:
        """Who hangs is the one that was awaited, unless the one before it hung on its answer.

        That shows in a process that will not leave, where the one that was awaited is answered.
        """
        *before, awaited = suspects
        for last in before:
            self._isolate(last)
        lingering = self._lingering
        if not before or lingering is None:
            # Nobody else can have kept it waiting: a second wait would tell no more.
            self._blame(awaited, fault)
        elif not self._isolate(awaited):
            self._blame(before[0], lingering, Verdict.TIMED_OUT)

    def _lay_charge(self) -> None:
        """All suspects have been heard alone: if none did it again, the likeliest are named."""
        charge, self._charge = self._charge, None
        if charge is None or charge.verdict is Verdict.TIMED_OUT:
            return
        suspects = [*([] if charge.last is None else [charge.last]), *charge.awaited]
        heard = [self._ledger.held(vector.id) for vector in suspects]
        if not any(result and result.verdict is charge.verdict for result in heard):
            likeliest = [*([] if charge.last is None else [charge.last]), *charge.awaited[:1]]
            self._blame_all(likeliest, charge, len(suspects))

    def _blame_all(self, suspects: list[Question], fault: Fault, count: int | None = None) -> None:
        """Name all of whom one must have done it, each beside the others."""
        for vector in suspects:
            if vector.id in self._left:
                others = [other.id for other in suspects if other is not vector]
                self._blame(vector, _unrepeated(fault, count or len(suspects), others))

    def _isolate(self, vector: Question) -> bool:
        """Give a vector a process of its own, from handshake to exit; whether it broke that."""
        conversation = self._conversation or self._start()
        queue = deque([vector])
        fault = self._player.put(conversation, queue)
        if fault is None:
            fault = conversation.finish()
        self._conversation = self._lingering = None
        if fault is not None:
            if fault.verdict is not None:
                self._blame(vector, fault)
                return True
            if fault.incident is Incident.SILENT:
                self._lingering = fault
        # A line that names it by its number has been laid to it already.
        held = self._ledger.held(vector.id)
        return held is not None and held.verdict is Verdict.GARBLED

    def _blame(self, vector: Question, fault: Fault, verdict: Verdict | None = None) -> None:
        verdict = verdict or fault.verdict
        assert verdict is not None
        earlier = self._ledger.held(vector.id)
        [played] = fault.awaited[:1] or [fault.last]
        step = fault.step if vector is played else None
        self._ledger.decide(
            Result(
                self._name,
                vector.id,
                verdict,
                earlier.ms if earlier else 0.0,
                Failure(detail=fault.detail, stderr=fault.stderr, step=step, alone=fault.alone),
            )
        )

    def _start(self) -> Conversation:
        conversation = Conversation(
            self._name,
            self._transport.open(),
            self._limits,
            self._ledger,
            self._judge,
            self._clock,
        )
        self._conversation = conversation
        conversation.open()
        return conversation

    def _restart(self) -> Conversation:
        if self._restarts >= self._limits.restarts and not self._isolated:
            raise _BudgetSpentError(
                f"was restarted {counted(self._restarts, 'time')}, which is all its manifest allows"
            )
        if self._fruitless >= FRUITLESS:
            raise _BudgetSpentError(f"broke {FRUITLESS} times in a row without one answer")
        self._restarts += 1
        return self._start()

    def _unasked(self, vector: Question, verdict: Verdict, failure: Failure | None) -> Result:
        return Result(self._name, vector.id, verdict, 0.0, failure)

    def _deliver(self, results: list[Result]) -> None:
        for result in results:
            del self._left[result.vector]
        self._emit(Judged(results))

    def _foretell(self, results: list[Result], taken_back: list[str]) -> None:
        self._emit(Decided(self._name, results, taken_back))


class _BudgetSpentError(Exception):
    """No further process is started for this implementation."""


def _unrepeated(fault: Fault, count: int, others: list[str]) -> Fault:
    if others:
        beside = ", ".join(others)
        word = f"seen with {counted(count, 'vector')} in question, of which none did it alone; so is {beside}"
    else:
        word = "alone it did not do it again, but it is the one that was answered last"
    return msgspec.structs.replace(fault, detail=f"{fault.detail}; {word}")
