"""The command line as a user meets it: exit codes, and messages that say what to do next."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

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


def test_conformant_is_status_0_and_the_counts_are_told(cli: Cli, tmp_path: Path) -> None:
    place = lay_out(tmp_path, entry("one", "a"), entry("two", "b"))
    code, out, _ = cli("run", "--vectors", place, "--impl", manifest(tmp_path / "impl", "none"))
    assert code == 0
    assert "echo  2 passed" in out
    assert "conformant: 2 passed (1 implementation" in out


def test_a_failure_tells_requirement_difference_and_replay_line(cli: Cli, tmp_path: Path) -> None:
    place = lay_out(tmp_path, entry("one", "bad"))
    code, out, _ = cli("run", "--vectors", place, "--impl", manifest(tmp_path / "impl", "wrong"))
    assert code == 1
    assert "FAILED fake echo/one" in out
    assert "ECHO-1 (must): Text comes back." in out
    assert "at        /text" in out
    assert 'expected  "bad"' in out
    assert 'actual    "good"' in out
    assert "replay    hanzo-conformance replay echo/one --impl fake" in out


def test_what_an_adapter_says_cannot_reach_the_terminal_as_a_command(
    cli: Cli, tmp_path: Path
) -> None:
    place = lay_out(tmp_path, entry("one", "bad"))
    path = manifest(tmp_path / "impl", "escape-codes")
    _, out, _ = cli("run", "--vectors", place, "--impl", path)
    assert "\x1b" not in out
    assert "\u202e" not in out
    assert "\\u001b[2Jgone\\u202e" in out


@pytest.mark.parametrize(
    ("words", "code"),
    [(["-k", "nothing"], 4), (["--level", "may"], 4), (["--require"], 4), ([], 4)],
)
def test_a_run_that_judged_nothing_is_never_green(
    cli: Cli, tmp_path: Path, words: list[str], code: int
) -> None:
    place = lay_out(tmp_path, entry("one", "a"))
    path = manifest(tmp_path / "impl", "no-operations")
    got, out, _ = cli("run", "--vectors", place, "--impl", path, *words)
    assert got == code
    assert "incomplete: no vector was judged" in out


def test_levels_decide_what_counts(cli: Cli, tmp_path: Path) -> None:
    place = lay_out(tmp_path, entry("one", "a"), entry("two", "bad", level="should"))
    path = manifest(tmp_path / "impl", "wrong")
    assert cli("run", "--vectors", place, "--impl", path)[0] == 0
    assert cli("run", "--vectors", place, "--impl", path, "--strict")[0] == 1


def test_level_may_is_shown_and_never_judged(cli: Cli, tmp_path: Path) -> None:
    place = lay_out(tmp_path, entry("one", "a"), entry("two", "bad", level="may"))
    path = manifest(tmp_path / "impl", "wrong")
    code, out, _ = cli("run", "--vectors", place, "--impl", path, "--strict")
    assert code == 0
    assert "1 failed" in out


def test_a_baseline_beside_the_manifest_makes_a_divergence_known(cli: Cli, tmp_path: Path) -> None:
    place = lay_out(tmp_path, entry("one", "bad"))
    path = manifest(tmp_path / "impl", "wrong")
    baseline = path.parent / "known-divergences.toml"
    baseline.write_text('[[divergence]]\nvector = "echo/one"\nverdict = "failed"\nreason = "old"\n')
    code, out, _ = cli("run", "--vectors", place, "--impl", path)
    assert code == 0
    assert "1 known" in out
    manifest(tmp_path / "impl", "none")
    code, out, _ = cli("run", "--vectors", place, "--impl", path)
    assert code == 1
    assert "known-divergences.toml:1: echo/one passes by now" in out


def test_a_stale_baseline_entry_is_red_even_where_nothing_else_is(cli: Cli, tmp_path: Path) -> None:
    place = lay_out(tmp_path, entry("one", "a"))
    path = manifest(tmp_path / "impl", "none")
    baseline = path.parent / "known-divergences.toml"
    baseline.write_text('[[divergence]]\nvector = "echo/gone"\nverdict = "failed"\nreason = "x"\n')
    code, out, _ = cli("run", "--vectors", place, "--impl", path)
    assert code == 1
    assert "no vector matches 'echo/gone'" in out


def test_replay_shows_the_wire_and_what_came_on_stderr(cli: Cli, tmp_path: Path) -> None:
    place = lay_out(tmp_path, entry("one", "bad"))
    path = manifest(tmp_path / "impl", "dies")
    code, out, _ = cli("replay", "echo/one", "--impl", path, "--vectors", place)
    assert code == 1
    assert '→ {"jsonrpc":"2.0","id":0,"method":"initialize"' in out
    assert '→ {"jsonrpc":"2.0","id":1,"method":"echo.say","params":{"text":"bad"}}' in out
    assert "← " in out
    assert "× killed by SIGSEGV" in out
    assert "about to die" in out


@pytest.mark.parametrize("what", ["impls", "domains", "vectors", "requirements"])
def test_lists_are_printed(cli: Cli, what: str) -> None:
    code, out, _ = cli("list", what)
    assert code == 0
    assert len(out.splitlines()) >= 3


def test_show_tells_input_expectation_and_source(cli: Cli) -> None:
    code, out, _ = cli("show", "sse-frames/crlf-lines")
    assert code == 0
    for part in ("SSE-", "source:", "operation sse.parse", "input {", "expected result {"):
        assert part in out


def test_an_implementation_of_the_working_folder_is_found_by_name(cli: Cli, tmp_path: Path) -> None:
    place = lay_out(tmp_path, entry("one", "a"))
    manifest(tmp_path / "runners" / "mine", "none", name="mine")
    assert cli("run", "--vectors", place, "--impl", "mine")[0] == 0


def test_an_implementation_that_pyproject_names_is_found(cli: Cli, tmp_path: Path) -> None:
    place = lay_out(tmp_path, entry("one", "a"))
    manifest(tmp_path / "tools" / "adapter", "none", name="mine")
    (tmp_path / "pyproject.toml").write_text(
        '[tool.hanzo-conformance]\nrunners = ["tools/adapter"]\n'
    )
    assert cli("run", "--vectors", place, "--impl", "mine")[0] == 0


def test_two_manifests_with_one_name_are_refused(cli: Cli, tmp_path: Path) -> None:
    manifest(tmp_path / "runners" / "a", "none", name="mine")
    manifest(tmp_path / "runners" / "b", "none", name="mine")
    code, _, told = cli("list", "impls")
    assert code == 2
    assert "has the name mine too" in told


class TestInterrupt:
    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
    def test_what_was_found_is_written_and_the_status_is_130(
        self, tmp_path: Path, number: signal.Signals
    ) -> None:
        place = lay_out(tmp_path, entry("one", "a"), entry("two", "bad"))
        path = manifest(tmp_path / "impl", "hangs", more="[limits]\ntimeout_s = 60")
        record, events = tmp_path / "run.json", tmp_path / "run.jsonl"
        words = ["run", "--vectors", place, "--impl", path, "--isolation", "each",
                 "--report", f"json={record}", "--report", f"events={events}"]  # fmt: skip
        with subprocess.Popen(
            [sys.executable, "-m", "hanzo_conformance", *map(str, words)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as child:
            deadline = time.monotonic() + 20
            while not (events.exists() and b'"vector":"echo/one"' in events.read_bytes()):
                assert time.monotonic() < deadline
                time.sleep(0.02)
            child.send_signal(number)
            out, err = child.communicate(timeout=20)
        assert child.returncode == 130, err
        assert b"interrupted" in out
        told: dict[str, Any] = json.loads(record.read_bytes())
        assert told["interrupted"] is True
        assert {item["vector"]: item["verdict"] for item in told["results"]} == {
            "echo/one": "passed",
            "echo/two": "not-run",
        }
        assert json.loads(events.read_bytes().splitlines()[-1])["event"] == "finished"


def test_the_version_is_told_without_importing_the_command_line() -> None:
    told = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "hanzo_conformance", "--version"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.startswith("hanzo-conformance, version ")
    assert "click" not in told.stderr
