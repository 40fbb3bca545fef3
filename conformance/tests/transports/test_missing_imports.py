"""An adapter of our own that lacks something does not start, and answers nothing instead."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
RUNNERS = ROOT / "runners"
HELLO = {"protocol": 1, "harness": {"name": "test", "version": "0"}}
INITIALIZE = json.dumps({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": HELLO})
# What only some tools want, each with an extra of its own, and an answer where it is not there.
OPTIONAL = {"anyio", "click", "lsprotocol", "mcp", "mcp_types", "mss", "pygls", "uvicorn"}
# What is imported at once, so that nothing starts without it.
AT_ONCE = {"pydantic", "typing_extensions"}

LACKING = """
import importlib.util, runpy, sys
there = importlib.util.find_spec
importlib.util.find_spec = lambda name, *more: None if name == "re2" else there(name, *more)
runpy.run_path(sys.argv[1], run_name="__main__")
"""


def started(command: list[str], **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        input=f"{INITIALIZE}\n",
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
    )


def needed() -> set[str]:
    """The modules in the list of the Python adapter."""
    tree = ast.parse((RUNNERS / "python" / "adapter.py").read_text())
    [listed] = [
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "IMPORTS"
    ]
    return set(listed)


def test_a_python_adapter_that_lacks_a_module_does_not_start() -> None:
    adapter = str(RUNNERS / "python" / "adapter.py")
    whole = started([sys.executable, adapter])
    assert json.loads(whole.stdout)["id"] == 0
    lacking = started([sys.executable, "-c", LACKING, adapter])
    assert (lacking.returncode, lacking.stdout) == (1, "")
    assert "not installed: re2; see requirements.txt" in lacking.stderr


def test_a_javascript_adapter_that_lacks_a_grammar_does_not_start(tmp_path: Path) -> None:
    if shutil.which("node") is None:
        pytest.skip("needs node")
    shutil.copytree(RUNNERS / "js" / "src", tmp_path / "js" / "src")
    shutil.copy(RUNNERS / "js" / "package.json", tmp_path / "js")
    modules = tmp_path / "modules"
    names = json.loads((tmp_path / "js" / "package.json").read_text())["dependencies"]
    for name in names:
        (modules / name).mkdir(parents=True)
        (modules / name / "package.json").write_text("{}")
    command = ["node", str(tmp_path / "js" / "src" / "main.js")]
    whole = started(command, NODE_PATH=str(modules))
    assert json.loads(whole.stdout)["id"] == 0, whole.stderr
    lost = next(iter(names))
    shutil.rmtree(modules / lost)
    lacking = started(command, NODE_PATH=str(modules))
    assert (lacking.returncode, lacking.stdout) == (1, "")
    assert lacking.stderr == f"not installed: {lost}; npm ci installs them\n"


def test_what_the_adapter_asks_for_is_what_the_reference_imports() -> None:
    imported: set[str] = set()
    for path in (ROOT / "reference" / "hanzo_reference").rglob("*.py"):
        if "cases" in path.relative_to(ROOT).parts:
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                imported |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                imported.add(node.module.partition(".")[0])
    ours = (
        imported
        - sys.stdlib_module_names
        - OPTIONAL
        - AT_ONCE
        - {"hanzo_confinement", "hanzo_reference", "hanzo_vectors"}
    )
    # The grammars are imported by the names of their languages.
    assert {name for name in needed() if not name.startswith("tree_sitter_")} == ours


def test_what_an_image_installs_is_what_the_distribution_does_for_these_modules() -> None:
    lines = (RUNNERS / "python" / "requirements.txt").read_text().splitlines()
    listed = {line for line in lines if not line.startswith("#")}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    renamed = {"google_re2": "re2"}
    modules = {}
    for line in project["dependencies"]:
        name = re.split("[^A-Za-z0-9-]", line)[0].replace("-", "_").lower()
        modules[renamed.get(name, name)] = line
    assert listed == {modules[name] for name in needed() | AT_ONCE}
