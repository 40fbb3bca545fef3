"""From the reference to files: what schemas/ and test-vectors/ have to hold, byte for byte."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from hanzo_conformance.generation.reference import reference_domains, sound
from hanzo_conformance.generation.schemas import (
    harness_schemas,
    operation_schemas,
    published_vector_schema,
)
from hanzo_conformance.generation.sharing import PARTS
from hanzo_conformance.generation.workers import vectors_of
from hanzo_vectors.comparison import Difference, differences
from hanzo_vectors.strict_json import compact, dumps, loads, pretty

# The folders whose generated files are nobody's to edit.
FOLDERS = ("schemas", "test-vectors")


class VectorChange(msgspec.Struct, frozen=True):
    """What happened to one vector; ``differences`` are those of the whole entry."""

    id: str
    kind: str
    differences: tuple[Difference, ...] = ()


def generated_files(names: Sequence[str] = (), jobs: int | None = None) -> dict[str, bytes]:
    """Every generated file by its path relative to the contract's folder, or those of domains.

    Without names, of all, and those that belong to none. ``jobs`` bounds the processes. Raises
    ``UnsoundReferenceError`` with the place when an anchored value and the reference disagree, and
    ``UnknownNameError``.
    """
    from hanzo_reference import __version__ as reference_version
    from hanzo_reference.spec.contract import described_operations, head, homes

    files: dict[str, Any] = {}
    if not names:
        files |= {f"schemas/{name}": schema for name, schema in harness_schemas().items()}
    chosen = reference_domains(names)
    found = vectors_of(chosen, jobs)
    # What several operations share is known by all of them alone.
    with sound():
        everything = operation_schemas(described_operations())
    parts = everything.get(PARTS, {}).get("$defs", {})
    if parts:
        files[f"schemas/{PARTS}"] = everything[PARTS]
    for domain in chosen:
        with sound():
            described = head(domain, found[domain.id])
        for operation in (name for name, home in homes().items() if home.id == domain.id):
            for side in ("input", "output"):
                name = f"operations/{operation}.{side}.json"
                files[f"schemas/{name}"] = everything[name]
        stem = described["file"]
        files[f"schemas/vectors/{stem}.json"] = published_vector_schema(described, parts)
        files[f"test-vectors/{stem}.json"] = _vector_file(described, reference_version)
    return {path: visible(pretty(content)).encode() for path, content in sorted(files.items())}


def paths_of(names: Sequence[str]) -> Callable[[str], bool]:
    """Which generated files belong to these domains, or to no domain any more; of none, all."""
    from hanzo_reference.spec.contract import domains, homes

    if not names:
        return lambda _path: True
    stems = {domain.vector_file for domain in domains() if domain.id not in names}
    operations = {name for name, home in homes().items() if home.id not in names}

    def is_theirs(path: str) -> bool:
        folder, _, name = path.rpartition("/")
        if folder in {"test-vectors", "schemas/vectors"}:
            return name.removesuffix(".json") not in stems
        if folder == "schemas/operations":
            return name.rsplit(".", 2)[0] not in operations
        return path == f"schemas/{PARTS}"

    return is_theirs


def files_there(folder: Path, is_wanted: Callable[[str], bool] | None = None) -> dict[str, bytes]:
    """The generated files that a folder holds now, those that are wanted by their paths."""
    found = (path for name in FOLDERS for path in sorted((folder / name).rglob("*.json")))
    return {
        name: path.read_bytes()
        for path in found
        if is_wanted is None or is_wanted(path.relative_to(folder).as_posix())
        for name in (path.relative_to(folder).as_posix(),)
    }


def write_files(
    folder: Path, files: Mapping[str, bytes], is_wanted: Callable[[str], bool] | None = None
) -> None:
    """Make the folder hold exactly these generated files, among those that are wanted."""
    for path in files_there(folder, is_wanted).keys() - files.keys():
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
        **({"status": "draft"} if described["status"] == "draft" else {}),
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
