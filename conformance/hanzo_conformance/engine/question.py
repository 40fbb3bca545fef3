"""What a conversation puts to an adapter: the request, and who judges its answer."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from hanzo_conformance.transports.messages import Refusal, Success
from hanzo_conformance.verdicts.record import Failure
from hanzo_conformance.verdicts.verdict import Verdict
from hanzo_vectors.vector import Vector

Judgement = tuple[Verdict, Failure | None]


class Step(msgspec.Struct, frozen=True):
    """One question of a vector that has several.

    ``request`` is as in ``Vector``. ``judge`` is given its answer, and ``settle`` the verdict, the
    failure and the milliseconds. No answer is known to be right by its bytes alone.
    """

    vector: Vector
    request: bytes
    judge: Callable[[Success | Refusal], Judgement]
    settle: Callable[[Verdict, Failure | None, float], None]


# A plain vector is its own question.
Question = Vector | Step


def owner(question: Question) -> Vector:
    """The vector that a question belongs to."""
    return question.vector if isinstance(question, Step) else question
