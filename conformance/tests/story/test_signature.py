"""What two divergences have in common when only their inputs differ."""

from __future__ import annotations

import pytest
from fake_world import vector

from hanzo_conformance.story.signature import generalised, member_names, signature
from hanzo_conformance.verdicts.record import Failure, Result
from hanzo_conformance.verdicts.verdict import Verdict


def test_a_pointer_is_generalised_where_the_schema_does_not_name_the_member() -> None:
    names = member_names({"properties": {"frames": {"items": {"properties": {"a/b": True}}}}})
    assert generalised("/frames/12/a~1b", names) == "/frames/*/a~1b"
    assert generalised("/frames/12/env", names) == "/frames/*/*"
    assert generalised("", names) == ""


@pytest.mark.parametrize(
    ("detail", "how"),
    [
        ("the process killed by SIGSEGV", "the process killed by SIGSEGV"),
        ("the process exited with status 3; seen with 9 vectors in question, of which none",
         "the process exited with status #"),
        ("not strict JSON: member 'abc' stands twice\n  it wrote: {", "not strict JSON: member … stands twice"),
        ("the adapter's own failure, code -32603: KeyError: 'x'",
         "the adapter's own failure, code -32603: KeyError"),
        ("the adapter's own failure, code -32602: no such thing as x: y",
         "the adapter's own failure, code -32602"),
    ],
)  # fmt: skip
def test_how_it_broke_is_told_without_what_depends_on_the_input(detail: str, how: str) -> None:
    asked = vector("bad")
    result = Result("fake", asked.id, Verdict.CRASHED, 0.0, Failure(detail=detail))
    assert signature(result, asked, frozenset()).how == how


@pytest.mark.parametrize(
    ("error", "failure", "codes"),
    [
        (None, Failure(pointer="/text", expected="a", actual="b"), (None, None)),
        (
            None,
            Failure("x", "", {"result": {}}, {"error": {"code": "A"}}),
            (None, "A"),
        ),
        ("B", Failure("x", "", {"error": {"code": "B"}}, {"result": {}}), ("B", None)),
        ("B", Failure(pointer="/code", expected="B", actual="A"), ("B", "A")),
        ("B", Failure(pointer="/details/limit", expected=1, actual=2), ("B", "B")),
    ],
)
def test_the_codes_of_both_sides_are_part_of_a_signature(
    error: str | None, failure: Failure, codes: tuple[str | None, str | None]
) -> None:
    asked = vector("bad", error=error)
    kind = signature(
        Result("fake", asked.id, Verdict.FAILED, 0.0, failure), asked, member_names({})
    )
    assert (kind.expected_code, kind.actual_code) == codes
