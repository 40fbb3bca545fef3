"""Scenarios that fail: which step it was, whose rubbish, and what was left where it must not be."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from fake_world import QUICK, drive
from scenario_world import HELLO, detail, nothing_is_left, run_one
from workshop_world import entry, read, say, scenarios, told, workshop, write

from hanzo_conformance.records.record import result_entry
from hanzo_conformance.story.story import tell_result

__all__ = ["nothing_is_left"]  # fixtures


def test_a_failure_names_its_step_operation_and_what_was_asked(tmp_path: Path) -> None:
    chosen = scenarios(
        tmp_path,
        entry("one", workspace=HELLO, steps=[read("a.txt", "hello"), read("a.txt", "other")]),
    )
    outcome = drive(workshop(), chosen)
    result = outcome.result("shop/one")
    assert result.verdict.value == "failed"
    assert result.failure is not None
    assert result.failure.step == 2
    assert detail(outcome) == "step 2 of 2, shop.read"
    assert (result.failure.pointer, result.failure.actual) == ("/text", "hello")
    stated = result_entry(result, chosen[0])
    assert (stated.step, stated.input) == (2, {"path": "a.txt"})
    assert 'input     {"path": "a.txt"}' in tell_result(result, chosen[0], {}).lines()


def test_an_actual_value_is_told_with_placeholders(tmp_path: Path) -> None:
    outcome = run_one(
        tmp_path, "", workspace=HELLO, steps=[{**read("a.txt", "hello"), "expected": told("b", "")}]
    )
    failure = outcome.result("shop/one").failure
    assert failure is not None
    assert failure.actual == "${workspace}/a.txt"


def test_a_pointer_that_leads_to_nothing_fails_its_step(tmp_path: Path) -> None:
    lost = write("b.txt", "x")
    lost["input"] = {"path": "b.txt", "text": {"$from": [0, "/no/such"]}}
    outcome = run_one(tmp_path, "", workspace=HELLO, steps=[read("a.txt", "hello"), lost])
    assert outcome.of("failed") == ["shop/one"]
    expected = "step 2 of 2, shop.write: it cannot be put: the result of step 1 has nothing at"
    assert detail(outcome).startswith(expected)


@pytest.mark.parametrize(
    ("fault", "verdict", "said"),
    [
        ("dies", "crashed", "step 2 of 3, shop.write: the process killed by SIGABRT"),
        ("hangs", "timed-out", "step 2 of 3, shop.write: no answer within 0.4 s"),
        ("garbage", "garbled", "step 2 of 3, shop.write: not strict JSON"),
    ],
)
def test_a_break_in_the_second_step_is_that_vector_s_alone(
    tmp_path: Path, fault: str, verdict: str, said: str
) -> None:
    steps = [write("a", "1"), write("bad", "2"), read("bad", "2")]
    good = [write("a", "1"), read("a", "1")]
    outcome = drive(
        workshop(fault),
        scenarios(
            tmp_path,
            entry("before", workspace={}, steps=good),
            entry("one", workspace={}, steps=steps),
            entry("behind", workspace={}, steps=good),
            entry("plain", **say("x")),
        ),
    )
    assert outcome.verdicts() == {
        "shop/plain": "passed",
        "shop/before": "passed",
        "shop/one": verdict,
        "shop/behind": "passed",
    }
    assert detail(outcome).startswith(said)
    failure = outcome.result("shop/one").failure
    assert failure is not None
    assert failure.step == 2


def test_rubbish_after_the_last_answer_is_laid_to_the_vector_that_wrote_it(tmp_path: Path) -> None:
    good = [write("a", "1"), read("a", "1")]
    outcome = drive(
        workshop("late-garbage"),
        scenarios(
            tmp_path,
            entry("good", workspace={}, steps=good),
            entry("one", workspace={}, steps=[write("a", "1"), write("b", "bad")]),
            entry("next", workspace={}, steps=good),
        ),
    )
    assert outcome.of("garbled") == ["shop/one"]
    assert outcome.of("passed") == ["shop/good", "shop/next"]


def test_rubbish_of_the_last_plain_vector_is_not_laid_to_the_first_scenario(
    tmp_path: Path,
) -> None:
    outcome = drive(
        workshop("late-garbage"),
        scenarios(
            tmp_path,
            entry("scene", workspace={}, steps=[write("a", "1")]),
            entry("plain", **say("bad")),
        ),
    )
    assert outcome.verdicts() == {"shop/plain": "garbled", "shop/scene": "passed"}


def test_a_step_that_is_answered_twice_is_garbled(tmp_path: Path) -> None:
    steps = [write("a", "1"), write("bad", "2"), read("bad", "2")]
    outcome = run_one(tmp_path, "twice", workspace={}, steps=steps)
    assert outcome.verdicts() == {"shop/one": "garbled"}
    assert "answers request 2 for the second time" in detail(outcome)


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("deep", "step 2 of 3, shop.write: not strict JSON: nested more than 64 deep"),
        # It is handed back in the third step, where this adapter chokes on its own words.
        ("deepest", "step 3 of 3, shop.write: the process exited with status 1"),
    ],
)
def test_an_answer_that_nests_deep_costs_its_vector_and_no_run(
    tmp_path: Path, fault: str, said: str
) -> None:
    taken = {"$from": [1, "/path"]}
    last = {**write("c", "3"), "input": {"path": "c", "text": taken}}
    outcome = drive(
        workshop(fault),
        scenarios(
            tmp_path,
            entry("one", workspace={}, steps=[write("a", "1"), write("bad", "2"), last]),
            entry("next", workspace={}, steps=[write("a", "1")]),
        ),
    )
    assert outcome.of("passed") == ["shop/next"]
    assert detail(outcome).startswith(said)


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("leaves-files", "left/behind.txt: should not be there"),
        ("writes-outside", "${outside}/secret.txt: has other content"),
        ("writes-beside", "${workspace}/../beside.txt: should not be there"),
        ("removes-the-workspace", "${workspace}/../elsewhere: should not be there"),
        ("links-the-workspace", "${workspace}: the folder itself is gone"),
    ],
)
def test_what_is_left_where_it_must_not_be_fails_the_vector_and_nobody_else(
    tmp_path: Path, fault: str, said: str
) -> None:
    bad = {
        "operation": "shop.read",
        "input": {"path": "bad"},
        "expected": {"error": {"code": "NOT_FOUND"}},
    }
    outcome = drive(
        workshop(fault),
        scenarios(
            tmp_path,
            entry("one", workspace=HELLO, after=HELLO, **bad),
            entry("next", workspace=HELLO, after=HELLO, **read("a.txt", "hello")),
        ),
    )
    assert outcome.verdicts() == {"shop/one": "failed", "shop/next": "passed"}
    assert said in detail(outcome)


def test_the_folder_beside_the_workspace_is_looked_at_without_after(tmp_path: Path) -> None:
    bad = {
        "operation": "shop.read",
        "input": {"path": "bad"},
        "expected": {"error": {"code": "NOT_FOUND"}},
    }
    outcome = run_one(tmp_path, "writes-outside", workspace={}, **bad)
    assert outcome.of("failed") == ["shop/one"]


def test_an_interrupted_scenario_is_not_run_and_never_half_passed(tmp_path: Path) -> None:
    interrupted = threading.Event()
    steps = [write("a", "1"), write("bad", "2")]
    chosen = scenarios(tmp_path, entry("one", workspace={}, steps=steps))
    slow = workshop("hangs", limits=type(QUICK)(timeout_s=30, start_s=5, grace_s=0.3))
    threading.Timer(0.6, interrupted.set).start()
    outcome = drive(slow, chosen, interrupted=interrupted)
    assert outcome.verdicts() == {"shop/one": "not-run"}


def test_the_first_difference_of_the_files_has_a_pointer(tmp_path: Path) -> None:
    after = {"files": {"a.txt": {"text": "other"}}}
    outcome = run_one(tmp_path, "", workspace=HELLO, after=after, **read("a.txt", "hello"))
    failure = outcome.result("shop/one").failure
    assert failure is not None
    assert failure.pointer == "/after/files/a.txt"
    assert (failure.expected, failure.actual) == ({"text": "other"}, {"text": "hello"})
    assert failure.step is None
