"""One implementation kept alive to be asked one vector after another, as shrinking does."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

import msgspec

from hanzo_conformance.engine.conversation import Conversation
from hanzo_conformance.engine.judge import Expectations
from hanzo_conformance.engine.ledger import Ledger
from hanzo_conformance.implementations.manifest import Implementation
from hanzo_conformance.transports.channel import Interrupted
from hanzo_conformance.transports.messages import Handshake
from hanzo_conformance.transports.surroundings import Surroundings
from hanzo_conformance.verdicts.record import Failure, Result
from hanzo_vectors.schema_check import breaks
from hanzo_vectors.vector import Question


class Respondent:
    """Answers with a result for each vector; after a fault the next one gets a new process.

    ``handshake`` is what it said of itself when it was first started, which happens at once. Each
    start raises ``StartError`` or ``Interrupted``.
    """

    def __init__(
        self,
        item: Implementation,
        around: Surroundings,
        timeout_s: float | None,
        interrupted: Callable[[], bool],
    ) -> None:
        self.name = item.name
        self._transport = around.transport(item, interrupted)
        limits = item.manifest.limits
        if timeout_s is not None:
            limits = msgspec.structs.replace(limits, timeout_s=timeout_s)
        self._limits = limits
        self._results: list[Result] = []
        self._ledger = Ledger(self._results.extend)
        self._conversation: Conversation | None = None
        try:
            self.handshake: Handshake = self._start()
        except Interrupted:
            self.close()
            raise

    def ask(self, vector: Question, *, apart: bool) -> Result:
        """The result of one vector of an operation that it has.

        ``apart``: in a process of its own, ended in order, so that rubbish that comes late is seen.
        """
        self._results.clear()
        if apart:
            self.close()
        if self._conversation is None:
            self._start()
        conversation = self._conversation
        assert conversation is not None
        fault = conversation.converse(deque([vector]), 1)
        if fault is None and apart:
            fault = conversation.finish()
            self._conversation = None
        if fault is not None:
            self._conversation = None
        self._ledger.release()
        if fault is not None and fault.verdict is not None:
            failure = Failure(detail=fault.detail, stderr=fault.stderr)
            return Result(self.name, vector.id, fault.verdict, 0.0, failure)
        return self._results[-1]

    def close(self) -> None:
        """End its process, if it has one."""
        if self._conversation is not None:
            self._conversation.abandon()
            self._conversation = None

    def _start(self) -> Handshake:
        conversation = Conversation(
            self.name, self._transport.open(), self._limits, self._ledger, Expectations(breaks)
        )
        self._conversation = conversation
        return conversation.open()
