"""One adapter process that is asked whatever a checkup wants, and not what vectors say.

It is less patient than a conversation: whatever breaks the protocol ends it at once.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from enum import StrEnum

from hanzo_conformance.engine.probes import STRANGE_ID
from hanzo_conformance.implementations.manifest import Limits
from hanzo_conformance.transports.channel import Channel, End
from hanzo_conformance.transports.messages import Handshake, Refusal, Success
from hanzo_conformance.transports.protocol import (
    GarbledError,
    initialize_line,
    read_answer,
    read_handshake,
    shown,
)
from hanzo_conformance.values.errors import StartError
from hanzo_conformance.version import __version__

Answer = Success | Refusal
# More lines that nobody could read are not written to one process.
NAMELESS = 256


class Fate(StrEnum):
    """How an interview is broken off."""

    SILENT = "silent"
    GONE = "gone"
    GARBAGE = "garbage"


class BrokenOffError(Exception):
    """The adapter is silent, gone, or writes what is no answer; ``str()`` says it in words.

    ``stderr`` is the last part of what it wrote there.
    """

    def __init__(self, what: str, fate: Fate, stderr: str) -> None:
        super().__init__(what)
        self.fate, self.stderr = fate, stderr


class Interview:
    """One running adapter. ``nameless`` has its answers to lines that had no id.

    ``strange`` has those to the request id that a line may use which need not be answered.
    """

    def __init__(
        self, channel: Channel, limits: Limits, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.nameless: list[Refusal] = []
        self.strange: list[Answer] = []
        self._channel = channel
        self._limits = limits
        self._clock = clock
        self._asked: set[int] = set()
        self._answers: dict[int, Answer] = {}
        self._end: End | None = None

    def greet(self) -> Handshake:
        """Get through the handshake; raises ``StartError`` when it fails."""
        self._channel.send(initialize_line(__version__))
        deadline = self._clock() + self._limits.start_s
        while (left := deadline - self._clock()) > 0:
            received = self._channel.wait(left)
            if received.lines:
                return self._handshake(received.lines)
            if received.end is not None:
                raise self._not_started(f"it ended before the handshake: {received.end.detail}")
        raise self._not_started(f"no handshake within {self._limits.start_s:g} s")

    def ask(self, lines: bytes, numbers: Iterable[int]) -> dict[int, Answer]:
        """Put requests and wait for the answer to each; raises ``BrokenOffError``."""
        self.put(lines, numbers)
        return self.hear()

    def put(self, lines: bytes, numbers: Iterable[int]) -> None:
        """Put requests without waiting."""
        self._asked.update(numbers)
        self._channel.send(lines)

    def hear(self) -> dict[int, Answer]:
        """Wait until nothing is unanswered; every answer since the last time.

        Raises ``BrokenOffError``.
        """
        quiet_since, patience_s = self._clock(), self._limits.timeout_s
        while self._asked:
            left = quiet_since + patience_s - self._clock()
            if left <= 0:
                what = f"no answer within {patience_s:g} s"
                raise BrokenOffError(what, Fate.SILENT, self._channel.stderr())
            before = len(self._asked)
            self._listen(left)
            # Only an answer to something asked is progress.
            if len(self._asked) != before:
                quiet_since = self._clock()
            if self._end is not None and self._asked:
                what = f"{self._end.who} {self._end.detail} before it had answered"
                raise BrokenOffError(what, Fate.GONE, self._channel.stderr())
        answers, self._answers = self._answers, {}
        return answers

    def waits_for(self, number: int) -> bool:
        """Whether this request is still unanswered."""
        return number in self._asked

    def say(self, data: bytes, pause_s: float) -> None:
        """Write a part of a line and let it arrive; what comes in the meantime is kept."""
        self._channel.send(data)
        self._listen(pause_s)

    def finish(self) -> None:
        """Tell it that nothing more comes."""
        self._channel.finish()

    def end(self) -> End | None:
        """Wait for it to end by itself; None when it has not within its grace time."""
        deadline = self._clock() + self._limits.grace_s
        while self._end is None and (left := deadline - self._clock()) > 0:
            self._listen(left)
        return self._end

    def terminate(self) -> float:
        """Send it the signal to end; the seconds until it had, or after which it was killed."""
        begun = self._clock()
        self._channel.stop(self._limits.grace_s)
        return self._clock() - begun

    def kill(self) -> None:
        """End it at once."""
        self._channel.kill()

    def stderr(self) -> str:
        """The last part of what it wrote to standard error."""
        return self._channel.stderr()

    def _listen(self, patience_s: float) -> None:
        """Take what comes."""
        received = self._channel.wait(patience_s)
        for line in received.lines:
            self._take(line)
        self._end = received.end or self._end

    def _take(self, line: bytes) -> None:
        try:
            answer = read_answer(line)
        except GarbledError as problem:
            raise self._no_answer(line, str(problem)) from None
        if answer.id is None:
            assert isinstance(answer, Refusal)
            self.nameless.append(answer)
            if len(self.nameless) + len(self.strange) > NAMELESS:
                raise self._no_answer(line, f"more than {NAMELESS} answers to nobody")
        elif answer.id == STRANGE_ID:
            self.strange.append(answer)
        elif answer.id in self._asked:
            self._asked.remove(answer.id)
            self._answers[answer.id] = answer
        else:
            raise self._no_answer(line, f"it answers {answer.id}, which waits for no answer")

    def _no_answer(self, line: bytes, why: str) -> BrokenOffError:
        what = f"it wrote a line that is no answer: {why}\n{shown(line)}"
        return BrokenOffError(what, Fate.GARBAGE, self._channel.stderr())

    def _handshake(self, lines: list[bytes]) -> Handshake:
        try:
            handshake = read_handshake(lines[0])
        except GarbledError as problem:
            raise self._not_started(
                f"its first line is no handshake: {problem}\n{shown(lines[0])}"
            ) from None
        for line in lines[1:]:
            self._take(line)
        return handshake

    def _not_started(self, what: str) -> StartError:
        self._channel.kill()
        return StartError(
            what,
            "answer initialize at once with one line of JSON, flush it, and write nothing else to "
            "standard output",
            self._channel.stderr(),
        )
