"""The command line as a user meets it: exit codes, and messages that say what to do next."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from command_line import Cli, cli
from small_corpus import entry, lay_out, manifest

__all__ = ["cli"]


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
    assert f"replay    hanzo-conformance replay echo/one --impl {tmp_path}/impl/runner.toml" in out


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
    baseline.write_text('[[divergence]]\nat = "/text"\nvector = "echo/one"\nreason = "old"\n')
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
    baseline.write_text('[[divergence]]\nat = "/text"\nvector = "echo/gone"\nreason = "x"\n')
    code, out, _ = cli("run", "--vectors", place, "--impl", path)
    assert code == 1
    assert "no vector is echo/gone" in out


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
    code, out, _ = cli("show", "sse-frames/crlf-lines", "--full")
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
