"""A record of any length reads the same as a list, and holds little."""

from __future__ import annotations

import tracemalloc
from typing import Any

import pytest
from record_world import failed, result

from hanzo_conformance.records import rows
from hanzo_conformance.records.rows import Chain, Rows
from hanzo_conformance.verdicts.record import ResultEntry


def entries() -> list[ResultEntry]:
    """Some that passed and some that say more, not in the order of their vectors."""
    return [
        result("v3", "passed"),
        failed("v1", ["x", {"a": None}]),
        result("v0", "passed"),
        failed("v4", "y", stderr="said"),
        result("v2", "not-run", detail="it could not be started"),
        failed("v5", "the path \udcff"),
    ]


@pytest.mark.parametrize("held", [0, 1, 100])
def test_rows_are_their_results_in_the_order_of_vectors(
    monkeypatch: pytest.MonkeyPatch, held: int
) -> None:
    monkeypatch.setattr(rows, "HELD", held)
    kept = Rows("one")
    for item in entries():
        kept.add(item)
    assert list(kept) == entries()
    kept.sort({f"echo/v{number}": number for number in range(6)})
    assert list(kept) == sorted(entries(), key=lambda item: item.vector)
    assert (len(kept), len(Chain([kept, kept]))) == (6, 12)
    assert list(Chain([kept, kept])) == [*kept, *kept]
    assert entries()[3] in kept
    assert entries()[3] in Chain([kept])
    assert failed("v9", "z") not in Chain([kept])


def test_a_vector_that_nobody_knows_has_no_place() -> None:
    kept = Rows("one")
    kept.add(result("v0", "passed"))
    with pytest.raises(KeyError):
        kept.sort({})


@pytest.mark.parametrize(
    ("verdict", "members", "most"), [("passed", {}, 40), ("failed", {"detail": "d" * 500}, 100)]
)
def test_a_row_takes_few_bytes_whatever_it_says(
    monkeypatch: pytest.MonkeyPatch, verdict: str, members: dict[str, Any], most: int
) -> None:
    monkeypatch.setattr(rows, "HELD", 0)
    count, name = 20_000, "v"
    tracemalloc.start()
    try:
        kept = Rows("one")
        for _ in range(count):
            kept.add(result(name, verdict, **members))
        size = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    # Beside what is gathered for the file, and the name of the vector, which the corpus has.
    assert (size - 2**20) / count < most + 60
