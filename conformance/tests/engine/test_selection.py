"""The -k expression, and the filters around it."""

from __future__ import annotations

import pytest
from fake_world import vector

from hanzo_conformance.engine.selection import matcher, select
from hanzo_conformance.values.errors import UsageError


@pytest.mark.parametrize(
    ("expression", "text", "matches"),
    [
        ("crlf", "sse-frames/crlf-cut", True),
        ("CRLF", "sse-frames/crlf-cut", True),
        ("crlf and cut", "sse-frames/crlf-cut", True),
        ("crlf and not cut", "sse-frames/crlf-cut", False),
        ("bom or cut and crlf", "sse-frames/crlf-cut", True),
        ("(bom or cut) and lf", "sse-frames/crlf-cut", True),
        ("not (bom or cut)", "sse-frames/crlf-cut", False),
        ("not not cut", "sse-frames/crlf-cut", True),
        ("sse-frames/crlf-cut", "sse-frames/crlf-cut", True),
    ],
)
def test_an_expression_selects_by_parts_of_ids(expression: str, text: str, matches: bool) -> None:
    assert matcher(expression)(text) is matches


@pytest.mark.parametrize("expression", ["", "and", "a and", "a b", "(a", "a)", "not", "a or or b"])
def test_an_expression_that_says_nothing_clear_is_refused_with_an_example(expression: str) -> None:
    with pytest.raises(UsageError) as caught:
        matcher(expression)
    assert "example" in (caught.value.hint or "")


def test_filters_are_joined_and_keep_the_order() -> None:
    all_of = [vector("b", 1), vector("a", 2, level="should"), vector("a", 3)]
    assert [item.id for item in select(all_of, [], ["must"], "echo")] == ["echo/b-1", "echo/a-3"]
    assert select(all_of, ["other"]) == ()
    assert select(all_of, ["echo"], ["may"]) == ()
