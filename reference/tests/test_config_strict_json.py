"""Strict JSON: meanings and places by example, verdicts against json.loads."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hanzo_reference.config import Json, JsonError, inputs, parse

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
names = st.sampled_from(["a", "b", "c", "x", "1", "10", "9", "__proto__", ""]) | texts
scalars = st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | texts
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=4),
    max_leaves=12,
)

ACCEPTED: list[tuple[str, Json]] = [
    ("0", 0),
    (" -0\n", 0),
    ('"\\ud83d\\ude00\\/\\u0000"', "\U0001f600/\0"),
    ('"\x7f\u2028\ufeff"', "\x7f\u2028\ufeff"),
    ("[[],{},null]", [[], {}, None]),
    ('{"b":1,"a":{"b":1}}', {"b": 1, "a": {"b": 1}}),
    ("[" * 128 + "]" * 128, None),
    ("-9007199254740991", -9007199254740991),
]


@pytest.mark.parametrize(("text", "expected"), ACCEPTED)
def test_strict_json_has_one_meaning(text: str, expected: Json) -> None:
    parsed = parse(text.encode())
    assert parsed == (json.loads(text) if expected is None else expected)


# The text and the place where it stops making sense: line, column.
REFUSED = [
    (b"", 1, 1),
    (b"\xef\xbb\xbf{}", 1, 1),
    (b'{"a":\n  01}', 2, 5),
    (b'{"a": 1,\n "\\u0061": 2}', 2, 2),
    (b'{"\xc3\xa9": 1.5}', 1, 8),
    (b'["\xe2\x82"]', 1, 3),
    (b'{"a": "\\ud800"}', 1, 14),
    (b'{"a": "\\udc00"}', 1, 8),
    (b"[9007199254740992]", 1, 2),
    (b"[1,]", 1, 4),
    (b"{} x", 1, 4),
    (b'["\n"]', 1, 3),
    (b"[" * 129, 1, 129),
    (b"9" * 100_000, 1, 1),
]


@pytest.mark.parametrize(("data", "line", "column"), REFUSED)
def test_a_problem_is_told_with_its_place(data: bytes, line: int, column: int) -> None:
    with pytest.raises(JsonError) as caught:
        parse(data)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert str(caught.value).startswith(f"line {line}, column {column}: ")


class RefusedError(Exception):
    """The oracle's no."""


def oracle(data: bytes) -> Any:
    """The standard library's reader with everything turned off that strict JSON does not have."""

    def integer(digits: str) -> int:
        if len(digits) > 17 or abs(int(digits)) > 2**53 - 1:
            raise RefusedError
        return int(digits)

    def refuse(_: str) -> Any:
        raise RefusedError

    def unique(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
        if len({name for name, _ in pairs}) < len(pairs):
            raise RefusedError
        return dict(pairs)

    def depth(value: Any) -> int:
        if isinstance(value, dict):
            value = list(value.values())
        return 1 + max(map(depth, value), default=0) if isinstance(value, list) else 0

    try:
        value = json.loads(
            data.decode("utf-8"), parse_int=integer, parse_float=refuse, parse_constant=refuse,
            object_pairs_hook=unique,
        )  # fmt: skip
        json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise RefusedError from None
    if depth(value) > 128:
        raise RefusedError
    return value


def same(one: Any, other: Any) -> bool:
    """Equal with types and order, neither of which ``==`` looks at."""
    return repr(one) == repr(other)


def agrees_with_the_oracle(data: bytes) -> bool:
    """Compare, and tell whether the bytes were accepted."""
    try:
        expected = oracle(data)
    except RefusedError:
        with pytest.raises(JsonError):
            parse(data)
        return False
    assert same(parse(data), expected)
    return True


@given(values, st.booleans(), st.sampled_from([None, 0, 2, "\t"]), st.booleans())
def test_what_a_writer_writes_is_read_as_the_standard_library_reads_it(
    value: Any, ascii_only: bool, indent: int | str | None, dense: bool
) -> None:
    text = json.dumps(
        value, ensure_ascii=ascii_only, indent=indent, separators=(",", ":") if dense else None
    )
    assert same(parse(text.encode()), value)
    assert same(json.loads(text), value)


def test_forty_thousand_files_are_accepted_and_refused_as_by_the_oracle() -> None:
    random = Random(7159)  # noqa: S311 - a fixed sequence
    accepted = refused = 0
    while accepted + refused < 40_000:
        further = inputs.WRONG if random.random() < 0.3 else ()
        data = inputs.file_bytes(random, further)
        if random.random() < 0.6:
            data = inputs.damaged(random, data)
        if agrees_with_the_oracle(data):
            accepted += 1
        else:
            refused += 1
    assert min(accepted, refused) > 10_000, (accepted, refused)


FRAGMENTS = [*'{}[]",:\\ \n-+.01eE', "true", "null", '"a"', '"\\u00', "d83d", "\\ude00", "é", "\0"]


@given(st.lists(st.sampled_from(FRAGMENTS), max_size=12))
@example(["1", "E"])
@example(['"', "\\", "u", "+041", '"'])
@example(["[", "-", "0", "]"])
def test_fragments_of_json_are_accepted_and_refused_as_by_the_oracle(parts: list[str]) -> None:
    agrees_with_the_oracle("".join(parts).encode())


@given(st.binary(max_size=20))
def test_any_bytes_are_accepted_and_refused_as_by_the_oracle(data: bytes) -> None:
    agrees_with_the_oracle(data)
    agrees_with_the_oracle(b'{"a": "' + data + b'"}')


@pytest.mark.parametrize("depth", [127, 128, 129, 5_000])
def test_the_limit_of_depth_counts_containers(depth: int) -> None:
    for opening, closing in (("[", "]"), ('{"a":', "}"), ('[{"a":', "}]")):
        steps = depth if len(opening) < 6 else depth // 2
        text = opening * steps + "0" + closing * steps
        nested = steps * (1 if len(opening) < 6 else 2)
        if nested <= 128:
            assert same(parse(text.encode()), json.loads(text))
        else:
            with pytest.raises(JsonError, match="nested more than 128 deep"):
                parse(text.encode())
