"""The refusal of parameters, which one place builds for all tools."""

from __future__ import annotations

import ast
from pathlib import Path

from hanzo_reference import tools
from hanzo_reference.envelope.violation import Violation
from hanzo_reference.tools import failures
from hanzo_reference.tools.failures import violations

CODE = "INVALID_PARAMS"


def test_one_place_builds_the_refusal_of_parameters() -> None:
    hall = Path(tools.__path__[0])
    builders = {
        path.relative_to(hall).as_posix()
        for path in hall.rglob("*.py")
        if "cases" not in path.relative_to(hall).parts and path.stem != "case_words"
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and node.value == CODE
    }
    assert builders == {Path(failures.__file__ or "").name}


def test_a_refusal_without_words_of_its_own_names_every_broken_rule() -> None:
    problem = violations([Violation("/a", "x"), Violation("/b", "y")], available=[])
    assert problem.message == "/a breaks x; /b breaks y"
    assert problem.details == {
        "violations": [{"pointer": "/a", "rule": "x"}, {"pointer": "/b", "rule": "y"}],
        "available": [],
    }
