"""Vectors put to the reference in this process, and which lines of it they run."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

from hanzo_vectors.comparison import first_difference
from hanzo_vectors.schema_check import breaks
from hanzo_vectors.strict_json import dumps

Trace = Callable[[FrameType, str, Any], Any]


@dataclass(frozen=True)
class Question:
    """A vector, ready to be asked: ``plain`` is its expected answer as compact JSON."""

    id: str
    domain: str
    operation: str
    params: Mapping[str, Any]
    expected: Mapping[str, Any]
    plain: bytes
    where: Mapping[str, Any]


def questions(vectors: Iterable[tuple[str, Mapping[str, Any]]]) -> list[Question]:
    """The questions that vectors, as the reference describes them, come to; each with its domain.

    Scenarios ask none: what they show needs a workspace for each of thousands of trials.
    """
    return [
        Question(
            id=vector["id"],
            domain=domain,
            operation=vector["operation"],
            params=vector["input"],
            expected=vector["expected"],
            plain=dumps(vector["expected"]),
            where={f"/result{place}": rule for place, rule in vector.get("where", {}).items()},
        )
        for domain, vector in vectors
        if "steps" not in vector and "workspace" not in vector
    ]


def passes(question: Question, domains: Mapping[str, Any]) -> bool:
    """Whether the domain answers as the vector says; a failure of its own is a wrong answer."""
    from hanzo_reference.spec.calls import answer

    try:
        told = answer(domains[question.domain], question.operation, question.params)
    except Exception:  # noqa: BLE001 - whatever a changed rule raises, an adapter would not pass
        return False
    if _dumps(told) == question.plain:
        return True
    if "error" in told and "details" not in question.expected.get("error", {"details": None}):
        told["error"].pop("details", None)
    return first_difference(question.expected, told, question.where, breaks) is None


def _dumps(value: Any) -> bytes | None:
    """Compact JSON, or None for a value that has none."""
    try:
        return dumps(value)
    except (TypeError, ValueError):
        return None


def reach(
    asked: Sequence[Question], domains: Mapping[str, Any], files: Iterable[Path]
) -> dict[Path, dict[int, set[int]]]:
    """For each file and line, the places of the questions that run it."""
    names = {str(path): path for path in files}
    lines: dict[Path, dict[int, set[int]]] = {path: {} for path in names.values()}
    before = sys.gettrace()
    try:
        for place, question in enumerate(asked):
            sys.settrace(_follower(place, names, lines))
            passes(question, domains)
    finally:
        sys.settrace(before)
    return lines


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
