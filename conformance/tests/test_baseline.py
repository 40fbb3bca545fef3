"""A baseline excuses what it names, in the way that it says, and nothing more."""

from __future__ import annotations

import datetime

import pytest

from hanzo_conformance.pure.baseline import Baseline, BaselineError, read_baseline
from hanzo_conformance.values.record import Result
from hanzo_conformance.values.verdict import Verdict

TODAY = datetime.date(2026, 11, 21)
ALL = ["echo/a-1", "echo/a-2", "echo/b-1"]


def entry(
    vector: str, verdict: str = "failed", more: str = "", reason: str = "upstream bug"
) -> str:
    return (
        f'[[divergence]]\nvector = "{vector}"\nverdict = "{verdict}"\nreason = "{reason}"\n{more}\n'
    )


def prepared(text: str) -> Baseline:
    baseline = read_baseline("known.toml", text)
    baseline.prepare(ALL, TODAY)
    return baseline


def result(verdict: Verdict, vector: str = "echo/a-1") -> Result:
    return Result("x", vector, verdict, 0.1)


def test_a_divergence_of_the_named_kind_is_known_with_its_reason() -> None:
    baseline = prepared(entry("echo/a-1"))
    got = baseline.apply(result(Verdict.FAILED))
    assert (got.verdict, got.was, got.reason) == (Verdict.KNOWN, Verdict.FAILED, "upstream bug")
    assert baseline.problems == []


def test_a_divergence_of_another_kind_is_not_excused_and_says_what_was_expected() -> None:
    got = prepared(entry("echo/a-1")).apply(result(Verdict.CRASHED))
    assert got.verdict is Verdict.CRASHED
    assert got.failure is not None
    assert "expects failed" in (got.failure.detail or "")


def test_a_vector_that_passes_makes_its_entry_stale_and_names_the_line() -> None:
    baseline = prepared("# why\n" + entry("echo/a-1"))
    assert baseline.apply(result(Verdict.PASSED)).verdict is Verdict.FIXED
    assert baseline.problems == ["known.toml:2: echo/a-1 passes by now; take the entry out"]


def test_a_vector_that_no_entry_names_is_left_alone() -> None:
    got = prepared(entry("echo/a-1")).apply(result(Verdict.FAILED, "echo/b-1"))
    assert got == result(Verdict.FAILED, "echo/b-1")


def test_a_vector_that_was_not_run_says_nothing_about_its_entry() -> None:
    baseline = prepared(entry("echo/a-1"))
    assert baseline.apply(result(Verdict.NOT_RUN)).verdict is Verdict.NOT_RUN
    assert baseline.problems == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (entry("echo/zzz"), "no vector matches 'echo/zzz'"),
        (entry("echo/a-*"), "a glob states its count; 'echo/a-*' covers 2"),
        (entry("echo/a-*", more="count = 3"), "'echo/a-*' covers 2 vectors, not 3"),
        (entry("echo/a-1", more="count = 1"), "count goes with a glob"),
        (entry("echo/a-1", more="expires = 2026-11-21"), "expired on 2026-11-21"),
        (entry("echo/a-1", reason="TODO"), "has no reason yet"),
        (entry("echo/a-1") + entry("echo/a-*", more="count = 2"), "covered more than once"),
    ],
)
def test_an_entry_that_rots_is_a_problem(text: str, problem: str) -> None:
    assert any(problem in told for told in prepared(text).problems)


def test_an_entry_counts_up_to_the_day_before_it_expires() -> None:
    assert prepared(entry("echo/a-1", more="expires = 2026-11-22")).problems == []


def test_a_glob_with_its_count_excuses_all_that_it_covers() -> None:
    baseline = prepared(entry("echo/a-*", more="count = 2"))
    assert baseline.apply(result(Verdict.FAILED, "echo/a-2")).verdict is Verdict.KNOWN
    assert baseline.problems == []


def test_an_unsupported_vector_makes_its_entry_a_problem() -> None:
    baseline = prepared(entry("echo/a-1"))
    baseline.apply(result(Verdict.UNSUPPORTED))
    assert "is unsupported" in baseline.problems[0]


@pytest.mark.parametrize(
    "text",
    [
        "not toml",
        '[[divergence]]\nvector = "echo/a-1"\nverdict = "failed"\n',
        entry("echo/a-1", verdict="passed"),
        entry("echo/a-1", more="colour = 1"),
        'divergence = [{vector = "echo/a-1", verdict = "failed", reason = "x"}]',
    ],
)
def test_a_baseline_that_cannot_be_read_is_an_error_with_the_files_name(text: str) -> None:
    with pytest.raises(BaselineError, match=r"known\.toml"):
        read_baseline("known.toml", text)


def test_blank_lines_before_an_entry_do_not_shift_its_line() -> None:
    baseline = prepared("# why\n\n\n" + entry("echo/zzz"))
    assert baseline.problems == ["known.toml:4: no vector matches 'echo/zzz'"]
