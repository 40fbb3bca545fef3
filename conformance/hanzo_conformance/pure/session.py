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

from hanzo_conformance.pure import protocol
from hanzo_conformance.values.messages import Handshake, Refusal, Success
from hanzo_conformance.values.vector import Vector


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

# A vector whose answer is awaited, and the monotonic time of its request.
InFlight = tuple[Vector, float]


class Session:
    """Who has been asked what, and what a line means.

    ``in_flight`` maps the spelling of each request id to what awaits it, oldest first.
    """

    def __init__(self, version: str) -> None:
        self.state = State.NEW
        self.in_flight: dict[bytes, InFlight] = {}
        self.handshake: Handshake | None = None
        self._version = version
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

    def ask(self, vectors: Sequence[Vector], now: float) -> bytes:
        """The lines that put vectors to the adapter."""
        number = len(self._asked)
        lines: list[bytes] = []
        for vector in vectors:
            assert vector.scenario is None, "a scenario is played, its request is for people"
            number += 1
            key = b"%d" % number
            self.in_flight[key] = (vector, now)
            lines += (protocol.PLAIN_START, key, vector.request)
        self._asked += [vector.id for vector in vectors]
        return b"".join(lines)

    @property
    def alone(self) -> bool:
        """Whether all that was asked so far is one vector, or steps of one."""
        names = self._asked
        return len(names) <= STEPS and len({name.partition(" ")[0] for name in names}) == 1

    def asked(self, number: int) -> str | None:
        """The id of the vector that went out with this request id, if one did."""
        return self._asked[number - 1] if 0 < number <= len(self._asked) else None

    def take_plain(self, line: bytes) -> InFlight | None:
        """Whose answer a line is, if its bytes alone show that it is the expected one."""
        if not line.startswith(protocol.PLAIN_START):
            return None
        comma = line.find(b",", PLAIN_LENGTH)
        key = line[PLAIN_LENGTH:comma]
        asked = self.in_flight.get(key)
        if asked is None or not protocol.is_plainly(asked[0], line[comma:]):
            return None
        del self.in_flight[key]
        return asked

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
            again = self.asked(answer.id) is not None
            raise protocol.GarbledError(
                f"answers request {answer.id} for the second time"
                if again
                else f"answers request {answer.id}, which was never made",
                answer.id,
            )
        return found, answer
