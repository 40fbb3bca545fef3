"""A folder of vector files with one tiny domain, for tests of reading and of the command line."""

from __future__ import annotations

import copy
import json
import sys
from pathlib import Path
from typing import Any

from hanzo_conformance.generation.schemas import vector_file_schema

FAKE = Path(__file__).parent / "fakes" / "adapter.py"

TEXT = {
    "type": "object",
    "properties": {"text": {"type": "string"}},
    "required": ["text"],
    "additionalProperties": False,
}
DOMAIN = {
    "domain": "echo",
    "operations": [
        {"name": "echo.say", "input": TEXT, "output": TEXT, "errors": {"TOO_BAD": "when it is"}}
    ],
    "asked": [],
}
FILE: dict[str, Any] = {
    "$schema": "../schemas/vectors/echo.json",
    "format": 1,
    "domain": "echo",
    "title": "Echo",
    "sources": ["nobody"],
    "provenance": {"generator": "hand", "spec_sha256": "0" * 64, "vectors_sha256": "0" * 64},
    "notes": {"plain": {"catches": "nothing"}},
    "requirements": [
        {"id": "ECHO-1", "level": "must", "sentence": "Text comes back.", "source": "nobody"}
    ],
    "vectors": [],
}


def entry(name: str, text: str, **members: Any) -> dict[str, Any]:
    """A vector that expects its text back."""
    return {
        "id": f"echo/{name}",
        "description": f"Says {text}",
        "requirements": ["ECHO-1"],
        "level": "must",
        "flags": ["plain"],
        "operation": "echo.say",
        "input": {"text": text},
        "expected": {"result": {"text": text}},
        **members,
    }


def lay_out(folder: Path, *entries: dict[str, Any], **members: Any) -> Path:
    """Write schema and vector file below a folder; the folder of vector files."""
    schema = folder / "schemas" / "vectors" / "echo.json"
    schema.parent.mkdir(parents=True)
    schema.write_text(json.dumps(vector_file_schema(copy.deepcopy(DOMAIN))))
    place = folder / "test-vectors"
    place.mkdir()
    document = {**FILE, "vectors": list(entries), **members}
    (place / "echo.json").write_text(json.dumps(document, indent=1))
    return place


def manifest(folder: Path, fault: str, name: str = "fake", more: str = "") -> Path:
    """Write the manifest of a fake adapter; its path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "runner.toml"
    path.write_text(
        f'name = "{name}"\nlanguage = "python"\n'
        f"command = {json.dumps([sys.executable, '-S', str(FAKE), fault])}\n{more}\n"
        + ("" if "[limits]" in more else "[limits]\ntimeout_s = 0.5\ngrace_s = 0.5\n")
    )
    return path
