"""One question of a user's own put to one implementation, with all that surrounds an adapter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from hanzo_conformance.ask.input import Inquiry
from hanzo_conformance.ask.reply import Reply
from hanzo_conformance.engine.events import Event, Judged, Unavailable
from hanzo_conformance.engine.recording import Recording
from hanzo_conformance.engine.worker import Worker
from hanzo_conformance.implementations.manifest import Implementation
from hanzo_conformance.transports.surroundings import Surroundings
from hanzo_conformance.values.errors import StartError
from hanzo_conformance.verdicts.record import Failure, Result
from hanzo_vectors.scenarios import question_of
from hanzo_vectors.vector import Asking, Question

NAME = "ask/own"


def question_for(inquiry: Inquiry) -> Question:
    """The question, of which nobody has said what is right."""
    asking: dict[str, Any] = {
        "operation": inquiry.operation,
        "input": inquiry.input,
        "expected": {},
        **({} if inquiry.workspace is None else {"workspace": inquiry.workspace}),
    }
    return question_of(NAME, msgspec.json.decode(msgspec.json.encode(asking), type=Asking))


def ask_implementation(
    item: Implementation,
    question: Question,
    around: Surroundings,
    timeout_s: float | None,
    interrupted: Callable[[], bool],
) -> Reply:
    """Its reply, from a process that is asked nothing else; raises ``StartError``."""
    results: list[Result] = []
    gone: list[Unavailable] = []

    def keep(event: Event) -> None:
        if isinstance(event, Judged):
            results.extend(event.results)
        elif isinstance(event, Unavailable):
            gone.append(event)

    limits = item.manifest.limits
    if timeout_s is not None:
        limits = msgspec.structs.replace(limits, timeout_s=timeout_s)
    room = around.room(item)
    transport = around.transport(item, interrupted, room)
    record = Recording(question)
    worker = Worker(item.name, transport, limits, record, keep, isolated=True, root=room)
    worker.run([question])
    if gone:
        raise StartError(gone[0].why, gone[0].hint or "", gone[0].detail)
    [result] = results
    failure = result.failure or Failure()
    return Reply(
        item.name,
        tuple(record.answers),
        record.left,
        result.verdict,
        failure.detail or "",
        failure.stderr,
    )
