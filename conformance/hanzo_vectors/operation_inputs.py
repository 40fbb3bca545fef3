"""What the published schemas say of the operations: of their input, and against it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from hanzo_vectors.bounded import DATA_BYTES, read_bounded
from hanzo_vectors.errors import FileError
from hanzo_vectors.schema_check import SchemaFile
from hanzo_vectors.shipped import shipped_folder
from hanzo_vectors.vector import Vector
from hanzo_vectors.vector_schemas import vector_schema


class _Head(msgspec.Struct):
    """Of a vector file, the address of its schema."""

    schema: str = msgspec.field(name="$schema")


class OperationInputs:
    """Reads the schema of a vector file when one of its operations is asked about."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or shipped_folder() / "test-vectors"
        self._schemas: dict[str, SchemaFile] = {}

    def problem(self, vector: Vector, params: Any) -> str | None:
        """What is wrong with params for the operation of a vector, or None.

        None, too, where no schema says anything of the operation.

        Raises ``FileError`` when there is no usable schema.
        """
        schema, part = self._schema(vector), f"{vector.operation}.input"
        return schema.part(part, params) if schema.knows(part) else None

    def sides(self, vector: Vector, operation: str) -> dict[str, Any]:
        """The schemas of an operation's input and output, which the vector asks; where known.

        They are those of what is valid, if there are files of them: vectors may ask more.
        """
        asked = self._schema(vector)
        found: dict[str, Any] = {}
        for side in ("input", "output"):
            name = f"{operation}.{side}"
            valid = self._folder.parent / "schemas" / "operations" / f"{name}.json"
            if valid.is_file():
                found[side] = SchemaFile(valid).in_one_piece()
            elif asked.knows(name):
                found[side] = asked.in_one_piece(name)
        return found

    def _schema(self, vector: Vector) -> SchemaFile:
        stem = vector.id.partition("/")[0]
        if stem not in self._schemas:
            self._schemas[stem] = self._read(self._folder / f"{stem}.json")
        return self._schemas[stem]

    def _read(self, path: Path) -> SchemaFile:
        try:
            head = msgspec.json.decode(read_bounded(path, DATA_BYTES), type=_Head)
        except OSError as problem:
            raise FileError(path, f"cannot be read: {problem.strerror}") from None
        except msgspec.DecodeError as problem:
            raise FileError(path, f"names no schema: {problem}") from None
        return vector_schema(path, head.schema)
