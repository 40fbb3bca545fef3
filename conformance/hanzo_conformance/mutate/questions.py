"""Vectors put to the reference in this process, and which lines of it they run."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

from hanzo_conformance.transports.staging import stage_root
from hanzo_vectors.comparison import first_difference
from hanzo_vectors.play import Play
from hanzo_vectors.schema_check import breaks
from hanzo_vectors.stage import Stage
from hanzo_vectors.strict_json import dumps

Trace = Callable[[FrameType, str, Any], Any]


@dataclass(frozen=True)
class Call:
    """One call and its answer: ``plain`` is the expected one as compact JSON."""

    operation: str
    params: Mapping[str, Any]
    expected: Mapping[str, Any]
    plain: bytes
    where: Mapping[str, Any]
    before: Mapping[str, Any]


@dataclass(frozen=True)
class Question:
    """A vector, ready to be asked: its calls, and the workspace in which they are made, if any."""

    id: str
    domain: str
    turns: tuple[Call, ...]
    workspace: Mapping[str, Any] | None = None
    after: Mapping[str, Any] | None = None

    @property
    def plain(self) -> bytes:
        """All that the vector expects to be answered, as text."""
        return b"\n".join(turn.plain for turn in self.turns)


def questions(vectors: Iterable[tuple[str, Mapping[str, Any]]]) -> list[Question]:
    """The questions that vectors, as the reference describes them, come to; each with its domain."""
    return [
        Question(
            id=vector["id"],
            domain=domain,
            turns=tuple(_turn(step) for step in vector.get("steps", [vector])),
            workspace=vector.get("workspace"),
            after=vector.get("after"),
        )
        for domain, vector in vectors
    ]


def _turn(step: Mapping[str, Any]) -> Call:
    return Call(
        operation=step["operation"],
        params=step["input"],
        expected=step["expected"],
        plain=dumps(step["expected"]),
        where={f"/result{place}": rule for place, rule in step.get("where", {}).items()},
        before=step.get("before", {}).get("files", {}),
    )


def passes(question: Question, domains: Mapping[str, Any], root: Path | None = None) -> bool:
    """Whether the domain answers as the vector says; a failure of its own is a wrong answer.

    ``root`` is a folder for workspaces; without one they are laid out in one of their own.
    """
    domain = domains[question.domain]
    try:
        if question.workspace is None and len(question.turns) == 1:
            return _agrees(question.turns[0], _told(domain, question.turns[0], None), None)
        with Stage(question.workspace, root, new_root=stage_root) as stage:
            play = Play(stage)
            for turn in question.turns:
                params = play.ask(turn.params, turn.before)
                if not _agrees(turn, _told(domain, turn, params), play):
                    return False
            return not stage.differences(question.after)
    except Exception:  # noqa: BLE001 - whatever a changed rule raises, an adapter would not pass
        return False


def _told(domain: Any, turn: Call, params: Mapping[str, Any] | None) -> dict[str, Any]:
    """The answer of the domain, or, of a step that asks somebody else, of whoever has it."""
    from hanzo_reference.spec.calls import outcome
    from hanzo_reference.spec.contract import operations

    operation = domain.operation(turn.operation) or operations()[turn.operation]
    told: dict[str, Any] = outcome(operation, turn.params if params is None else params)
    return told


def _agrees(turn: Call, told: dict[str, Any], play: Play | None) -> bool:
    if play is not None:
        told = {"result": play.take(told["result"])} if "result" in told else play.fold(told)
    if _dumps(told) == turn.plain:
        return True
    if "error" in told and "details" not in turn.expected.get("error", {"details": None}):
        told["error"].pop("details", None)
    return first_difference(turn.expected, told, turn.where, breaks) is None


def _dumps(value: Any) -> bytes | None:
    """Compact JSON, or None for a value that has none."""
    try:
        return dumps(value)
    except (TypeError, ValueError):
        return None


def reach(
    asked: Sequence[Question],
    domains: Mapping[str, Any],
    modules: Mapping[str, Path],
    root: Path | None = None,
) -> dict[Path, dict[int, set[int]]]:
    """For each file and line, the places of the questions that run it.

    What a module of these has kept of one question is forgotten before the next, which would
    otherwise seem not to need it.
    """
    names = {str(path): path for path in modules.values()}
    lines: dict[Path, dict[int, set[int]]] = {path: {} for path in names.values()}
    before = sys.gettrace()
    try:
        for place, question in enumerate(asked):
            sys.settrace(None)
            _forget(modules)
            sys.settrace(_follower(place, names, lines))
            passes(question, domains, root)
    finally:
        sys.settrace(before)
    return lines


def _forget(modules: Iterable[str]) -> None:
    for name in modules:
        for value in vars(sys.modules[name]).values():
            # What functools.cache makes of a function.
            forget = getattr(value, "cache_clear", None)
            if callable(forget):
                forget()


def _follower(
    place: int, names: Mapping[str, Path], lines: Mapping[Path, dict[int, set[int]]]
) -> Trace:
    """What the interpreter calls at each line; it notes those of the named files."""

    def follow(frame: FrameType, _event: str, _argument: object) -> Trace | None:
        path = names.get(frame.f_code.co_filename)
        if path is None:
            return None
        lines[path].setdefault(frame.f_lineno, set()).add(place)
        return follow

    return follow
