"""One adapter process from start to end: asks, listens, and says what went wrong.

Who is to blame for a fault is decided in ``worker``; here is only what was in flight.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import TypeVar

import msgspec

from hanzo_conformance.engine.blame import RULINGS, Incident, Ruling, Standing
from hanzo_conformance.engine.ledger import Ledger
from hanzo_conformance.engine.question import Judge, Step, owner
from hanzo_conformance.engine.session import InFlight, Message, Session, State
from hanzo_conformance.implementations.manifest import Limits
from hanzo_conformance.transports.channel import Channel, End
from hanzo_conformance.transports.messages import Handshake
from hanzo_conformance.transports.protocol import GarbledError, shown
from hanzo_conformance.values.errors import StartError
from hanzo_conformance.verdicts.record import Failure, Result
from hanzo_conformance.verdicts.verdict import Verdict
from hanzo_conformance.version import __version__
from hanzo_vectors.vector import Question

# Results are passed on after this time or number, whichever comes first.
RELEASE_S = 0.05
RELEASE_COUNT = 512
# How many answers are judged before requests are sent in their place.
PORTION = 32

Asked = TypeVar("Asked", Question, Step)

# What each incident is to the session.
MESSAGES = {
    Incident.RUBBISH: Message.GARBAGE,
    Incident.PERSISTED: Message.GARBAGE,
    Incident.OUTDATED: Message.GARBAGE,
    Incident.BOUND: Message.GARBAGE,
    Incident.DIED: Message.END,
    Incident.LEFT: Message.END,
    Incident.SILENT: Message.SILENCE,
}


class Fault(msgspec.Struct, frozen=True):
    """A conversation that broke: what happened, with which vectors unanswered, oldest first.

    ``last`` is the vector that was answered last, when it is none of these. ``step`` is the step of
    a scenario that was being played, counted from 1. ``alone`` when the process
    was asked that vector only. The table of ``blame`` says what follows.
    """

    standing: Standing
    incident: Incident
    detail: str
    stderr: str
    awaited: tuple[Question, ...] = ()
    last: Question | None = None
    step: int | None = None
    alone: bool = False

    @property
    def ruling(self) -> Ruling:
        """What the table says."""
        return RULINGS[self.standing, self.incident]

    @property
    def verdict(self) -> Verdict | None:
        """The verdict on whoever did it; none where it is no fault of anybody."""
        return self.ruling.verdict


class Conversation:
    """A session over a channel. Results go to the ledger; faults are returned, never raised."""

    def __init__(
        self,
        implementation: str,
        channel: Channel,
        limits: Limits,
        ledger: Ledger,
        judge: Judge,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.session = Session(__version__)
        self.answered = 0
        self._implementation = implementation
        self._channel = channel
        self._limits = limits
        self._ledger = ledger
        self._judge = judge
        self._clock = clock
        self._released = clock()
        self._last: Question | None = None
        self._repeated: set[str] = set()
        self._early: list[bytes] = []
        self._early_end: End | None = None

    def open(self) -> Handshake:
        """Get through the handshake; raises ``StartError`` and leaves no process when it fails."""
        self._channel.send(self.session.open())
        deadline = self._clock() + self._limits.start_s
        while True:
            received = self._channel.wait(max(0.0, deadline - self._clock()))
            if received.lines:
                try:
                    handshake = self.session.greet(received.lines[0])
                except GarbledError as problem:
                    raise self._refused(
                        Message.GARBAGE,
                        f"its first line is no handshake: {problem}\n"
                        f"  it wrote: {shown(received.lines[0])}",
                        "standard output is for the protocol only; write logs to standard error",
                    ) from None
                self._early = received.lines[1:]
                self._early_end = received.end
                return handshake
            if received.end is not None:
                raise self._refused(
                    Message.END,
                    f"it ended before the handshake: {received.end.detail}",
                    "run its command by hand and type the initialize request",
                )
            if self._clock() >= deadline:
                raise self._refused(
                    Message.SILENCE,
                    f"no handshake within {self._limits.start_s:g} s",
                    "it must answer initialize at once and flush what it writes; "
                    "start_s in the manifest's [limits] gives it more time",
                )

    def _refused(self, message: Message, what: str, hint: str) -> StartError:
        self.session.move(message)
        self._channel.kill()
        return StartError(what, hint, self._channel.stderr())

    def converse(self, todo: deque[Asked], window: int) -> Fault | None:
        """Put questions until none is left; on a fault the process is dead, ``todo`` has the rest.

        ``window`` bounds how many requests are unanswered at a time.
        """
        session = self.session
        deadline = self._clock() + self._limits.timeout_s
        lines, end = self._early, self._early_end
        self._early, self._early_end = [], None
        while True:
            now = self._clock()
            if lines:
                # Only an answer to something asked is progress: whoever talks is not yet working.
                before = self.answered
                # The adapter gets new requests before all of its answers have been judged.
                for start in range(0, len(lines), PORTION):
                    fault = self._take(lines[start : start + PORTION], now)
                    if fault is not None:
                        return fault
                    if end is None:
                        self._fill(todo, window, now)
                session.settle()
                if self.answered != before:
                    deadline = now + self._limits.timeout_s
                self._release(now)
            if end is not None:
                return self._ended(end, more=bool(todo))
            if not session.in_flight:
                if not todo:
                    return None
                # What is here before the question is no answer to it.
                received = self._channel.wait(0)
                lines, end = received.lines, received.end
                if lines or end is not None:
                    continue
                deadline = now + self._limits.timeout_s
            elif now >= deadline:
                return self._broken(
                    Incident.SILENT, f"no answer within {self._limits.timeout_s:g} s"
                )
            self._fill(todo, window, now)
            session.settle()
            received = self._channel.wait(deadline - now)
            lines, end = received.lines, received.end

    def finish(self) -> Fault | None:
        """End in order; a fault if it crashed, if rubbish came late, or if it had to be killed.

        The last is a fault without a verdict.
        """
        self.session.move(Message.FINISH)
        self._channel.finish()
        deadline = self._clock() + self._limits.grace_s
        while True:
            received = self._channel.wait(max(0.0, deadline - self._clock()))
            fault = self._take(received.lines, self._clock())
            if fault is not None:
                return fault
            if received.end is not None:
                fault = self._ended(received.end, more=False)
                return None if fault.incident is Incident.LEFT else fault
            if self._clock() >= deadline:
                self._channel.stop(self._limits.grace_s)
                return self._broken(
                    Incident.SILENT,
                    f"it did not exit within {self._limits.grace_s:g} s of the end of its input "
                    "and was killed",
                )

    def abandon(self) -> None:
        """Kill the process without another word."""
        self._channel.kill()

    def _release(self, now: float) -> None:
        """Pass results on, many at a time where they come fast; suspects-to-be stay in reach."""
        keep = self._limits.window + 1
        if now - self._released > RELEASE_S or len(self._ledger) > keep + RELEASE_COUNT:
            self._ledger.release(keep)
            self._released = now
        self._ledger.foretell()

    def _fill(self, todo: deque[Asked], window: int, now: float) -> None:
        """Ask as much as the window allows, and no more once the oldest request is overdue."""
        in_flight = self.session.in_flight
        if in_flight and now - next(iter(in_flight.values()))[1] > self._limits.timeout_s:
            return
        count = min(window - self.session.unanswered(), len(todo))
        if count > 0:
            batch = [todo.popleft() for _ in range(count)]
            self._channel.send(self.session.ask(batch, now))

    def _take(self, lines: list[bytes], now: float) -> Fault | None:
        """Judge lines, up to one that ends the conversation."""
        take_plain, hold = self.session.take_plain, self._ledger.decide
        name, sent, ms = self._implementation, now, 0.0
        for line in lines:
            asked = take_plain(line)
            if asked is None:
                fault = self._take_slowly(line, now)
                if fault is not None:
                    return fault
                continue
            self.answered += 1
            self._last = asked[0]
            # Requests that went out together share their time.
            if asked[1] != sent:
                sent = asked[1]
                ms = round((now - sent) * 1000, 3)
            hold(Result(name, asked[0].id, Verdict.PASSED, ms))
        return None

    def _take_slowly(self, line: bytes, now: float) -> Fault | None:
        """Parse and judge one line; see ``_take``."""
        try:
            asked, answer = self.session.take(line)
        except GarbledError as problem:
            return self._take_rubbish(problem, f"{problem}\n  it wrote: {shown(line)}", now)
        question = asked[0]
        if isinstance(question, Step):
            verdict, failure = question.judge(answer)
        else:
            verdict, failure = self._judge.judge(question, answer)
        if failure is not None:
            failure = msgspec.structs.replace(
                failure, stderr=self._channel.stderr(), alone=self.session.alone
            )
        self._decide(asked, verdict, failure, now)
        return None

    def _take_rubbish(self, problem: GarbledError, detail: str, now: float) -> Fault | None:
        """Lay a bad line at the door of the vector that it names, where it names one."""
        if problem.number is None:
            return self._broken(Incident.RUBBISH, detail)
        failure = Failure(detail=detail, stderr=self._channel.stderr(), alone=self.session.alone)
        asked = self.session.in_flight.pop(b"%d" % problem.number, None)
        if asked is not None:
            self._decide(asked, Verdict.GARBLED, failure, now)
            return None
        vector = self.session.answered(problem.number)
        earlier = None if vector is None else self._ledger.held(vector)
        if vector is None or self._in_play(vector, earlier):
            return self._broken(Incident.RUBBISH, detail)
        if earlier is None:
            return self._broken(Incident.OUTDATED, f"{vector}: {detail}")
        if vector in self._repeated:
            return self._broken(Incident.PERSISTED, detail)
        self._repeated.add(vector)
        self._ledger.amend(
            msgspec.structs.replace(earlier, verdict=Verdict.GARBLED, failure=failure)
        )
        return None

    def _in_play(self, vector: str, decided: Result | None) -> bool:
        """Whether a scenario has been asked something and has no result yet."""
        last = self._last is not None and self._last.id == vector
        return self.session.awaits(vector) or (last and decided is None)

    def _decide(
        self, asked: InFlight, verdict: Verdict, failure: Failure | None, now: float
    ) -> None:
        question, ms = asked[0], round((now - asked[1]) * 1000, 3)
        self.answered += 1
        self._last = owner(question)
        if isinstance(question, Step):
            question.settle(verdict, failure, ms)
        else:
            self._ledger.decide(Result(self._implementation, question.id, verdict, ms, failure))

    def _ended(self, end: End, *, more: bool) -> Fault:
        if not end.died:
            return self._broken(Incident.BOUND, end.detail)
        if self.session.in_flight or more or not end.well:
            when = "at the end of its input " if self.session.state is State.CLOSING else ""
            return self._broken(Incident.DIED, f"{when}{end.who} {end.detail}")
        if end.rest:
            return self._broken(
                Incident.RUBBISH, f"a line without an end\n  it wrote: {shown(end.rest)}"
            )
        return self._broken(Incident.LEFT, end.detail)

    def _broken(self, incident: Incident, detail: str) -> Fault:
        ending = self.session.state is State.CLOSING
        self.session.move(MESSAGES[incident])
        self._channel.kill()
        awaited = self.session.abandon()
        last = self._last
        if last is not None and any(vector.id == last.id for vector in awaited):
            last = None
        standing = _standing(awaited, last, ending=ending)
        stderr, alone = self._channel.stderr(), self.session.alone
        return Fault(standing, incident, detail, stderr, awaited, last, alone=alone)


def _standing(awaited: tuple[Question, ...], last: Question | None, *, ending: bool) -> Standing:
    if len(awaited) > 1:
        return Standing.SEVERAL
    if awaited:
        return Standing.ALONE if last is None else Standing.BEHIND
    if last is None:
        return Standing.UNASKED
    return Standing.ENDING if ending else Standing.IDLE
