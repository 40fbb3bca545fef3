"""The rules of the house, held against the syntax trees of the code itself."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hanzo_conformance.installation.places import data_folder
from hanzo_vectors.reading import read_corpus

ROOT = Path(__file__).resolve().parents[3]
CONTRACT = ROOT / "conformance" / "hanzo_vectors"
CONFINEMENT = ROOT / "conformance" / "hanzo_confinement"
HARNESS = ROOT / "conformance" / "hanzo_conformance"
REFERENCE = ROOT / "reference" / "hanzo_reference"

# Each folder may import those that stand before it: what is driven and judged first, then what is
# told of it, then one folder for each thing that a person does.
LAYERS = [
    "values", "installation", "containment", "verdicts", "known", "implementations",
    "transports", "engine", "terminal", "completion", "records", "story", "report", "diff", "run",
    "clean", "init", "merge", "serve", "compare", "list", "show", "replay", "watch", "baseline",
    "doctor", "generation", "requirements", "mutate", "fuzz", "ask", "vectors", "pytest_plugin",
]  # fmt: skip
# Names of domains that the harness says of other things: a member of errors, and /proc.
ALSO_A_WORD = {"code", "proc"}
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


def test_no_verb_imports_another_verb() -> None:
    assert [
        f"{path.relative_to(HARNESS)} imports {name}"
        for path in modules(HARNESS)
        for name in imported(path)
        if name.startswith("hanzo_conformance.") and name.endswith(".verb")
    ] == []


def test_no_folder_says_only_of_what_sort_its_contents_are() -> None:
    sorts = {"pure", "sinks", "files", "commands", "types", "models"}
    # What an interpreter has left of a folder that is gone is no folder of ours.
    assert not sorts & {path.parent.name for path in HARNESS.glob("*/*.py")}


def test_only_who_makes_the_contract_looks_into_the_reference() -> None:
    lookers = {
        path.relative_to(HARNESS).parts[0]
        for path in modules(HARNESS)
        if any(name.startswith("hanzo_reference") for name in imported(path))
    }
    assert lookers == {"ask", "generation", "mutate", "fuzz", "vectors"}


def test_the_contract_imports_neither_what_makes_it_nor_what_judges_by_it() -> None:
    for path in modules(CONTRACT):
        assert not [
            name
            for name in imported(path)
            if name.startswith(("hanzo_conformance", "hanzo_reference"))
        ], path


def test_what_holds_processes_imports_nothing_but_the_standard_library() -> None:
    for path in modules(CONFINEMENT):
        roots = {name.partition(".")[0] for name in imported(path)}
        assert roots <= {*sys.stdlib_module_names, CONFINEMENT.name}, path


def test_what_is_decided_about_holding_a_process_is_plain_data() -> None:
    decided = ast.parse((CONFINEMENT / "decisions.py").read_bytes())
    assert not [node for node in ast.walk(decided) if isinstance(node, ast.Call | ast.FunctionDef)]
    assert [*imported(CONFINEMENT / "decisions.py")] == ["__future__"]


def test_the_reference_imports_nothing_of_the_harness() -> None:
    for path in modules(REFERENCE):
        assert not [name for name in imported(path) if name.startswith("hanzo_conformance")], path


# What knows the system: where bytes come in and go out, where a command begins, and who watches.
TOUCHING = {"os", "sys", "time", "random", "secrets", "subprocess", "socket", "threading", "io"}
PURE = [
    "verdicts", "known", "engine/blame", "engine/session", "engine/judge", "engine/question",
    "engine/shards", "engine/selection", "engine/allowance", "engine/conclusion", "engine/probes",
    "transports/protocol", "transports/route", "implementations/address",
    "implementations/stated_operations", "story/causes", "story/overview", "story/signature",
    "story/suggestion", "merge/merging", "diff/run_diff", "compare/agreement", "fuzz/shrink",
    "fuzz/simplicity", "fuzz/nearest", "baseline/proposal", "baseline/text", "baseline/update",
    "requirements/standing", "vectors/worth", "mutate/cover", "installation/toml",
    "installation/globs",
]  # fmt: skip
PURE_CONTRACT = [
    "strict_json", "comparison", "pointers", "references", "placeholders", "files", "scenarios",
]  # fmt: skip


def test_a_module_that_decides_touches_no_clock_no_randomness_and_no_system() -> None:
    for decided in [
        *(HARNESS / name for name in PURE),
        *(CONTRACT / name for name in PURE_CONTRACT),
    ]:
        paths = modules(decided) if decided.is_dir() else [decided.with_suffix(".py")]
        assert paths, decided
        for path in paths:
            assert not TOUCHING & {part.split(".")[0] for part in imported(path)}, path


def test_nobody_but_the_contract_walks_a_json_pointer_or_plays_a_scenario() -> None:
    """Domains that write pointers into their answers state a behaviour, and read none."""
    words = {"~1", "$from"}
    own = [*modules(HARNESS), *modules(REFERENCE / "spec")]
    assert [path for path in own for _, text in literals(path) if text in words] == []


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


# What tells of itself on a stream of this process, past the module that makes text harmless.
TELLING = {"logging", "warnings", "traceback", "faulthandler", "pprint", "curses", "readline"}


def test_nobody_tells_anything_by_another_way() -> None:
    # One writes the traceback of a mistake of this program to a file, two keep others silent.
    keepers = {"crash_report.py", "mcp_client.py", "trial.py"}
    assert [
        f"{path.relative_to(HARNESS)} imports {name}"
        for path in modules(HARNESS)
        for name in imported(path)
        if name.split(".")[0] in TELLING and path.name not in keepers
    ] == []


def test_text_that_is_meant_to_be_obeyed_is_made_in_few_places() -> None:
    """No other text gets out unchanged: what hands it over takes that type alone."""
    makers = {
        path.relative_to(HARNESS).as_posix()
        for path in modules(HARNESS)
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Meant"
    }
    assert makers == {"report/actions.py", "report/verb.py", "vectors/verb.py"}


def test_the_harness_names_no_domain_no_operation_and_no_language() -> None:
    corpus = read_corpus()
    manifests = (data_folder() / "runners").glob("*/runner.toml")
    languages = {path.parent.name for path in manifests} | {"javascript"}
    operations = {vector.operation for vector in corpus.vectors}
    forbidden = (set(corpus.titles) | operations | languages) - ALSO_A_WORD
    assert set(corpus.titles) >= ALSO_A_WORD
    said = [
        f"{path.relative_to(HARNESS.parent)}:{line}: {text}"
        for path in (*modules(HARNESS), *modules(CONFINEMENT))
        for line, text in literals(path)
        if text in forbidden
    ]
    assert said == []


def test_no_module_is_called_by_a_word_that_says_nothing() -> None:
    empty = {"utils", "helpers", "common", "manager", "base", "misc"}
    everything = [
        path for folder in (CONFINEMENT, CONTRACT, HARNESS, REFERENCE) for path in modules(folder)
    ]
    assert [path for path in everything if path.stem in empty] == []
