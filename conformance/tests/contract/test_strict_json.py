"""What strict JSON refuses, with and without building the value."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanzo_vectors.strict_json import (
    DEEPEST,
    NotStrictJsonError,
    check,
    compact,
    loads,
)

REFUSED = {
    "a duplicate key": b'{"a":1,"a":1}',
    "a duplicate key inside": b'[{"b":{"a":1,"a":2}}]',
    "NaN": b"[NaN]",
    "an infinity": b"[-Infinity]",
    "a number that overflows": b"[1e999]",
    "an integer beyond 2^53-1": b"[9007199254740992]",
    "a very long integer": b"[" + b"9" * 5000 + b"]",
    "a lone surrogate": rb'["\ud800"]',
    "a lone surrogate as a key": rb'{"\udc00":1}',
    "a lone surrogate in a list in an object": rb'{"a":[["\ud800"]]}',
    "bytes that are not UTF-8": b'["\xff"]',
    "a byte order mark": b"\xef\xbb\xbf[]",
    "a trailing comma": b"[1,]",
    "a comment": b"[1] // one",
    "nothing": b"",
    "two values": b"1 2",
    "depth without end": b"[" * 100_000,
}
TAKEN = [b"[9007199254740991,-9007199254740991]", rb'["\ud83d\ude00"]', b'{"a":{"a":1}}', b"1.5"]


@pytest.mark.parametrize("data", REFUSED.values(), ids=REFUSED)
def test_it_refuses(data: bytes) -> None:
    with pytest.raises(NotStrictJsonError):
        loads(data)
    with pytest.raises(NotStrictJsonError):
        check(data)


@pytest.mark.parametrize("brackets", [(b"[", b"]"), (b'{"a":', b"}")])
def test_the_bound_of_depth_counts_containers_and_not_brackets_in_texts(
    brackets: tuple[bytes, bytes],
) -> None:
    opening, closing = brackets
    for depth in (DEEPEST, DEEPEST + 1, 480, 975):
        data = opening * depth + b"1" + closing * depth
        if depth == DEEPEST:
            loads(data)
        else:
            with pytest.raises(NotStrictJsonError, match=f"nested more than {DEEPEST} deep"):
                loads(data)
    text = b"[" * 1_000 + b'\\"{' + b"\\\\"
    assert loads(b'["' + text + b'",[]]')
    assert loads(b"[" + b",".join([b"[[]]"] * 1_000) + b"]")


@pytest.mark.parametrize("data", TAKEN)
def test_it_takes_what_is_well_formed(data: bytes) -> None:
    assert loads(data) == json.loads(data)
    check(data)


@given(
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers(-(2**53) + 1, 2**53 - 1)
        | st.text(st.characters(exclude_categories=["Cs"])),
        lambda inner: (
            st.lists(inner)
            | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner)
        ),
    )
)
def test_it_reads_what_it_wrote_and_compacting_keeps_the_value(value: object) -> None:
    data = json.dumps(value, indent=2).encode()
    assert loads(compact(data)) == loads(data) == value
