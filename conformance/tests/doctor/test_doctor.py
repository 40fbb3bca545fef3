"""``doctor``: what is wrong with an adapter is found, named, and told with what to change."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from small_corpus import entry, lay_out

from hanzo_conformance.cli import guarded

pytestmark = pytest.mark.lengthy

Cli = Callable[..., tuple[int, str, str]]
SLOPPY = Path(__file__).parents[1] / "fakes" / "sloppy.py"
ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Cli:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HANZO_CONFORMANCE_CACHE", str(tmp_path / "cache"))

    def call(*words: str | Path) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["hanzo-conformance", *map(str, words)])
        code = guarded()
        told = capsys.readouterr()
        return code, told.out, told.err

    return call


# Faults that show in silence, and in what does not end: there is nothing but to wait for them.
SILENT = {"answers-late", "forgets-when-many", "chunk-is-a-line", "splits-text-lines"}
ENDLESS = {"stays-at-end", "ignores-sigterm"}


def manifest(folder: Path, fault: str, more: str = "") -> Path:
    folder.mkdir()
    path = folder / "runner.toml"
    command = json.dumps([sys.executable, "-S", str(SLOPPY), fault])
    path.write_text(
        f'name = "sloppy"\nlanguage = "python"\ncommand = {command}\n{more}\n'
        f"[limits]\nline_bytes = 2000000\ntimeout_s = {1 if fault in SILENT else 30}\n"
        f"start_s = {0.5 if fault == 'says-nothing' else 60}\n"
        f"grace_s = {0.5 if fault in ENDLESS else 10}\n"
    )
    return path


def checkup(cli: Cli, folder: Path, fault: str, more: str = "") -> tuple[int, str, str]:
    vectors = lay_out(folder, entry("one", "some text"), entry("two", "more"))
    return cli("doctor", manifest(folder / "impl", fault, more), "--vectors", vectors)


def wrong(out: str) -> dict[str, str]:
    """What is wrong, by what it is about."""
    return {line[7:23].strip(): line[24:] for line in out.splitlines() if line.startswith("wrong ")}


def test_an_adapter_that_keeps_to_the_protocol_is_well(cli: Cli, tmp_path: Path) -> None:
    code, out, err = checkup(cli, tmp_path, "none")
    assert (code, wrong(out), err) == (0, {}, "")
    for about in ("handshake", "broken lines", "params", "long params", "end of input", "SIGTERM"):
        assert f"ok     {about}" in out
    assert "are well" in out.splitlines()[-1]


FAULTS = [
    ("listening", "handshake", "a line that is no answer: not strict JSON"),
    ("other-language", "handshake", "'cobol', the manifest says 'python'"),
    ("operation-twice", "operations", "names echo.say twice"),
    ("operation-misspelt", "operations", "no vector for echo.sya"),
    ("answers-late", "lone request", "and one as soon as another request came"),
    ("unknown-is-null", "unknown methods", "'no.such_operation' was answered with a result"),
    ("looks-attributes-up", "unknown methods", "'__class__' was answered with error -32603"),
    ("float-ids", "request ids", "not an answer of the protocol"),
    ("any-protocol", "protocol number", "the protocol 2 was answered with a result"),
    ("true-is-one", "protocol number", "the protocol true was answered with a result"),
    ("forgets-when-many", "many at once", "no answer within 1 s"),
    ("chunk-is-a-line", "lines in pieces", "no answer within 1 s"),
    ("decodes-chunks", "lines in pieces", "exited with status 1"),
    ("dies-of-rubbish", "broken lines", "after JSON that is cut as a line"),
    ("line-limit", "long line", "exited with status 1"),
    ("splits-text-lines", "Unicode", "no answer within 1 s"),
    ("own-failure", "inputs", "echo/one was answered with error -32603"),
    ("operation-dies", "inputs", "exited with status 1"),
    ("logs-to-stdout", "inputs", "a line that is no answer"),
    ("escapes-are-text", "spelling", "echo.say answers otherwise"),
    ("takes-any-params", "params", "echo.say with an array as params was answered with a result"),
    ("long-text-dies", "long params", "exited with status 1"),
    ("stays-at-end", "end of input", "still there 0.5 s after the end"),
    ("says-good-bye", "end of input", "a line that is no answer"),
    ("exit-status", "end of input", "exited with status 7"),
    ("ignores-sigterm", "SIGTERM", "still there 0.5 s after SIGTERM"),
    ("leaves-a-child", "processes", "were alive after"),
]


@pytest.mark.parametrize(("fault", "about", "seen"), FAULTS)
def test_a_fault_is_found_and_comes_with_what_to_change(
    cli: Cli, tmp_path: Path, fault: str, about: str, seen: str
) -> None:
    code, out, _ = checkup(cli, tmp_path, fault)
    assert code == 1
    assert seen in wrong(out)[about]
    after = out.partition(f"wrong  {about}")[2].partition("\nok ")[0]
    assert "change: " in after
    assert "to be changed" in out.splitlines()[-1]


def test_where_a_lone_request_is_not_answered_nothing_else_is_waited_for(
    cli: Cli, tmp_path: Path
) -> None:
    _, out, _ = checkup(cli, tmp_path, "answers-late")
    assert list(wrong(out)) == ["lone request"]
    assert "was not examined" in out


def test_what_an_adapter_writes_cannot_command_the_terminal(cli: Cli, tmp_path: Path) -> None:
    _, out, _ = checkup(cli, tmp_path, "logs-to-stdout")
    assert "saying" in out
    assert "\x1b" not in out


def test_what_an_adapter_writes_cannot_command_a_workflow(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    _, out, _ = checkup(cli, tmp_path, "logs-to-stdout")
    token = out.splitlines()[0].removeprefix("::stop-commands::")
    assert token != out.splitlines()[0]
    assert out.index("saying") < out.index(f"::{token}::")


def test_standard_error_is_shown_where_a_process_died(cli: Cli, tmp_path: Path) -> None:
    _, out, _ = checkup(cli, tmp_path, "long-text-dies")
    assert "stderr: too much" in out


def test_without_an_operation_the_first_one_is_named(cli: Cli, tmp_path: Path) -> None:
    code, out, _ = checkup(cli, tmp_path, "no-operations")
    assert code == 0
    assert "begin with echo.say: hanzo-conformance show echo/one" in out


def test_an_adapter_that_cannot_start_is_status_3_with_what_to_change(
    cli: Cli, tmp_path: Path
) -> None:
    code, _, err = checkup(cli, tmp_path, "banner")
    assert code == 3
    assert "adapter 1.0 starting up" in err
    assert "write nothing else to standard output" in err


def test_an_adapter_that_says_nothing_is_status_3_after_its_time(cli: Cli, tmp_path: Path) -> None:
    code, _, err = checkup(cli, tmp_path, "says-nothing")
    assert code == 3
    assert "no handshake within 0.5 s" in err
    assert "flush it" in err


@pytest.mark.skipif(not Path("/proc/self/cwd").exists(), reason="needs /proc")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_ends_it_at_once_and_leaves_no_process(
    number: signal.Signals, tmp_path: Path
) -> None:
    place = f'[environment]\nPLACE = "{tmp_path / "impl"}"'
    path = manifest(tmp_path / "impl", "says-nothing", place)
    path.write_text(path.read_text().replace("start_s = 0.5", "start_s = 300"))
    with subprocess.Popen(
        [sys.executable, "-m", "hanzo_conformance", "doctor", path],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as child:
        deadline = time.monotonic() + 60
        while not (adapters := running(path.parent)):
            assert time.monotonic() < deadline
            time.sleep(0.02)
        child.send_signal(number)
        _, err = child.communicate(timeout=60)
    assert (child.returncode, err) == (130, b"interrupted\n")
    assert adapters
    assert not running(path.parent)


def running(folder: Path) -> list[str]:
    """The processes that have been told of this folder."""
    found = []
    for place in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if f"PLACE={folder}".encode() in place.read_bytes().split(b"\0"):
                found.append(place.parent.name)
    return found


def test_a_build_that_fails_is_status_3_with_its_last_lines(cli: Cli, tmp_path: Path) -> None:
    build = '[build]\ncommand = ["sh", "-c", "echo it broke; exit 9"]\ninputs = ["*.toml"]'
    code, _, err = checkup(cli, tmp_path, "none", build)
    assert code == 3
    assert "it broke" in err
    assert "exit status 9" in err


def test_a_missing_tool_is_status_3_and_named(cli: Cli, tmp_path: Path) -> None:
    code, out, err = checkup(cli, tmp_path, "none", '[requires]\nno-such-tool = ">=1"')
    assert code == 3
    assert "ok     manifest" in out
    assert "needs no-such-tool >=1, not found on PATH" in err


def test_a_tool_that_knows_its_version_only_by_a_word_is_asked_so(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool = tmp_path / "bin" / "wordy"
    tool.parent.mkdir()
    tool.write_text('#!/bin/sh\n[ "$1" = version ] && echo "wordy v1.2.3"\n')
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", str(tool.parent), prepend=os.pathsep)
    code, out, _ = checkup(cli, tmp_path, "none", '[requires]\nwordy = ">=1.2"')
    assert code == 0
    assert "ok     tools            wordy 1.2.3" in out


def test_a_place_in_the_manifest_that_stands_for_nothing_is_found(cli: Cli, tmp_path: Path) -> None:
    code, out, _ = checkup(cli, tmp_path, "none", '[environment]\nX = "${hear}/x"')
    assert code == 1
    assert "${hear} stands for nothing" in wrong(out)["manifest"]


def test_the_installation_is_well_here(cli: Cli) -> None:
    code, out, _ = cli("doctor")
    assert code == 0, out
    for about in ("version", "data", "vectors", "cache"):
        assert f"ok     {about}" in out


def test_a_cache_that_cannot_be_written_is_found(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HANZO_CONFORMANCE_CACHE", "/proc/nowhere")
    code, out, _ = cli("doctor")
    assert code == 1
    assert "cannot be written" in wrong(out)["cache"]
    assert "HANZO_CONFORMANCE_CACHE" in out


def test_a_tool_that_a_manifest_of_the_working_folder_needs_is_named(
    cli: Cli, tmp_path: Path
) -> None:
    (tmp_path / "runners").mkdir()
    more = 'default = true\n[requires]\nno-such-tool = ">=1"'
    manifest(tmp_path / "runners" / "mine", "none", more)
    code, out, _ = cli("doctor")
    assert code == 1
    assert "needs no-such-tool >=1" in wrong(out)["sloppy"]
    assert "no-such-tool not found; for sloppy" in out


OWN = {"python": None, "js": "node", "rust": "cargo"}


@pytest.mark.parametrize("name", OWN)
def test_our_own_adapters_are_well(name: str, tmp_path: Path) -> None:
    # What other tests read of it meanwhile would count as read by its build.
    copied = tmp_path / name
    shutil.copytree(ROOT / "runners" / name, copied, ignore=shutil.ignore_patterns("node_modules"))
    whom = str(copied / "runner.toml") if name == "js" else name
    tool = OWN[name]
    if tool is not None and shutil.which(tool) is None:
        pytest.skip(f"needs {tool}")
    done = subprocess.run(
        [sys.executable, "-m", "hanzo_conformance", "doctor", whom],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, wrong(done.stdout)) == (0, {}), done.stdout + done.stderr


@pytest.mark.parametrize(
    ("stated", "health", "said"),
    [
        ("[]", "note ", "1 operation is not stated in its manifest"),
        ('["echo.*"]', "ok   ", "the handshake names the one operation that the manifest states"),
        ('["echo.say", "echo.hum"]', "wrong", "what the handshake does not name: echo.hum"),
    ],
)
def test_what_a_manifest_states_is_held_against_the_handshake(
    cli: Cli, tmp_path: Path, stated: str, health: str, said: str
) -> None:
    code, out, _ = checkup(cli, tmp_path, "none", f"operations = {stated}")
    [line] = [line for line in out.splitlines() if line[7:].startswith("statement ")]
    assert line.startswith(health)
    assert said in line
    assert code == (1 if health == "wrong" else 0)
    assert ('operations = ["echo.*"] in runner.toml states those' in out) is (health != "ok   ")
