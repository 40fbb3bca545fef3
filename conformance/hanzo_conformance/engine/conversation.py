"""One adapter process from start to end: asks, listens, and says what went wrong.

Who is to blame for a fault is decided in ``worker``; here is only what was in flight.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import msgspec

from hanzo_conformance.engine.ledger import Ledger
from hanzo_conformance.pure.compare import SchemaCheck
from hanzo_conformance.pure.judge import judge
from hanzo_conformance.pure.protocol import GarbledError, shown
from hanzo_conformance.pure.session import InFlight, Message, Session
from hanzo_conformance.transports.channel import Channel, End
from hanzo_conformance.values.errors import StartError
from hanzo_conformance.values.manifest import Limits
from hanzo_conformance.values.messages import Handshake, Refusal, Success
from hanzo_conformance.values.record import Failure, Result
from hanzo_conformance.values.vector import Vector
from hanzo_conformance.values.verdict import Verdict
from hanzo_conformance.version import __version__

# Results are passed on after this time or number, whichever comes first.
RELEASE_S = 0.05
RELEASE_COUNT = 512
# How many answers are judged before requests are sent in their place.
PORTION = 32


Judge = Callable[[Vector, Success | Refusal], tuple[Verdict, Failure | None]]


class Fault(msgspec.Struct, frozen=True):
    """A conversation that broke: how, and with which vectors unanswered, oldest first.

    ``after`` is the vector that was answered last, when it may be the one to blame. ``step`` is the
    step of a scenario that was being played, counted from 1. ``alone`` when the process that wrote
    ``stderr`` was asked one vector only.
    """

    verdict: Verdict
    detail: str
    stderr: str
    in_flight: tuple[Vector, ...]
    after: str | None = None
    step: int | None = None
    alone: bool = False


class Conversation:
    """A session over a channel. Results go to the ledger; faults are returned, never raised."""

    def __init__(
        self,
        implementation: str,
        channel: Channel,
        limits: Limits,
        ledger: Ledger,
        check: SchemaCheck,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.session = Session(__version__)
        self.answered = 0
        self._implementation = implementation
        self._channel = channel
        self._limits = limits
        self._ledger = ledger
        self._judge: Judge = partial(judge, check=check)
        self._clock = clock
        self._released = clock()
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

    def converse(self, todo: deque[Vector], window: int) -> Fault | None:
        """Put vectors until none is left; on a fault the process is dead and ``todo`` has the rest.

        ``window`` bounds how many requests are unanswered at a time.
        """
        in_flight = self.session.in_flight
        quiet_since = self._clock()
        lines, end = self._early, self._early_end
        self._early, self._early_end = [], None
        while True:
            now = self._clock()
            if lines:
                quiet_since = now
                # The adapter gets new requests before all of its answers have been judged.
                for start in range(0, len(lines), PORTION):
                    garbage = self._take(lines[start : start + PORTION], now)
                    if garbage is not None:
                        return self._broken(Message.GARBAGE, Verdict.GARBLED, garbage)
                    self._fill(todo, window, now)
                self._release(now)
            if end is not None:
                return self._ended(end)
            if not in_flight:
                if not todo:
                    return None
                quiet_since = now
            elif now - quiet_since >= self._limits.timeout_s:
                return self._broken(
                    Message.SILENCE,
                    Verdict.TIMED_OUT,
                    f"no answer within {self._limits.timeout_s:g} s",
                )
            self._fill(todo, window, now)
            received = self._channel.wait(quiet_since + self._limits.timeout_s - now)
            lines, end = received.lines, received.end

    def finish(self) -> tuple[Fault | None, str | None]:
        """End in order; a fault if rubbish came late, and a notice if it did not end well."""
        self.session.move(Message.FINISH)
        self._channel.finish()
        deadline = self._clock() + self._limits.grace_s
        while True:
            received = self._channel.wait(max(0.0, deadline - self._clock()))
            garbage = self._take(received.lines, self._clock())
            if garbage is not None:
                return self._broken(Message.GARBAGE, Verdict.GARBLED, garbage), None
            if received.end is not None:
                self.session.move(Message.END)
                self._channel.kill()
                if received.end.well:
                    return None, None
                return None, f"at the end of its input it {received.end.detail}"
            if self._clock() >= deadline:
                self.session.move(Message.SILENCE)
                self._channel.stop(self._limits.grace_s)
                return None, (
                    f"it did not exit within {self._limits.grace_s:g} s of the end of its input "
                    "and was killed"
                )

    def abandon(self) -> None:
        """Kill the process without another word."""
        self._channel.kill()

    @contextmanager
    def apart(self, ledger: Ledger, judging: Judge) -> Iterator[None]:
        """For a time, let results go to another ledger, judged by somebody else."""
        before = self._ledger, self._judge
        self._ledger, self._judge = ledger, judging
        try:
            yield
        finally:
            self._ledger, self._judge = before

    def _release(self, now: float) -> None:
        """Pass results on, many at a time where they come fast; suspects-to-be stay in reach."""
        keep = self._limits.window + 1
        if now - self._released > RELEASE_S or len(self._ledger) > keep + RELEASE_COUNT:
            self._ledger.release(keep)
            self._released = now

    def _fill(self, todo: deque[Vector], window: int, now: float) -> None:
        """Ask as much as the window allows, and no more once the oldest request is overdue."""
        in_flight = self.session.in_flight
        if in_flight and now - next(iter(in_flight.values()))[1] > self._limits.timeout_s:
            return
        count = min(window - len(in_flight), len(todo))
        if count > 0:
            batch = [todo.popleft() for _ in range(count)]
            self._channel.send(self.session.ask(batch, now))

    def _take(self, lines: list[bytes], now: float) -> str | None:
        """Judge lines; what is garbage and cannot be laid at one vector's door is returned."""
        take_plain, hold = self.session.take_plain, self._ledger.decide
        name, sent, ms = self._implementation, now, 0.0
        for line in lines:
            asked = take_plain(line)
            if asked is None:
                problem = self._take_slowly(line, now)
                if problem is not None:
                    return problem
                continue
            self.answered += 1
            # Requests that went out together share their time.
            if asked[1] != sent:
                sent = asked[1]
                ms = round((now - sent) * 1000, 3)
            hold(Result(name, asked[0].id, Verdict.PASSED, ms))
        return None

    def _take_slowly(self, line: bytes, now: float) -> str | None:
        """Parse and judge one line; see ``_take``."""
        try:
            asked, answer = self.session.take(line)
        except GarbledError as problem:
            if not self._blame_by_id(problem, line, now):
                return f"{problem}\n  it wrote: {shown(line)}"
            return None
        verdict, failure = self._judge(asked[0], answer)
        if failure is not None:
            failure = msgspec.structs.replace(
                failure, stderr=self._channel.stderr(), alone=self.session.alone
            )
        self.answered += 1
        self._decide(asked, verdict, failure, now)
        return None

    def _blame_by_id(self, problem: GarbledError, line: bytes, now: float) -> bool:
        """Whether a bad line names the vector that it belongs to, which is then garbled."""
        if problem.number is None:
            return False
        failure = Failure(
            detail=f"{problem}\n  it wrote: {shown(line)}",
            stderr=self._channel.stderr(),
            alone=self.session.alone,
        )
        asked = self.session.in_flight.pop(b"%d" % problem.number, None)
        if asked is not None:
            self.answered += 1
            self._decide(asked, Verdict.GARBLED, failure, now)
            return True
        vector = self.session.asked(problem.number)
        earlier = self._ledger.held(vector) if vector is not None else None
        if earlier is None:
            return False
        self._ledger.decide(
            msgspec.structs.replace(earlier, verdict=Verdict.GARBLED, failure=failure)
        )
        return True

    def _decide(
        self, asked: InFlight, verdict: Verdict, failure: Failure | None, now: float
    ) -> None:
        self._ledger.decide(
            Result(
                self._implementation,
                asked[0].id,
                verdict,
                round((now - asked[1]) * 1000, 3),
                failure,
            )
        )

    def _ended(self, end: End) -> Fault:
        if end.died:
            return self._broken(Message.END, Verdict.CRASHED, f"{end.who} {end.detail}")
        return self._broken(Message.GARBAGE, Verdict.GARBLED, end.detail)

    def _broken(self, message: Message, verdict: Verdict, detail: str) -> Fault:
        self.session.move(message)
        self._channel.kill()
        waiting = tuple(vector for vector, _ in self.session.in_flight.values())
        self.session.in_flight.clear()
        after = self._ledger.last() if message is Message.GARBAGE and self.answered else None
        return Fault(
            verdict, detail, self._channel.stderr(), waiting, after, alone=self.session.alone
        )
