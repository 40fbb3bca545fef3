"""What sequences are drawn of and made short by: schemas, real files, steps that hand something on."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Any

import pytest
from workshop_world import entry, scenarios

from hanzo_conformance.fuzz import schema_inputs
from hanzo_conformance.fuzz.free_parts import FreeParts
from hanzo_conformance.fuzz.real_trees import MOST_BYTES, MOST_FILES, RealTrees
from hanzo_conformance.fuzz.sequences import PLACE, Sequences
from hanzo_conformance.fuzz.whole_steps import fewer_steps, without_step
from hanzo_vectors.files import check_files
from hanzo_vectors.references import is_reference, references
from hanzo_vectors.schema_check import breaks

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "workspace": {"type": "string"},
        "params": {
            "type": "object",
            "properties": {
                "path": {"type": "string"},
                "mode": {"enum": ["a", "b"]},
                "count": {"anyOf": [{"type": "integer", "minimum": 3, "maximum": 9},
                                    {"type": "null"}]},
                "tags": {"type": "array", "items": {"$ref": "#/$defs/Tag"}, "minItems": 1},
                "env": {"type": "object", "additionalProperties": {"type": "string"}},
                "deep": {"type": ["boolean", "null"]},
                "kind": {"const": "k"},
            },
            "required": ["path", "count"],
            "additionalProperties": False,
        },
    },
    "required": ["workspace", "params"],
    "$defs": {"Tag": {"type": "string"}},
}  # fmt: skip


def random_of(seed: int) -> Random:
    return Random(seed)  # noqa: S311 - a fixed sequence


def test_what_is_drawn_of_a_schema_fits_it_and_has_each_of_its_parts() -> None:
    random = random_of(3)
    drawn = [schema_inputs.draw(SCHEMA, lambda place, _: place, random) for _ in range(200)]
    assert all(breaks(SCHEMA, value) is None for value in drawn)
    params = [value["params"] for value in drawn]
    assert {name for value in params for name in value} == set(
        SCHEMA["properties"]["params"]["properties"]
    )
    assert {value["count"] for value in params} >= {None, 3, 9}
    assert {value.get("mode") for value in params} == {None, "a", "b"}
    # A text is drawn for its place.
    assert {value["path"] for value in params} == {"/params/path"}
    assert {tag for value in params for tag in value.get("tags", [])} == {"/params/tags/*"}


def test_files_of_real_trees_are_small_and_lie_side_by_side(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "a" / "one.py").write_text("x = 1\n")
    (tmp_path / "a" / "b" / "two").write_bytes(b"\xff\0")
    (tmp_path / "a" / "b" / "run").write_text("#!/bin/sh\n")
    (tmp_path / "a" / "b" / "run").chmod(0o755)
    (tmp_path / "large").write_bytes(b"x" * (MOST_BYTES + 1))
    (tmp_path / "link").symlink_to("/etc/passwd")
    os.mkfifo(tmp_path / "pipe")
    trees = RealTrees([tmp_path])
    found: dict[str, Any] = {}
    for seed in range(100):
        files = trees.draw(random_of(seed))
        assert trees.draw(random_of(seed)) == files
        check_files(files)
        assert len(files) <= MOST_FILES
        found |= {path: file for path, file in files.items() if path.startswith("a/")}
    assert found == {
        "a/one.py": {"text": "x = 1\n"},
        "a/b/two": {"base64": "/wA="},
        "a/b/run": {"text": "#!/bin/sh\n", "executable": True},
    }
    assert RealTrees([]).draw(random_of(1)) == {}


def chained(folder: Path) -> Sequences:
    """Sequences of a domain of which one vector hands a result on."""
    told = {"result": {"path": "${workspace}/a", "text": "x"}}

    def written(path: str, text: Any) -> dict[str, Any]:
        given = {"path": f"${{workspace}}/{path}", "text": text}
        return {"operation": "shop.write", "input": given, "expected": told}

    found = scenarios(
        folder,
        entry("one", **written("a", "x"), workspace={"files": {"f/g": {"text": "words"}}}),
        entry(
            "two", steps=[written("a", "x"), written("b", {"$from": [0, "/text"]})],
            workspace={"files": {"only": {"text": "here"}}},
        ),
    )  # fmt: skip
    return Sequences(found, "shop", lambda _, params: isinstance(params.get("path"), str))


def test_steps_that_hand_something_on_stay_together_with_their_files(tmp_path: Path) -> None:
    drawing = chained(tmp_path)
    seen: set[int] = set()
    for seed in range(300):
        drawn = drawing.draw(random_of(seed))
        for index, step in enumerate(drawn["steps"]):
            for place in references(step["input"]):
                assert is_reference(place, index)
                assert place[0] == index - 1
                assert "only" in drawn["workspace"]["files"]
                seen.add(place[0])
    assert seen >= {0, 1, 2}


def test_places_are_exchanged_for_others_of_the_workspace(tmp_path: Path) -> None:
    drawing = chained(tmp_path)
    drawn = [drawing.draw(random_of(seed)) for seed in range(200)]
    paths = {step["input"].get("path") for one in drawn for step in one["steps"]}
    assert {"${workspace}/f", "${workspace}/f/g", "${workspace}"} <= paths


@pytest.mark.parametrize(
    ("text", "is_uri"),
    [("${workspace}", False), ("${workspace}/a b", False), ("file://${workspace}/a", True)],
)
def test_a_place_of_the_workspace_is_known(text: str, is_uri: bool) -> None:
    found = PLACE.match(text)
    assert found is not None
    assert (found[1] is not None) == is_uri


@pytest.mark.parametrize("text", ["a ${workspace}", "${workspace}x", "${outside}", "http://a"])
def test_nothing_else_is_one(text: str) -> None:
    assert PLACE.match(text) is None


def step(name: str, *taken: int) -> dict[str, Any]:
    given = {"name": name, "of": [{"$from": [index, "/x"]} for index in taken]}
    return {"operation": "a.b", "input": given}


def names(sequence: dict[str, Any]) -> list[str]:
    return [item["input"]["name"] for item in sequence["steps"]]


def test_a_step_goes_with_those_that_take_something_from_it() -> None:
    sequence = {"workspace": {}, "steps": [
        step("a"), step("b"), step("c", 0), step("d", 1), step("e", 2), step("f", 1, 3),
    ]}  # fmt: skip
    left = without_step(sequence, 0)
    assert names(left) == ["b", "d", "f"]
    assert references(left["steps"]) == [[0, "/x"], [0, "/x"], [1, "/x"]]
    assert names(without_step(sequence, 3)) == ["a", "b", "c", "e"]
    assert names(sequence) == ["a", "b", "c", "d", "e", "f"]


def test_only_the_steps_that_are_needed_are_left() -> None:
    sequence = {"workspace": {}, "steps": [step(name) for name in "abcdef"]}
    asked: list[list[str]] = []

    def holds(candidate: dict[str, Any]) -> bool:
        asked.append(names(candidate))
        return {"b", "e"} <= set(names(candidate))

    assert names(fewer_steps(sequence, holds)) == ["b", "e"]
    assert all(asked)


def test_free_is_what_no_vector_judges_by_its_value(tmp_path: Path) -> None:
    number = {"type": "string", "pattern": "^[0-9]+$"}

    def asked(name: str, text: Any, where: dict[str, Any] | None = None) -> dict[str, Any]:
        told = {"path": name, "text": text}
        more = {} if where is None else {"where": where}
        return entry(
            name, operation="shop.write", input={"path": name, "text": ""},
            expected={"result": told}, workspace={"files": {}}, **more,
        )  # fmt: skip

    found = scenarios(
        tmp_path,
        asked("open", "", {"/text": number, "/path": {"type": "string"}}),
        asked("judged", "", {"/text": number}),
    )
    free = FreeParts(found)
    # The path is judged by another vector.
    assert free.of("shop.write", {"path": "x", "text": "17"}) == {"/text": number}
    assert free.of("shop.write", {"path": "x", "text": "words"}) == {}
    assert free.of("shop.write", {"path": "x", "text": None}) == {}
    assert free.of("shop.read", {"text": "17"}) == {}
