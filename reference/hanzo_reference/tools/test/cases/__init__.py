"""The cases of the test tool: suites, how they are chosen and run, what runners print."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.spec.cases import Case
from hanzo_reference.spec.declaration import Flag
from hanzo_reference.tools.test.cases import asking_cases, list_cases, run_cases

FLAGS = {
    "count-by-line": Flag("tests counted by the lines that name them, instead of the totals"),
    "empty-is-green": Flag("no test, or a build that failed, taken for success"),
    "escape": Flag(
        "a suite found or run by way of a link or of a name that leads elsewhere", security=True
    ),
    "printed-by-a-test": Flag("what a test prints taken for words of the runner"),
}


def cases() -> Iterator[Case]:
    """Every case."""
    yield from list_cases.cases()
    yield from asking_cases.cases()
    yield from run_cases.cases()
