"""Asked one by one, an adapter gets the verdicts of a run, and the process lives between them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
from culprits import CULPRITS, TOKEN, offspring
from fake_world import QUICK, drive, fake, vector, vectors

from hanzo_conformance.engine.stepwise import Stepwise
from hanzo_conformance.implementations.manifest import Build, Implementation, Limits
from hanzo_conformance.values.errors import BuildError
from hanzo_vectors.vector import Vector


@pytest.fixture(autouse=True)
def _token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_HANZO_TEST_TOKEN", TOKEN)
    # The adapters of these tests write down outside of their stage how often they were started.
    monkeypatch.setenv("HANZO_CONFORMANCE_CONTAIN", "off")


def one_by_one(item: Implementation, chosen: Sequence[Vector]) -> dict[str, str]:
    asked = Stepwise(item, chosen)
    try:
        followers = [*chosen[1:], None]
        return {
            item.id: asked.judge(item, following).verdict.value
            for item, following in zip(chosen, followers, strict=True)
        }
    finally:
        asked.close()


FAULTS = [fault for fault, _, _ in CULPRITS] + ["garbage-at-exit", "log-before-each",
                                                "log-after-each", "none"]  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_the_verdicts_are_those_of_a_run(fault: str) -> None:
    # The first, two in a row, the last.
    chosen = vectors(8, (0, 3, 4, 7))
    assert one_by_one(fake(fault), chosen) == drive(fake(fault), chosen).verdicts()
    assert not offspring()


def test_operations_that_are_not_declared_are_unsupported() -> None:
    chosen = vectors(3)
    assert set(one_by_one(fake("no-operations"), chosen).values()) == {"unsupported"}


def test_one_process_serves_all_vectors_in_a_row(tmp_path: Path) -> None:
    log = tmp_path / "starts"
    item = counted(log)
    one_by_one(item, vectors(20))
    assert log.read_text() == "x\n"


def test_a_pause_in_the_order_ends_the_process_and_costs_no_restart(tmp_path: Path) -> None:
    log = tmp_path / "starts"
    limits = msgspec.structs.replace(QUICK, restarts=0)
    asked = Stepwise(counted(log, limits), [])
    verdicts = [asked.judge(item, None).verdict for item in vectors(5)]
    asked.close()
    assert verdicts == ["passed"] * 5
    assert log.read_text() == "x\n" * 5


def test_restarts_after_faults_are_bounded() -> None:
    limits = msgspec.structs.replace(QUICK, restarts=3)
    verdicts = one_by_one(fake("dies", limits), vectors(12, range(12)))
    assert list(verdicts.values()) == ["crashed"] * 4 + ["not-run"] * 8


def test_an_adapter_that_does_not_start_leaves_everything_not_run_and_is_tried_once(
    tmp_path: Path,
) -> None:
    log = tmp_path / "starts"
    asked = Stepwise(counted(log, fault="exits-at-once"), [])
    results = [asked.judge(item, None) for item in vectors(3)]
    asked.close()
    assert {result.verdict for result in results} == {"not-run"}
    assert results[2].failure is not None
    assert "ended before the handshake" in (results[2].failure.detail or "")
    assert log.read_text() == "x\n"


def test_a_vector_that_was_looked_at_in_advance_is_not_asked_again(tmp_path: Path) -> None:
    log = tmp_path / "starts"
    asked = Stepwise(counted(log, fault="dies"), [])
    first, second, third = vectors(3, [1])
    assert asked.judge(first, second).verdict == "passed"
    assert asked.judge(third, None).verdict == "passed"
    before = log.read_text()
    assert asked.judge(second, None).verdict == "crashed"
    asked.close()
    assert log.read_text() == before


def test_the_baseline_has_its_say(tmp_path: Path) -> None:
    known = tmp_path / "known-divergences.toml"
    known.write_text(
        '[[divergence]]\nat = "/text"\nvector = "echo/bad-0"\nreason = "old"\n'
        '[[divergence]]\nat = "/text"\nvector = "echo/gone"\nreason = "old"\n'
    )
    item = msgspec.structs.replace(fake("wrong"), baseline=known)
    asked = Stepwise(item, [vector("bad")])
    assert asked.judge(vector("bad"), None).verdict == "known"
    asked.close()
    assert [problem.partition(": ")[2] for problem in asked.problems] == ["no vector is echo/gone"]


def test_a_build_is_made_and_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HANZO_CONFORMANCE_CACHE", str(tmp_path))
    told: list[list[str]] = []
    item = fake("none", build=Build(command=["true"], inputs=["adapter.py"]))
    asked = Stepwise(item, [])
    asked.prepare(told.append)
    asked.prepare(told.append)
    asked.close()
    assert told == [["true"]]
    broken = Stepwise(fake("none", build=Build(command=["false"], inputs=["adapter.py"])), [])
    with pytest.raises(BuildError):
        broken.prepare(told.append)


def test_closing_kills_what_hangs_and_what_it_has_started() -> None:
    slow = msgspec.structs.replace(QUICK, timeout_s=0.2)
    asked = Stepwise(fake("escaped-grandchild", slow), [])
    asked.judge(*vectors(2, [1]))
    asked.close()
    assert not offspring()


def counted(log: Path, limits: Limits = QUICK, fault: str = "none") -> Implementation:
    """A fake that leaves a line for each of its starts."""
    inner = fake(fault, limits)
    command = ["sh", "-c", f'echo x >> "{log}"; exec "$@"', "sh", *inner.manifest.command]
    return fake(fault, limits, command=command)
