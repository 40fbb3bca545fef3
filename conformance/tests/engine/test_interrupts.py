"""A run that is told to stop, at whatever moment, leaves a readable stream and no process."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from culprits import TOKEN, offspring
from small_corpus import entry, lay_out, manifest

# From the start of the interpreter to the end of a quiet machine's run.
MOMENTS_S = [n * 0.08 for n in range(1, 17)]
ENTRIES = 400


@pytest.fixture(autouse=True)
def _token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_HANZO_TEST_TOKEN", TOKEN)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("moment_s", MOMENTS_S)
def test_a_run_stopped_at_any_moment_leaves_whole_lines_and_no_process(
    tmp_path: Path, number: signal.Signals, moment_s: float
) -> None:
    place = lay_out(
        tmp_path, *(entry(f"v{n}", "bad-dies" if n % 40 == 1 else "a") for n in range(ENTRIES))
    )
    path = manifest(tmp_path / "impl", "named", more="[limits]\ntimeout_s = 60")
    record, events = tmp_path / "run.json", tmp_path / "run.jsonl"
    words = ["run", "--vectors", place, "--impl", path,
             "--report", f"json={record}", "--report", f"events={events}"]  # fmt: skip
    with subprocess.Popen(
        [sys.executable, "-m", "hanzo_conformance", *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as child:
        time.sleep(moment_s)
        child.send_signal(number)
        _, told = child.communicate(timeout=30)
    # Before a run takes signals itself, and after it, they are Python's: it may end by them, and
    # tell of what it was loading.
    assert child.returncode in {130, 1, -number}
    assert b"Traceback" not in told or b"engine" not in told
    assert not offspring()
    if not events.exists() or not events.read_bytes():
        return
    lines = [json.loads(line) for line in events.read_bytes().splitlines()]
    assert lines[0]["event"] == "started"
    assert lines[-1]["event"] == "finished"
    results = [line["vector"] for line in lines if line["event"] == "result"]
    # A decision is written at once; where it was taken back, a later line counts.
    assert len(set(results)) == ENTRIES
    assert json.loads(record.read_bytes())["interrupted"] == lines[-1]["interrupted"]


def test_these_moments_hit_runs_that_are_under_way(tmp_path: Path) -> None:
    """The test above would be content with signals that all come too early or too late."""
    place = lay_out(tmp_path, entry("one", "bad"))
    path = manifest(tmp_path / "impl", "hangs", more="[limits]\ntimeout_s = 60")
    events = tmp_path / "run.jsonl"
    with subprocess.Popen(
        [sys.executable, "-m", "hanzo_conformance", "run", "--vectors", place, "--impl", path,
         "--report", f"events={events}"],
        stdout=subprocess.DEVNULL,
    ) as child:  # fmt: skip
        deadline = time.monotonic() + 30
        while not (events.exists() and b'"ready"' in events.read_bytes()):
            assert time.monotonic() < deadline
            time.sleep(0.01)
        child.send_signal(signal.SIGTERM)
        assert child.wait(30) == 130
    assert json.loads(events.read_bytes().splitlines()[-1])["interrupted"]
