"""Canonical JSON: the pairs of RFC 8785, and an independent package as the oracle."""

from __future__ import annotations

import json
import math
import struct
from typing import Any

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from hanzo_reference.spec.canonical import LARGEST_INTEGER, canonical_json

# RFC 8785 Appendix B: the bits of a double, and its text.
NUMBERS = [
    ("0000000000000000", "0"),
    ("8000000000000000", "0"),
    ("0000000000000001", "5e-324"),
    ("8000000000000001", "-5e-324"),
    ("7fefffffffffffff", "1.7976931348623157e+308"),
    ("ffefffffffffffff", "-1.7976931348623157e+308"),
    ("4340000000000000", "9007199254740992"),
    ("c340000000000000", "-9007199254740992"),
    ("4430000000000000", "295147905179352830000"),
    ("44b52d02c7e14af5", "9.999999999999997e+22"),
    ("44b52d02c7e14af6", "1e+23"),
    ("44b52d02c7e14af7", "1.0000000000000001e+23"),
    ("444b1ae4d6e2ef4e", "999999999999999700000"),
    ("444b1ae4d6e2ef4f", "999999999999999900000"),
    ("444b1ae4d6e2ef50", "1e+21"),
    ("3eb0c6f7a0b5ed8c", "9.999999999999997e-7"),
    ("3eb0c6f7a0b5ed8d", "0.000001"),
    ("41b3de4355555553", "333333333.3333332"),
    ("41b3de4355555554", "333333333.33333325"),
    ("41b3de4355555555", "333333333.3333333"),
    ("41b3de4355555556", "333333333.3333334"),
    ("41b3de4355555557", "333333333.33333343"),
    ("becbf647612f3696", "-0.0000033333333333333333"),
    ("43143ff3c1cb0959", "1424953923781206.2"),
]

TEXTS = [
    ("", '""'),
    ("é", '"é"'),
    ('"\\/', '"\\"\\\\/"'),
    ("\b\t\n\f\r", '"\\b\\t\\n\\f\\r"'),
    ("\x00\x0b\x1f", '"\\u0000\\u000b\\u001f"'),
    ("\x7f\x80\u2028\u2029\ufeff", '"\x7f\x80\u2028\u2029\ufeff"'),
    ("😀", '"😀"'),
]

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-LARGEST_INTEGER, LARGEST_INTEGER)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=25,
)


@pytest.mark.parametrize(("bits", "text"), NUMBERS)
def test_a_double_is_written_as_the_rfc_lists_it(bits: str, text: str) -> None:
    (value,) = struct.unpack(">d", bytes.fromhex(bits))
    assert canonical_json(value) == text.encode()


@pytest.mark.parametrize(("value", "text"), TEXTS)
def test_text_escapes_what_it_must_and_nothing_else(value: str, text: str) -> None:
    assert canonical_json(value) == text.encode()


def test_the_object_of_the_rfc_is_written_as_the_rfc_writes_it() -> None:
    """RFC 8785 §3.2.2 and §3.2.3: numbers, literals, text, sorted names."""
    value = {
        "numbers": [333333333.33333329, 1e30, 4.50, 2e-3, 0.000000000000000000000000001],
        "string": '€$\u000f\nA\'B"\\\\"/',
        "literals": [None, True, False],
    }
    assert canonical_json(value).decode() == (
        '{"literals":[null,true,false],'
        '"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],'
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}'
    )


def test_names_sort_by_utf_16_units() -> None:
    """RFC 8785 §3.2.3 sorts these seven names: an emoji comes before U+FB33."""
    sample = {
        "\u20ac": "Euro Sign",
        "\r": "Carriage Return",
        "\ufb33": "Hebrew Letter Dalet With Dagesh",
        "1": "One",
        "\U0001f600": "Emoji: Grinning Face",
        "\u0080": "Control",
        "\u00f6": "Latin Small Letter O With Diaeresis",
    }
    assert list(json.loads(canonical_json(sample)).values()) == [
        "Carriage Return",
        "One",
        "Control",
        "Latin Small Letter O With Diaeresis",
        "Euro Sign",
        "Emoji: Grinning Face",
        "Hebrew Letter Dalet With Dagesh",
    ]


def test_nothing_stands_between_the_tokens() -> None:
    assert canonical_json({"b": [1, {}], "a": []}) == b'{"a":[],"b":[1,{}]}'


@pytest.mark.parametrize("value", [True, False])
def test_a_boolean_is_no_number(value: bool) -> None:
    assert canonical_json([value]) == f"[{str(value).lower()}]".encode()


@pytest.mark.parametrize("value", [LARGEST_INTEGER, -LARGEST_INTEGER])
def test_the_largest_integers_are_written(value: int) -> None:
    assert canonical_json(value) == str(value).encode()


@pytest.mark.parametrize(
    "value",
    [
        LARGEST_INTEGER + 1,
        -LARGEST_INTEGER - 1,
        math.nan,
        math.inf,
        -math.inf,
        "\ud800",
        {"\udc00": 1},
    ],
)
def test_what_i_json_cannot_carry_is_refused(value: Any) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - which of its subclasses is not promised
        canonical_json({"inside": [value]})


@pytest.mark.parametrize("value", [b"bytes", {1: "a"}, {"a", "b"}, (1, 2), object()])
def test_what_is_no_json_value_is_refused(value: Any) -> None:
    with pytest.raises(TypeError):
        canonical_json([value])


@given(json_values)
def test_the_bytes_are_those_of_an_independent_implementation(value: Any) -> None:
    assert canonical_json(value) == rfc8785.dumps(value)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_every_double_reads_back_as_itself(value: float) -> None:
    assert float(canonical_json(value)) == value


@given(st.dictionaries(st.text(max_size=3), st.integers(0, 9), max_size=6), st.randoms())
def test_the_order_of_members_does_not_matter(members: dict[str, int], random: Any) -> None:
    shuffled = list(members.items())
    random.shuffle(shuffled)
    assert canonical_json(dict(shuffled)) == canonical_json(members)
