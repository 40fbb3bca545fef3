"""Plays one scenario: a workspace laid out, its steps asked one by one, what is left looked at.

A step that is answered otherwise does not end it: what differs later, and in the files, would else
be hidden behind a difference that somebody knows. Who is to blame when the process breaks is found
in ``worker``, as for any vector.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from hanzo_conformance.engine.conversation import Conversation, Fault
from hanzo_conformance.engine.question import Judge, Judgement, Step
from hanzo_conformance.transports.channel import Sharing
from hanzo_conformance.transports.messages import Refusal, Success
from hanzo_conformance.transports.staging import own_stage
from hanzo_conformance.values.errors import StartError
from hanzo_conformance.verdicts.difference import DifferenceEntry, Kind
from hanzo_conformance.verdicts.differences import joined
from hanzo_conformance.verdicts.record import Failure, Result
from hanzo_conformance.verdicts.verdict import Verdict
from hanzo_vectors.errors import UnavailableError
from hanzo_vectors.files import WorkspaceError
from hanzo_vectors.fixtures import needs_loopback
from hanzo_vectors.play import Play
from hanzo_vectors.references import UnresolvedError
from hanzo_vectors.stage import Stage
from hanzo_vectors.strict_json import dumps
from hanzo_vectors.vector import Question, Scenario, Turn, request_end


def out_of_reach(scenario: Scenario, sharing: Sharing) -> str | None:
    """Why an adapter cannot be asked this, since it does not share what the scenario needs."""
    if scenario.workspace is None:
        return None
    if not sharing.files:
        return "the adapter does not share the file system, which the vector's workspace needs"
    if not sharing.loopback and needs_loopback(msgspec.json.decode(scenario.workspace)):
        return "the adapter does not share the loopback address, which the vector's server needs"
    return None


class Scene:
    """One scenario and the conversation in which it is played once.

    ``root`` is the folder of the worker, see ``surroundings``, and ``sharing`` what the
    adapter shares with us. ``begun`` says whether anything of it has been asked.
    """

    def __init__(
        self,
        name: str,
        question: Question,
        conversation: Conversation,
        judge: Judge,
        root: Path | None,
        sharing: Sharing,
    ) -> None:
        assert question.scenario is not None
        self._name = name
        self._question = question
        self._scenario = question.scenario
        self._conversation = conversation
        self._judge = judge
        self._place = root, sharing
        self._reply: Judgement = Verdict.PASSED, None
        self._ms = 0.0
        self._failures: list[tuple[Verdict, Failure]] = []
        self.begun = False

    def play(self) -> Result | Fault:
        """The result, or the fault that ended the process; raises ``StartError``."""
        workspace = self._scenario.workspace
        stated = None if workspace is None else msgspec.json.decode(workspace)
        try:
            with self._stage(stated) as stage:
                play = Play(stage)
                for number in range(1, len(self._scenario.turns) + 1):
                    found = self._take_turn(number, play)
                    if isinstance(found, Fault):
                        return found
                    if found[0] is Verdict.GARBLED:
                        return self._result(*found)
                    self._keep_failure(*found)
                self._keep_failure(*self._judge.look(self._question, stage))
                return self._summed_up()
        except UnavailableError as problem:
            failure = Failure(detail=f"its workspace cannot be laid out: it {problem}")
            return self._result(Verdict.NOT_RUN, failure)
        except (OSError, WorkspaceError) as problem:
            raise StartError(
                f"the workspace of {self._question.id} cannot be laid out: {problem}",
                "look at the cache folder, HANZO_CONFORMANCE_CACHE, and its free space",
            ) from None

    def _stage(self, stated: Mapping[str, Any] | None) -> Stage:
        root, sharing = self._place
        if root is None:
            return own_stage(stated)
        return Stage(stated, root, owner=sharing.owner, listen=sharing.listen)

    def _take_turn(self, number: int, play: Play) -> Judgement | Fault:
        turn = self._scenario.turns[number - 1]
        try:
            request = request_end(turn.operation, dumps(self._params(turn, play)))
        except UnresolvedError as problem:
            nothing = DifferenceEntry(at="/input", kind=Kind.MISSING, step=number)
            return Verdict.FAILED, self._told(
                number, Failure(detail=f"it cannot be put: {problem}", differences=(nothing,))
            )
        step = Step(
            self._question,
            request,
            self._judging(turn, play),
            self._settle,
        )
        queue = deque([step])
        fault = self._conversation.converse(queue, 1)
        self.begun = self.begun or not queue
        if fault is not None:
            if not self.begun:
                return fault
            detail = f"{self._step(number)}: {fault.detail}"
            return msgspec.structs.replace(fault, detail=detail, step=number)
        verdict, failure = self._reply
        return verdict, self._told(number, failure)

    def _params(self, turn: Turn, play: Play) -> Any:
        """What a step is asked; raises ``UnresolvedError``."""
        before = None if turn.before is None else msgspec.json.decode(turn.before)
        try:
            return play.ask(msgspec.json.decode(turn.input), before)
        except (OSError, WorkspaceError) as problem:
            # What an implementation has left may not allow for a change from outside.
            if not self._failures:
                raise
            raise UnresolvedError(f"files cannot be changed before it: {problem}") from None

    def _judging(self, turn: Turn, play: Play) -> Callable[[Success | Refusal], Judgement]:
        def judged(answer: Success | Refusal) -> Judgement:
            if isinstance(answer, Success):
                answer = msgspec.structs.replace(answer, result=play.take(answer.result))
            else:
                error = msgspec.structs.replace(answer.error, data=play.fold(answer.error.data))
                answer = msgspec.structs.replace(answer, error=error)
            return self._judge.judge(turn, answer)

        return judged

    def _settle(self, verdict: Verdict, failure: Failure | None, ms: float) -> None:
        self._reply = verdict, failure
        self._ms += ms

    def _told(self, number: int, failure: Failure | None) -> Failure | None:
        if failure is None:
            return None
        told = self._step(number) + ("" if failure.detail is None else f": {failure.detail}")
        differences = tuple(
            msgspec.structs.replace(difference, step=number) for difference in failure.differences
        )
        return msgspec.structs.replace(failure, detail=told, step=number, differences=differences)

    def _step(self, number: int) -> str:
        operation = self._scenario.turns[number - 1].operation
        return f"step {number} of {len(self._scenario.turns)}, {operation}"

    def _keep_failure(self, verdict: Verdict, failure: Failure | None) -> None:
        if verdict is not Verdict.PASSED and failure is not None:
            self._failures.append((verdict, failure))

    def _summed_up(self) -> Result:
        """The first thing that went wrong, with the differences of all."""
        if not self._failures:
            return self._result(Verdict.PASSED, None)
        verdict, first = self._failures[0]
        every = joined([failure.differences for _, failure in self._failures])
        return self._result(verdict, msgspec.structs.replace(first, differences=every))

    def _result(self, verdict: Verdict, failure: Failure | None) -> Result:
        return Result(self._name, self._question.id, verdict, round(self._ms, 3), failure)
