"""Operations and requirements as subjects of their own: listed, shown, run, and what is remembered."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
import small_corpus
from command_line import Cli, cli
from small_corpus import entry, lay_out, manifest

from hanzo_conformance.run.last_run import last_run_file, read_last_run
from hanzo_conformance.show import verb
from hanzo_vectors.reading import read_corpus

__all__ = ["cli"]

RULES = [
    {"id": f"ECHO-{number}", "level": "must", "sentence": f"Rule {number}.", "source": "nobody"}
    for number in (1, 2, 3)
]


@pytest.fixture
def vectors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    domain: dict[str, Any] = small_corpus.DOMAIN
    [said] = domain["operations"]
    monkeypatch.setitem(domain, "operations", [said, {**said, "name": "echo.whisper"}])
    return lay_out(
        tmp_path,
        entry("one", "a"),
        entry("two", "bad", requirements=["ECHO-2"]),
        entry("three", "b", operation="echo.whisper", requirements=["ECHO-1", "ECHO-2"]),
        requirements=RULES,
    )


def test_operations_are_listed_with_their_numbers(cli: Cli, vectors: Path) -> None:
    code, out, _ = cli("list", "operations", "--vectors", vectors)
    assert code == 0
    assert out.splitlines() == [
        "echo.say      2 vectors, 2 requirements",
        "echo.whisper  1 vector, 2 requirements",
    ]


def test_an_operation_is_shown_with_schema_rules_and_vectors(cli: Cli, vectors: Path) -> None:
    code, out, _ = cli("show", "echo.whisper", "--vectors", vectors)
    assert code == 0
    assert "input" in out
    assert "  text  string\n" in out
    assert "ECHO-1 (must): Rule 1." in out
    assert "1 vector: hanzo-conformance run --operation echo.whisper" in out
    assert "echo/three" in out
    assert "echo/one" not in out


def test_what_is_valid_is_shown_rather_than_what_vectors_ask(cli: Cli, vectors: Path) -> None:
    schema = {
        "type": "object",
        "properties": {"params": {"anyOf": [{"$ref": "#/$defs/Params"}, {"type": "null"}]}},
        "$defs": {"Params": {"type": "object", "properties": {"size": {"type": "integer"}}}},
    }
    place = vectors.parent / "schemas" / "operations"
    place.mkdir()
    (place / "echo.say.input.json").write_text(json.dumps(schema))
    _, out, _ = cli("show", "echo.say", "--vectors", vectors)
    assert "  params  object or null, optional\n    size  integer, optional\n" in out
    assert "output: " in out


def test_every_shipped_operation_can_be_shown(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    _, listed, _ = cli("list", "operations")
    # Read once: it is the same each time.
    corpus = read_corpus()
    monkeypatch.setattr(verb, "read_corpus", lambda _folder: corpus)
    for line in listed.splitlines():
        code, out, told = cli("show", line.split()[0])
        assert (code, "no schema says" in out) == (0, False), told


def test_a_requirement_is_shown_with_its_vectors_and_who_violated_it_last(
    cli: Cli, vectors: Path, tmp_path: Path
) -> None:
    def shown(name: str) -> str:
        code, out, told = cli("show", name, "--vectors", vectors)
        assert code == 0, told
        return out

    assert "Rule 2." in shown("ECHO-2")
    assert "source     nobody" in shown("ECHO-2")
    assert "no run is remembered here" in shown("ECHO-2")
    path = manifest(tmp_path / "impl", "wrong")
    assert cli("run", "--vectors", vectors, "--impl", path, "-k", "one or two")[0] == 1
    assert "violated   by fake: 1 of 2 vectors failed, seen 2" in shown("ECHO-2")
    told = (
        "violated   by nobody that is remembered; hanzo-conformance run --requirement ECHO-1 asks"
    )
    assert told in shown("ECHO-1")
    assert "0 vectors" in shown("ECHO-3")
    manifest(tmp_path / "impl", "none")
    assert cli("run", "--vectors", vectors, "--impl", path, "-k", "two")[0] == 0
    assert "violated   by nobody" in shown("ECHO-2")


@pytest.mark.parametrize(
    ("words", "ids"),
    [
        (["--operation", "echo.whisper"], ["three"]),
        (["--operation", "echo.*"], ["one", "two", "three"]),
        (["--requirement", "ECHO-2"], ["two", "three"]),
        (["--requirement", "ECHO-2", "--operation", "*.say"], ["two"]),
        (["--requirement", "ECHO-1", "--requirement", "ECHO-2"], ["one", "two", "three"]),
    ],
)
def test_operations_and_requirements_select_vectors(
    cli: Cli, vectors: Path, tmp_path: Path, words: list[str], ids: list[str]
) -> None:
    _, out, _ = cli("list", "vectors", "--vectors", vectors, *words)
    assert [line.split()[0] for line in out.splitlines()] == [f"echo/{name}" for name in ids]
    record = tmp_path / "run.json"
    path = manifest(tmp_path / "impl", "none")
    cli("run", "--vectors", vectors, "--impl", path, *words, "--report", f"json={record}")
    told = json.loads(record.read_bytes())
    assert {item["vector"] for item in told["results"]} == {f"echo/{name}" for name in ids}


@pytest.mark.parametrize(
    ("words", "message", "hint"),
    [
        (["run", "--operation", "echo.sai"], "no operation is named 'echo.sai'", "echo.say"),
        (["run", "--requirement", "ECHO-9"], "no requirement is named 'ECHO-9'", "ECHO-"),
        (["show", "echo.sai"], "no operation is named", "echo.say"),
        (["show", "ECHO-9"], "no requirement is named", "ECHO-"),
        (["show", "echo/onne"], "no vector is named", "echo/one"),
    ],
)
def test_a_name_that_nothing_bears_is_answered_with_the_nearest(
    cli: Cli, vectors: Path, words: list[str], message: str, hint: str
) -> None:
    code, _, told = cli(*words, "--vectors", vectors)
    assert code == 2
    assert message in told
    assert hint in told


def test_a_word_that_no_id_has_is_told_with_what_may_have_been_meant(
    cli: Cli, vectors: Path, tmp_path: Path
) -> None:
    path = manifest(tmp_path / "impl", "none")
    code, out, told = cli("run", "--vectors", vectors, "--impl", path, "-k", "on")
    assert (code, told) == (0, ""), out
    code, out, told = cli("run", "--vectors", vectors, "--impl", path, "-k", "thrree")
    assert code == 4
    assert "no vector's id has 'thrree' in it; did you mean three?" in told
    assert "no vector's id has 'zzz' in it\n" in cli("list", "vectors", "-k", "not zzz")[2]


class TestLastFailed:
    def test_only_what_was_red_is_run_again_until_it_is_not(
        self, cli: Cli, vectors: Path, tmp_path: Path
    ) -> None:
        path = manifest(tmp_path / "impl", "wrong")
        words = ["run", "--vectors", vectors, "--impl", path]
        code, _, told = cli(*words, "--last-failed")
        assert code == 2
        assert "no run of these implementations is remembered" in told
        assert cli(*words)[0] == 1
        code, out, _ = cli(*words, "--last-failed")
        assert code == 1
        assert "echo  1 failed" in out
        manifest(tmp_path / "impl", "none")
        # What is not run is still remembered.
        assert cli(*words, "-k", "one")[0] == 0
        code, out, _ = cli(*words, "--last-failed")
        assert code == 0
        assert "echo  1 passed" in out
        code, _, told = cli(*words, "--last-failed")
        assert code == 4
        assert "nothing was red when it was last run" in told

    def test_a_project_is_one_from_all_its_folders(
        self, cli: Cli, vectors: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / ".git").mkdir()
        (tmp_path / "deep" / "er").mkdir(parents=True)
        manifest(tmp_path / "runners" / "mine", "wrong", name="mine")
        assert cli("run", "--vectors", vectors, "--impl", "mine")[0] == 1
        monkeypatch.chdir(tmp_path / "deep" / "er")
        code, out, told = cli("run", "--vectors", vectors, "--impl", "mine", "--last-failed")
        assert code == 1, told
        assert "echo  1 failed" in out

    def test_what_cannot_be_written_or_read_costs_the_memory_alone(
        self, cli: Cli, vectors: Path, tmp_path: Path
    ) -> None:
        path = manifest(tmp_path / "impl", "wrong")
        assert cli("run", "--vectors", vectors, "--impl", path)[0] == 1
        kept = last_run_file(tmp_path)
        for rubbish in (b"", b"{", b"\xff", b"[" * 5000, b'{"format": 9}'):
            kept.write_bytes(rubbish)
            assert read_last_run(tmp_path).implementations == {}
            assert cli("run", "--vectors", vectors, "--impl", path)[0] == 1
        kept.unlink()
        kept.parent.rmdir()
        kept.parent.write_text("in the way")
        code, _, told = cli("run", "--vectors", vectors, "--impl", path)
        assert code == 1
        assert "this run is not remembered" in told


def test_names_resolve_from_any_folder_of_a_repository_and_from_nowhere_above_it(
    cli: Cli, vectors: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    manifest(tmp_path / "runners" / "above", "none", name="above")
    place = tmp_path / "repository"
    subprocess.run(["git", "init", "--quiet", place], check=True)
    manifest(place / "runners" / "mine", "none", name="mine")
    manifest(place / "tools" / "adapter", "none", name="stated")
    (place / "pyproject.toml").write_text('[tool.hanzo-conformance]\nrunners = ["tools/adapter"]\n')
    inner = place / "packages" / "one"
    manifest(inner / "runners" / "mine", "wrong", name="mine")
    monkeypatch.chdir(place / "packages")
    for name, code in (("mine", 0), ("stated", 0), ("above", 2)):
        assert cli("run", "--vectors", vectors, "--impl", name)[0] == code
    # The nearest of one name wins.
    monkeypatch.chdir(inner)
    assert cli("run", "--vectors", vectors, "--impl", "mine")[0] == 1
    (place / ".git").rename(place / "no-git")
    monkeypatch.chdir(place / "packages")
    assert cli("run", "--vectors", vectors, "--impl", "stated")[0] == 2
