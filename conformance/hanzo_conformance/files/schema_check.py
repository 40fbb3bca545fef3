"""Validation against JSON Schemas, by the compiled validators of ``jsonschema_rs``.

The pure layer is handed ``breaks`` as a function and stays free of the import.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hanzo_conformance.values.errors import FileError

if TYPE_CHECKING:
    import jsonschema_rs


def breaks(schema: Any, value: Any) -> str | None:
    """What a ``where`` schema says against a value, or None."""
    return _first(_compiled(json.dumps(schema, sort_keys=True)), value)


@cache
def _compiled(text: str) -> jsonschema_rs.Validator:
    import jsonschema_rs

    return jsonschema_rs.Draft202012Validator(json.loads(text))


class SchemaFile:
    """A published schema: loaded and compiled once, asked many times."""

    def __init__(self, path: Path) -> None:
        import jsonschema_rs

        try:
            self.document: dict[str, Any] = json.loads(path.read_bytes())
            self._whole = jsonschema_rs.Draft202012Validator(self.document)
        except OSError as problem:
            raise FileError(path, f"cannot be read: {problem.strerror}") from None
        except (ValueError, jsonschema_rs.ReferencingError) as problem:
            raise FileError(path, f"is no usable JSON Schema: {problem}") from None
        self._parts: dict[str, jsonschema_rs.Validator] = {}

    def whole(self, value: Any) -> str | None:
        """What the schema says against a value, or None."""
        return _first(self._whole, value)

    def part(self, name: str, value: Any) -> str | None:
        """The same for one of the schema's ``$defs``."""
        import jsonschema_rs

        if name not in self._parts:
            part = {"$ref": f"#/$defs/{name}", "$defs": self.document["$defs"]}
            self._parts[name] = jsonschema_rs.Draft202012Validator(part)
        return _first(self._parts[name], value)


def _first(validator: jsonschema_rs.Validator, value: Any) -> str | None:
    for problem in validator.iter_errors(value):
        pointer = "".join(f"/{step}" for step in problem.instance_path)
        return f"{pointer or '(top)'}: {problem.message[:500]}"
    return None
