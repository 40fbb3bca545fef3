"""Where a newcomer is told to begin."""

from __future__ import annotations

import json
from typing import Any

import msgspec
from fake_world import vector

from hanzo_conformance.story.suggestion import suggest
from hanzo_vectors.vector import Vector, answer_end, request_end


def asked(operation: str, name: str, params: dict[str, Any], *, error: bool = False) -> Vector:
    """A vector of an operation, with these params."""
    encoded = json.dumps(params).encode()
    return msgspec.structs.replace(
        vector(name),
        id=f"file/{name}",
        operation=operation,
        request=request_end(operation, encoded),
        answer=None if error else answer_end(b"{}"),
        error=b'{"code":"X"}' if error else None,
    )


def test_one_text_is_easier_than_anything_else_however_short() -> None:
    first = suggest(
        [
            asked("a.list", "a", {"x": []}),
            asked("a.two", "b", {"x": "", "y": ""}),
            asked("a.text", "c", {"name": "a long text, and the only member"}),
        ]
    )
    assert first is not None
    assert (first.operation, first.vector, first.member) == ("a.text", "file/c", "name")


def test_of_several_that_take_one_text_the_one_that_is_said_in_fewest_bytes_comes_first() -> None:
    many = [asked("a.many", f"m{n}", {"name": "x"}) for n in range(9)]
    first = suggest([*many, asked("a.few", "f", {"name": "xxxx"})])
    assert first is not None
    assert first.operation == "a.few"


def test_a_member_that_is_there_only_at_times_is_not_one_text() -> None:
    first = suggest(
        [
            asked("a.optional", "a", {"x": "a"}),
            asked("a.optional", "b", {"x": "a", "y": "b"}),
            asked("a.text", "c", {"name": "a much longer text than those of the other"}),
        ]
    )
    assert first is not None
    assert first.operation == "a.text"


def test_a_result_is_shown_before_an_error_and_the_first_before_a_shorter_one() -> None:
    first = suggest(
        [
            asked("a.text", "refused", {"name": ""}, error=True),
            asked("a.text", "plain", {"name": "plain"}),
            asked("a.text", "short", {"name": "x"}),
        ]
    )
    assert first is not None
    assert first.vector == "file/plain"


def test_an_operation_that_only_fails_still_has_a_vector_to_show() -> None:
    first = suggest([asked("a.text", "refused", {"name": ""}, error=True)])
    assert first is not None
    assert first.vector == "file/refused"


def test_without_vectors_there_is_nothing_to_suggest() -> None:
    assert suggest([]) is None
