"""The schema that a vector file is held against.

It is the file that ``$schema`` names. Where that is not there, as in a folder of vector files that
somebody has copied, it is the one that this distribution ships for a file of that name; and for a
file that nobody knows it is the shape that all vector files have, without that of its operations.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hanzo_vectors.errors import FileError
from hanzo_vectors.fixtures import workspace_schema
from hanzo_vectors.schema_check import SchemaFile
from hanzo_vectors.shipped import shipped_folder

# What a vector needs that its type cannot say: one question or several, and nothing to look at
# afterwards where there is no workspace.
SHAPES: list[dict[str, Any]] = [
    {
        "if": {"required": ["steps"]},
        "then": {"properties": dict.fromkeys(("operation", "input", "expected", "where"), False)},
        "else": {"required": ["operation", "input", "expected"]},
    },
    {"dependentRequired": {"after": ["workspace"]}},
]
SIDES = {"oneOf": [{"required": ["result"]}, {"required": ["error"]}]}
GENERAL: dict[str, Any] = {
    "$defs": {
        "vector": {
            "allOf": SHAPES,
            "properties": {
                "expected": SIDES,
                "workspace": workspace_schema(),
                "steps": {"items": {"properties": {"expected": SIDES}}},
            },
        }
    }
}


def vector_schema(path: Path, stated: str) -> SchemaFile:
    """The schema for the vector file at ``path``, whose ``$schema`` is ``stated``.

    Raises ``FileError`` for one that cannot be used.
    """
    place = Path(path.parent, stated)
    try:
        if place.is_file():
            return SchemaFile(place.resolve())
        if place.exists():
            raise FileError(path, f"$schema names {place}, which is no file")
    # A name that no file can have.
    except (OSError, ValueError) as problem:
        raise FileError(path, f"$schema names no file: {problem}") from None
    shipped = shipped_folder() / "schemas" / "vectors" / path.name
    return SchemaFile(shipped) if shipped.is_file() else SchemaFile(path, GENERAL)


def is_known(path: Path, stated: str) -> bool:
    """Whether there is a schema that says what the operations of a vector file take and answer."""
    return vector_schema(path, stated).document is not GENERAL
