"""A finding becomes a vector of the user's where the reference is an installed package."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from command_line import Cli, cli

from hanzo_conformance.fuzz import promotion
from hanzo_vectors.reading import read_corpus

__all__ = ["cli"]

STEM = "sse-frames"
NAME = "fake-sse-parse-failed-0123abcd"
SAID = ["--slug", "a-blank-of-ours", "--description", "One blank goes", "--requirement", "SSE-14"]


def finding(text: str) -> dict[str, Any]:
    return {
        "format": 1,
        "id": NAME,
        "reference": None,
        "origin": "seed 1",
        "found": "2026-01-01T00:00:00Z",
        "state": "open",
        "domain": "sse",
        "input": {"chunks": [text]},
        "requirements": ["SSE-14"],
        "detail": None,
        "pointer": "/frames/0/data",
        "expected": " x",
        "actual": "x",
        "signature": {
            "implementation": "fake",
            "operation": "sse.parse",
            "verdict": "failed",
            "place": "/frames/*/data",
            "side": "both",
        },
    }


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(promotion, "_is_checkout", lambda _room: False)
    folder = tmp_path / "findings"
    folder.mkdir()
    (folder / f"{NAME}.json").write_text(json.dumps(finding("data:  of our own\n\n")))
    return folder


@pytest.mark.parametrize("behind", [True, False], ids=["behind the verb", "before the verb"])
def test_the_vector_goes_into_the_users_folder_and_runs_from_there(
    cli: Cli, tmp_path: Path, database: Path, behind: bool
) -> None:
    place = ["--database", str(database)]
    words = ["fuzz", "promote", *place] if behind else ["fuzz", *place, "promote"]
    code, out, told = cli(*words, NAME, *SAID, "--flag", "chunk-boundary", "--into", "own")
    assert code == 0, told
    assert "changed: test-vectors/sse-frames.json" in out
    vectors = tmp_path / "own" / "test-vectors"
    [vector] = read_corpus(vectors).vectors
    assert vector.id == f"{STEM}/a-blank-of-ours"
    assert b'"data":" of our own"' in (vector.answer or b"")
    assert cli("vectors", "verify", vectors)[0] == 0
    assert cli("run", "--impl", "python", "--vectors", vectors)[0] == 0
    assert not list(database.iterdir())
    # A second one goes beside it, and neither slugs nor questions repeat.
    (database / f"{NAME}.json").write_text(json.dumps(finding("data:  of our own\n\n")))
    code, _, told = cli(*words, NAME, *SAID, "--into", "own")
    assert code == 2
    assert "asks the same already" in told
    (database / f"{NAME}.json").write_text(json.dumps(finding("data:  another\n\n")))
    code, _, told = cli(*words, NAME, *SAID, "--into", "own")
    assert code == 2
    assert "stable for ever" in told
    said = ["--slug", "another", *SAID[2:]]
    assert cli(*words, NAME, *said, "--into", "own")[0] == 0
    assert len(read_corpus(vectors).vectors) == 2


WRONG = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    who = {"name": "mine", "version": "1", "language": "python"}
    first = {"protocol": 1, "implementation": who, "operations": ["sse.parse"]}
    result = first if asked["method"] == "initialize" else {}
    print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}), flush=True)
"""


def test_the_line_that_replays_it_names_the_users_folder(
    cli: Cli, tmp_path: Path, database: Path
) -> None:
    path = tmp_path / "runner.toml"
    command = json.dumps([sys.executable, "-S", "-c", WRONG])
    path.write_text(f'name = "mine"\nlanguage = "python"\ncommand = {command}\n')
    words = ["--database", database, "--into", "own", "--impl", path, "--contain", "off"]
    code, out, told = cli("fuzz", "promote", NAME, *SAID, *words)
    assert code == 0, told
    [line] = re.findall("^ *replay +(.*)$", out, re.MULTILINE)
    assert line.endswith(f"--impl {path} --vectors own/test-vectors --contain off")


def test_without_a_folder_it_is_said_that_one_is_needed(cli: Cli, database: Path) -> None:
    code, _, told = cli("fuzz", "promote", NAME, *SAID, "--database", database)
    assert code == 2
    assert "--into DIR" in told
    assert list(database.iterdir())


def test_findings_are_listed_from_the_database_that_fuzz_was_given(
    cli: Cli, database: Path
) -> None:
    for words in (["fuzz", "--database", database, "findings"],
                  ["fuzz", "findings", "--database", database]):  # fmt: skip
        code, out, _ = cli(*words)
        assert code == 0
        assert NAME in out
