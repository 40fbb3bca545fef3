"""References with one tiny domain, written to a folder, for tests of mutation."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from hanzo_conformance.mutate.questions import questions
from hanzo_conformance.mutate.rooms import Room, rooms
from hanzo_conformance.mutate.survey import Survey, SurveyReport

NUMBERS = itertools.count()

MODELS = """
from hanzo_reference.spec.declaration import Model

class Asked(Model):
    age: int

class Told(Model):
    allowed: bool
"""
RULE = '''
"""Who may enter."""

from {root}.gate.models import Asked, Told

LIMIT = 18

def judge(asked: Asked) -> Told:
    """Whether somebody of this age may enter. Spec: GATE-1."""
    return Told(allowed=asked.age >= LIMIT)
'''
DOMAIN = """
from hanzo_reference.spec.declaration import Domain, Operation
from {root}.gate.models import Asked, Told
from {root}.gate.rule import judge

DOMAIN = Domain(
    id="gate", title="Gate", vector_file="gate", requirement_prefix="GATE", sources=(),
    operations=(Operation("judge", Asked, Told, judge),),
)
"""


class Tiny:
    """Makes references that can be imported, and takes them away again."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._folder = folder
        self._monkeypatch = monkeypatch
        self._made: list[str] = []

    def make(self, **files: str) -> str:
        """Write a reference; its root's name. ``gate__rule`` is the text of gate/rule.py."""
        root = f"tiny_reference_{next(NUMBERS)}"
        stated = {"__init__": "", "gate____init__": DOMAIN, "gate__models": MODELS,
                  "gate__rule": RULE, **files}  # fmt: skip
        for name, text in stated.items():
            place = name if name == "__init__" else name.replace("__", "/", 1)
            path = self._folder / root / f"{place}.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text.replace("{root}", root))
        self._monkeypatch.syspath_prepend(str(self._folder))
        self._made.append(root)
        return root

    def forget(self) -> None:
        """Take everything that was made out of the interpreter."""
        for root in self._made:
            for name in list(sys.modules):
                if name == root or name.startswith(f"{root}."):
                    del sys.modules[name]


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Tiny]:
    """A maker of references."""
    maker = Tiny(tmp_path, monkeypatch)
    yield maker
    maker.forget()


def gate(age: int, allowed: bool | None = None) -> dict[str, Any]:
    """A vector about an age."""
    return {
        "id": f"gate/age-{age}",
        "operation": "gate.judge",
        "input": {"age": age},
        "expected": {"result": {"allowed": age >= 18 if allowed is None else allowed}},
    }


def survey(
    room: Room, vectors: Sequence[Mapping[str, Any]], *, every: bool = False
) -> SurveyReport:
    """The report on one room."""
    asked = questions(("gate", vector) for vector in vectors)
    return Survey(room, asked, "GATE", 2, every).run(lambda _done, _total: None)


def only_room(root: str) -> Room:
    """The room of the one domain."""
    [room] = rooms(root, ["gate"])
    return room
