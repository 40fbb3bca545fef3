"""Puts vectors to one implementation and finds out who is to blame when something breaks.

Vectors go out in a pipeline. When the process dies, hangs or writes rubbish, those in flight are
suspects: a new process gets them one by one. Rubbish between two answers of such a process leaves
two suspects, the one before and the one after; each of them then gets a process of its own.
A crash or rubbish that nobody repeats alone is laid to the oldest suspect, with a word about it: a
fault that was seen is never lost. Somebody who was only slow in company is judged by the answer
alone. Suspects cost their own time and restarts, and nobody else's.

Scenarios come after the plain vectors and are played one at a time; a scenario that breaks is in
question as a whole.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from hanzo_conformance.engine.conversation import Conversation, Fault
from hanzo_conformance.engine.ledger import Ledger
from hanzo_conformance.engine.player import Player
from hanzo_conformance.engine.scenario import out_of_reach
from hanzo_conformance.pure.compare import SchemaCheck
from hanzo_conformance.transports.channel import Interrupted, Transport
from hanzo_conformance.values.errors import EngineError, StartError
from hanzo_conformance.values.events import Event, Judged, Notice, Ready, Unavailable
from hanzo_conformance.values.manifest import Limits
from hanzo_conformance.values.record import Failure, Result
from hanzo_conformance.values.vector import Vector
from hanzo_conformance.values.verdict import Verdict

# A process that is started again and again and answers nothing will not begin to.
FRUITLESS = 25
STOPPED = "the run was stopped before it"


class Worker:
    """One implementation, some vectors, one process at a time.

    ``emit`` gets the events; ``fatal`` says whether the user asked for this implementation.
    ``root`` is the folder in which all its workspaces are laid out, see ``surroundings``.
    """

    def __init__(
        self,
        name: str,
        transport: Transport,
        limits: Limits,
        check: SchemaCheck,
        emit: Callable[[Event], None],
        *,
        isolated: bool = False,
        fatal: bool = True,
        root: Path | None = None,
    ) -> None:
        self._name = name
        self._transport = transport
        self._limits = limits
        self._check = check
        self._emit = emit
        self._isolated = isolated
        self._fatal = fatal
        self._ledger = Ledger(self._deliver)
        self._sharing = transport.sharing
        self._player = Player(name, self._sharing, self._ledger, check, limits.window + 1, root)
        self._conversation: Conversation | None = None
        self._left: dict[str, Vector] = {}
        self._todo: deque[Vector] = deque()
        self._scenes: deque[Vector] = deque()
        self._suspects: deque[Vector] = deque()
        self._charge: Fault | None = None
        self._charged: set[str] = set()
        self._restarts = 0
        self._fruitless = 0
        self._operations: frozenset[str] = frozenset()
        self._lasting = False
        self._gone: str | None = None

    def run(self, vectors: Sequence[Vector]) -> None:
        """Judge every vector; the ones that could not be put are ``not-run``."""
        self._left = {vector.id: vector for vector in vectors}
        why: str | None = None
        try:
            why = self._attempt(lambda: self._drive(vectors))
        finally:
            self._wind_up(why or STOPPED)

    def put(self, vector: Vector) -> None:
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

    def _put(self, vector: Vector) -> None:
        if not self._lasting:
            self._lasting = True
            self._greet()
        self._line_up(vector)
        while self._todo or self._scenes or self._suspects:
            self._step()

    def _line_up(self, vector: Vector) -> None:
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

    def _drive(self, vectors: Sequence[Vector]) -> None:
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
        conversation = self._conversation or self._restart()
        alone = bool(self._suspects)
        if self._todo and not alone:
            fault = conversation.converse(self._todo, self._limits.window)
        else:
            fault = self._player.put(conversation, self._suspects if alone else self._scenes)
        if alone and not self._suspects and fault is None:
            self._lay_charge()
        if fault is None and not self._todo and not self._scenes and not self._lasting:
            fault, notice = conversation.finish()
            self._conversation = None
            if notice is not None:
                self._emit(Notice(self._name, notice))
        if fault is not None:
            self._conversation = None
            self._fruitless = 0 if conversation.answered else self._fruitless + 1
            self._settle(fault, alone)

    def _settle(self, fault: Fault, alone: bool) -> None:
        """Blame the one suspect, or line up the several."""
        before = [self._left[fault.after]] if fault.after in self._left else []
        suspects = [*before, *fault.in_flight]
        if not suspects:
            self._emit(Notice(self._name, f"{fault.detail}, with nothing asked of it"))
        elif len(suspects) == 1:
            self._blame(suspects[0], fault)
        else:
            for vector in before:
                self._ledger.retract(vector.id)
            if not alone:
                self._charge = fault if fault.verdict is not Verdict.TIMED_OUT else None
                self._charged = {vector.id for vector in suspects}
                self._suspects.extend(suspects)
            else:
                guilty = [self._isolate(vector) for vector in suspects]
                if not any(guilty):
                    self._blame(suspects[0], _unrepeated(fault, len(suspects)))
        if alone and not self._suspects:
            self._lay_charge()

    def _lay_charge(self) -> None:
        """All suspects have been heard alone: if none did it again, the oldest did it."""
        charge, self._charge = self._charge, None
        if charge is None:
            return
        heard = [self._ledger.held(vector) for vector in self._charged]
        if not any(result and result.verdict is charge.verdict for result in heard):
            oldest = charge.in_flight[0] if charge.in_flight else self._left[charge.after or ""]
            self._blame(oldest, _unrepeated(charge, len(self._charged)))

    def _isolate(self, vector: Vector) -> bool:
        """Give a vector a process of its own, from handshake to exit; whether it broke that."""
        conversation = self._conversation or self._restart()
        fault = self._player.put(conversation, deque([vector]))
        if fault is None:
            fault, _ = conversation.finish()
        self._conversation = None
        if fault is not None:
            self._blame(vector, fault)
            return True
        # A line that names it by its number has been laid to it already.
        held = self._ledger.held(vector.id)
        return held is not None and held.verdict is Verdict.GARBLED

    def _blame(self, vector: Vector, fault: Fault) -> None:
        earlier = self._ledger.held(vector.id)
        step = fault.step if vector in fault.in_flight else None
        self._ledger.decide(
            Result(
                self._name,
                vector.id,
                fault.verdict,
                earlier.ms if earlier else 0.0,
                Failure(detail=fault.detail, stderr=fault.stderr, step=step, alone=fault.alone),
            )
        )

    def _start(self) -> Conversation:
        conversation = Conversation(
            self._name, self._transport.open(), self._limits, self._ledger, self._check
        )
        self._conversation = conversation
        conversation.open()
        return conversation

    def _restart(self) -> Conversation:
        if self._restarts >= self._limits.restarts and not self._isolated:
            raise _BudgetSpentError(
                f"was restarted {self._restarts} times, which is all its manifest allows"
            )
        if self._fruitless >= FRUITLESS:
            raise _BudgetSpentError(f"broke {FRUITLESS} times in a row without one answer")
        self._restarts += 1
        return self._start()

    def _unasked(self, vector: Vector, verdict: Verdict, failure: Failure | None) -> Result:
        return Result(self._name, vector.id, verdict, 0.0, failure)

    def _deliver(self, results: list[Result]) -> None:
        for result in results:
            del self._left[result.vector]
        self._emit(Judged(results))


class _BudgetSpentError(Exception):
    """No further process is started for this implementation."""


def _unrepeated(fault: Fault, count: int) -> Fault:
    return msgspec.structs.replace(
        fault,
        detail=f"{fault.detail}; seen with {count} vectors in question, of which none did it "
        "again alone, so it is laid to the oldest",
    )
