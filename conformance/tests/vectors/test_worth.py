"""What vectors are worth: repeats, anchors, and implementations that do nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from command_line import Cli, cli
from small_corpus import entry, lay_out

from hanzo_conformance.mutate.cover import cover
from hanzo_conformance.vectors.worth import Worth, is_empty, measure
from hanzo_vectors.schema_check import breaks
from hanzo_vectors.vector import Vector, answer_end, request_end

__all__ = ["cli"]


def plain(value: Any) -> bytes:
    return json.dumps(value).encode()


def asked(
    number: int, params: Any, result: Any = None, *, error: Any = None, where: Any = None,
    anchor: str | None = None,
) -> Vector:  # fmt: skip
    return Vector(
        id=f"echo/v-{number}", domain="echo", description="", requirements=("ECHO-1",),
        level="must", flags=(), operation="echo.say",
        request=request_end("echo.say", plain(params)),
        answer=answer_end(plain(result)) if error is None else None,
        error=plain(error) if error is not None else None,
        where=plain(where) if where is not None else None, anchor=anchor,
    )  # fmt: skip


def different(count: int, first: int = 0) -> list[Vector]:
    """Vectors whose answers are all different, and different from their inputs."""
    return [asked(n, {"n": n}, {"twice": 2 * n}) for n in range(first, first + count)]


def measured(*vectors: Vector) -> Worth:
    return measure("echo", vectors, breaks)


def test_shares_are_counted() -> None:
    worth = measured(
        asked(0, {"a": ""}, {"n": 1}, anchor="by hand"),
        asked(1, {"a": "xy"}, error={"code": "BAD"}),
        asked(2, {"a": [1, 2]}, {"n": 2}),
    )
    assert (worth.vectors, worth.anchored, worth.errors, worth.trivial) == (3, 1, 1, 1)
    assert worth.input_bytes == (len('{"a": "xy"}'), len('{"a": [1, 2]}'))


def test_the_same_question_in_another_order_of_members_is_a_repeat() -> None:
    worth = measured(asked(0, {"a": 1, "b": 2}, 1), asked(1, {"b": 2, "a": 1}, 1))
    assert worth.repeated == (("echo/v-0", "echo/v-1"),)
    assert "echo: echo/v-0 and echo/v-1 ask the same" in worth.problems()


def test_the_same_input_of_another_operation_is_no_repeat() -> None:
    import msgspec

    first = asked(0, {"a": 1}, 1)
    other = msgspec.structs.replace(
        asked(1, {"a": 1}, 1),
        operation="echo.shout",
        request=request_end("echo.shout", plain({"a": 1})),
    )
    assert measured(first, other).repeated == ()


NULLS: list[tuple[str, list[Vector]]] = [
    ("answers its input", [asked(n, {"n": n}, {"n": n}) for n in range(90, 93)]),
    ("answers an empty object", [asked(n, {"n": n}, {}) for n in range(90, 93)]),
    ("answers one result", [asked(n, {"n": n}, {"same": True}) for n in range(90, 93)]),
    ("answers one error", [asked(n, {"n": n}, error={"code": "BAD"}) for n in range(90, 93)]),
]


@pytest.mark.parametrize(("name", "vectors"), NULLS, ids=[name for name, _ in NULLS])
def test_an_implementation_that_does_nothing_may_pass_a_tenth_and_no_more(
    name: str, vectors: list[Vector]
) -> None:
    tenth = measured(*vectors, *different(27))
    assert tenth.nulls[name] == 3
    assert tenth.problems() == []
    told = measured(*vectors, *different(26)).problems()
    assert f"echo: an implementation that only {name} passes 3 of 29 vectors, more than 10%" in told


def test_true_and_one_are_two_constants() -> None:
    assert (
        measured(asked(0, {"n": 0}, True), asked(1, {"n": 1}, 1)).nulls["answers one result"] == 1
    )


def test_a_loose_expectation_counts_for_every_answer_that_fits_it() -> None:
    loose = [asked(n, {"n": n}, {"n": n}, where={"/n": {"type": "integer"}}) for n in (5, 6, 7)]
    assert measured(*loose).nulls["answers one result"] == 3


def test_an_error_with_details_is_met_only_with_these_details() -> None:
    bodies: list[dict[str, Any]] = [
        {"code": "BAD"}, {"code": "BAD", "details": {"at": 1}}, {"code": "BAD", "details": {"at": 2}},
        {"code": "WORSE"},
    ]  # fmt: skip
    worth = measured(*[asked(n, {"n": n}, error=body) for n, body in enumerate(bodies)])
    assert worth.nulls["answers one error"] == 2


@pytest.mark.parametrize("value", [None, False, 0, "", [], {}, {"a": [0, ""], "b": {"c": None}}])
def test_an_input_of_empty_values_is_trivial(value: Any) -> None:
    assert is_empty(value)


@pytest.mark.parametrize("value", [True, -1, " ", [[0, 1]], {"a": {"b": "c"}}])
def test_an_input_with_anything_in_it_is_not_trivial(value: Any) -> None:
    assert not is_empty(value)


def test_a_cover_takes_the_most_telling_first_and_leaves_out_the_needless() -> None:
    # c sees most, and is needless once a and b are there.
    seen_by = {0: ["a"], 1: ["a", "c"], 2: ["b", "c"], 3: ["b"], 4: ["c", "a"], 5: []}
    assert cover(seen_by) == ["a", "b"]
    assert cover({0: ["b", "a"]}) == ["a"]
    assert cover({}) == []


def test_stats_shows_a_row_for_each_domain_and_fails_on_request(cli: Cli, tmp_path: Path) -> None:
    place = lay_out(tmp_path, entry("one", "a"), entry("two", "a"))
    code, out, _ = cli("vectors", "stats", place)
    assert code == 0
    assert out.splitlines()[1].split()[:3] == ["echo", "2", "12/12"]
    assert "echo: echo/one and echo/two ask the same" in out
    assert "an implementation that only answers its input passes 2 of 2 vectors" in out
    assert cli("vectors", "stats", place, "--check")[0] == 1


def test_the_vectors_that_are_shipped_are_worth_their_place(cli: Cli) -> None:
    code, out, _ = cli("vectors", "stats", "--check")
    assert code == 0, out
