"""What a conversation puts to an adapter, and who judges its answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, final

import msgspec

from hanzo_conformance.transports.messages import Refusal, Success
from hanzo_conformance.verdicts.record import Failure
from hanzo_conformance.verdicts.verdict import Verdict
from hanzo_vectors.stage import Stage
from hanzo_vectors.vector import Question, Turn

Judgement = tuple[Verdict, Failure | None]


class Judge(Protocol):
    """Says what answers are worth, and what is left behind."""

    def judge(self, stated: Question | Turn, answer: Success | Refusal) -> Judgement:
        """The verdict on an answer that kept to the protocol, and why it is not ``passed``."""

    def look(self, question: Question, stage: Stage) -> Judgement:
        """The same of the workspace after the last step."""


@final
class Step(msgspec.Struct, frozen=True):
    """One request of a question that has several.

    ``request`` is as in ``Question``. ``judge`` is given its answer, and ``settle`` the verdict, the
    failure and the milliseconds. No answer is known to be right by its bytes alone.
    """

    question: Question
    request: bytes
    judge: Callable[[Success | Refusal], Judgement]
    settle: Callable[[Verdict, Failure | None, float], None]


# A question of one request is asked as it is.
Asked = Question | Step


def owner(asked: Asked) -> Question:
    """The question that something asked belongs to."""
    # Asked of every vector: a look at the type costs a tenth of isinstance.
    return asked.question if type(asked) is Step else asked
