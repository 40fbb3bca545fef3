"""Values as people read them: base64 that is text is shown as that text, wherever it stands."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from hanzo_conformance.verdicts.readable import readable


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ({"a_b64": "aGVsbG8K"}, """{"a_b64": base64('hello\\n')}"""),
        ({"base64": "aGVsbG8K"}, """{"base64": base64('hello\\n')}"""),
        ({"a_b64": ["aGVsbG8K", "/w=="]}, """{"a_b64": [base64('hello\\n'), "/w=="]}"""),
        ([{"x": {"a_b64": "eyJrIjoxfQ=="}}], """[{"x": {"a_b64": base64('{"k":1}')}}]"""),
        ({"a_b64": "77u/YQ=="}, """{"a_b64": base64('\\ufeffa')}"""),
        ({"a_b64": "AAEC"}, '{"a_b64": "AAEC"}'),
        ({"a_b64": "gICA"}, '{"a_b64": "gICA"}'),
        ({"a_b64": "abc"}, '{"a_b64": "abc"}'),
        ({"a_b64": ""}, '{"a_b64": ""}'),
        ({"a_b64": None, "b_b64": []}, '{"a_b64": null, "b_b64": []}'),
        ({"text": "aGVsbG8K"}, '{"text": "aGVsbG8K"}'),
    ],
)
def test_bytes_that_are_text_are_told_as_text_and_all_else_as_it_is(value: Any, told: str) -> None:
    assert readable(value) == told


def test_a_text_that_looks_like_a_member_of_bytes_stays_a_text() -> None:
    said = '"a_b64": "aGVsbG8K"'
    assert readable({"text": said}) == '{"text": "\\"a_b64\\": \\"aGVsbG8K\\""}'


@pytest.mark.parametrize(
    ("pointer", "told"),
    [
        ("/body_b64", "base64('hello\\n')"),
        ("/chunks_b64/0", "base64('hello\\n')"),
        ("/files/a.txt/base64", "base64('hello\\n')"),
        ("/body", '"aGVsbG8K"'),
        ("", '"aGVsbG8K"'),
    ],
)
def test_a_value_alone_is_told_by_where_it_stands(pointer: str, told: str) -> None:
    assert readable("aGVsbG8K", pointer) == told


def test_a_list_of_bytes_alone_is_told_by_where_it_stands() -> None:
    assert readable(["aGVsbG8K"], "/chunks_b64") == "[base64('hello\\n')]"


def test_nothing_is_told_as_such() -> None:
    assert readable(msgspec.UNSET) == "(nothing)"
