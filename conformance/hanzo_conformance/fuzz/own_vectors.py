"""A finding as a vector in a folder of the user's, where the reference is not theirs to change.

The folder gets ``test-vectors/`` and ``schemas/vectors/``, as ``run --vectors`` takes them: the
head of the shipped file, and those vectors that were promoted. The shipped files stay as they are.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from hanzo_conformance.generation.generate import visible
from hanzo_conformance.installation.writing import write_whole
from hanzo_vectors.errors import FileError
from hanzo_vectors.reading import Corpus
from hanzo_vectors.schema_folder import with_what_it_needs
from hanzo_vectors.shipped import shipped_folder
from hanzo_vectors.strict_json import NotStrictJsonError, compact, dumps, loads, pretty

LEVELS = ("may", "should", "must")


def add_vector(folder: Path, stem: str, entry: dict[str, Any], notes: dict[str, Any]) -> list[str]:
    """Append a vector to the folder's file of that stem; the paths that were written.

    ``notes`` explain its flags. Raises ``FileError``.
    """
    place = folder / "test-vectors" / f"{stem}.json"
    document = _read(place) if place.exists() else {**_read(_shipped(stem)), "vectors": []}
    document["vectors"] = [*document["vectors"], entry]
    document["notes"] = {**document["notes"], **notes}
    digest = hashlib.sha256()
    for vector in document["vectors"]:
        digest.update(compact(visible(dumps(vector).decode()).encode()) + b"\n")
    document["provenance"] = {**document["provenance"], "vectors_sha256": digest.hexdigest()}
    known = shipped_folder() / "schemas" / "vectors" / place.name
    contents = {place: visible(pretty(document)).encode()}
    for name, path in with_what_it_needs(known).items():
        target = folder / "schemas" / name
        if not target.exists():
            contents[target] = path.read_bytes()
    for path, data in contents.items():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise FileError(path, f"cannot be written: {problem.strerror}") from None
        write_whole(path, data)
    return [path.relative_to(folder).as_posix() for path in contents]


def entry_of(
    vector_id: str,
    description: str,
    requirements: tuple[str, ...],
    flags: tuple[str, ...],
    operation: str,
    asked: Any,
    expected: Any,
    corpus: Corpus,
) -> dict[str, Any]:
    """A vector as files state it; its level is the weakest of the requirements that it cites."""
    levels = [corpus.requirements[name].level for name in requirements]
    return {
        "id": vector_id,
        "description": description,
        "requirements": list(requirements),
        "level": min(levels, key=LEVELS.index),
        "flags": list(flags),
        "operation": operation,
        "input": asked,
        "expected": expected,
    }


def _shipped(stem: str) -> Path:
    return shipped_folder() / "test-vectors" / f"{stem}.json"


def _read(path: Path) -> dict[str, Any]:
    try:
        found = loads(path.read_bytes())
    except OSError as problem:
        raise FileError(path, f"cannot be read: {problem.strerror}") from None
    except NotStrictJsonError as problem:
        raise FileError(path, f"is not strict JSON: {problem}") from None
    if not isinstance(found, dict) or not isinstance(found.get("vectors"), list):
        raise FileError(path, "is no vector file")
    return found
