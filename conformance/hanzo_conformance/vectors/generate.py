"""From the reference to files: what schemas/ and test-vectors/ have to hold, byte for byte."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from hanzo_conformance.transports.staging import own_stage
from hanzo_conformance.values.errors import ConformanceError, ExitCode
from hanzo_conformance.vectors.schemas import (
    harness_schemas,
    operation_schemas,
    vector_file_schema,
)
from hanzo_vectors.comparison import Difference, differences
from hanzo_vectors.strict_json import compact, dumps, loads, pretty

# The folders whose generated files are nobody's to edit.
FOLDERS = ("schemas", "test-vectors")


class UnsoundReferenceError(ConformanceError):
    """The reference cannot be turned into vectors."""

    exit_code = ExitCode.DIVERGES


class VectorChange(msgspec.Struct, frozen=True):
    """What happened to one vector; ``differences`` are those of the whole entry."""

    id: str
    kind: str
    differences: tuple[Difference, ...] = ()


def generated_files() -> dict[str, bytes]:
    """Every generated file by its path relative to the contract's folder.

    Raises ``UnsoundReferenceError`` with the case when an anchored value and the reference disagree.
    """
    from hanzo_reference import __version__ as reference_version
    from hanzo_reference.spec.cases import CaseError
    from hanzo_reference.spec.contract import describe, domains
    from hanzo_reference.spec.requirements import SpecError

    files = {f"schemas/{name}": schema for name, schema in harness_schemas().items()}
    for domain in domains():
        try:
            described = describe(domain, own_stage)
        except (CaseError, SpecError) as problem:
            raise UnsoundReferenceError(
                f"{domain.id}: {problem}", "mend the case or the rule"
            ) from None
        for name, schema in operation_schemas(described).items():
            files[f"schemas/{name}"] = schema
        stem = described["file"]
        files[f"schemas/vectors/{stem}.json"] = vector_file_schema(described)
        files[f"test-vectors/{stem}.json"] = _vector_file(described, reference_version)
    return {path: visible(pretty(content)).encode() for path, content in sorted(files.items())}


def files_there(folder: Path) -> dict[str, bytes]:
    """The generated files that a folder holds now."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for name in FOLDERS
        for path in sorted((folder / name).rglob("*.json"))
    }


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Make the folder hold exactly these generated files."""
    for path in files_there(folder).keys() - files.keys():
        (folder / path).unlink()
    for path, content in files.items():
        place = folder / path
        if not place.is_file() or place.read_bytes() != content:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)


def vector_changes(old: Mapping[str, bytes], new: Mapping[str, bytes]) -> list[VectorChange]:
    """Which vectors are new, gone or changed between two sets of files, by id."""
    before, after = _vectors(old), _vectors(new)
    found = [VectorChange(name, "gone") for name in before if name not in after]
    for name, entry in after.items():
        if name not in before:
            found.append(VectorChange(name, "new"))
            continue
        told = tuple(differences(before[name], entry))
        if told:
            found.append(VectorChange(name, "changed", told))
    return found


def _vectors(files: Mapping[str, bytes]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for path, content in files.items():
        if path.startswith("test-vectors/"):
            try:
                entries = loads(content)["vectors"]
                found.update({entry["id"]: entry for entry in entries})
            except (ValueError, KeyError, TypeError):
                # A file that was spoiled by hand has no vectors to compare; its bytes differ.
                continue
    return found


def _vector_file(described: dict[str, Any], version: str) -> dict[str, Any]:
    digest = hashlib.sha256()
    for entry in described["vectors"]:
        digest.update(compact(visible(dumps(entry).decode()).encode()) + b"\n")
    return {
        "$schema": f"../schemas/vectors/{described['file']}.json",
        "format": 1,
        "domain": described["domain"],
        "title": described["title"],
        "sources": described["sources"],
        "provenance": {
            "generator": f"hanzo-reference {version}",
            "spec_sha256": described["spec_sha256"],
            "vectors_sha256": digest.hexdigest(),
        },
        "notes": described["notes"],
        **({"outcome": described["outcome"]} if described["outcome"] else {}),
        "requirements": described["requirements"],
        "vectors": described["vectors"],
    }


def visible(text: str) -> str:
    """JSON text with every character escaped that does not show: they stand in strings only."""
    if text.isascii() and "\x7f" not in text:
        return text
    return "".join(char if char.isprintable() or char == "\n" else _escaped(char) for char in text)


def _escaped(char: str) -> str:
    units = char.encode("utf-16-be")
    return "".join(f"\\u{units[i]:02x}{units[i + 1]:02x}" for i in range(0, len(units), 2))
