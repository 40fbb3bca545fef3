"""What the reference and implementations make of a sequence: answers, and what they leave behind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any

import msgspec

from hanzo_conformance.engine.events import Event, Judged, Unavailable
from hanzo_conformance.engine.judge import Expectations
from hanzo_conformance.engine.worker import Worker
from hanzo_conformance.fuzz.free_parts import FreeParts
from hanzo_conformance.fuzz.sequences import Drawn
from hanzo_conformance.implementations.manifest import Implementation
from hanzo_conformance.transports.staging import own_stage
from hanzo_conformance.transports.surroundings import Surroundings
from hanzo_conformance.values.errors import StartError
from hanzo_conformance.verdicts.record import Result
from hanzo_vectors.comparison import first_difference
from hanzo_vectors.files import WorkspaceError, check_files
from hanzo_vectors.pointers import NoPlaceError, part_at, path_of, with_part
from hanzo_vectors.scenarios import question_of
from hanzo_vectors.schema_check import breaks
from hanzo_vectors.stage import Stage
from hanzo_vectors.vector import Asking, Question

# A process may be started again this often for one sequence, and for all of a campaign.
RESTARTS = 1_000_000


class BrokenError(Exception):
    """The reference itself broke over a sequence; ``str()`` says how."""


def stated(domain: Any, sequence: Drawn, free: FreeParts | None = None) -> dict[str, Any] | None:
    """The sequence with what the reference answers and leaves, as a vector states it.

    What is free in an answer is left open. None where it cannot be asked: the reference does not take an input, or the workspace cannot be.
    Raises ``BrokenError``.
    """
    from hanzo_reference.spec.cases import Case, CaseError, Step, question
    from hanzo_reference.spec.contract import operation

    if any(operation(domain, item["operation"]) is None for item in sequence["steps"]):
        return None
    left: dict[str, Any] = {}

    @contextmanager
    def staging(workspace: Mapping[str, Any] | None) -> Iterator[Stage]:
        with own_stage(workspace) as stage:
            yield stage
            left.update(stage.contents())

    steps = [Step(item["operation"], item["input"]) for item in sequence["steps"]]
    case = Case("", "", (), workspace=sequence["workspace"], steps=steps)
    try:
        found = question(domain, case, domain.id, partial(operation, domain), staging)
    except CaseError as problem:
        if problem.__cause__ is not None:
            raise BrokenError(str(problem)) from None
        return None
    except (WorkspaceError, OSError):
        return None
    if free is not None:
        for step in found["steps"]:
            leave_open(step, free.of(step["operation"], step["expected"].get("result")))
    files = {path: item if isinstance(item, dict) else {"any": True} for path, item in left.items()}
    try:
        check_files(files, expecting=True)
    except WorkspaceError:
        return found
    return {**found, "after": {"files": files}}


def steady(domain: Any, sequence: Drawn, free: FreeParts | None = None) -> dict[str, Any] | None:
    """The same, and what the reference itself answers or leaves otherwise a second time is open."""
    first, second = stated(domain, sequence, free), stated(domain, sequence, free)
    if first is None or second is None:
        return None
    for step, again in zip(first["steps"], second["steps"], strict=True):
        if "result" not in step["expected"] or "result" not in again["expected"]:
            continue
        while found := first_difference(step["expected"], again["expected"]):
            pointer = (found.pointer or "").removeprefix("/result")
            if not _has_place(again["expected"]["result"], pointer):
                return None
            leave_open(step, {pointer: {}})
            leave_open(again, {pointer: {}})
    return first if first_difference(first["steps"], second["steps"]) is None else None


def leave_open(step: dict[str, Any], rules: Mapping[str, Any]) -> None:
    """Let rules hold for parts of a step's answer, instead of their values."""
    for pointer, rule in rules.items():
        if pointer in step.get("where", {}):
            continue
        answer = step["expected"]["result"]
        path = path_of(answer, pointer)
        # What differs each time would be another vector each time.
        part = part_at(answer, path)
        blank = None if part is None else type(part)()
        step["expected"] = {"result": with_part(answer, path, blank)}
        step["where"] = {**step.get("where", {}), pointer: rule}


def _has_place(value: Any, pointer: str) -> bool:
    try:
        path_of(value, pointer)
    except NoPlaceError:
        return False
    return True


class Trial:
    """One implementation that is asked one sequence after another; raises ``StartError``.

    ``operations`` are those that it names.
    """

    def __init__(
        self,
        item: Implementation,
        around: Surroundings,
        timeout_s: float | None,
        interrupted: Callable[[], bool],
    ) -> None:
        self.name = item.name
        self._results: list[Result] = []
        self._gone: list[Unavailable] = []
        self._number = 0
        limits = msgspec.structs.replace(item.manifest.limits, restarts=RESTARTS)
        if timeout_s is not None:
            limits = msgspec.structs.replace(limits, timeout_s=timeout_s)
        room = around.room(item)
        transport = around.transport(item, interrupted, room)
        self._worker = Worker(
            item.name, transport, limits, Expectations(breaks), self._keep, root=room, apart=True
        )

    def put(self, entries: Iterable[dict[str, Any]], *, lasting: bool = False) -> list[Result]:
        """The result of each sequence with its expectations, from one process as far as it lasts.

        ``lasting`` keeps it for the next ones, and looks for no rubbish behind its last answer.
        """
        self._results.clear()
        names: list[str] = []
        for entry in entries:
            self._number += 1
            names.append(f"fuzz/sequence-{self._number}")
            self._worker.put(question_from(entry, names[-1]))
        if lasting:
            self._worker.release()
        else:
            self._worker.end()
        if self._gone:
            raise StartError(self._gone[0].why, self._gone[0].hint or "", self._gone[0].detail)
        results = {result.vector: result for result in self._results}
        return [results[name] for name in names]

    def close(self) -> None:
        """End its process."""
        self._worker.end()

    def _keep(self, event: Event) -> None:
        if isinstance(event, Judged):
            self._results.extend(event.results)
        elif isinstance(event, Unavailable):
            self._gone.append(event)


def question_from(entry: dict[str, Any], name: str) -> Question:
    """A question of what a vector file states of one."""
    return question_of(name, msgspec.json.decode(msgspec.json.encode(entry), type=Asking))
