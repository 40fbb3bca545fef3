"""Scenarios and the adapter that works on files, for tests of vectors with a workspace."""

from __future__ import annotations

import copy
import json
import sys
from pathlib import Path
from typing import Any

from fake_world import FAKES, QUICK

from hanzo_conformance.generation.schemas import vector_file_schema
from hanzo_conformance.implementations.manifest import Implementation, Limits, Manifest
from hanzo_vectors.reading import read_corpus
from hanzo_vectors.vector import Vector

TEXT = {"type": "string"}


def _object(*names: str) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": dict.fromkeys(names, TEXT),
        "required": list(names),
        "additionalProperties": False,
    }


# ``text`` may be taken from an earlier answer.
WRITE = {
    **_object("workspace", "path", "text"),
    "properties": {
        "workspace": TEXT,
        "path": TEXT,
        "text": {"anyOf": [TEXT, {"type": "object"}]},
    },
}
DOMAIN: dict[str, Any] = {
    "domain": "shop",
    "operations": [
        {"name": "shop.read", "input": _object("workspace", "path"),
         "output": _object("path", "text"), "errors": {"NOT_FOUND": "when it is not there"}},
        {"name": "shop.write", "input": WRITE, "output": _object("path", "text"), "errors": {}},
        {"name": "shop.fetch", "input": _object("workspace", "url"),
         "output": _object("path", "text"), "errors": {}},
    ],
    "asked": [
        {"name": "echo.say", "input": _object("text"), "output": _object("text"), "errors": {}},
    ],
}  # fmt: skip
FILE: dict[str, Any] = {
    "$schema": "../schemas/vectors/shop.json",
    "format": 1,
    "domain": "shop",
    "title": "Shop",
    "sources": ["nobody"],
    "provenance": {"generator": "hand", "spec_sha256": "0" * 64, "vectors_sha256": "0" * 64},
    "notes": {},
    "requirements": [
        {"id": "SHOP-1", "level": "must", "sentence": "Files are files.", "source": "nobody"}
    ],
}


def entry(name: str, **members: Any) -> dict[str, Any]:
    """An entry of the vector file."""
    return {
        "id": f"shop/{name}",
        "description": f"About {name}",
        "requirements": ["SHOP-1"],
        "level": "must",
        "flags": [],
        **members,
    }


def told(path: str, text: str) -> dict[str, Any]:
    """The expectation of a file's content."""
    return {"result": {"path": "${workspace}/" + path, "text": text}}


def write(path: str, text: str, **members: Any) -> dict[str, Any]:
    """The step that writes a file."""
    return {
        "operation": "shop.write",
        "input": {"path": path, "text": text},
        "expected": told(path, text),
        **members,
    }


def read(path: str, text: str, **members: Any) -> dict[str, Any]:
    """The step that reads a file."""
    return {
        "operation": "shop.read",
        "input": {"path": path},
        "expected": told(path, text),
        **members,
    }


def say(text: str) -> dict[str, Any]:
    """The question that has nothing to do with files."""
    body = {"text": text}
    return {"operation": "echo.say", "input": body, "expected": {"result": body}}


def lay_out_corpus(folder: Path, *entries: dict[str, Any]) -> Path:
    """Write schema and vector file below a folder; the folder of vector files."""
    schema = folder / "schemas" / "vectors" / "shop.json"
    schema.parent.mkdir(parents=True, exist_ok=True)
    schema.write_text(json.dumps(vector_file_schema(copy.deepcopy(DOMAIN))))
    place = folder / "test-vectors"
    place.mkdir(exist_ok=True)
    (place / "shop.json").write_text(json.dumps({**FILE, "vectors": list(entries)}))
    return place


def scenarios(folder: Path, *entries: dict[str, Any]) -> tuple[Vector, ...]:
    """The entries as a run holds them."""
    return read_corpus(lay_out_corpus(folder, *entries)).vectors


def workshop(fault: str = "", limits: Limits = QUICK, **manifest: Any) -> Implementation:
    """The adapter that works on files, with one fault."""
    command = [sys.executable, "-S", str(FAKES / "workshop.py"), fault]
    stated = {"name": "workshop", "language": "python", "command": command, "limits": limits}
    return Implementation(Manifest(**{**stated, **manifest}), FAKES)
