"""Parts that several schemas have stand once, and mean the same there as they did."""

from __future__ import annotations

from typing import Any

from hanzo_conformance.generation.sharing import PARTS, shared

INNER = {"type": "integer"}
OUTER = {"type": "array", "items": {"$ref": "#/$defs/Inner"}}


def schema(**parts: Any) -> dict[str, Any]:
    refs = [{"$ref": f"#/$defs/{name}"} for name in parts]
    return {"$schema": "d", "title": f"Of{len(parts)}", "anyOf": refs, "$defs": dict(parts)}


def test_a_part_of_several_files_stands_once_with_what_it_refers_to() -> None:
    found = shared(
        {
            "operations/a.json": schema(Inner=INNER, Outer=OUTER),
            "operations/b.json": schema(Inner=INNER, Outer=OUTER, Own={"type": "null"}),
        },
        "d",
    )
    assert found[PARTS]["$defs"] == {"Inner": INNER, "Outer": OUTER}
    assert "$defs" not in found["operations/a.json"]
    assert found["operations/b.json"]["$defs"] == {"Own": {"type": "null"}}
    assert found["operations/b.json"]["anyOf"] == [
        {"$ref": f"../{PARTS}#/$defs/Inner"},
        {"$ref": f"../{PARTS}#/$defs/Outer"},
        {"$ref": "#/$defs/Own"},
    ]


def test_a_name_with_two_meanings_is_shared_by_nobody_nor_what_refers_to_it() -> None:
    files = {
        "operations/a.json": schema(Inner=INNER, Outer=OUTER),
        "operations/b.json": schema(Inner={"type": "string"}, Outer=OUTER),
    }
    assert shared(files, "d") == files


def test_a_whole_schema_that_several_operations_have_stands_once() -> None:
    whole = {"$schema": "d", "title": "Answer", "type": "object"}
    found = shared({"operations/a.json": whole, "operations/b.json": whole}, "d")
    assert found["operations/a.json"] == {"$schema": "d", "$ref": f"../{PARTS}#/$defs/Answer"}
    assert found[PARTS]["$defs"] == {"Answer": {"title": "Answer", "type": "object"}}
