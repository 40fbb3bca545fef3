"""Scenarios outside of runs: shown, replayed, asked one by one, and counted among all vectors."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from command_line import Cli, cli
from fake_world import FAKES
from scenario_world import HELLO, nothing_is_left
from workshop_world import entry, lay_out_corpus, read, say, scenarios, workshop, write

from hanzo_conformance.values.errors import ExitCode

__all__ = ["cli", "nothing_is_left"]  # fixtures


def test_show_tells_workspace_and_steps(tmp_path: Path, cli: Cli) -> None:
    step = read("a.txt", "hello", before={"files": {"b": None}})
    place = lay_out_corpus(tmp_path, entry("one", workspace=HELLO, steps=[step], after=HELLO))
    code, told, _ = cli("show", "shop/one", "--vectors", place, "--full")
    assert code == 0
    parts = ["workspace {", "step 1 of 1", "before it, from outside,", "operation shop.read",
             "input {", "expected result {", "after the last step {"]  # fmt: skip
    places = [told.index(part) for part in parts]
    assert places == sorted(places)


def test_replay_plays_the_scenario_and_shows_the_wire(tmp_path: Path, cli: Cli) -> None:
    place = lay_out_corpus(
        tmp_path, entry("one", workspace=HELLO, steps=[read("a.txt", "hello"), read("a.txt", "no")])
    )
    manifest = tmp_path / "runner.toml"
    command = [sys.executable, "-S", str(FAKES / "workshop.py"), ""]
    manifest.write_text(
        f'name = "workshop"\nlanguage = "python"\ncommand = {json.dumps(command)}\n'
    )
    code, told, _ = cli("replay", "shop/one", "--impl", manifest, "--vectors", place)
    assert code == ExitCode.DIVERGES
    assert "step 2 of 2, shop.read" in told
    assert told.count('"method":"shop.read"') == 2


def test_a_vector_after_the_other_is_played_at_the_caller_s_pace(tmp_path: Path) -> None:
    from hanzo_conformance.engine.stepwise import Stepwise

    chosen = scenarios(
        tmp_path,
        entry("one", workspace=HELLO, after=HELLO, **read("a.txt", "hello")),
        entry("two", workspace={}, steps=[write("a", "1"), write("bad", "2")]),
        entry("three", **say("x")),
        entry("four", workspace=HELLO, **read("a.txt", "hello")),
    )
    asked = Stepwise(workshop("dies"), chosen)
    try:
        following = [*chosen[1:], None]
        results = [asked.judge(*pair) for pair in zip(chosen, following, strict=True)]
    finally:
        asked.close()
    assert [result.verdict.value for result in results] == ["passed", "crashed", "passed", "passed"]


def test_a_scenario_counts_among_what_vectors_are_worth(tmp_path: Path) -> None:
    from hanzo_conformance.vectors.worth import measure
    from hanzo_vectors.schema_check import breaks

    worth = measure(
        "shop",
        scenarios(
            tmp_path,
            entry("one", workspace=HELLO, after=HELLO, **read("a.txt", "hello")),
            entry("two", workspace=HELLO, after={"files": {}}, **read("a.txt", "hello")),
            entry("three", steps=[say("x")]),
        ),
        breaks,
    )
    assert worth.vectors == 3
    # Of the two that read, only the one that leaves all as it was is passed by one fixed answer.
    assert worth.nulls["answers one result"] == 1
    assert worth.nulls["answers its input"] == 1


def test_a_scenario_is_never_sent_as_a_plain_request(tmp_path: Path) -> None:
    from hanzo_conformance.engine.session import Session

    [vector] = scenarios(tmp_path, entry("one", steps=[say("a")]))
    with pytest.raises(AssertionError, match="played"):
        Session("0").ask([vector], 0.0)


def test_the_params_of_a_scenario_show_its_workspace_and_its_steps(tmp_path: Path) -> None:
    [vector] = scenarios(tmp_path, entry("one", workspace=HELLO, steps=[read("a.txt", "hello")]))
    assert vector.params == (
        b'{"workspace":{"files":{"a.txt":{"text":"hello"}}},'
        b'"steps":[{"operation":"shop.read","input":{"path":"a.txt"}}]}'
    )
    assert vector.result == b'[{"result":{"path":"${workspace}/a.txt","text":"hello"}}]'
    assert vector.operations == ("shop.read",)
