"""The programs of bench/ that lay out what they measure: that they still run, and on a little."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from types import ModuleType

import pytest

BENCH = Path(__file__).resolve().parents[3] / "bench"


@pytest.fixture
def memory(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(BENCH))
    import memory

    monkeypatch.setattr(memory, "PER_FILE", 10)
    return memory


def test_the_memory_of_a_run_over_several_generated_files_is_measured(
    memory: ModuleType, tmp_path: Path
) -> None:
    manifest = memory.lay_out(tmp_path, 25)
    assert len(list((tmp_path / "test-vectors").glob("*.json"))) == 3
    assert memory.peak_mb(manifest, ["json"]) > 1
    assert (tmp_path / "run.json").is_file()


def test_more_than_the_bound_is_a_failure(
    memory: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "COUNTS", (5,))
    monkeypatch.setattr(memory, "peak_mb", lambda _manifest, reports=(): 300.0 + len(reports))
    assert memory.main() == 1
    monkeypatch.setattr(memory, "peak_mb", lambda _manifest, reports=(): 100.0 + len(reports))
    assert memory.main() == 0


def test_runs_that_get_slower_and_slower_have_the_ratio_that_they_have(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(BENCH))
    import containment

    drift = count()

    def run_seconds(contain: str, _words: object) -> tuple[float, float]:
        slower = 10.0 + next(drift)
        return (slower * (1.1 if contain == "auto" else 1.0), 2.0)

    monkeypatch.setattr(containment, "run_seconds", run_seconds)
    containment.runs([])
    clock, cpu = capsys.readouterr().out.splitlines()
    assert "1.100 times the seconds of the clock" in clock
    assert "1.000 times the seconds of CPU" in cpu
