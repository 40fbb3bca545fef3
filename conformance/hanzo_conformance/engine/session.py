"""The life of a session with one adapter process, as a table. No I/O.

    new ──open──▶ starting ──handshake──▶ ready ──finish──▶ closing ──end──▶ ended
                     │                      │                  │
                     └──garbage, end,       └──garbage, end,   └──garbage──▶ broken
                        silence──▶ refused     silence──▶ broken

``answer`` keeps a session ready (or closing). Every pair that the table does not name is a mistake
of the caller. A session that is refused or broken takes nothing more: its process is killed.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from itertools import chain

from hanzo_conformance.engine.question import Asked, Step, owner
from hanzo_conformance.transports import protocol
from hanzo_conformance.transports.messages import Handshake, Refusal, Success
from hanzo_vectors.vector import Question


class State(StrEnum):
    """Where a session is."""

    NEW = "new"
    STARTING = "starting"
    READY = "ready"
    CLOSING = "closing"
    ENDED = "ended"
    REFUSED = "refused"
    BROKEN = "broken"


class Message(StrEnum):
    """What can happen to a session."""

    OPEN = "open"
    HANDSHAKE = "handshake"
    ANSWER = "answer"
    FINISH = "finish"
    GARBAGE = "garbage"
    END = "end"
    SILENCE = "silence"


TRANSITIONS: dict[tuple[State, Message], State] = {
    (State.NEW, Message.OPEN): State.STARTING,
    (State.STARTING, Message.HANDSHAKE): State.READY,
    (State.STARTING, Message.GARBAGE): State.REFUSED,
    (State.STARTING, Message.END): State.REFUSED,
    (State.STARTING, Message.SILENCE): State.REFUSED,
    (State.READY, Message.ANSWER): State.READY,
    (State.READY, Message.FINISH): State.CLOSING,
    (State.READY, Message.GARBAGE): State.BROKEN,
    (State.READY, Message.END): State.BROKEN,
    (State.READY, Message.SILENCE): State.BROKEN,
    (State.CLOSING, Message.GARBAGE): State.BROKEN,
    (State.CLOSING, Message.END): State.ENDED,
    (State.CLOSING, Message.SILENCE): State.ENDED,
}


# The most that one vector asks.
STEPS = 64
PLAIN_LENGTH = len(protocol.PLAIN_START)


# A question whose answer is awaited, and the monotonic time of its request.
InFlight = tuple[Asked, float]


class Session:
    """Who has been asked what, and what a line means.

    ``in_flight`` maps the spelling of each request id to what awaits it, oldest first. What is
    asked is in flight from the next ``settle`` on: an answer that has arrived before is none.
    """

    def __init__(self, version: str) -> None:
        self.state = State.NEW
        self.in_flight: dict[bytes, InFlight] = {}
        self.handshake: Handshake | None = None
        self._version = version
        self._fresh: dict[bytes, InFlight] = {}
        self._asked: list[str] = []

    def move(self, message: Message) -> None:
        """Go where the table says; ``KeyError`` when it has no such line."""
        self.state = TRANSITIONS[self.state, message]

    def open(self) -> bytes:
        """The line that begins the session."""
        self.move(Message.OPEN)
        return protocol.initialize_line(self._version)

    def greet(self, line: bytes) -> Handshake:
        """Take the first line of the adapter; raises ``GarbledError``."""
        self.handshake = protocol.read_handshake(line)
        self.move(Message.HANDSHAKE)
        return self.handshake

    def ask(self, questions: Sequence[Asked], now: float) -> bytes:
        """The lines that put questions to the adapter."""
        number = len(self._asked)
        lines: list[bytes] = []
        for question in questions:
            if type(question) is not Step:
                assert question.scenario is None, "a scenario is played, its request is for people"
            number += 1
            key = b"%d" % number
            self._fresh[key] = (question, now)
            lines += (protocol.PLAIN_START, key, question.request)
        self._asked += [owner(question).id for question in questions]
        return b"".join(lines)

    @property
    def alone(self) -> bool:
        """Whether all that was asked so far is one vector, or steps of one."""
        return len(self._asked) <= STEPS and len(set(self._asked)) == 1

    def settle(self) -> None:
        """All lines that arrived before the last questions have been taken."""
        if self._fresh:
            self.in_flight.update(self._fresh)
            self._fresh.clear()

    def unanswered(self) -> int:
        """How many questions have no answer yet."""
        return len(self.in_flight) + len(self._fresh)

    def abandon(self) -> tuple[Question, ...]:
        """Wait for nothing any more; the vectors that were awaited, oldest first."""
        self.settle()
        waiting = {owner(question).id: owner(question) for question, _ in self.in_flight.values()}
        self.in_flight.clear()
        return tuple(waiting.values())

    def answered(self, number: int) -> str | None:
        """The id of the vector whose request with this id has been answered, if there is one."""
        if not 0 < number <= len(self._asked):
            return None
        key = b"%d" % number
        awaited = key in self.in_flight or key in self._fresh
        return None if awaited else self._asked[number - 1]

    def awaits(self, vector: str) -> bool:
        """Whether a question of a vector is unanswered: a scenario has several."""
        questions = chain(self.in_flight.values(), self._fresh.values())
        return any(owner(question).id == vector for question, _ in questions)

    def take_plain(self, line: bytes) -> tuple[Question, float] | None:
        """Whose answer a line is, if its bytes alone show that it is the expected one."""
        if not line.startswith(protocol.PLAIN_START):
            return None
        comma = line.find(b",", PLAIN_LENGTH)
        key = line[PLAIN_LENGTH:comma]
        asked = self.in_flight.get(key)
        if asked is None:
            return None
        question, sent = asked
        if type(question) is Step or not protocol.is_plainly(question, line[comma:]):
            return None
        del self.in_flight[key]
        return question, sent

    def take(self, line: bytes) -> tuple[InFlight, Success | Refusal]:
        """Whose answer a line is, and the answer.

        Raises ``GarbledError`` when the line is nobody's answer.
        """
        answer = protocol.read_answer(line)
        if answer.id is None:
            assert isinstance(answer, Refusal)
            raise protocol.GarbledError(f"answers no request: {answer.error.message}")
        found = self.in_flight.pop(b"%d" % answer.id, None)
        if found is None:
            raise protocol.GarbledError(self._why_not(answer.id), answer.id)
        return found, answer

    def _why_not(self, number: int) -> str:
        if self.answered(number) is not None:
            return f"answers request {number} for the second time"
        if b"%d" % number in self._fresh:
            return f"answers request {number} before it was made"
        return f"answers request {number}, which was never made"
