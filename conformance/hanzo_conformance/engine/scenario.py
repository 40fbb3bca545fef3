"""Plays one scenario: a workspace laid out, its steps asked one by one, what is left looked at.

A step that is answered otherwise does not end it: what differs later, and in the files, would else
be hidden behind a difference that somebody knows. Who is to blame when the process breaks is found
in ``worker``, as for any vector.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from hanzo_conformance.contract.comparison import SchemaCheck, escape
from hanzo_conformance.contract.references import UnresolvedError, resolve_from
from hanzo_conformance.contract.strict_json import DEEPEST, dumps, is_too_deep
from hanzo_conformance.contract.tree_differences import TreeDifference
from hanzo_conformance.contract.vector import Scenario, Turn, Vector, request_end
from hanzo_conformance.contract.workspace import WorkspaceError
from hanzo_conformance.engine.conversation import Conversation, Fault
from hanzo_conformance.engine.judge import judge
from hanzo_conformance.engine.question import Judgement, Step
from hanzo_conformance.transports.channel import Sharing
from hanzo_conformance.transports.messages import Refusal, Success
from hanzo_conformance.transports.stage import Stage
from hanzo_conformance.values.errors import StartError, ToolMissingError
from hanzo_conformance.verdicts.difference import DifferenceEntry, Kind
from hanzo_conformance.verdicts.differences import bounded, joined, kind_of
from hanzo_conformance.verdicts.record import Failure, Result
from hanzo_conformance.verdicts.verdict import Verdict

# Of the differences of a workspace, this many are told.
TOLD = 8


def out_of_reach(scenario: Scenario, sharing: Sharing) -> str | None:
    """Why an adapter cannot be asked this, since it does not share what the scenario needs."""
    if scenario.workspace is None:
        return None
    if not sharing.files:
        return "the adapter does not share the file system, which the vector's workspace needs"
    if not sharing.loopback and "http" in msgspec.json.decode(scenario.workspace):
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
        vector: Vector,
        conversation: Conversation,
        check: SchemaCheck,
        root: Path | None,
        sharing: Sharing,
    ) -> None:
        assert vector.scenario is not None
        self._name = name
        self._vector = vector
        self._scenario = vector.scenario
        self._conversation = conversation
        self._check = check
        self._place = root, sharing
        self._reply: Judgement = Verdict.PASSED, None
        self._ms = 0.0
        self._results: dict[int, Any] = {}
        self._failures: list[tuple[Verdict, Failure]] = []
        self.begun = False

    def play(self) -> Result | Fault:
        """The result, or the fault that ended the process; raises ``StartError``."""
        workspace = self._scenario.workspace
        stated = None if workspace is None else msgspec.json.decode(workspace)
        try:
            with Stage(stated, *self._place) as stage:
                for number in range(1, len(self._scenario.turns) + 1):
                    found = self._take_turn(number, stage)
                    if isinstance(found, Fault):
                        return found
                    if found[0] is Verdict.GARBLED:
                        return self._result(*found)
                    self._keep_failure(*found)
                self._keep_failure(*self._look(stage))
                return self._summed_up()
        except ToolMissingError as problem:
            failure = Failure(detail=f"its workspace cannot be laid out: it {problem}")
            return self._result(Verdict.NOT_RUN, failure)
        except (OSError, WorkspaceError) as problem:
            raise StartError(
                f"the workspace of {self._vector.id} cannot be laid out: {problem}",
                "look at the cache folder, HANZO_CONFORMANCE_CACHE, and its free space",
            ) from None

    def _take_turn(self, number: int, stage: Stage) -> Judgement | Fault:
        turn = self._scenario.turns[number - 1]
        try:
            self._change(stage, turn)
            request = self._request(turn, stage)
        except UnresolvedError as problem:
            nothing = DifferenceEntry(at="/input", kind=Kind.MISSING, step=number)
            return Verdict.FAILED, self._told(
                number, Failure(detail=f"it cannot be put: {problem}", differences=(nothing,))
            )
        step = Step(
            self._vector,
            request,
            self._judging(number, stage.fold),
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

    def _change(self, stage: Stage, turn: Turn) -> None:
        """Change files from outside; what an implementation has left may not allow for it."""
        if turn.before is None:
            return
        try:
            stage.change(msgspec.json.decode(turn.before))
        except (OSError, WorkspaceError) as problem:
            if not self._failures:
                raise
            raise UnresolvedError(f"files cannot be changed before it: {problem}") from None

    def _request(self, turn: Turn, stage: Stage) -> bytes:
        """The end of the line that asks a step; raises ``UnresolvedError``."""
        given = resolve_from(stage.expand(msgspec.json.decode(turn.input)), self._results)
        if self._scenario.workspace is not None:
            given = {**given, "workspace": stage.folder}
        text = dumps(given)
        # The message around it is one more.
        if is_too_deep(f"[{text.decode()}]"):
            raise UnresolvedError(f"with what it takes over it nests more than {DEEPEST} deep")
        return request_end(turn.operation, text)

    def _judging(
        self, number: int, fold: Callable[[Any], Any]
    ) -> Callable[[Success | Refusal], Judgement]:
        turn = self._scenario.turns[number - 1]

        def judged(answer: Success | Refusal) -> Judgement:
            if isinstance(answer, Success):
                self._results[number - 1] = answer.result
                answer = msgspec.structs.replace(answer, result=fold(answer.result))
            else:
                error = msgspec.structs.replace(answer.error, data=fold(answer.error.data))
                answer = msgspec.structs.replace(answer, error=error)
            return judge(turn, answer, self._check)

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

    def _look(self, stage: Stage) -> Judgement:
        after = self._scenario.after
        found = stage.tree_differences(None if after is None else msgspec.json.decode(after))
        return (Verdict.FAILED, _left_behind(found)) if found else (Verdict.PASSED, None)

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
        return Result(self._name, self._vector.id, verdict, round(self._ms, 3), failure)


def _left_behind(found: list[TreeDifference]) -> Failure:
    rest = len(found) - TOLD
    lines = [f"  {item}" for item in found[:TOLD]] + ([f"  and {rest} more"] if rest > 0 else [])
    first = found[0]
    detail = "\n".join(["after the last step the files are not as stated:", *lines])
    every = bounded(
        DifferenceEntry(
            at=_file_place(item),
            kind=kind_of(item.expected, item.actual),
            expected=item.expected,
            actual=item.actual,
        )
        for item in found
    )
    if first.path.startswith("${"):
        # No place of which the vector says what is there.
        return Failure(detail=detail, differences=every)
    return Failure(
        detail=detail,
        pointer=_file_place(first),
        expected=first.expected,
        actual=first.actual,
        differences=every,
    )


def _file_place(item: TreeDifference) -> str:
    return f"/after/files/{escape(item.path)}"
