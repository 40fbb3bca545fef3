"""Whatever walks a value does so without recursion: deeper than Python's own limit."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from small_corpus import entry, lay_out

from hanzo_conformance.engine.probes import first_text, with_text
from hanzo_vectors.comparison import differences
from hanzo_vectors.errors import FileError
from hanzo_vectors.pointers import paths, rebuilt, renamed, with_part
from hanzo_vectors.reading import read_corpus
from hanzo_vectors.references import references, resolve_from
from hanzo_vectors.stage import Stage

DEPTH = 3 * sys.getrecursionlimit()


def nested(bottom: Any) -> Any:
    value = bottom
    for number in range(DEPTH):
        value = {"a": value} if number % 2 else [value]
    return value


def bottom(value: Any) -> Any:
    while isinstance(value, dict | list) and value:
        value = value["a"] if isinstance(value, dict) else value[0]
    return value


def test_values_are_compared() -> None:
    [found] = differences(nested("x"), nested("y"))
    assert (found.expected, found.actual) == ("x", "y")
    assert found.pointer.count("/") == DEPTH


def test_every_place_is_found_and_changed() -> None:
    value = nested("x")
    *_, last = paths(value)
    assert len(last) == DEPTH
    assert bottom(with_part(value, last, "y")) == "y"
    assert bottom(renamed(value, "x", "y")) == "y"
    assert bottom(rebuilt(value, lambda item: item)) == "x"
    assert first_text(value) == "x"
    assert bottom(with_text(value, "y")) == "xy"


def test_references_are_found_and_resolved_but_not_in_what_they_bring() -> None:
    taken = {"$from": [0, "/x"]}
    value = nested([taken])
    assert references(value) == [[0, "/x"]]
    assert bottom(resolve_from(value, {0: {"x": "y"}})) == "y"
    assert resolve_from(taken, {0: {"x": taken}}) == taken


def test_places_are_filled_in_and_folded_back(tmp_path: Path) -> None:
    with Stage({}, tmp_path) as stage:
        there = stage.expand(nested("${workspace}/a"))
        assert bottom(there) == f"{stage.folder}/a"
        assert bottom(stage.fold(there)) == "${workspace}/a"


@pytest.mark.parametrize("depth", [70, 480, 980, 100_000])
def test_a_vector_that_no_message_could_carry_is_refused_with_its_place(
    tmp_path: Path, depth: int
) -> None:
    place = lay_out(tmp_path, entry("one", "DEEP"))
    [path] = place.glob("*.json")
    text = path.read_text()
    assert '"DEEP"' in text
    path.write_text(text.replace('"DEEP"', "[" * depth + "]" * depth))
    with pytest.raises(FileError, match=r"nested more than 64 deep|nested too deeply"):
        read_corpus(place)


def test_a_value_as_deep_as_that_ends_a_walk_that_recurses() -> None:
    def depth(value: Any) -> int:
        return 1 + depth(value[0] if isinstance(value, list) else value["a"])

    with pytest.raises(RecursionError):
        depth(nested("x"))
