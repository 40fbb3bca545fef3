"""Who is blamed when an adapter misbehaves: the vector that did it, and no other."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from culprits import CULPRITS, TOKEN, offspring
from fake_world import QUICK, Outcome, Stopper, drive, fake, vector, vectors
from small_corpus import entry, lay_out, manifest


@pytest.fixture(autouse=True)
def _token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_HANZO_TEST_TOKEN", TOKEN)


@pytest.mark.parametrize(("fault", "verdict", "detail"), CULPRITS)
@pytest.mark.parametrize("bad", [(0,), (7,), (29,), (3, 4, 20)], ids=str)
def test_a_fault_costs_the_vectors_that_cause_it_and_nothing_else(
    fault: str, verdict: str, detail: str | None, bad: tuple[int, ...]
) -> None:
    outcome = drive(fake(fault), vectors(30, bad))
    assert outcome.of(verdict) == [f"echo/bad-{n}" for n in bad]
    assert len(outcome.of("passed")) == 30 - len(bad)
    assert outcome.code == 1
    if detail is not None:
        failure = outcome.result(f"echo/bad-{bad[0]}").failure
        assert failure is not None
        assert detail in (failure.detail or "")


@pytest.mark.parametrize("isolation", [True, False])
def test_what_the_process_said_on_stderr_is_shown_with_the_crash(isolation: bool) -> None:
    outcome = drive(fake("dies"), vectors(3, [1]), isolated=isolation)
    failure = outcome.result("echo/bad-1").failure
    assert failure is not None
    assert "about to die" in failure.stderr


def test_stderr_is_never_a_verdict_and_never_blocks() -> None:
    outcome = drive(
        fake("stderr-flood", msgspec.structs.replace(QUICK, timeout_s=20.0)), vectors(3, [1])
    )
    assert len(outcome.of("passed")) == 3


def test_every_answer_with_a_log_line_before_it_is_garbled() -> None:
    outcome = drive(fake("log-before-each"), vectors(5))
    assert len(outcome.of("garbled")) == 5


def test_every_answer_with_a_log_line_after_it_is_garbled() -> None:
    outcome = drive(fake("log-after-each"), vectors(5))
    assert len(outcome.of("garbled")) == 5


def told(outcome: Outcome, vector: str) -> str:
    failure = outcome.result(vector).failure
    assert failure is not None
    return failure.detail or ""


def test_rubbish_at_exit_is_laid_to_the_last_vector() -> None:
    outcome = drive(fake("garbage-at-exit"), vectors(5))
    assert outcome.of("garbled") == ["echo/good-4"]


def test_half_a_line_at_exit_is_laid_to_the_last_vector() -> None:
    outcome = drive(fake("half-line-at-exit"), vectors(5))
    assert outcome.of("garbled") == ["echo/good-4"]
    assert "a line without an end\n  it wrote: bye" in told(outcome, "echo/good-4")


def test_a_right_answer_behind_the_last_one_is_garbled() -> None:
    outcome = drive(fake("answer-at-exit"), vectors(5))
    assert outcome.of("garbled") == ["echo/good-4"]


def test_what_is_said_before_anything_was_asked_costs_one_vector_each_time_and_gates() -> None:
    outcome = drive(fake("log-after-handshake"), vectors(5), isolated=False)
    assert len(outcome.of("garbled")) == 5
    assert outcome.code == 1


@pytest.mark.parametrize("isolated", [True, False])
def test_a_crash_at_the_end_of_input_is_a_crash(isolated: bool) -> None:
    outcome = drive(fake("dies-at-exit"), vectors(5), isolated=isolated)
    crashed = [f"echo/good-{n}" for n in range(5)] if isolated else ["echo/good-4"]
    assert outcome.of("crashed") == crashed
    assert "at the end of its input the process killed by SIGSEGV" in told(outcome, "echo/good-4")
    assert outcome.code == 1


def test_a_crash_at_the_end_that_the_last_vector_does_not_repeat_is_told_and_gates() -> None:
    outcome = drive(fake("dies-at-exit-after-bad"), vectors(5, [1]))
    assert outcome.of("crashed") == ["echo/good-4"]
    assert "alone it did not do it again" in told(outcome, "echo/good-4")
    alone = drive(fake("dies-at-exit-after-bad"), vectors(5, [1]), isolated=True)
    assert alone.of("crashed") == ["echo/bad-1"]


def test_the_first_answer_again_and_again_ends_the_process_and_no_innocent_is_blamed() -> None:
    outcome = drive(fake("repeats-the-first-for-ever"), vectors(6, [3]))
    assert outcome.of("garbled") == ["echo/good-0", "echo/bad-3"]
    assert len(outcome.of("passed")) == 4


@pytest.mark.parametrize("isolated", [True, False])
def test_an_answer_ahead_of_its_question_is_laid_to_whom_was_being_answered(
    isolated: bool,
) -> None:
    one_by_one = msgspec.structs.replace(QUICK, window=1)
    outcome = drive(fake("answers-ahead", one_by_one), vectors(12, [2, 9]), isolated=isolated)
    assert outcome.of("garbled") == ["echo/bad-2", "echo/bad-9"]
    assert len(outcome.of("passed")) == 10


def test_who_hangs_on_its_answer_is_blamed_for_the_wait_of_the_next() -> None:
    outcome = drive(fake("answers-then-hangs"), vectors(30, [7, 20]))
    assert outcome.of("timed-out") == ["echo/bad-7", "echo/bad-20"]
    assert "did not exit within 0.3 s" in told(outcome, "echo/bad-7")
    assert len(outcome.of("passed")) == 28


def test_a_second_answer_after_the_first_has_been_passed_on_is_told_and_gates() -> None:
    outcome = drive(fake("repeats-the-first-for-ever"), vectors(2000, [1999]))
    assert outcome.of("garbled") == ["echo/bad-1999"]
    assert len(outcome.of("passed")) == 1999
    assert any("echo/good-0: answers request 1 for the second" in text for text in outcome.notices)
    assert outcome.code == 1


@pytest.mark.parametrize("fault", ["dies", "answers-then-dies", "repeats-for-ever", "twice"])
def test_each_vector_in_a_process_of_its_own_gives_the_same_verdicts(fault: str) -> None:
    shared = drive(fake(fault), vectors(12, [2, 9]))
    apart = drive(fake(fault), vectors(12, [2, 9]), isolated=True)
    assert shared.verdicts() == apart.verdicts()


def test_a_slow_answer_among_many_is_not_taken_for_a_hang() -> None:
    outcome = drive(fake("slow-together"), vectors(20))
    assert len(outcome.of("passed")) == 20


def test_an_expected_domain_error_passes_and_its_message_is_not_compared() -> None:
    outcome = drive(fake("domain-error"), [vector("bad", error="TOO_BAD")])
    assert outcome.code == 0


def test_another_domain_error_than_the_expected_one_fails_at_its_code() -> None:
    outcome = drive(fake("domain-error"), [vector("bad", error="TOO_GOOD")])
    failure = outcome.result("echo/bad-0").failure
    assert failure is not None
    assert (failure.pointer, failure.actual) == ("/code", "TOO_BAD")


def test_a_run_that_spends_its_restarts_says_so_and_leaves_the_rest_not_run() -> None:
    few = msgspec.structs.replace(QUICK, restarts=3)
    outcome = drive(fake("dies", few), vectors(40, range(40)))
    assert len(outcome.of("not-run")) + len(outcome.of("crashed")) == 40
    assert outcome.of("crashed")
    assert any("restarted 3 times" in text for text in outcome.notices)
    assert outcome.code == 1


def test_a_process_that_never_answers_anything_is_given_up_early() -> None:
    outcome = drive(fake("exits"), vectors(60, range(60)))
    assert any("in a row" in text for text in outcome.notices)
    assert len(outcome.verdicts()) == 60


@pytest.mark.parametrize(
    ("fault", "what"),
    [
        ("exits-at-once", "ended before the handshake: exited with status 3"),
        ("banner", "adapter 1.0 starting up"),
        ("says-nothing", "no handshake within 0.5 s"),
        ("old-protocol", "not a handshake of protocol 1"),
        ("unknown-member-in-handshake", "mood"),
    ],
)
def test_an_adapter_without_a_handshake_is_unavailable(fault: str, what: str) -> None:
    outcome = drive(fake(fault, msgspec.structs.replace(QUICK, start_s=0.5)), vectors(2))
    assert outcome.code == 3
    assert what in outcome.unavailable[0].why
    assert outcome.unavailable[0].hint
    assert len(outcome.of("not-run")) == 2


def test_a_program_that_is_not_there_is_unavailable() -> None:
    outcome = drive(fake("x", command=["/no/such/program"]), vectors(1))
    assert outcome.code == 3
    assert "cannot start /no/such/program" in outcome.unavailable[0].why


@pytest.mark.parametrize(
    ("fault", "note"),
    [
        ("ignores-eof", "did not exit within 0.3 s"),
        ("ignores-sigterm", "did not exit within 0.3 s"),
    ],
)
def test_a_bad_end_after_good_answers_is_noted_and_changes_no_verdict(
    fault: str, note: str
) -> None:
    outcome = drive(fake(fault), vectors(2))
    assert outcome.code == 0
    assert any(note in text for text in outcome.notices)


def test_a_status_other_than_0_at_the_end_of_input_is_a_crash() -> None:
    outcome = drive(fake("exit-status"), vectors(2))
    assert outcome.of("crashed") == ["echo/good-1"]
    assert "exited with status 7" in told(outcome, "echo/good-1")


@pytest.mark.parametrize("fault", ["grandchild", "escaped-grandchild", "ignores-sigterm", "hangs"])
def test_no_process_survives_a_run(fault: str) -> None:
    drive(fake(fault), vectors(6, [2]))
    assert not offspring()


@pytest.mark.parametrize("fault", ["hangs", "ignores-eof", "slow-together"])
def test_an_interrupt_keeps_what_was_decided_and_leaves_no_process(fault: str) -> None:
    stopper = Stopper()
    begun = time.monotonic()
    slow = msgspec.structs.replace(QUICK, timeout_s=60.0, grace_s=60.0)
    outcome = drive(fake(fault, slow), vectors(30, [10]), interrupted=stopper.interrupted,
                    beside=[stopper])  # fmt: skip
    assert outcome.code == 130
    assert time.monotonic() - begun < 20
    assert len(outcome.verdicts()) == 30
    assert len(outcome.of("passed")) >= 1
    assert not offspring()


def test_the_look_for_survivors_sees_one() -> None:
    with subprocess.Popen(
        ["sleep", "60"], env={**os.environ, "HANZO_CONFORMANCE_RUN": "test"}
    ) as child:
        time.sleep(0.1)
        assert any("sleep" in command for command in offspring())
        child.kill()


@pytest.mark.parametrize("fault", ["hangs", "ignores-sigterm"])
def test_no_process_survives_a_run_that_is_killed(fault: str, tmp_path: Path) -> None:
    place = lay_out(tmp_path, entry("one", "a"), entry("two", "bad"))
    path = manifest(tmp_path / "impl", fault, more="[limits]\ntimeout_s = 600")
    events = tmp_path / "run.jsonl"
    words = ["run", "--vectors", place, "--impl", path, "--report", f"events={events}"]
    with subprocess.Popen(
        [sys.executable, "-m", "hanzo_conformance", *map(str, words)], stdout=subprocess.DEVNULL
    ) as run:
        wait_for(lambda: events.exists() and b'"ready"' in events.read_bytes())
        assert offspring()
        run.kill()
    wait_for(lambda: not offspring())


def wait_for(happens: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not happens():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_fail_fast_stops_at_the_first_divergence() -> None:
    outcome = drive(fake("wrong"), vectors(2000, [1]), fail_fast=True)
    assert outcome.code == 1
    assert len(outcome.of("failed")) == 1
    assert len(outcome.verdicts()) == 2000
