"""The line of progress: never wider than the terminal, and the counts of what was judged."""

from __future__ import annotations

import io

import pytest

from hanzo_conformance.terminal.progress import (
    Progress,
    bar_forms,
    building_forms,
    columns,
    fitting,
)

ERASE = "\r\x1b[K"


def drawn(width: int, *forms: str) -> str:
    out = io.StringIO()
    Progress(out, lambda: width).draw(forms)
    return out.getvalue().removeprefix(ERASE)


@pytest.mark.parametrize("width", [1, 2, 10, 20, 39, 40, 41, 80, 200])
def test_no_width_of_a_terminal_lets_the_line_wrap(width: int) -> None:
    forms = bar_forms(123_456, 999_999, 4321, 98_765.4, 3600.0)
    assert 0 < columns(drawn(width, *forms)) < max(2, width)


@pytest.mark.parametrize("width", [1, 2, 10, 40])
def test_a_wide_line_of_a_build_is_cut_by_columns_and_not_by_characters(width: int) -> None:
    forms = building_forms({"mine": (3.2, "建てています" * 20 + "é" * 30)}, 0, 10, 0)
    assert 0 < columns(drawn(width, *forms)) < max(2, width)


def test_the_fullest_form_that_fits_is_drawn() -> None:
    forms = bar_forms(5, 10, 2, 10.0, 3.0)
    assert drawn(80, *forms) == "[############............] 5/10, 2 diverging, 10/s, 3 s left"
    assert drawn(40, *forms) == "5/10, 2 diverging, 10/s, 3 s left"
    assert drawn(30, *forms) == "5/10, 2 diverging, 3 s left"
    assert drawn(20, *forms) == "5/10, 2 diverging"


def test_a_build_says_for_how_long_and_its_last_line() -> None:
    assert building_forms({"mine": (12.6, "Compiling x")}, 0, 10, 0) == [
        "mine: building, 13 s: Compiling x"
    ]
    assert building_forms({"mine": (1.0, "Compiling x")}, 4, 10, 1) == [
        "4/10, 1 diverging; mine: building, 1 s: Compiling x"
    ]


def test_the_window_is_asked_each_time_for_its_width() -> None:
    widths = iter([80, 10])
    out = io.StringIO()
    progress = Progress(out, lambda: next(widths))
    for _ in range(2):
        progress.draw(["x" * 40])
    assert [columns(line) for line in out.getvalue().split(ERASE)[1:]] == [40, 9]


def test_without_a_terminal_nothing_is_drawn_and_nothing_is_erased() -> None:
    out = io.StringIO()
    progress = Progress(out, None)
    progress.draw(["x"])
    progress.clear()
    assert out.getvalue() == ""


def test_a_line_that_a_build_colours_is_drawn_without_its_colours() -> None:
    assert "\x1b" not in drawn(80, "mine: \x1b[31mred\x1b[0m")


def test_what_fits_is_left_as_it_is() -> None:
    assert fitting("abc", 3) == "abc"
    assert fitting("abcd", 3) == "ab…"
