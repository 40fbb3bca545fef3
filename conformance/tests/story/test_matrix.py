"""The table of domains by implementations fits the terminal that it is printed on."""

from __future__ import annotations

from collections import Counter

import pytest

from hanzo_conformance.story.matrix import matrix_lines
from hanzo_conformance.terminal.console import Part, Styled
from hanzo_conformance.verdicts.verdict import Verdict

DOMAINS = [f"domain-{n:02}" for n in range(18)]
NAMES = ["python", "rust", "js", "go", "a-published-build", "mine"]


def text(line: list[Part]) -> str:
    return "".join(part.text if isinstance(part, Styled) else part for part in line)


def lines(
    counts: dict[tuple[str, str], Counter[Verdict]], names: list[str], width: int = 80
) -> list[str]:
    domains = sorted({domain for _, domain in counts})
    return [text(line) for line in matrix_lines(domains, names, counts, width)]


def test_a_row_has_a_domain_and_a_cell_for_each_implementation() -> None:
    counts = {
        ("rust", "sse"): Counter({Verdict.PASSED: 92}),
        ("js", "sse"): Counter({Verdict.PASSED: 88, Verdict.FAILED: 3, Verdict.CRASHED: 1}),
        ("go", "sse"): Counter({Verdict.UNSUPPORTED: 92}),
        ("old", "sse"): Counter({Verdict.PASSED: 80, Verdict.KNOWN: 12}),
        ("cut", "sse"): Counter({Verdict.NOT_RUN: 92}),
    }
    assert lines(counts, ["rust", "js", "go", "old", "cut", "none"]) == [
        "     rust     js   go     old  cut  none",
        "sse    92  88 ✗4  –92  80 ~12  ?92     ·",
        "passed, ✗ diverging, ~ known, – unsupported, ? not run",
    ]


def test_marks_that_do_not_occur_are_not_explained() -> None:
    counts = {(name, "sse"): Counter({Verdict.PASSED: 1}) for name in ("a", "b")}
    assert lines(counts, ["a", "b"])[-1] == "passed"


@pytest.mark.parametrize("width", [20, 30, 40, 80, 120])
def test_it_fits_the_width_and_every_cell_is_there(width: int) -> None:
    counts = {
        (name, domain): Counter({Verdict.PASSED: 100 * n + m, Verdict.FAILED: 7})
        for n, name in enumerate(NAMES)
        for m, domain in enumerate(DOMAINS)
    }
    told = lines(counts, NAMES, width)
    table = told[:-1]
    # One column has to stand beside the domains, whatever the width.
    assert max(map(len, table)) <= max(width, 9 + 2 + 16)
    assert sum(line.count("✗7") for line in table) == len(NAMES) * len(DOMAINS)
    for name in NAMES:
        assert sum(name[:15] in line for line in table) == 1
