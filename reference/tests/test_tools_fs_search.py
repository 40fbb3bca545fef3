"""``search_text`` within a text: patterns, lines, ranges and excerpts, and how long it takes."""

from __future__ import annotations

import time

import pytest
from fs_search_world import PATTERNS
from hypothesis import given
from hypothesis import strategies as st

from hanzo_reference.tools.fs.regex_parser import PatternError, parse_literal, parse_regex
from hanzo_reference.tools.fs.search_lines import Match, literal_finder, matches, tree_finder


def spans(text: str, pattern: str, *, ignore_case: bool = False) -> list[Match]:
    find = tree_finder(parse_regex(pattern, ignore_case=ignore_case))
    return list(matches(text.encode(), find))


def positions(text: str, pattern: str) -> list[tuple[int, int, int]]:
    return [(found.line, found.start_col, found.end_col) for found in spans(text, pattern)]


@given(
    text=st.text(alphabet="ab\r\n\u00e9\U0001f600", max_size=30), needle=st.sampled_from("ab\u00e9")
)
def test_a_literal_and_its_expression_find_the_same(text: str, needle: str) -> None:
    content = text.encode()
    assert list(matches(content, literal_finder(needle))) == spans(text, needle)


@given(text=st.text(alphabet="ab-\r\n\u00e9\U0001f600\u2028\x0b", max_size=30), pattern=PATTERNS)
def test_a_match_lies_where_its_range_says(text: str, pattern: str) -> None:
    from hanzo_reference.ids import Position, Range, slice_text

    try:
        tree = parse_regex(pattern, ignore_case=False)
    except PatternError:
        return
    for found in matches(text.encode(), tree_finder(tree)):
        start, end = Position(found.line, found.start_col), Position(found.line, found.end_col)
        inside = slice_text(text, Range(start, end))
        assert not set(inside) & {"\r", "\n"}
        assert (
            found.text.encode("utf-16-le")[2 * start.col : 2 * end.col].decode("utf-16-le")
            == inside
        )


@given(text=st.text(alphabet="ab\r\n\u00e9\U0001f600", max_size=30), pattern=PATTERNS)
def test_lines_are_searched_each_on_its_own(text: str, pattern: str) -> None:
    from hanzo_reference.ids.positions import lines

    try:
        tree = parse_regex(pattern, ignore_case=False)
    except PatternError:
        return
    find = tree_finder(tree)
    alone = [
        (number, found.start_col, found.end_col)
        for number, (start, end) in enumerate(lines(text))
        # An empty line is one if something ends it.
        for found in matches((text[start:end] + "\n").encode(), find)
        if end < len(text) or start < end
    ]
    assert positions(text, pattern) == alone


@given(
    units=st.lists(st.sampled_from(["a", "\u00e9", "\U0001f600"]), min_size=490, max_size=700),
    at=st.integers(0, 700),
)
def test_an_excerpt_is_a_window_on_the_line_with_the_match_in_it(units: list[str], at: int) -> None:
    at = min(at, len(units))
    line = "".join([*units[:at], "x", *units[at:]])
    (found,) = spans(line, "x")
    whole = line.encode("utf-16-le")
    excerpt = found.text.encode("utf-16-le")
    assert whole[2 * found.text_col :].startswith(excerpt)
    assert "x" in found.text
    length = len(whole) // 2
    assert len(excerpt) // 2 == length if length <= 500 else len(excerpt) // 2 >= 498
    assert len(excerpt) <= 1000


def test_the_smallest_and_the_largest_character_of_a_class_are_in_it() -> None:
    text = "\u00e8\u00e9\u00fc\u00fd"
    assert positions(text, "[\u00e9-\u00fc]+") == [(0, 1, 3)]


@pytest.mark.parametrize("pattern", ["(x+x+)+y", "(x|xx)+y", "(?:x{1,30}){1,30}y", "x*x*x*x*x*x*y"])
def test_time_grows_with_the_text_and_not_faster(pattern: str) -> None:
    find = tree_finder(parse_regex(pattern, ignore_case=False))

    def seconds(length: int) -> float:
        begun = time.perf_counter()
        assert not list(matches(b"x" * length, find))
        return time.perf_counter() - begun

    seconds(10_000)
    short = min(seconds(100_000) for _ in range(3))
    long = min(seconds(1_000_000) for _ in range(3))
    assert long < 40 * short + 0.1


@pytest.mark.parametrize("pattern", ["\n", "a\rb", ""])
def test_a_literal_that_no_line_can_have_is_refused(pattern: str) -> None:
    with pytest.raises(PatternError):
        parse_literal(pattern, ignore_case=False)


@given(pattern=st.text(alphabet="ab(){}[]|*+?^$.\\-,0129:xdDwWsSbB ", max_size=12))
def test_what_the_parser_takes_the_engine_takes(pattern: str) -> None:
    try:
        tree = parse_regex(pattern, ignore_case=True)
    except PatternError:
        return
    assert all(found.line == 0 for found in matches(b"ab 0129", tree_finder(tree)))
