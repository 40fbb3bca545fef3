"""The rules of the house, held against the syntax trees of the code itself."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from hanzo_conformance.files.places import data_folder
from hanzo_conformance.files.vectors import read_corpus

ROOT = Path(__file__).resolve().parents[2]
HARNESS = ROOT / "conformance" / "hanzo_conformance"
REFERENCE = ROOT / "reference" / "hanzo_reference"

# Each layer may import those that stand before it.
LAYERS = ["values", "pure", "files", "containment", "transports", "engine", "sinks", "authoring", "commands",
          "pytest_plugin"]  # fmt: skip
# Modules at the top, and the layer as which they count.
TOP = {"version": 0, "__init__": 0, "cli": len(LAYERS), "__main__": len(LAYERS)}


def modules(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*.py") if "data" not in path.parts)


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def layer(dotted: str) -> int:
    part = dotted.removeprefix("hanzo_conformance").lstrip(".").split(".")[0] or "__init__"
    return TOP[part] if part in TOP else LAYERS.index(part) + 1


@pytest.mark.parametrize("path", modules(HARNESS), ids=lambda p: p.relative_to(HARNESS).as_posix())
def test_a_module_of_the_harness_imports_only_its_own_layer_and_those_before(path: Path) -> None:
    own = layer(".".join(path.relative_to(HARNESS).with_suffix("").parts))
    for name in imported(path):
        if name.startswith("hanzo_conformance"):
            assert layer(name) <= own, f"{path.name} imports {name}"


def test_only_the_authoring_layer_looks_into_the_reference() -> None:
    lookers = {
        path.relative_to(HARNESS).parts[0]
        for path in modules(HARNESS)
        if any(name.startswith("hanzo_reference") for name in imported(path))
    }
    assert lookers == {"authoring"}


def test_the_reference_imports_nothing_of_the_harness() -> None:
    for path in modules(REFERENCE):
        assert not [name for name in imported(path) if name.startswith("hanzo_conformance")], path


def test_a_pure_module_touches_no_clock_no_randomness_and_no_system() -> None:
    system = {"os", "sys", "time", "random", "secrets", "subprocess", "socket", "threading", "io"}
    for path in modules(HARNESS / "pure"):
        assert not system & {name.split(".")[0] for name in imported(path)}, path


def literals(path: Path) -> Iterator[tuple[int, str]]:
    tree = ast.parse(path.read_bytes())
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or id(node) in docstrings:
            continue
        if isinstance(node.value, str):
            yield node.lineno, node.value


# What writes to the streams of this process, but for the one module that makes text harmless.
PRINTING = {("click", "echo"), ("click", "secho"), ("click", "style"), ("click", "clear"),
            ("click", "echo_via_pager"), ("click", "confirm"), ("click", "prompt"),
            ("stdout", "write"), ("stderr", "write"), ("_out", "write")}  # fmt: skip


def test_one_module_alone_prints() -> None:
    printing: list[str] = []
    # The version is told by itself, and a mutant's process has a pipe for its word.
    for path in modules(HARNESS):
        if path.name in {"console.py", "__main__.py"}:
            continue
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "print":
                printing.append(f"{path.name}:{node.lineno}")
            if isinstance(node, ast.Attribute):
                owner = getattr(node.value, "id", getattr(node.value, "attr", ""))
                if (owner, node.attr) in PRINTING:
                    printing.append(f"{path.name}:{node.lineno}")
    assert printing == []


def test_the_harness_names_no_domain_no_operation_and_no_language() -> None:
    corpus = read_corpus()
    manifests = (data_folder() / "runners").glob("*/runner.toml")
    languages = {path.parent.name for path in manifests} | {"javascript"}
    forbidden = set(corpus.titles) | {vector.operation for vector in corpus.vectors} | languages
    said = [
        f"{path.relative_to(HARNESS)}:{line}: {text}"
        for path in modules(HARNESS)
        for line, text in literals(path)
        if text in forbidden
    ]
    assert said == []


def test_no_module_is_called_by_a_word_that_says_nothing() -> None:
    empty = {"utils", "helpers", "common", "manager", "base", "misc"}
    assert [path for path in [*modules(HARNESS), *modules(REFERENCE)] if path.stem in empty] == []
