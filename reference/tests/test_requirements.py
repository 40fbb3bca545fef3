"""How spec.md is read, and what is refused."""

from __future__ import annotations

import pytest

from hanzo_reference.spec.requirements import SpecError, read

GOOD = """# x — title

### not a requirement before the heading

## Requirements

### X-1 (MUST)

A line ends
at LF.

Source: A §1

Why: because.

### X-2 (SHOULD)

Another.

Source: B

## Notes

### whatever
"""


def test_requirements_are_read_with_level_sentence_and_labels() -> None:
    found = read(GOOD, "X")
    assert list(found) == ["X-1", "X-2"]
    assert found["X-1"].sentence == "A line ends at LF."
    assert (found["X-1"].level, found["X-2"].level) == ("must", "should")
    assert found["X-1"].why == "because."
    assert found["X-2"].why is None


@pytest.mark.parametrize(
    ("before", "after", "what"),
    [
        ("### X-2 (SHOULD)", "### X-1 (SHOULD)", "stands twice"),
        ("### X-2 (SHOULD)", "### X-2 (WOULD)", "expected"),
        ("### X-2 (SHOULD)", "### Y-2 (SHOULD)", "does not begin with X-"),
        ("Source: B", "", "names no Source"),
        ("Why: because.", "Because: why.", "begins with none of"),
        ("Another.\n\n", "", "names no Source"),
    ],
)
def test_a_text_that_breaks_the_form_is_refused_with_its_line(
    before: str, after: str, what: str
) -> None:
    assert before in GOOD
    with pytest.raises(SpecError, match=rf"line \d+: .*{what}"):
        read(GOOD.replace(before, after), "X")
