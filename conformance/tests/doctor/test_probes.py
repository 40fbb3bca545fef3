"""What doctor says to adapters: lines that mean what they are said to mean."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hanzo_conformance.engine import probes
from hanzo_conformance.transports.protocol import GarbledError, read_answer
from hanzo_vectors.strict_json import loads


def test_plain_and_escaped_requests_are_the_same_message() -> None:
    plain = probes.request(3, "a.b", {"text": probes.TEXT})
    escaped = probes.escaped_request(3, "a.b", {"text": probes.TEXT})
    assert loads(plain) == loads(escaped)
    assert plain != escaped
    assert escaped.isascii()
    assert plain.count(b"\n") == escaped.count(b"\n") == 1


def test_the_text_of_all_kinds_has_every_length_of_utf8_and_foreign_line_ends() -> None:
    assert {len(char.encode()) for char in probes.TEXT} == {1, 2, 3, 4}
    # A reader that splits text at what Python calls lines would tear it.
    assert len(probes.TEXT.splitlines()) > 1
    assert "\n" not in probes.TEXT


@pytest.mark.parametrize(("what", "line"), probes.BROKEN_LINES)
def test_a_broken_line_is_no_request(what: str, line: bytes) -> None:
    assert b"\n" not in line
    try:
        value = json.loads(line)
    except ValueError:
        return
    assert not isinstance(value, dict) or "method" not in value, what


def test_params_are_spoiled_only_where_the_schema_refuses_them() -> None:
    def refuses(params: Any) -> bool:
        # count is optional, name is a text, and nothing else is known.
        return (
            not isinstance(params, dict)
            or bool(params.keys() - {"name", "count"})
            or not isinstance(params.get("name"), str)
            or type(params.get("count", 1)) is not int
        )

    spoiled = dict(probes.wrong_params({"name": "x", "count": 1}, refuses))
    assert all(refuses(params) for params in spoiled.values())
    assert "'name' left out" in spoiled
    assert "'count' left out" not in spoiled
    assert spoiled["a boolean as 'count'"] == {"name": "x", "count": True}
    assert spoiled["a number as 'name'"] == {"name": 1, "count": 1}
    assert spoiled["an unknown member"][probes.MEMBER] == 1
    assert {"an array as params", "a text as params"} <= spoiled.keys()


@pytest.mark.parametrize(
    ("value", "changed"),
    [
        ("a", "a!"),
        ({"x": 1, "y": ["", {"z": "b"}], "w": "c"}, {"x": 1, "y": ["", {"z": "b!"}], "w": "c"}),
        ([1, None, True], [1, None, True]),
        ("", ""),
    ],
)
def test_a_text_is_put_behind_the_first_string_that_is_not_empty(value: Any, changed: Any) -> None:
    assert probes.with_text(value, "!") == changed
    first = probes.first_text(value)
    assert bool(first) == (value != changed)
    assert not first or json.dumps(first + "!") in json.dumps(changed)


def test_an_id_that_is_printed_as_a_float_is_no_answer() -> None:
    with pytest.raises(GarbledError):
        read_answer(b'{"jsonrpc":"2.0","id":1e9,"result":null}')
