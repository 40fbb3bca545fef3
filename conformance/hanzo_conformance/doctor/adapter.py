"""Whom ``doctor`` looks at, and what a check says about it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from hanzo_conformance.engine.interview import Answer, Interview
from hanzo_conformance.implementations.manifest import Implementation
from hanzo_conformance.transports.channel import Transport
from hanzo_conformance.transports.messages import Handshake, Refusal
from hanzo_vectors.operation_inputs import OperationInputs
from hanzo_vectors.vector import Vector


class WrongError(Exception):
    """Something is not as it must be; ``change`` says what to do about it."""

    def __init__(self, seen: str, change: str, stderr: str = "") -> None:
        super().__init__(seen)
        self.change, self.stderr = change, stderr


class Subject:
    """One implementation under examination, ready to be started.

    ``vectors`` are those of all operations; ``operations`` are known, and ``met`` is true, once a
    handshake has gone well. One process serves many checks; a check that breaks it
    costs the next ones nothing.
    """

    def __init__(
        self,
        item: Implementation,
        transport: Transport,
        vectors: tuple[Vector, ...],
        inputs: OperationInputs,
    ) -> None:
        self.item, self.vectors, self.inputs = item, vectors, inputs
        self.limits = item.manifest.limits
        self.operations: list[str] = []
        self.met = False
        # How long it took to answer one request, once that is known.
        self.lone_s = 0.0
        self._transport = transport
        self._running: Interview | None = None

    def meet(self) -> Handshake:
        """Start the process that serves the checks; raises ``StartError``."""
        self.drop()
        # Known before it has said a word, so that it is ended however that goes.
        self._running = self.start()
        handshake = self._running.greet()
        self.operations, self.met = handshake.operations, True
        return handshake

    @property
    def interview(self) -> Interview:
        """The running process; a new one when there is none."""
        if self._running is None:
            self.meet()
        assert self._running is not None
        return self._running

    def ask(self, line: bytes, number: int) -> Answer:
        """Put one request to the running process; raises ``BrokenOffError``."""
        return self.interview.ask(line, [number])[number]

    def start(self) -> Interview:
        """A process of its own, without its handshake; the caller ends it."""
        return Interview(self._transport.open(), self.limits)

    @contextmanager
    def fresh(self) -> Iterator[Interview]:
        """A process of its own that has got through its handshake, and is killed at the end."""
        interview = self.start()
        try:
            interview.greet()
            yield interview
        finally:
            interview.kill()

    def drop(self) -> None:
        """End the running process, if there is one; whatever comes next gets a new one."""
        running, self._running = self._running, None
        if running is not None:
            running.kill()

    def asked(self) -> list[list[Vector]]:
        """The plain vectors of each operation that it declares and that there are some for."""
        declared = set(self.operations)
        found: dict[str, list[Vector]] = {}
        for vector in self.vectors:
            if vector.scenario is None and vector.operation in declared:
                found.setdefault(vector.operation, []).append(vector)
        return list(found.values())


# Says what it has seen when all is well, None when there is nothing to see; else raises one of
# WrongError, BrokenOffError and StartError.
Check = Callable[[Subject], str | None]


def refused_with(answer: Answer, code: int) -> bool:
    """Whether an answer is the error with this code."""
    return isinstance(answer, Refusal) and answer.error.code == code


def told(answer: Answer) -> str:
    """What an answer is, in a word or two."""
    if isinstance(answer, Refusal):
        return f"error {answer.error.code}"
    return "a result"
