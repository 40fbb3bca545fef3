"""What a user can get wrong before a run: the status, and a message that says what to do next."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import Cli, cli
from small_corpus import entry, lay_out, manifest

__all__ = ["cli"]


@pytest.mark.parametrize(
    ("words", "message", "hint"),
    [
        (["run", "--impl", "pyhton"], "no implementation is named 'pyhton'", "python"),
        (["run", "--impl", "./nowhere/runner.toml"], "cannot be read", ""),
        (["run", "--domain", "ssee"], "no domain is named 'ssee'", "sse"),
        (["show", "sse-frames/crlf-linez"], "no vector is named", "sse-frames/crlf-lines"),
        (["replay", "nope/nope", "--impl", "python"], "no vector is named", "list"),
        (["rum"], "no command is named 'rum'", "run"),
        (["run", "-k", "a b"], "unexpected 'b'", "example"),
        (["run", "--report", "json"], "is not FORMAT=PATH", "json=run.out"),
        (["run", "--report", "jsno=x"], "no report format is named 'jsno'", "json"),
        (["run", "--report", "json=/proc/nowhere/x"], "cannot be written", ""),
        (["run", "--vectors", "empty"], "holds no vector files", "generate"),
        (["run", "--timeout", "0"], "--timeout", ""),
        (["run", "--nope"], "--nope", ""),
    ],
)
def test_a_mistake_on_the_command_line_is_status_2_and_says_what_to_do(
    cli: Cli, words: list[str], message: str, hint: str
) -> None:
    code, _, told = cli(*words)
    assert code == 2
    assert message in told
    assert hint in told
    assert "Traceback" not in told


BAD_FILES: dict[str, tuple[Callable[[str], str], str]] = {
    "broken JSON": (lambda text: text[:-5], "is not strict JSON"),
    "a duplicate key": (
        lambda text: text.replace('"format": 1,', '"format": 1, "format": 1,'),
        "'format' stands twice",
    ),
    "an unknown member": (
        lambda text: text.replace('"format": 1,', '"format": 1, "colour": 1,'),
        "unknown field `colour`",
    ),
    "an unknown member in a vector": (
        lambda text: text.replace('"flags"', '"falgs": [], "flags"'),
        "unknown field `falgs`",
    ),
    "another format": (lambda text: text.replace('"format": 1', '"format": 2'), "format"),
    "an input against its schema": (
        lambda text: text.replace('"input": {', '"input": {"loud": true, '),
        "/vectors/0 (echo/one)",
    ),
    "an expected value against its schema": (
        lambda text: text.replace('"expected": {\n    "result"', '"expected": {\n    "reslut"'),
        "reslut",
    ),
    "a vector id twice": (lambda text: text.replace("echo/two", "echo/one"), "stands twice"),
    "a requirement that is not stated": (
        lambda text: text.replace(
            '"requirements": [\n    "ECHO-1"', '"requirements": [\n    "X-9"'
        ),
        "cites the requirement X-9",
    ),
    "a flag that is not explained": (
        lambda text: text.replace('"plain"\n', '"fancy"\n'),
        "has the flag fancy",
    ),
    "an id of another file": (
        lambda text: text.replace("echo/one", "ohce/one"),
        "begin with echo/",
    ),
}


@pytest.mark.parametrize(("spoil", "message"), BAD_FILES.values(), ids=BAD_FILES)
def test_a_vector_file_that_cannot_be_trusted_is_status_2_with_file_and_place(
    cli: Cli, tmp_path: Path, spoil: Callable[[str], str], message: str
) -> None:
    place = lay_out(tmp_path, entry("one", "a"), entry("two", "b"))
    file = place / "echo.json"
    spoiled = spoil(file.read_text())
    assert spoiled != file.read_text()
    file.write_text(spoiled)
    code, _, told = cli("run", "--vectors", place, "--impl", manifest(tmp_path / "impl", "none"))
    assert code == 2
    assert "echo.json" in told
    assert message in told
    assert "hint: vector files are generated" in told


def test_a_vector_id_in_two_files_is_status_2(cli: Cli, tmp_path: Path) -> None:
    place = lay_out(tmp_path, entry("one", "a"))
    (place / "zwei.json").write_text((place / "echo.json").read_text())
    code, _, told = cli("run", "--vectors", place, "--impl", manifest(tmp_path / "impl", "none"))
    assert code == 2
    assert "zwei.json" in told


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("colour = 1", "unknown field `colour`"),
        ("[limits]\ntimeout = 1", "unknown field `timeout`"),
        ("[limits]\ntimeout_s = 0", "timeout_s"),
        ('[requires]\n"no-such-tool" = "1.0"', "is not of the form"),
        ("command = 3", "not TOML"),
        ('[build]\ncommand = ["true"]\ninputs = ["*.nothing"]', "match no file"),
    ],
)
def test_a_manifest_that_is_wrong_is_a_configuration_error(
    cli: Cli, tmp_path: Path, more: str, message: str
) -> None:
    place = lay_out(tmp_path, entry("one", "a"))
    path = manifest(tmp_path / "impl", "none", more=more)
    code, out, told = cli("run", "--vectors", place, "--impl", path)
    assert code == 2
    assert message in out + told


def test_a_missing_tool_is_status_3_for_who_asked_by_name(cli: Cli, tmp_path: Path) -> None:
    place = lay_out(tmp_path, entry("one", "a"))
    path = manifest(tmp_path / "impl", "none", more='[requires]\n"no-such-tool" = ">=1.0"')
    code, out, _ = cli("run", "--vectors", place, "--impl", path)
    assert code == 3
    assert "needs no-such-tool >=1.0, not found on PATH" in out
    assert "install no-such-tool" in out


def test_a_tool_that_is_too_old_is_status_3_and_says_both_versions(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool = tmp_path / "bin" / "oldtool"
    tool.parent.mkdir()
    tool.write_text("#!/bin/sh\necho oldtool version 1.9.3\n")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tool.parent}{os.pathsep}{os.environ['PATH']}")
    place = lay_out(tmp_path, entry("one", "a"))
    path = manifest(tmp_path / "impl", "none", more='[requires]\noldtool = ">=1.10"')
    code, out, _ = cli("run", "--vectors", place, "--impl", path)
    assert code == 3
    assert "needs oldtool >=1.10, found 1.9.3" in out


def test_a_build_that_fails_is_status_3_and_shows_its_last_lines(cli: Cli, tmp_path: Path) -> None:
    place = lay_out(tmp_path, entry("one", "a"))
    build = (
        'echo first; for i in $(seq 100); do echo line $i; done; echo "error: no luck" >&2; exit 4'
    )
    path = manifest(
        tmp_path / "impl",
        "none",
        more=f"[build]\ncommand = {json.dumps(['sh', '-c', build])}\ninputs = ['*.toml']",
    )
    code, out, _ = cli("run", "--vectors", place, "--impl", path)
    assert code == 3
    assert "error: no luck" in out
    assert "exit status 4" in out
    assert "  | line 100\n" in out
    assert "  | first\n" not in out


def test_a_build_runs_once_and_again_when_an_input_changes(cli: Cli, tmp_path: Path) -> None:
    place = lay_out(tmp_path, entry("one", "a"))
    source = tmp_path / "impl" / "source.txt"
    source.parent.mkdir()
    source.write_text("1")
    path = manifest(
        tmp_path / "impl",
        "none",
        more='[build]\ncommand = ["sh", "-c", "mkdir -p ${build}; echo x >> ${build}/builds"]\n'
        'inputs = ["*.txt"]',
    )
    told = [cli("run", "--vectors", place, "--impl", path)[1] for _ in range(2)]
    source.write_text("2")
    told.append(cli("run", "--vectors", place, "--impl", path)[1])
    assert ["building" in text for text in told] == [True, False, True]
    assert not (tmp_path / "impl" / "builds").exists()


def test_rebuild_builds_what_is_up_to_date(cli: Cli, tmp_path: Path) -> None:
    place = lay_out(tmp_path, entry("one", "a"))
    path = manifest(
        tmp_path / "impl", "none", more='[build]\ncommand = ["true"]\ninputs = ["*.toml"]'
    )
    wanted = ("run", "--vectors", place, "--impl", path)
    told = [cli(*wanted)[1], cli(*wanted)[1], cli(*wanted, "--rebuild")[1]]
    assert ["building" in text for text in told] == [True, False, True]
