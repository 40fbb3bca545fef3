"""Schemas that refer to others: within their folder, and never to anything outside of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hanzo_vectors.errors import FileError
from hanzo_vectors.schema_check import SchemaFile, breaks
from hanzo_vectors.schema_folder import with_what_it_needs


def write(folder: Path, **schemas: Any) -> Path:
    """A folder of schemas; ``vectors__a`` is the file vectors/a.json."""
    for name, schema in schemas.items():
        path = folder / "schemas" / f"{name.replace('__', '/')}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(schema))
    return folder / "schemas" / "vectors" / "a.json"


def test_a_schema_refers_to_others_of_its_folder_and_these_to_others(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        vectors__a={"$ref": "../operations/b.json"},
        operations__b={"$ref": "../parts.json#/$defs/C"},
        parts={"$defs": {"C": {"$ref": "#/$defs/D"}, "D": {"type": "integer"}}},
    )
    schema = SchemaFile(path)
    assert schema.whole(3) is None
    assert schema.whole("three") is not None
    assert list(with_what_it_needs(path)) == [
        "vectors/a.json", "operations/b.json", "parts.json"
    ]  # fmt: skip


def test_a_part_of_a_schema_refers_as_the_whole_does(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        vectors__a={"$defs": {"vector": {"$ref": "../b.json", "required": ["x"]}}},
        b={"type": "object"},
    )
    schema = SchemaFile(path)
    assert schema.part("vector", {"x": 1}) is None
    assert schema.part("vector", {}) is not None
    assert schema.part("vector", []) is not None


@pytest.mark.parametrize(
    "reference",
    [
        "../../secret.json", "/etc/passwd", "file:///etc/passwd", "http://127.0.0.1:9/b.json",
        "../%2e%2e/secret.json", "../..%2fsecret.json", "../link.json", "../missing.json",
        "schemas://elsewhere/b.json", "../b.txt", "../.hidden.json",
    ],
)  # fmt: skip
def test_nothing_is_loaded_from_outside_of_the_folder(tmp_path: Path, reference: str) -> None:
    path = write(tmp_path, vectors__a={"$ref": reference})
    for name in ("secret.json", "schemas/b.txt", "schemas/.hidden.json"):
        (tmp_path / name).write_text('{"type": "integer"}')
    (tmp_path / "schemas" / "link.json").symlink_to(tmp_path / "secret.json")
    with pytest.raises(FileError, match=r"loads nothing from outside|is no usable"):
        SchemaFile(path)


def test_a_schema_in_one_piece_says_the_same_and_refers_to_nothing_outside(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        vectors__a={"$defs": {"b": {"$ref": "../operations/b.json"}}},
        operations__b={
            "type": "object",
            "properties": {"c": {"$ref": "../parts.json#/$defs/C"}, "own": {"$ref": "#/$defs/Own"}},
            "$defs": {"Own": {"type": "null"}},
        },
        parts={"$defs": {"C": {"items": {"$ref": "#/$defs/C"}, "type": "array"}}},
    )
    whole = SchemaFile(path).in_one_piece("b")
    assert whole["properties"]["c"] == {"$ref": "#/$defs/C"}
    assert whole["$defs"]["C"] == {"items": {"$ref": "#/$defs/C"}, "type": "array"}
    assert whole["$defs"]["Own"] == {"type": "null"}
    assert ".json" not in json.dumps(whole)
    assert breaks(whole, {"c": [[], [[]]], "own": None}) is None
    assert breaks(whole, {"c": [1]}) is not None


def test_a_schema_that_refers_to_itself_alone_comes_to_an_end(tmp_path: Path) -> None:
    path = write(tmp_path, vectors__a={"$defs": {"b": {"$ref": "#/$defs/b"}}})
    assert SchemaFile(path).in_one_piece("b")["$ref"] == "#/$defs/b"
