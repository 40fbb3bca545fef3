"""The schemas of the contract, from the types that the harness and the reference declare."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from hanzo_conformance.generation.sharing import LOCAL, shared, without_shared
from hanzo_conformance.implementations.manifest import Manifest
from hanzo_conformance.known.entry import BaselineFile
from hanzo_conformance.transports.messages import (
    DomainErrorData,
    Handshake,
    Initialize,
    Refusal,
    Request,
    Success,
)
from hanzo_conformance.verdicts.record import RunRecord
from hanzo_vectors.fixtures import workspace_schema
from hanzo_vectors.vector import Entry, VectorFile
from hanzo_vectors.vector_schemas import SHAPES

DIALECT = "https://json-schema.org/draft/2020-12/schema"

# File below schemas/ and the type that it describes.
PUBLISHED: dict[str, Any] = {
    "protocol/initialize.json": Initialize,
    "protocol/handshake.json": Handshake,
    "protocol/request.json": Request,
    "protocol/success.json": Success,
    "protocol/refusal.json": Refusal,
    "protocol/domain-error-data.json": DomainErrorData,
    "run-record.json": RunRecord,
    "runner.json": Manifest,
    "known-divergences.json": BaselineFile,
}


def harness_schemas() -> dict[str, Any]:
    """The schemas of the harness's own types, by file name."""
    return {name: _schema(kind) for name, kind in PUBLISHED.items()} | {GENERAL: general_schema()}


def operation_schemas(operations: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """What is valid for operations, by file name, with what several of them have."""
    found: dict[str, Any] = {}
    for operation in operations:
        for side in ("input", "output"):
            name = f"operations/{operation['name']}.{side}.json"
            found[name] = {"$schema": DIALECT, **operation["valid"][side]}
    return shared(found, DIALECT)


def general_schema() -> dict[str, Any]:
    """The shape that all vector files have, whatever their operations take and answer."""
    frame, entry, definitions = _general()
    definitions["vector"] = entry
    return {"$schema": DIALECT, **frame, "$defs": definitions}


def published_vector_schema(domain: dict[str, Any], parts: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of a domain's vector file, as it stands beside those that it refers to.

    ``parts`` are those that several operations share.
    """
    operations = _asked(domain)
    definitions, rule = _questions(operations)
    for name, schema in definitions.items():
        if name.endswith(STAGED):
            definitions[name] = _moved(without_shared(schema, parts), f"{LOCAL}{name}")
    definitions["vector"] = {"$ref": f"../{GENERAL}{LOCAL}vector", "allOf": [rule]}
    for item in operations:
        for side in ("input", "output"):
            name = f"{item['name']}.{side}"
            if item["valid"][side] == item[side]:
                definitions[name] = {"$ref": f"../operations/{name}.json"}
            else:
                # What vectors say of it may break rules, or be open where a rule holds instead.
                definitions[name] = _moved(without_shared(item[side], parts), f"{LOCAL}{name}")
    definitions = _once(definitions)
    return {
        "$schema": DIALECT,
        "$ref": f"../{GENERAL}",
        "properties": _properties(domain),
        "$defs": definitions,
    }


def vector_file_schema(domain: dict[str, Any]) -> dict[str, Any]:
    """The same in one piece that refers to nothing outside of itself."""
    frame, entry, definitions = _general()
    frame["properties"] |= _properties(domain)
    operations = _asked(domain)
    asked, rule = _questions(operations)
    entry["allOf"] = [*entry["allOf"], rule]
    definitions["vector"] = entry
    for name, schema in asked.items():
        definitions[name] = _moved(schema, f"{LOCAL}{name}") if name.endswith(STAGED) else schema
    for item in operations:
        for side in ("input", "output"):
            name = f"{item['name']}.{side}"
            definitions[name] = _moved(item[side], f"{LOCAL}{name}")
    return {"$schema": DIALECT, **frame, "$defs": definitions}


def _asked(domain: dict[str, Any]) -> list[dict[str, Any]]:
    """The operations that a domain's vectors may ask."""
    return [*domain["operations"], *domain["asked"]]


def _once(definitions: Mapping[str, Any]) -> dict[str, Any]:
    """Definitions in which one that says the same as one before it refers to that one."""
    there: dict[str, str] = {}
    found: dict[str, Any] = {}
    for name, schema in definitions.items():
        text = json.dumps(schema, sort_keys=True).replace(f"{LOCAL}{name}", LOCAL)
        first = there.setdefault(text, name)
        found[name] = schema if first == name else {"$ref": f"{LOCAL}{first}"}
    return found


def _general() -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """Of every vector file: the frame, a vector, and the parts to which they refer."""
    (_, _), parts = msgspec.json.schema_components(
        (VectorFile, Entry), ref_template=f"{LOCAL}{{name}}"
    )
    definitions: dict[str, Any] = dict(sorted({**parts, "Workspace": workspace_schema()}.items()))
    frame = definitions.pop("VectorFile")
    entry = definitions.pop("Entry")
    frame["properties"]["vectors"] = {"type": "array", "items": {"$ref": f"{LOCAL}vector"}}
    entry["allOf"] = list(SHAPES)
    entry["properties"][WORKSPACE] = {"$ref": f"{LOCAL}Workspace"}
    return frame, entry, definitions


def _properties(domain: dict[str, Any]) -> dict[str, Any]:
    """What a domain's file says of its members beside what all of them say."""
    return {
        "domain": {"const": domain["domain"]},
        "vectors": {"type": "array", "items": {"$ref": f"{LOCAL}vector"}},
    }


def _questions(operations: Sequence[dict[str, Any]]) -> tuple[dict[str, Any], dict[str, Any]]:
    """What may be asked, by name, with inputs in a workspace; and the rule that a vector keeps."""
    staged = [item for item in operations if _is_staged(item)]
    definitions: dict[str, Any] = {"question": _question(operations, "input")}
    if staged:
        definitions["question-in-workspace"] = _question(staged, STAGED)
    # Without an operation that works in a folder there is nothing to do in one.
    apart = _each("question-in-workspace") if staged else {"properties": {WORKSPACE: False}}
    rule = {"if": {"required": [WORKSPACE]}, "then": apart, "else": _each("question")}
    for item in staged:
        definitions[f"{item['name']}.{STAGED}"] = _without_workspace(item["input"])
    return definitions, rule


# The shape of all vector files, beside the schemas of single ones.
GENERAL = "vector-file.json"
WORKSPACE = "workspace"
STAGED = "input-in-workspace"


def _question(operations: Sequence[dict[str, Any]], side: str) -> dict[str, Any]:
    """What a question is, be it a whole vector or a step."""
    names = [item["name"] for item in operations]
    return {
        "properties": {"operation": {"enum": names}},
        "allOf": [_operation_rule(alike, side) for alike in _alike(operations)],
    }


def _alike(operations: Sequence[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Operations in groups that take the same, answer the same and have the same errors."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for item in operations:
        text = json.dumps([item[part] for part in ("input", "output", "errors")], sort_keys=True)
        groups.setdefault(text, []).append(item)
    return list(groups.values())


def _each(question: str) -> dict[str, Any]:
    """The one question of a vector, or each of its steps."""
    rule = {"$ref": f"#/$defs/{question}"}
    return {"allOf": [rule], "properties": {"steps": {"items": rule}}}


def _is_staged(operation: dict[str, Any]) -> bool:
    """Whether an operation works in a folder that it is given."""
    return WORKSPACE in operation["input"].get("properties", {})


def _without_workspace(schema: dict[str, Any]) -> dict[str, Any]:
    """The input as a vector has it whose workspace the harness lays out and names."""
    properties = {name: rule for name, rule in schema["properties"].items() if name != WORKSPACE}
    required = [name for name in schema.get("required", []) if name != WORKSPACE]
    return {**schema, "properties": properties, "required": required}


def _operation_rule(alike: Sequence[dict[str, Any]], side: str) -> dict[str, Any]:
    """What input and expectation of a question must be, given its operation: any of those alike."""
    operation, *others = alike
    name = operation["name"]
    which = {"enum": [item["name"] for item in alike]} if others else {"const": name}
    kinds: list[dict[str, Any]] = [
        {"required": ["result"], "properties": {"result": {"$ref": f"#/$defs/{name}.output"}}}
    ]
    if operation["errors"]:
        error = {
            "type": "object",
            "required": ["code"],
            "properties": {
                "code": {"enum": sorted(operation["errors"])},
                "details": {"type": "object"},
            },
            "additionalProperties": False,
        }
        kinds.append({"required": ["error"], "properties": {"error": error}})
    return {
        "if": {"required": ["operation"], "properties": {"operation": which}},
        "then": {
            "properties": {
                "input": {"$ref": f"#/$defs/{name}.{side}"},
                "expected": {"type": "object", "oneOf": kinds},
            }
        },
    }


def _schema(kind: Any) -> dict[str, Any]:
    schema: dict[str, Any] = msgspec.json.schema(kind)
    parts = schema.pop("$defs")
    top = parts.pop(schema["$ref"].rpartition("/")[2])
    return {"$schema": DIALECT, **top, **({"$defs": dict(sorted(parts.items()))} if parts else {})}


def _moved(schema: Any, place: str) -> Any:
    """A schema that has become a part of another: its own references start at its new place."""
    if isinstance(schema, dict):
        return {
            key: (place + value[1:] if value.startswith("#") else value)
            if key == "$ref"
            else _moved(value, place)
            for key, value in schema.items()
        }
    if isinstance(schema, list):
        return [_moved(value, place) for value in schema]
    return schema
