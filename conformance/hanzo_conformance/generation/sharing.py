"""What stands in many schema files, once: in one file beside them, to which the others refer."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

# Where the parts of operations' schemas stand that several of them have.
PARTS = "operation-parts.json"
TITLE = "Parts of the inputs and outputs of several operations"
LOCAL = "#/$defs/"


def shared(operations: Mapping[str, Any], dialect: str) -> dict[str, Any]:
    """The schemas of operations, by path, with what several have in a file of its own.

    A part is shared under its name where each file that has the name means the same by it, and all
    that it refers to is shared as well; a whole schema is under its title.
    """
    parts = _common(operations)
    found: dict[str, Any] = {}
    for path, schema in operations.items():
        title = schema.get("title")
        own = {key: value for key, value in schema.items() if key not in {"$schema", "$defs"}}
        if title in parts and own == parts[title]:
            found[path] = {"$schema": dialect, "$ref": f"../{PARTS}{LOCAL}{title}"}
            continue
        found[path] = without_shared(schema, parts)
    if parts:
        found[PARTS] = {"$schema": dialect, "title": TITLE, "$defs": dict(sorted(parts.items()))}
    return found


def without_shared(schema: Mapping[str, Any], parts: Mapping[str, Any]) -> dict[str, Any]:
    """A schema of one folder below, which refers to the shared parts instead of having them."""
    rest = {name: part for name, part in schema.get("$defs", {}).items() if name not in parts}
    kept = {key: value for key, value in schema.items() if key != "$defs"}
    whole = {**kept, **({"$defs": rest} if rest else {})}
    found: dict[str, Any] = pointed(whole, parts, f"../{PARTS}{LOCAL}")
    return found


def _common(operations: Mapping[str, Any]) -> dict[str, Any]:
    """The parts that several schemas have, by name."""
    meanings: dict[str, dict[str, Any]] = {}
    uses: dict[str, int] = {}
    for schema in operations.values():
        own = {key: value for key, value in schema.items() if key not in {"$schema", "$defs"}}
        named = {**schema.get("$defs", {}), **({own["title"]: own} if "title" in own else {})}
        for name, part in named.items():
            text = json.dumps(part, sort_keys=True)
            meanings.setdefault(name, {})[text] = part
            uses[name] = uses.get(name, 0) + 1
    found = {
        name: next(iter(of.values()))
        for name, of in meanings.items()
        if len(of) == 1 and uses[name] > 1
    }
    while True:
        kept = {name: part for name, part in found.items() if references(part) <= found.keys()}
        if len(kept) == len(found):
            return kept
        found = kept


def references(value: Any) -> set[str]:
    """The names of the parts of its own file that a schema refers to."""
    if isinstance(value, dict):
        found: set[str] = set()
        for key, item in value.items():
            if key == "$ref" and isinstance(item, str) and item.startswith(LOCAL):
                found.add(item.removeprefix(LOCAL))
            else:
                found |= references(item)
        return found
    if isinstance(value, list):
        return {name for item in value for name in references(item)}
    return set()


def pointed(value: Any, names: Mapping[str, Any], place: str) -> Any:
    """A schema whose references to these parts of its file lead to another place."""
    if isinstance(value, dict):
        return {
            key: place + item.removeprefix(LOCAL)
            if key == "$ref" and isinstance(item, str) and item.removeprefix(LOCAL) in names
            else pointed(item, names, place)
            for key, item in value.items()
        }
    if isinstance(value, list):
        return [pointed(item, names, place) for item in value]
    return value
