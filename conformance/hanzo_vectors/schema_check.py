"""Validation against JSON Schemas, by the compiled validators of ``jsonschema_rs``.

The pure layer is handed ``breaks`` as a function and stays free of the import.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hanzo_vectors.bounded import DATA_BYTES, read_bounded
from hanzo_vectors.errors import FileError
from hanzo_vectors.schema_folder import SchemaFolder

if TYPE_CHECKING:
    import jsonschema_rs


def breaks(schema: Any, value: Any) -> str | None:
    """What a ``where`` schema says against a value, or None; raises ``BadSchemaError``."""
    return _first(_compiled(json.dumps(schema, sort_keys=True)), value)


def schema_problem(schema: Any) -> str | None:
    """Why this is no schema that ``breaks`` can ask, or None."""
    try:
        _compiled(json.dumps(schema, sort_keys=True))
    except BadSchemaError as problem:
        return str(problem)
    except RecursionError:
        return "nested too deeply"
    return None


class BadSchemaError(ValueError):
    """A JSON value that cannot be used as a schema; ``str()`` says why."""


@cache
def _compiled(text: str) -> jsonschema_rs.Validator:
    return _validator(json.loads(text))


def _validator(schema: Any, around: SchemaFolder | None = None) -> jsonschema_rs.Validator:
    """A compiled schema, for which nothing is ever loaded but files of the folder ``around`` it."""
    import jsonschema_rs

    # The library takes a text for the JSON of a schema.
    if not isinstance(schema, dict | bool):
        raise BadSchemaError("a schema is an object, true or false")
    try:
        if around is None:
            return jsonschema_rs.Draft202012Validator(schema, retriever=_refuse)
        return jsonschema_rs.Draft202012Validator(
            schema, retriever=around.retrieve, base_uri=around.address
        )
    # A text too deep for the library is a plain ValueError, as are its own errors.
    except (ValueError, jsonschema_rs.ReferencingError) as problem:
        what = getattr(problem, "message", str(problem)).partition("\n")[0]
        path = getattr(problem, "instance_path", [])
        if path:
            what += " at " + "".join(f"/{step}" for step in path)
        if match := OUTSIDE.search(what):
            inside = "its file" if around is None else "the folder of schemas that it lies in"
            what = f"it refers to {match[1]}, and a schema loads nothing from outside {inside}"
        raise BadSchemaError(what[:500]) from None


# How the library says that a reference leads out of the schema.
OUTSIDE = re.compile("^Resource '(.*)' is not present in a registry")


def _refuse(address: str) -> Any:
    raise ValueError(address)


class SchemaFile:
    """A published schema: loaded and compiled once, asked many times.

    It may refer to other files of the folder ``schemas`` that it lies in, see ``schema_folder``.
    ``document`` is what takes the place of the file's content.
    """

    def __init__(self, path: Path, document: Any = None) -> None:
        try:
            self.document: Any = document or json.loads(read_bounded(path, DATA_BYTES))
            self._around = SchemaFolder(path)
            self._whole = _validator(self.document, self._around)
        except OSError as problem:
            raise FileError(path, f"cannot be read: {problem.strerror}") from None
        except (ValueError, RecursionError) as problem:
            raise FileError(path, f"is no usable JSON Schema: {problem}") from None
        self._path = path
        self._parts: dict[str, jsonschema_rs.Validator] = {}

    def whole(self, value: Any) -> str | None:
        """What the schema says against a value, or None."""
        return _first(self._whole, value)

    def in_one_piece(self, name: str | None = None) -> dict[str, Any]:
        """The schema, or one of its ``$defs``, with what it refers to in other files; to be read."""
        if not isinstance(self.document, dict):
            return {}
        known = self.document.get("$defs", {})
        try:
            part = self.document if name is None else {"$ref": f"#/$defs/{name}", "$defs": known}
            return self._around.in_one_piece(part)
        except (ValueError, LookupError, TypeError, AttributeError) as problem:
            raise FileError(self._path, f"is no usable JSON Schema: {problem}") from None

    def knows(self, name: str) -> bool:
        """Whether the schema says anything of this one of its ``$defs``."""
        known = self.document.get("$defs") if isinstance(self.document, dict) else None
        return isinstance(known, dict) and name in known

    def part(self, name: str, value: Any) -> str | None:
        """The same for one of the schema's ``$defs``; raises ``FileError`` where it has none."""
        if name not in self._parts:
            if not self.knows(name):
                raise FileError(
                    self._path,
                    f"says nothing of #/$defs/{name}",
                    "schemas are generated: hanzo-conformance vectors generate",
                )
            try:
                part = {"$ref": f"#/$defs/{name}", "$defs": self.document["$defs"]}
                self._parts[name] = _validator(part, self._around)
            except BadSchemaError as problem:
                raise FileError(self._path, f"is no usable JSON Schema: {problem}") from None
        return _first(self._parts[name], value)


def _first(validator: jsonschema_rs.Validator, value: Any) -> str | None:
    try:
        for problem in validator.iter_errors(value):
            pointer = "".join(f"/{step}" for step in problem.instance_path)
            return f"{pointer or '(top)'}: {problem.message[:500]}"
    except ValueError as problem:
        # A value that is nested deeper than the library goes.
        return f"(top): cannot be held against a schema: {problem}"
    return None
