"""Numbers of things: one of them is no plural, wherever it is told."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_line import Cli, cli
from small_corpus import entry, lay_out, manifest

from hanzo_conformance.values.wording import counted

__all__ = ["cli"]

HARNESS = Path(__file__).resolve().parents[2] / "hanzo_conformance"
# A plural right behind a number that is put in: it is wrong for one of them.
PLURAL = re.compile(
    r"^ (?:more |new |other |failing |known )?(?:vectors|domains|findings|problems|records|answers|requirements|mutants|files|"
    r"implementations|operations|shards|processes|divergences|entries|places|inputs|requests|"
    r"results|kinds|days|causes|bugs|questions|starts|lines|steps|sequences|cases|reports)\b"
)


@pytest.mark.parametrize(
    ("count", "told"),
    [(0, "0 vectors"), (1, "1 vector"), (2, "2 vectors"), (1234, "1,234 vectors")],
)
def test_one_is_no_plural(count: int, told: str) -> None:
    assert counted(count, "vector") == told
    assert counted(1, "entry", "entries") == "1 entry"
    assert counted(3, "entry", "entries") == "3 entries"


def plurals(path: Path) -> Iterator[str]:
    """The places of a module where a plural follows whatever number is put in."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.JoinedStr):
            for value, text in zip(node.values, node.values[1:], strict=False):
                if (
                    isinstance(value, ast.FormattedValue)
                    and isinstance(text, ast.Constant)
                    and isinstance(text.value, str)
                    and PLURAL.match(text.value)
                ):
                    yield f"{path.name}: {text.value}"


# These stand behind a number that is more than one, as the code around them says.
MORE_THAN_ONE = {
    "badge.py:  implementations)", "examination.py:  operations", "operation_checks.py:  operations: ",
    "protocol_checks.py:  kinds are refused or ignored, and it goes on",
    "protocol_checks.py:  operations", "protocol_checks.py:  requests in one piece are answered, ",
    "reading.py:  results of ", "stated_operations.py:  operations are",
    "entry.py:  days", "interview.py:  answers to nobody",
    # A verb.
    "operation_checks.py:  answers otherwise when characters are escaped",
}  # fmt: skip


def test_no_text_has_a_plural_behind_a_number_that_may_be_one() -> None:
    found = {place for path in HARNESS.rglob("*.py") for place in plurals(path)}
    assert found == MORE_THAN_ONE


def test_a_run_of_one_vector_says_so(cli: Cli, tmp_path: Path) -> None:
    vectors = lay_out(tmp_path, entry("one", "a"))
    _, out, _ = cli("run", "--vectors", vectors, "--impl", manifest(tmp_path / "impl", "none"))
    assert out.startswith("1 vector of 1 domain against fake")
