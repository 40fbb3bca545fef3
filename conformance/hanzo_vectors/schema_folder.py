"""Schemas that refer to others of their folder: what stands in many of them stands there once.

A published schema may refer to a file by a relative path, within the folder ``schemas`` that it lies
in and nowhere else: nothing is ever loaded from outside of it, and nothing from a network.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from hanzo_vectors.bounded import DATA_BYTES, read_bounded

FOLDER = "schemas"
# What stands for the folder in the addresses that a validator makes of relative references.
BASE = "schemas:///"
LOCAL = "#/$defs/"
ADDRESS = re.compile(
    r"schemas:///((?:[A-Za-z0-9_-][A-Za-z0-9._-]*/)*[A-Za-z0-9_-][A-Za-z0-9._-]*\.json)"
)


class SchemaFolder:
    """The folder around a schema file; ``address`` is what its relative references start at."""

    def __init__(self, path: Path) -> None:
        whole = path.resolve()
        root = next((item for item in whole.parents if item.name == FOLDER), whole.parent)
        self._root = root
        self.address = BASE + whole.relative_to(root).as_posix()

    def retrieve(self, address: str) -> Any:
        """The schema at an address; raises ``ValueError`` for one outside, or that is no JSON."""
        match = ADDRESS.fullmatch(address)
        if match is None:
            raise ValueError(address)
        path = (self._root / match[1]).resolve()
        if not path.is_relative_to(self._root):
            raise ValueError(address)
        try:
            return json.loads(read_bounded(path, DATA_BYTES))
        except (OSError, RecursionError) as problem:
            raise ValueError(f"{address}: {problem}") from None

    def in_one_piece(self, schema: Mapping[str, Any]) -> dict[str, Any]:
        """A schema of this file with all that it refers to in others among its own ``$defs``.

        For those who read schemas instead of asking them. Raises ``ValueError``.
        """
        parts: dict[str, Any] = {}
        whole = self._moved(schema, self.address, parts)
        # A part that only leads to a file has the file's name: what is there is what counts.
        known = {**whole.get("$defs", {}), **parts}
        seen: set[str] = set()
        while whole.keys() - {"$schema", "$defs"} == {"$ref"}:
            # Nothing but a reference: it is what it refers to.
            name = whole["$ref"].removeprefix(LOCAL)
            if name not in known or name in seen:
                break
            seen.add(name)
            whole = {**known[name], "$defs": known}
        return {**whole, "$defs": known}

    def _moved(self, value: Any, base: str, parts: dict[str, Any]) -> Any:
        if isinstance(value, list):
            return [self._moved(item, base, parts) for item in value]
        if not isinstance(value, dict):
            return value
        found = {key: self._moved(item, base, parts) for key, item in value.items()}
        reference = value.get("$ref")
        if isinstance(reference, str) and not (base == self.address and reference.startswith("#")):
            file, _, pointer = reference.partition("#")
            address = BASE + _joined(base.removeprefix(BASE), file) if file else base
            name = pointer.rpartition("/")[2] or PurePosixPath(address).stem
            if name not in parts:
                parts[name] = {}
                part = self.retrieve(address)
                for token in pointer.split("/")[1:]:
                    part = part[token]
                kept = {key: item for key, item in part.items() if key not in {"$schema", "$defs"}}
                parts[name] = self._moved(kept, address, parts)
            found["$ref"] = LOCAL + name
        return found


def with_what_it_needs(path: Path) -> dict[str, Path]:
    """A schema file and all that it refers to, by their paths in the folder ``schemas``.

    Raises ``OSError`` and ``ValueError``.
    """
    folder = SchemaFolder(path)
    found: dict[str, Path] = {}
    todo = [folder.address.removeprefix(BASE)]
    root = path.resolve().parents[len(PurePosixPath(todo[0]).parts) - 1]
    while todo:
        name = todo.pop()
        if name in found:
            continue
        found[name] = root / name
        for reference in _references(json.loads(read_bounded(root / name, DATA_BYTES))):
            file = reference.partition("#")[0]
            if file:
                todo.append(_joined(name, file))
    return found


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, item in value.items():
            if key == "$ref" and isinstance(item, str):
                yield item
            else:
                yield from _references(item)
    elif isinstance(value, list):
        for item in value:
            yield from _references(item)


def _joined(name: str, file: str) -> str:
    """Where a relative path leads from a file of the folder; raises ``ValueError`` outside of it."""
    parts = list(PurePosixPath(name).parent.parts)
    for part in PurePosixPath(file).parts:
        if part == "..":
            if not parts:
                raise ValueError(f"{name} refers to {file}, outside of its folder")
            parts.pop()
        else:
            parts.append(part)
    return "/".join(parts)
