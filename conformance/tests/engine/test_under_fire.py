"""A thousand vectors against the worst adapter, floods, full disks: in bounded time and memory."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from culprits import TOKEN, offspring
from fake_world import QUICK, drive, fake, vector
from small_corpus import entry, lay_out, manifest

from hanzo_conformance.records.reading import read_run

MEBIBYTE = 1024 * 1024


@pytest.fixture(autouse=True)
def _token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_HANZO_TEST_TOKEN", TOKEN)


def fault_of(number: int) -> tuple[str, str]:
    """What the adapter does with the vector of this number, and the verdict that it deserves."""
    if number % 50 == 0:
        return "bad-dies", "crashed"
    if number % 97 == 0:
        return "bad-hangs", "timed-out"
    if number % 101 == 0:
        return "bad-not-json", "garbled"
    return "good", "passed"


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_adapter_that_crashes_hangs_and_babbles_gets_exactly_these_verdicts(jobs: int) -> None:
    limits = msgspec.structs.replace(QUICK, timeout_s=0.2)
    chosen = [vector(fault_of(number)[0], number) for number in range(1, 1001)]
    begun = time.monotonic()
    outcome = drive(fake("named", limits), chosen, workers=jobs)
    assert time.monotonic() - begun < 90
    expected = {item.id: fault_of(number)[1] for number, item in enumerate(chosen, 1)}
    assert outcome.verdicts() == expected
    assert outcome.code == 1
    assert not offspring()


def start(*words: str | Path, **more: Any) -> subprocess.Popen[bytes]:
    """The command line in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "hanzo_conformance", *map(str, words)],
        stdin=subprocess.DEVNULL,
        **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more},
    )


MEASURED = """
import resource, sys
from hanzo_conformance.cli import guarded
code = guarded()
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)
sys.exit(code)
"""


def most_memory(*words: str | Path) -> int:
    """The most bytes that the harness itself held while it carried out a command line."""
    told = subprocess.run(
        [sys.executable, "-c", MEASURED, *map(str, words)],
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert told.returncode == 0, told.stderr
    # Kibibytes on Linux, bytes on macOS.
    return int(told.stderr.split()[-1]) * (1 if sys.platform == "darwin" else 1024)


def test_a_hundred_megabytes_on_stderr_neither_block_nor_fill_memory(tmp_path: Path) -> None:
    place = lay_out(tmp_path, entry("one", "a"), entry("two", "bad"), entry("three", "c"))
    limits = "[limits]\ntimeout_s = 60"
    quiet = manifest(tmp_path / "quiet", "none", more=limits)
    loud = manifest(tmp_path / "loud", "stderr-flood", more=limits)
    least = most_memory("run", "--vectors", place, "--impl", quiet)
    most = most_memory("run", "--vectors", place, "--impl", loud)
    assert most - least < 8 * MEBIBYTE


@pytest.mark.parametrize("format_", ["json", "events", "junit"])
def test_a_report_on_a_full_disk_is_a_message_and_status_2(tmp_path: Path, format_: str) -> None:
    place = lay_out(tmp_path, entry("one", "a"))
    path = manifest(tmp_path / "impl", "none")
    child = start("run", "--vectors", place, "--impl", path, "--report", f"{format_}=/dev/full")
    _, told = child.communicate(timeout=60)
    assert child.returncode == 2
    assert b"error: /dev/full: cannot be written: No space left on device" in told
    assert b"Traceback" not in told
    assert Path("/dev/full").is_char_device()
    assert not offspring()


def test_one_report_that_fails_does_not_cost_the_others(tmp_path: Path) -> None:
    place = lay_out(tmp_path, entry("one", "a"))
    path = manifest(tmp_path / "impl", "none")
    reports = [tmp_path / "before.json", Path("/dev/full"), tmp_path / "after.json"]
    words = [word for report in reports for word in ("--report", f"json={report}")]
    child = start("run", "--vectors", place, "--impl", path, *words)
    child.communicate(timeout=60)
    assert child.returncode == 2
    for report in (reports[0], reports[2]):
        assert json.loads(report.read_bytes())["exit_code"] == 0


@pytest.mark.parametrize("words", [["run"], ["list", "vectors"], ["--help"]])
def test_standard_output_on_a_full_disk_is_a_message_and_status_2(
    tmp_path: Path, words: list[str]
) -> None:
    place = lay_out(tmp_path, entry("one", "bad"), entry("two", "a"))
    if words == ["run"]:
        words = ["run", "--vectors", str(place), "--impl", str(manifest(tmp_path / "i", "wrong"))]
    with Path("/dev/full").open("wb") as full:
        child = start(*words, stdout=full)
        _, told = child.communicate(timeout=60)
    assert child.returncode == 2
    assert told == b"error: standard output: No space left on device\n"
    assert not offspring()


def test_standard_output_that_is_closed_is_a_message_and_status_2() -> None:
    child = subprocess.run(
        [
            "sh",
            "-c",
            'exec "$@" >&-',
            "sh",
            sys.executable,
            "-m",
            "hanzo_conformance",
            "list",
            "impls",
        ],
        stderr=subprocess.PIPE,
        check=False,
        timeout=60,
    )
    assert child.returncode == 2
    assert child.stderr.startswith(b"error: standard output is closed\nhint: ")


@pytest.mark.parametrize("fault", ["none", "hangs"])
def test_a_reader_that_goes_away_ends_the_run_without_a_word(tmp_path: Path, fault: str) -> None:
    place = lay_out(tmp_path, *(entry(f"v{n}", "bad") for n in range(200)))
    path = manifest(tmp_path / "impl", fault, more="[limits]\ntimeout_s = 0.2\nrestarts = 3")
    child = start("run", "--vectors", place, "--impl", path, "--show", "200")
    assert child.stdout is not None
    assert child.stderr is not None
    child.stdout.close()
    told = child.stderr.read()
    child.stderr.close()
    assert child.wait(60) == 2
    assert told == b""
    assert not offspring()


def test_a_reader_that_goes_away_costs_no_report(tmp_path: Path) -> None:
    place = lay_out(tmp_path, *(entry(f"v{n}", "bad") for n in range(50)))
    path = manifest(tmp_path / "impl", "wrong")
    reports = [word for name in ("json", "events", "junit")
               for word in ("--report", f"{name}={tmp_path}/run.{name}")]  # fmt: skip
    child = start("run", "--vectors", place, "--impl", path, "--show", "200", *reports)
    assert child.stdout is not None
    assert child.stderr is not None
    child.stdout.close()
    told = child.stderr.read()
    child.stderr.close()
    assert child.wait(60) == 2
    assert told == b"error: standard output: Broken pipe\n"
    assert len(read_run(tmp_path / "run.json").results) == 50
    whole = read_run(tmp_path / "run.events")
    assert (whole.cut, len(whole.results)) == (False, 50)
    assert whole.notices == ["a report is cut: [Errno 32] Broken pipe"]
    assert b"<testcase" in (tmp_path / "run.junit").read_bytes()
    assert not offspring()


def test_a_stream_on_a_full_disk_costs_no_other_report(tmp_path: Path) -> None:
    place = lay_out(tmp_path, *(entry(f"v{n}", "a") for n in range(50)))
    path = manifest(tmp_path / "impl", "none")
    child = start(
        "run", "--vectors", place, "--impl", path,
        "--report", "events=/dev/full", "--report", f"json={tmp_path}/run.json",
    )  # fmt: skip
    out, told = child.communicate(timeout=60)
    assert child.returncode == 2
    assert told.count(b"error: /dev/full: cannot be written: No space left on device") == 1
    assert b"conformant: 50 passed" in out
    record = read_run(tmp_path / "run.json")
    assert {result.verdict.value for result in record.results} == {"passed"}
    assert len(record.notices) == 1


def test_in_a_workflow_the_summary_is_written_though_nobody_reads_the_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary.md"))
    place = lay_out(tmp_path, entry("one", "a"))
    with Path("/dev/full").open("wb") as full:
        child = start("run", "--vectors", place, "--impl", manifest(tmp_path / "i", "none"),
                      stdout=full)  # fmt: skip
        _, told = child.communicate(timeout=60)
    assert child.returncode == 2
    assert told == b"error: standard output: No space left on device\n"
    assert "Conformance: conformant" in (tmp_path / "summary.md").read_text()


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGQUIT, signal.SIGTERM, signal.SIGINT])
def test_whatever_ends_a_run_leaves_its_reports(tmp_path: Path, number: signal.Signals) -> None:
    place = lay_out(tmp_path, entry("one", "a"), entry("two", "bad"))
    path = manifest(tmp_path / "impl", "hangs", more="[limits]\ntimeout_s = 600")
    events = tmp_path / "run.jsonl"
    child = start(
        "run", "--vectors", place, "--impl", path,
        "--report", f"events={events}", "--report", f"json={tmp_path}/run.json",
    )  # fmt: skip
    deadline = time.monotonic() + 60
    while not events.is_file() or b'"event":"ready"' not in events.read_bytes():
        assert time.monotonic() < deadline
        time.sleep(0.02)
    child.send_signal(number)
    out, _ = child.communicate(timeout=60)
    assert child.returncode == 130
    assert b"interrupted" in out
    record = read_run(tmp_path / "run.json")
    assert record.interrupted
    assert len(record.results) == 2
    assert not read_run(events).cut
    assert not offspring()


def test_a_run_that_is_to_survive_its_terminal_does(tmp_path: Path) -> None:
    place = lay_out(tmp_path, entry("one", "slow"))
    path = manifest(tmp_path / "impl", "slow-together", more="[limits]\ntimeout_s = 60")
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        child = start("run", "--vectors", place, "--impl", path)
    finally:
        signal.signal(signal.SIGHUP, before)
    for _ in range(20):
        child.send_signal(signal.SIGHUP)
        time.sleep(0.02)
    out, _ = child.communicate(timeout=60)
    assert (child.returncode, b"conformant" in out) == (0, True)


def test_a_report_may_go_to_a_pipe_and_leaves_what_is_no_file_as_it_is(tmp_path: Path) -> None:
    place = lay_out(tmp_path, entry("one", "a"))
    path = manifest(tmp_path / "impl", "none")
    reading, writing = os.pipe()
    words = ["--report", f"json=/dev/fd/{writing}"]
    child = start("run", "--vectors", place, "--impl", path, *words, pass_fds=[writing])
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        told = json.load(pipe)
    child.communicate(timeout=60)
    assert child.returncode == 0
    assert told["exit_code"] == 0


def test_a_report_over_a_link_keeps_the_link(tmp_path: Path) -> None:
    place = lay_out(tmp_path, entry("one", "a"))
    path = manifest(tmp_path / "impl", "none")
    target, link = tmp_path / "target.json", tmp_path / "link.json"
    link.symlink_to(target)
    child = start("run", "--vectors", place, "--impl", path, "--report", f"json={link}")
    child.communicate(timeout=60)
    assert link.is_symlink()
    assert json.loads(target.read_bytes())["exit_code"] == 0


def test_two_runs_at_once_in_one_folder_do_not_disturb_each_other(tmp_path: Path) -> None:
    place = lay_out(tmp_path, *(entry(f"v{n}", "bad" if n == 7 else "a") for n in range(40)))
    build = 'mkdir -p "${build}"; sleep 0.3; echo x >> "${build}/builds"'
    path = manifest(
        tmp_path / "impl",
        "dies",
        more=f"[build]\ncommand = {json.dumps(['sh', '-c', build])}\ninputs = ['*.toml']",
    )
    environment = {**os.environ, "HANZO_CONFORMANCE_CACHE": str(tmp_path / "cache")}
    words: list[str | Path] = ["run", "--vectors", place, "--impl", path]
    words += ["--report", "json=run.json"]
    children = [start(*words, cwd=tmp_path, env=environment) for _ in range(4)]
    told = [child.communicate(timeout=60)[0] for child in children]
    assert [child.returncode for child in children] == [1] * 4
    assert [b"39 passed, 1 crashed" in text for text in told] == [True] * 4
    record = json.loads((tmp_path / "run.json").read_bytes())
    assert record["implementations"][0]["counts"] == {"passed": 39, "crashed": 1}
    assert [item.name for item in tmp_path.glob(".*")] == []
    [builds] = (tmp_path / "cache").rglob("builds")
    assert builds.read_text() == "x\n"


def test_what_is_decided_is_on_disk_before_the_next_answer_comes(tmp_path: Path) -> None:
    place = lay_out(
        tmp_path, *(entry(f"v{n:02}", "a") for n in range(20)), entry("v98", "bad"),
        entry("v99", "a"),
    )  # fmt: skip
    path = manifest(tmp_path / "impl", "hangs", more="[limits]\ntimeout_s = 600\nwindow = 4")
    events = tmp_path / "run.jsonl"
    child = start("run", "--vectors", place, "--impl", path, "--report", f"events={events}")
    deadline = time.monotonic() + 60
    while not events.is_file() or events.read_bytes().count(b'"verdict":"passed"') < 20:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    child.kill()
    child.communicate(timeout=60)
    record = read_run(events)
    assert record.cut
    assert [result.verdict.value for result in record.results] == ["passed"] * 20 + ["not-run"] * 2


@pytest.mark.parametrize("fault", ["late-log-line", "dies", "twice", "wrong", "log-after-each"])
def test_a_stream_that_takes_results_back_ends_as_the_record_does(
    tmp_path: Path, fault: str
) -> None:
    place = lay_out(tmp_path, *(entry(f"v{n:02}", "bad" if n % 7 == 3 else "a") for n in range(30)))
    path = manifest(tmp_path / "impl", fault)
    events, whole = tmp_path / "run.jsonl", tmp_path / "run.json"
    child = start(
        "run", "--vectors", place, "--impl", path,
        "--report", f"events={events}", "--report", f"json={whole}",
    )  # fmt: skip
    child.communicate(timeout=60)
    assert msgspec.to_builtins(read_run(events)) == msgspec.to_builtins(read_run(whole))
