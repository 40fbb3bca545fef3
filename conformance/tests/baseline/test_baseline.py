"""A baseline sets aside the differences that it names, and nothing more."""

from __future__ import annotations

import datetime
import time
from typing import Any

import msgspec
import pytest
from known_world import broken, entry, failed, passed, vector

from hanzo_conformance.known.baseline import Baseline, read_baseline
from hanzo_conformance.known.entry import BaselineError, OldEntryError
from hanzo_conformance.verdicts.record import Failure, Result
from hanzo_conformance.verdicts.verdict import Verdict
from hanzo_vectors.vector import Vector

TODAY = datetime.date(2026, 11, 21)
ALL = [
    vector("echo/a-1"), vector("echo/a-2"), vector("echo/b-1", "ECHO-2"),
    vector("shop/c-1", "SHOP-1"),
]  # fmt: skip
TRACE = ("/meta/trace_id", "missing")
TEXT = ("/text", "value")


def prepared(text: str, vectors: list[Vector] | None = None) -> Baseline:
    baseline = read_baseline("known.toml", "mine", text)
    baseline.prepare(ALL if vectors is None else vectors, TODAY)
    return baseline


def judge(baseline: Baseline, *results: Result) -> dict[str, Verdict]:
    """Verdicts once all vectors were judged; those not given pass."""
    told = {item.id: passed(item.id) for item in ALL} | {item.vector: item for item in results}
    return {name: baseline.apply(result).verdict for name, result in told.items()}


def test_a_vector_that_differs_only_where_an_entry_says_is_known_with_its_reason() -> None:
    baseline = prepared(entry("/meta/trace_id", count=1))
    got = baseline.apply(failed("echo/a-1", TRACE))
    assert (got.verdict, got.was, got.reason) == (Verdict.KNOWN, Verdict.FAILED, "upstream bug")
    assert baseline.problems == []


def test_a_vector_that_differs_elsewhere_too_shows_what_is_left() -> None:
    got = prepared(entry("/meta/trace_id", count=1)).apply(failed("echo/a-1", TRACE, TEXT))
    assert got.verdict is Verdict.FAILED
    assert got.failure is not None
    assert (got.failure.pointer, got.failure.expected) == ("/text", "e")
    assert got.failure.detail == "beside 1 known difference"
    assert [item.at for item in got.failure.differences] == ["/meta/trace_id", "/text"]


def test_differences_of_one_vector_may_be_known_for_several_reasons() -> None:
    baseline = prepared(entry("/meta/trace_id", count=1) + entry("/text", reason="b", count=1))
    assert baseline.apply(failed("echo/a-1", TRACE, TEXT)).reason == "upstream bug; b"


def test_what_is_left_in_a_later_step_is_told_with_its_step() -> None:
    got = prepared(entry("/text", kind="value", count=1)).apply(
        failed("echo/a-1", ("/text", "value", 1), ("", "errored", 2))
    )
    assert (got.verdict, got.failure and got.failure.step) == (Verdict.ERRORED, 2)


@pytest.mark.parametrize(
    ("at", "place", "known"),
    [
        ("/frames/*/data", "/frames/0/data", True),
        ("/frames/*/data", "/frames/0/id", False),
        ("/frames/*/data", "/frames/*/data", True),
        ("/frames/0/data", "/frames/*/data", False),
        ("/frames", "/frames/7/data", True),
        ("/frames/0", "/frames", False),
        ("", "/anything/at/all", True),
        ("/after/files/*.log", "/after/files/made.log", True),
        ("/after/files/*.log", "/after/files/made.txt", False),
        ("/a*b", "/a/b", False),
    ],
)
def test_a_pointer_names_its_place_and_all_below(at: str, place: str, known: bool) -> None:
    got = prepared(entry(at, count=1)).apply(failed("echo/a-1", (place, "value")))
    assert (got.verdict is Verdict.KNOWN) is known


@pytest.mark.parametrize(
    ("members", "known"),
    [
        ({"vector": "echo/a-1"}, True),
        ({"vector": ["echo/b-1", "echo/a-1"]}, True),
        ({"vector": "echo/a-*", "count": 1}, True),
        ({"vector": "echo/b-*", "count": 1}, False),
        ({"operation": "echo.*", "count": 1}, True),
        ({"operation": "shop.*", "count": 1}, False),
        ({"requirement": "ECHO-1", "count": 1}, True),
        ({"requirement": "ECHO-2", "count": 1}, False),
        ({"kind": "value", "count": 1}, True),
        ({"kind": "missing", "count": 1}, False),
        ({"actual": "a", "count": 1}, True),
        ({"actual": "b", "count": 1}, False),
        ({"expected": "e", "count": 1}, True),
        ({"operation": "echo.*", "requirement": "ECHO-2", "count": 1}, False),
    ],
)
def test_an_entry_is_about_what_all_its_members_say(members: dict[str, Any], known: bool) -> None:
    got = prepared(entry("/text", **members)).apply(failed("echo/a-1", TEXT))
    assert (got.verdict is Verdict.KNOWN) is known


def test_of_several_steps_the_operation_of_the_one_that_differs_counts() -> None:
    played = msgspec.structs.replace(ALL[0], scenario=None)

    class Steps(Vector, frozen=True):
        @property
        def operations(self) -> tuple[str, ...]:
            return ("shop.write", "shop.read")

    played = Steps(**msgspec.structs.asdict(played))
    baseline = prepared(entry("/text", operation="shop.read", count=2), [played])
    assert baseline.apply(failed("echo/a-1", (*TEXT, 1))).verdict is Verdict.FAILED
    assert baseline.apply(failed("echo/a-1", (*TEXT, 2))).verdict is Verdict.KNOWN


def test_the_whole_answer_does_not_cover_a_crash_that_is_not_named() -> None:
    assert prepared(entry("", count=1)).apply(broken("echo/a-1")).verdict is Verdict.CRASHED
    told = prepared(entry("", kind="crashed", count=1)).apply(broken("echo/a-1"))
    assert (told.verdict, told.was) == (Verdict.KNOWN, Verdict.CRASHED)


def test_a_vector_that_an_entry_names_and_that_passes_is_fixed() -> None:
    baseline = prepared("# why\n" + entry("/text", vector="echo/a-1"))
    assert baseline.apply(passed("echo/a-1")).verdict is Verdict.FIXED
    [problem] = baseline.problems
    assert problem == (
        "known.toml:2: echo/a-1 passes by now; "
        "hanzo-conformance baseline update --impl mine takes it out"
    )


def test_a_named_vector_that_differs_elsewhere_by_now_makes_its_entry_a_problem() -> None:
    baseline = prepared(entry("/text", vector="echo/a-1"))
    assert baseline.apply(failed("echo/a-1", TRACE)).verdict is Verdict.FAILED
    assert "echo/a-1 does not differ there by now" in baseline.problems[0]


def test_an_entry_that_nothing_matches_any_more_is_stale_once_all_was_judged() -> None:
    baseline = prepared(entry("/text", operation="echo.*", count=2))
    baseline.apply(passed("echo/a-1"))
    baseline.apply(passed("echo/a-2"))
    assert baseline.problems == []
    judge(baseline)
    [problem] = baseline.problems
    assert problem == (
        "known.toml:1: nothing differs there by now; "
        "hanzo-conformance baseline update --impl mine takes it out"
    )


def test_an_entry_that_touches_more_than_it_says_is_too_wide() -> None:
    baseline = prepared(entry("/text", count=1))
    judge(baseline, failed("echo/a-1", TEXT), failed("echo/a-2", TEXT))
    assert "touches 2 vectors and says 1" in baseline.problems[0]


def test_an_entry_that_touches_less_than_it_says_is_to_be_narrowed() -> None:
    baseline = prepared(entry("/text", count=2))
    baseline.apply(failed("echo/a-1", TEXT))
    assert baseline.problems == []
    judge(baseline, failed("echo/a-1", TEXT))
    assert "touches 1 vector by now, not 2" in baseline.problems[0]


def test_uses_tell_what_an_entry_touches_and_what_it_alone_keeps_from_passing() -> None:
    baseline = prepared(entry("/meta/trace_id", count=3) + entry("/text", count=1))
    judge(
        baseline,
        failed("echo/a-1", TRACE),
        failed("echo/a-2", TRACE, TEXT),
        failed("echo/b-1", TRACE, ("/other", "value")),
    )
    first, second = baseline.uses()
    assert (first.touches, first.alone, first.reach, first.judged) == (3, 1, 4, 4)
    assert (second.touches, second.alone) == (1, 0)
    assert baseline.problems == []


def test_a_vector_that_is_asked_again_counts_as_it_came_out_last() -> None:
    baseline = prepared(entry("/text", count=1))
    baseline.apply(failed("echo/a-1", TEXT))
    baseline.apply(passed("echo/a-1"))
    [use] = baseline.uses()
    assert (use.touches, use.judged) == (0, 1)


def test_a_vector_that_no_entry_names_is_left_alone() -> None:
    result = failed("echo/b-1", TEXT)
    assert prepared(entry("/text", vector="echo/a-1")).apply(result) == result


def test_a_vector_that_was_not_run_says_nothing_about_its_entry() -> None:
    baseline = prepared(entry("/text", vector="echo/a-1"))
    result = Result("x", "echo/a-1", Verdict.NOT_RUN, 0.0, Failure(detail="stopped"))
    assert baseline.apply(result) == result
    assert baseline.problems == []


def test_an_unsupported_vector_makes_its_entry_a_problem() -> None:
    baseline = prepared(entry("/text", vector="echo/a-1"))
    baseline.apply(Result("x", "echo/a-1", Verdict.UNSUPPORTED, 0.0))
    assert "echo/a-1 is unsupported by now" in baseline.problems[0]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (entry("/text", vector="echo/zzz"), "no vector is echo/zzz"),
        (entry("/text", vector=["echo/a-1", "echo/zzz"]), "no vector is echo/zzz"),
        (entry("/text", operation="none.*", count=1), "no vector is what it names"),
        (entry("/text", vector="echo/a-*"), "states no count"),
        (entry("/text"), "states no count"),
        (entry("/text", vector="echo/a-1", count=1), "count goes with a glob"),
        (entry("/text", vector="echo/a-1", expires="2026-11-21"), "expired on 2026-11-21"),
        (entry("/text", vector="echo/a-1", reason="TODO"), "has no reason yet: write why"),
        (entry("/text", kind="crashed", count=1), 'is said of the whole answer: at = ""'),
        (entry("/text", count=1) + entry("/text", reason="b", count=2), "the same as line 1"),
    ],
)
def test_an_entry_that_rots_is_a_problem(text: str, problem: str) -> None:
    assert any(problem in told for told in prepared(text).problems)


def test_an_entry_counts_up_to_the_day_before_it_expires_and_is_announced() -> None:
    baseline = prepared(entry("/text", vector="echo/a-1", expires="2026-11-22"))
    assert baseline.problems == []
    assert baseline.notices == ["known.toml:1: expires tomorrow: upstream bug"]


@pytest.mark.parametrize(("expires", "told"), [("2026-12-21", 1), ("2026-12-22", 0)])
def test_an_entry_that_runs_out_within_thirty_days_is_announced(expires: str, told: int) -> None:
    assert len(prepared(entry("/text", count=1, expires=expires)).notices) == told


@pytest.mark.parametrize(
    "text",
    [
        "not toml",
        '[[divergence]]\nat = "/text"\n',
        entry("text", count=1),
        entry("/text", kind="passed", count=1),
        entry("/text", colour=1, count=1),
        entry("/text", vector=[]),
        'divergence = [{at = "/text", count = 1, reason = "x"}]',
    ],
)
def test_a_baseline_that_cannot_be_read_is_an_error_with_the_files_name(text: str) -> None:
    with pytest.raises(BaselineError, match=r"known\.toml"):
        read_baseline("known.toml", "mine", text)


def test_an_entry_that_excuses_a_whole_vector_is_refused_as_of_the_old_form() -> None:
    old = '\n\n[[divergence]]\nvector = "echo/a-1"\nverdict = "failed"\nreason = "x"\n'
    with pytest.raises(OldEntryError, match=r"known\.toml:3: excuses a vector as a whole"):
        read_baseline("known.toml", "mine", old)


def test_blank_lines_before_an_entry_do_not_shift_its_line() -> None:
    baseline = prepared("# why\n\n\n" + entry("/text", vector="echo/zzz"))
    assert baseline.problems == ["known.toml:4: no vector is echo/zzz"]


SHAPES = {
    "names": lambda n: entry("/text", vector=f"echo/v-{n}"),
    "globs": lambda n: entry("/text", vector=f"echo/v-{n}-*", count=1),
    "places": lambda n: entry(f"/k{n}", count=1),
}


@pytest.mark.parametrize("shape", list(SHAPES))
def test_very_many_entries_over_very_many_vectors_take_no_time_to_speak_of(shape: str) -> None:
    """Each result looks at the entries about it alone: all pairs would take hours."""
    many = 100_000
    text = "".join(SHAPES[shape](n) for n in range(many))
    names = [f"echo/v-{n}" + ("-x" if shape == "globs" else "") for n in range(many)]
    begun = time.monotonic()
    baseline = prepared(text, [vector(name) for name in names])
    for n, name in enumerate(names):
        spot = (f"/k{n}", "value") if shape == "places" else TEXT
        assert baseline.apply(failed(name, spot)).verdict is Verdict.KNOWN
    assert baseline.problems == []
    assert time.monotonic() - begun < 60


def test_an_entry_may_name_several_places_kinds_and_values() -> None:
    text = (
        '[[divergence]]\nat = ["/meta/trace_id", "/text"]\nkind = ["missing", "value"]\n'
        'expected_one_of = \'[null, "e"]\'\nactual_one_of = \'["a"]\'\ncount = 2\nreason = "theirs"\n'
    )
    baseline = prepared(text)
    got = judge(
        baseline,
        failed("echo/a-1", TRACE, TEXT),
        failed("echo/a-2", TEXT),
        failed("echo/b-1", ("/text", "additional")),
        failed("shop/c-1", ("/other", "value")),
    )
    assert list(got.values()) == [Verdict.KNOWN] * 2 + [Verdict.FAILED] * 2
    assert baseline.problems == []


def test_a_null_is_one_of_several_values_and_absence_is_none() -> None:
    text = entry("/text", count=1, expected_one_of="[null]")
    nothing = failed("echo/a-1", TEXT)
    assert nothing.failure is not None
    told = msgspec.structs.replace(nothing.failure.differences[0], expected=None)
    failure = msgspec.structs.replace(nothing.failure, differences=(told,))
    assert prepared(text).apply(msgspec.structs.replace(nothing, failure=failure)).was
    assert prepared(text).apply(nothing).verdict is Verdict.FAILED


@pytest.mark.parametrize("said", ["[", '"a"', "null"])
def test_what_ends_in_one_of_is_a_json_array(said: str) -> None:
    with pytest.raises(BaselineError, match="_one_of is the text of a JSON array"):
        prepared(entry("/text", count=1, actual_one_of=said))


def test_one_value_and_several_do_not_go_together() -> None:
    baseline = prepared(entry("/text", count=1, expected="e", expected_one_of='["e"]'))
    judge(baseline, failed("echo/a-1", TEXT))
    assert baseline.problems == ["known.toml:1: states both expected and expected_one_of"]
