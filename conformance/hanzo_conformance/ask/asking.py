"""One question of a user's own put to one implementation, with all that surrounds an adapter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from hanzo_conformance.ask.input import Inquiry
from hanzo_conformance.ask.reply import Reply
from hanzo_conformance.engine.batch import limits_of, results_of
from hanzo_conformance.engine.recording import Recording
from hanzo_conformance.implementations.manifest import Implementation
from hanzo_conformance.transports.surroundings import Surroundings
from hanzo_conformance.verdicts.record import Failure
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
    room = around.room(item)
    transport = around.transport(item, interrupted, room)
    record = Recording(question)
    limits = limits_of(item, timeout_s)
    [result] = results_of(item, [question], transport, limits, record, isolated=True, root=room)
    failure = result.failure or Failure()
    return Reply(
        item.name,
        tuple(record.answers),
        record.left,
        result.verdict,
        failure.detail or "",
        failure.stderr,
    )
