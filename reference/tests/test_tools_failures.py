"""The refusal of parameters, which one place builds for all whose answers are envelopes."""

from __future__ import annotations

import ast
from pathlib import Path

import hanzo_reference
from hanzo_reference import tools
from hanzo_reference.envelope import invalid_params
from hanzo_reference.envelope.violation import Violation

CODE = "INVALID_PARAMS"


def test_one_place_builds_the_refusal_of_parameters() -> None:
    hall = Path(hanzo_reference.__path__[0])
    builders = {
        path.relative_to(hall).as_posix()
        for path in hall.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "ToolError"
        and isinstance(node.args[0], ast.Constant | ast.Name)
        and ast.unparse(node.args[0]).strip("'") == CODE
    }
    assert builders == {"envelope/refusal.py"}


def test_no_tool_says_the_code_of_the_refusal_in_another_way() -> None:
    hall = Path(tools.__path__[0])
    saying = {
        path.relative_to(hall).as_posix()
        for path in hall.rglob("*.py")
        if "cases" not in path.relative_to(hall).parts and path.stem != "case_words"
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and node.value == CODE
    }
    assert saying == set()


def test_a_refusal_without_words_of_its_own_names_every_broken_rule() -> None:
    problem = invalid_params([Violation("/a", "x"), Violation("/b", "y")], available=[])
    assert problem.message == "/a breaks x; /b breaks y"
    assert problem.details == {
        "violations": [{"pointer": "/a", "rule": "x"}, {"pointer": "/b", "rule": "y"}],
        "available": [],
    }
