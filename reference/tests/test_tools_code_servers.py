"""Language servers: a scripted one, and pyright where it is installed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from hanzo_reference.envelope import dispatch
from hanzo_reference.tools.code import TOOLS, language_client
from hanzo_reference.tools.code.backends import server_for, servers
from hanzo_reference.tools.code.servers import Servers
from hanzo_reference.tools.context import Context

SCRIPT = Path(__file__).with_name("scripted_language_server.py")
TEXT = "def f(): pass\n\nf()\n"


class Asker:
    """The tool in a workspace with one Python file."""

    def __init__(self, root: Path, environment: Mapping[str, str]) -> None:
        self.root = root
        self.uri = f"file://{root}/a.py"
        self.context = Context(str(root), environment, time.time, no_other_tool)

    def __call__(self, action: str, line: int = 2, col: int = 0, **params: Any) -> dict[str, Any]:
        if action not in ("format", "diagnostics"):
            params["position"] = {"line": line, "col": col}
        return dispatch(TOOLS[0].within(self.context), action, {"uri": self.uri, **params})

    def results(self, action: str, **params: Any) -> list[dict[str, Any]]:
        envelope = self(action, **params)
        assert envelope["error"] is None, envelope
        assert envelope["meta"]["backend"] == "lsp"
        found: list[dict[str, Any]] = envelope["data"]["results"]
        return found


def no_other_tool(tool: str, action: str, params: Mapping[str, Any]) -> dict[str, Any]:
    raise AssertionError((tool, action, params))


def asker_with(tmp_path: Path, script: str) -> Asker:
    programs = tmp_path / "bin"
    programs.mkdir()
    program = programs / "pyright-langserver"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{SCRIPT}"\n', encoding="utf-8")
    program.chmod(0o755)
    root = tmp_path / "work"
    root.mkdir()
    (root / "a.py").write_text(TEXT, encoding="utf-8")
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    return Asker(root.resolve(), {"PATH": path, "HANZO_SCRIPT": script})


@pytest.fixture
def asker(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Asker]:
    made = asker_with(tmp_path, getattr(request, "param", ""))
    yield made
    made.context.keep(Servers).close()


def has_ended(pid: int) -> bool:
    for _ in range(200):
        try:
            state = (
                Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
            )
        except FileNotFoundError:
            return True
        if state == "Z":
            return True
        time.sleep(0.02)
    return False


def pids(asker: Asker) -> list[int]:
    lines = (asker.root / "started").read_text(encoding="utf-8").split()
    return [int(line) for line in lines]


def test_a_definition_inside_is_told_and_one_outside_is_not(asker: Asker) -> None:
    (found,) = asker.results("definition")
    assert found == {
        "uri": asker.uri,
        "range": {"start": {"line": 0, "col": 0}, "end": {"line": 0, "col": 3}},
        "snippet": "def f(): pass",
        "symbol_id": "sym:def",
    }


def test_every_other_question_comes_in_the_same_form(asker: Asker) -> None:
    assert [item["symbol_id"] for item in asker.results("references")] == ["sym:f", "sym:f"]
    (hover,) = asker.results("hover")
    assert (hover["snippet"], hover["symbol_id"]) == ("one two", "sym:f")
    (wrong,) = asker.results("diagnostics")
    assert (wrong["severity"], wrong["message"]) == ("warning", f"{len(TEXT)} characters")


def test_completions_are_those_that_begin_like_the_word_in_order(asker: Asker) -> None:
    (asker.root / "a.py").write_text("al", encoding="utf-8")
    found = asker.results("completion", line=0, col=2)
    assert [item["snippet"] for item in found] == ["alpha", "alps"]
    assert found[0]["range"]["start"] == {"line": 0, "col": 0}


def test_a_rename_is_a_patch_and_edits_nothing(asker: Asker) -> None:
    (patch,) = asker("rename", new_name="g")["data"]["patches"]
    assert "-def f(): pass\n+def g(): pass\n" in patch["patch"]
    assert (asker.root / "a.py").read_text(encoding="utf-8") == TEXT


def test_a_patch_of_formatting_may_add_lines(asker: Asker) -> None:
    (patch,) = asker("format")["data"]["patches"]
    assert patch["patch"].startswith("--- a/a.py\n+++ b/a.py\n@@ -1,3 +1,4 @@\n+# formatted\n")


def test_a_server_is_started_once_and_told_of_changes(asker: Asker) -> None:
    assert not (asker.root / "started").exists()
    asker.results("diagnostics")
    (asker.root / "a.py").write_text("x = 1\n", encoding="utf-8")
    (wrong,) = asker.results("diagnostics")
    assert wrong["message"] == "6 characters"
    assert len(pids(asker)) == 1


def test_closing_ends_the_process(asker: Asker) -> None:
    asker.results("hover")
    asker.context.keep(Servers).close()
    assert has_ended(pids(asker)[0])


def test_a_server_that_died_is_started_again(asker: Asker) -> None:
    asker.results("hover")
    os.kill(pids(asker)[0], 9)
    assert has_ended(pids(asker)[0])
    time.sleep(0.1)
    assert asker.results("hover")
    assert len(pids(asker)) == 2


@pytest.mark.parametrize("asker", ["deaf"], indirect=True)
def test_a_deaf_server_is_a_timeout_and_killed_with_its_children(
    asker: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    asker.results("hover")
    (client,) = asker.context.keep(Servers)._running.values()
    assert client is not None
    monkeypatch.setattr(client, "_time_limit_s", 1)
    monkeypatch.setattr(language_client, "SHUTDOWN_S", 0.2)
    envelope = asker("definition")
    assert (envelope["error"]["code"], envelope["error"]["details"]) == ("TIMEOUT", {"seconds": 1})
    assert has_ended(pids(asker)[0])
    assert has_ended(int((asker.root / "child").read_text(encoding="utf-8")))


@pytest.mark.parametrize("asker", ["deaf"], indirect=True)
def test_a_deaf_server_ends_with_who_asked(asker: Asker) -> None:
    program = (
        "import json, sys, time\n"
        "from hanzo_reference.tools.calling import Toolbox\n"
        "root, environment = sys.argv[1], json.loads(sys.argv[2])\n"
        "place = {'uri': f'file://{root}/a.py', 'position': {'line': 2, 'col': 0}}\n"
        "Toolbox(environment).call(root, 'code', 'hover', place)\n"
        "print(flush=True)\n"
        "time.sleep(300)\n"
    )
    words = [sys.executable, "-c", program, str(asker.root), json.dumps(asker.context.environment)]
    with subprocess.Popen(words, stdout=subprocess.PIPE) as asking:
        assert asking.stdout is not None
        asking.stdout.readline()
        asking.kill()
    assert has_ended(pids(asker)[0])


@pytest.mark.parametrize("asker", ["bare"], indirect=True)
def test_what_a_server_cannot_the_next_backend_does(asker: Asker) -> None:
    assert asker("definition")["meta"]["backend"] == "tree-sitter"
    refused = asker("definition", backend="lsp")["error"]
    assert (refused["code"], refused["details"]) == ("UNSUPPORTED", {"missing": "language-server"})


def test_a_pinned_backend_starts_no_server(asker: Asker) -> None:
    assert asker("definition", backend="tree-sitter")["meta"]["backend"] == "tree-sitter"
    assert not (asker.root / "started").exists()


def test_without_a_server_the_grammar_answers(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(TEXT, encoding="utf-8")
    found = Asker(tmp_path.resolve(), {"PATH": ""})
    assert found("definition")["meta"]["backend"] == "tree-sitter"
    assert found("definition", backend="lsp")["error"]["code"] == "UNSUPPORTED"


def test_a_server_that_ends_at_once_is_none(tmp_path: Path) -> None:
    made = asker_with(tmp_path, "")
    (tmp_path / "bin" / "pyright-langserver").write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    assert made("definition")["meta"]["backend"] == "tree-sitter"


def test_servers_are_recognised_by_their_programs() -> None:
    assert servers(["gopls", "cat", "clangd"]) == ["clangd", "gopls"]
    assert server_for("tsx", ["typescript-language-server"]) == "typescript-language-server"
    assert server_for("python", ["gopls"]) is None


def starts(results: list[dict[str, Any]]) -> list[tuple[str, dict[str, int], str]]:
    return [(item["uri"], item["range"]["start"], item["symbol_id"]) for item in results]


@pytest.mark.skipif(not shutil.which("pyright-langserver"), reason="pyright is not installed")
def test_pyright_and_the_grammar_agree_on_typed_samples(tmp_path: Path) -> None:
    text = (
        "class Cart:\n    size: int = 1\n\n    def add(self, item: int) -> int:\n"
        "        total = self.size + item\n        return total\n\n\n"
        "def load(path: str) -> Cart:\n    cart = Cart()\n    cart.add(1)\n    return cart\n\n\n"
        "load('x').add(2)\n"
    )
    (tmp_path / "a.py").write_text(text, encoding="utf-8")
    asker = Asker(tmp_path.resolve(), dict(os.environ))
    places = [(4, 21), (4, 28), (5, 15), (9, 11), (10, 4), (10, 9), (11, 11), (14, 0), (14, 10)]
    try:
        for line, col in places:
            ours = asker("definition", line, col, backend="tree-sitter")["data"]["results"]
            theirs = asker("definition", line, col, backend="lsp")["data"]["results"]
            # pyright's range of a parameter includes its annotation.
            assert starts(ours) == starts(theirs), (line, col)
    finally:
        asker.context.keep(Servers).close()
