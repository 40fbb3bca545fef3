"""My domain: examples as a table, then properties that hold for every input."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanzo_reference.my_domain import shorten
from hanzo_reference.spec.declaration import DomainError


@pytest.mark.parametrize(
    ("text", "limit", "shortened"),
    [("abc", 3, "abc"), ("abcd", 3, "ab…"), ("ab", 1, "…"), ("", 1, "")],
)
def test_a_text_is_cut_to_its_limit(text: str, limit: int, shortened: str) -> None:
    assert shorten(text, limit) == shortened


@given(st.text(), st.integers(1, 50))
def test_nothing_is_longer_than_its_limit_and_what_fits_is_not_touched(
    text: str, limit: int
) -> None:
    shortened = shorten(text, limit)
    assert len(shortened) <= limit
    assert (shortened == text) == (len(text) <= limit or text == shortened)


def test_nothing_fits_into_no_space() -> None:
    with pytest.raises(DomainError, match="no text fits"):
        shorten("", 0)
