"""Keeps what is answered to a question of which nobody has said what is right."""

from __future__ import annotations

from typing import Any

from hanzo_conformance.engine.leavings import look
from hanzo_conformance.engine.question import Judgement
from hanzo_conformance.transports.messages import DOMAIN_ERROR, Refusal, Success
from hanzo_conformance.transports.protocol import plain_error
from hanzo_conformance.verdicts.record import Failure
from hanzo_conformance.verdicts.verdict import Verdict
from hanzo_vectors.stage import Stage
from hanzo_vectors.vector import Question, Turn

INVALID_PARAMS = -32602


class Recording:
    """The judge of such a question: each answer that kept to the protocol passes, and is kept.

    ``left`` is what was in the workspace behind the last step, where there is one.
    """

    def __init__(self, question: Question) -> None:
        self.left: dict[str, Any] | None = None
        self._question = question
        self._answers: dict[int, dict[str, Any]] = {}

    def judge(self, stated: Question | Turn, answer: Success | Refusal) -> Judgement:
        """Passed, but for the adapter's own failure."""
        told = stated_answer(answer)
        if "failure" in told:
            detail = f"the adapter's own failure, code {told['failure']['code']}: "
            return Verdict.ERRORED, Failure(detail=detail + told["failure"]["message"])
        self._answers[id(stated)] = told
        return Verdict.PASSED, None

    def look(self, question: Question, stage: Stage) -> Judgement:
        """The verdict on what is left behind: nothing where nobody may write."""
        if stage.is_laid_out:
            self.left = stage.contents()
        return look(question, stage)

    @property
    def answers(self) -> list[dict[str, Any]]:
        """The answer to each step up to the first that has none."""
        scenario = self._question.scenario
        asked = (self._question,) if scenario is None else scenario.turns
        found: list[dict[str, Any]] = []
        for item in asked:
            if id(item) not in self._answers:
                break
            found.append(self._answers[id(item)])
        return found


def stated_answer(answer: Success | Refusal) -> dict[str, Any]:
    """An answer as vectors state it; one that no vector can expect as ``refused`` or ``failure``."""
    if isinstance(answer, Success):
        return {"result": answer.result}
    if answer.error.code == DOMAIN_ERROR:
        return {"error": plain_error(answer)}
    if answer.error.code == INVALID_PARAMS:
        # In what words an input is refused is nobody's rule.
        return {"refused": True}
    return {"failure": {"code": answer.error.code, "message": answer.error.message}}
