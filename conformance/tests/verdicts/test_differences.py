"""All differences of an answer are kept, within bounds, and none goes without a trace."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from scenario_world import HELLO, nothing_is_left, run_one
from workshop_world import read, write

from hanzo_conformance.engine.judge import judge
from hanzo_conformance.transports.messages import ErrorBody, Refusal, Success
from hanzo_conformance.verdicts.difference import DifferenceEntry, Kind
from hanzo_conformance.verdicts.differences import EACH, UNCOUNTED, VALUE_BYTES, entries
from hanzo_vectors.comparison import differences
from hanzo_vectors.vector import Vector, answer_end, request_end

__all__ = ["nothing_is_left"]  # fixtures


def seen(expected: Any, actual: Any) -> list[tuple[str, str]]:
    return [(item.at, item.kind.value) for item in entries(differences(expected, actual))]


def vector(result: Any = None, error: Any = None) -> Vector:
    return Vector(
        id="echo/a", domain="echo", description="", requirements=("ECHO-1",), level="must",
        flags=(), operation="echo.say", request=request_end("echo.say", b"{}"),
        answer=None if error else answer_end(msgspec.json.encode(result)),
        error=msgspec.json.encode(error) if error else None, where=None, anchor=None,
    )  # fmt: skip


def judged(asked: Vector, answer: Success | Refusal) -> list[tuple[str, str]]:
    _, failure = judge(asked, answer, lambda _, __: None)
    assert failure is not None
    return [(item.at, item.kind.value) for item in failure.differences]


def refusal(code: str, details: Any = None) -> Refusal:
    data = {"code": code} if details is None else {"code": code, "details": details}
    return Refusal("2.0", 1, ErrorBody(code=-32000, message="", data=data))


def test_each_place_that_differs_is_told_with_its_kind() -> None:
    assert seen({"a": 1, "b": [1, 2], "c": {"d": 1}}, {"b": [1, 3, 4], "c": {"d": 1, "e": 2}}) == [
        ("/a", "missing"), ("/b/1", "value"), ("/b/2", "additional"), ("/c/e", "additional"),
    ]  # fmt: skip


def test_a_refusal_and_an_answer_in_each_others_place_have_kinds_of_their_own() -> None:
    assert judged(vector({"a": 1}), refusal("BAD")) == [("", "refused")]
    answered = Success("2.0", 1, result={"a": 1})
    assert judged(vector(error={"code": "BAD"}), answered) == [("", "accepted")]


def test_of_another_error_the_code_alone_is_compared() -> None:
    asked = vector(error={"code": "BAD", "details": {"path": "a"}})
    assert judged(asked, refusal("WORSE", {"path": "b"})) == [("/code", "error-code")]
    assert judged(asked, refusal("BAD", {"path": "b"})) == [("/details/path", "value")]


def test_where_the_vector_has_a_rule_the_rule_is_told_and_no_value() -> None:
    where = {"/n": {"type": "integer", "minimum": 3}}
    [one] = entries(differences({"n": 5}, {"n": 1}, where, lambda *_: "less than 3"))
    assert (one.at, one.kind, one.expected, one.actual) == ("/n", "value", msgspec.UNSET, 1)
    assert "3" in str(one.rule)


def test_very_many_differences_are_kept_by_their_places() -> None:
    many = [{"n": place} for place in range(5000)]
    found = entries(differences(many, [{"n": -1} for _ in many]))
    assert len(found) == EACH + 1
    assert found[-1] == DifferenceEntry(at="/*/n", kind=Kind.VALUE)


def test_more_places_than_are_kept_leave_a_difference_of_the_whole_answer() -> None:
    found = entries(differences({f"k{n}": n for n in range(5000)}, {}))
    assert len(found) < 200
    assert (found[-1].at, found[-1].actual) == ("", UNCOUNTED)


def test_long_values_are_named_and_not_kept() -> None:
    [one] = entries(differences("x" * 10_000, "y"))
    assert one.expected == "(a value of 10002 bytes of JSON, not kept)"
    assert one.actual == "y"
    many = entries(differences(["x" * VALUE_BYTES] * 90, ["y" * (VALUE_BYTES - 2)] * 90))
    assert len(msgspec.json.encode(many)) < 64 * 1024


def test_a_scenario_goes_on_behind_a_step_that_differs(tmp_path: Path) -> None:
    outcome = run_one(
        tmp_path,
        "",
        workspace=HELLO,
        steps=[read("a.txt", "other"), write("b.txt", "1"), read("b.txt", "2")],
        after={"files": HELLO["files"]},
    )
    failure = outcome.result("shop/one").failure
    assert failure is not None
    assert (failure.step, failure.pointer) == (1, "/text")
    told = [(item.step, item.at, item.kind.value) for item in failure.differences]
    assert told == [
        (1, "/text", "value"),
        (3, "/text", "value"),
        (msgspec.UNSET, "/after/files/b.txt", "additional"),
    ]


def test_a_step_that_cannot_be_put_is_a_difference_of_its_own(tmp_path: Path) -> None:
    late = write("b.txt", "1")
    late["input"] = {"path": "b.txt", "text": {"$from": [0, "/none"]}}
    outcome = run_one(tmp_path, "", workspace=HELLO, steps=[read("a.txt", "x"), late])
    failure = outcome.result("shop/one").failure
    assert failure is not None
    told = [(item.step, item.at, item.kind.value) for item in failure.differences]
    assert told == [(1, "/text", "value"), (2, "/input", "missing")]


def test_a_file_that_cannot_be_changed_behind_a_failed_step_breaks_no_run(tmp_path: Path) -> None:
    # The change goes below a folder that was never made.
    later = read("a.txt", "hello", before={"files": {"a.txt/below": {"text": "x"}}})
    outcome = run_one(tmp_path, "", workspace=HELLO, steps=[read("a.txt", "x"), later])
    failure = outcome.result("shop/one").failure
    assert outcome.of("failed") == ["shop/one"]
    assert failure is not None
    assert [item.step for item in failure.differences] == [1, 2]
