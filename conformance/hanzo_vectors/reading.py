"""Reading vector files: strict JSON, the published schema, slim vectors."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from hanzo_vectors.bounded import DATA_BYTES, read_bounded
from hanzo_vectors.errors import FileError
from hanzo_vectors.scenarios import question_of, scenario_problem
from hanzo_vectors.schema_check import SchemaFile, schema_problem
from hanzo_vectors.shelved import Keeping
from hanzo_vectors.shipped import shipped_folder
from hanzo_vectors.strict_json import (
    DEEPEST,
    NotStrictJsonError,
    check,
    compact,
    is_too_deep,
)
from hanzo_vectors.vector import (
    Entry,
    RequirementEntry,
    Vector,
    VectorFile,
)
from hanzo_vectors.vector_schemas import vector_schema

REGENERATE = "vector files are generated: hanzo-conformance vectors generate"

# What a file states that was written by hand: nobody has counted its vectors.
UNSTATED = "0" * 64


class Corpus(msgspec.Struct, frozen=True):
    """All vectors of a folder, in the order of file names and then of the files.

    ``requirements`` and ``homes``, the domain of each, go by the requirement's id; ``drafts`` are
    domains that nobody is asked to have yet.
    """

    vectors: tuple[Vector, ...]
    requirements: dict[str, RequirementEntry]
    titles: dict[str, str]
    sha256: str
    homes: dict[str, str] = msgspec.field(default_factory=dict)
    drafts: frozenset[str] = frozenset()


def read_corpus(folder: Path | None = None) -> Corpus:
    """Read every vector file of a folder; raises ``FileError`` naming file and place.

    Without a folder, the vectors that this distribution ships.
    """
    folder = folder or shipped_folder() / "test-vectors"
    paths = sorted(folder.glob("*.json"))
    if not paths:
        raise FileError(folder, "holds no vector files", REGENERATE)
    _refuse_gaps(folder, paths)
    vectors: list[Vector] = []
    requirements: dict[str, RequirementEntry] = {}
    titles: dict[str, str] = {}
    digest = hashlib.sha256()
    places: dict[str, Path] = {}
    homes: dict[str, str] = {}
    drafts: set[str] = set()
    keeping = Keeping()
    for path in paths:
        head, found, sha256 = read_file(path)
        for vector in found:
            if vector.id in places:
                raise FileError(
                    path, f"vector {vector.id} stands in {places[vector.id].name} too", REGENERATE
                )
            places[vector.id] = path
        vectors += keeping.keep(found)
        for item in head.requirements:
            if item.id in homes:
                raise FileError(
                    path, f"requirement {item.id} is stated for {homes[item.id]} too", REGENERATE
                )
            requirements[item.id] = item
            homes[item.id] = head.domain
        titles[head.domain] = head.title
        if head.status == "draft":
            drafts.add(head.domain)
        digest.update(f"{path.name} {sha256}\n".encode())
    sha256 = digest.hexdigest()
    return Corpus(tuple(vectors), requirements, titles, sha256, homes, frozenset(drafts))


def _refuse_gaps(folder: Path, paths: Sequence[Path]) -> None:
    """Raise ``FileError`` for a vector file that is not there, and whose schema is."""
    there = {path.name for path in paths}
    for schema in sorted((folder.resolve().parent / "schemas" / "vectors").glob("*.json")):
        if schema.name not in there:
            raise FileError(folder / schema.name, f"is not there, but {schema} is", REGENERATE)


def read_file(path: Path) -> tuple[VectorFile, list[Vector], str]:
    """One file: its head, its vectors, and the SHA-256 of the vectors as they stand.

    The hash is over each vector as compact JSON with its members in the file's order and a line
    feed behind it. Raises ``FileError``.
    """
    try:
        data = read_bounded(path, DATA_BYTES)
        check(data)
        head = msgspec.json.decode(data, type=VectorFile)
    except OSError as problem:
        raise FileError(path, f"cannot be read: {problem.strerror}") from None
    except NotStrictJsonError as problem:
        raise FileError(path, f"is not strict JSON: {problem}", REGENERATE) from None
    except msgspec.ValidationError as problem:
        raise FileError(path, f"is no vector file: {problem}", REGENERATE) from None
    except RecursionError:
        raise FileError(path, "is no vector file: nested too deeply", REGENERATE) from None
    schema = vector_schema(path, head.schema)
    digest = hashlib.sha256()
    found: list[Vector] = []
    once: dict[Any, Any] = {}
    stated = {item.id for item in head.requirements}
    place, number = 0, 1
    for index, (line, entry, value) in enumerate(_entries(path, head)):
        # Vectors stand in the file as in the list, so each id is found after the one before it.
        name = data.find(b'"%s"' % entry.id.encode(), place)
        if name >= 0:
            place, number = name, number + data.count(b"\n", place, name)
        digest.update(line + b"\n")
        broken = (
            schema.part("vector", value)
            or _beyond_schema(entry, path, stated, head)
            or _where_problem(entry)
        )
        if broken is not None:
            raise FileError(path, f"/vectors/{index} ({entry.id}): {broken}", REGENERATE)
        found.append(_slim(entry, head, once, number))
    _refuse_repeats(path, found)
    _check_head(path, schema, head)
    if head.provenance.vectors_sha256 not in {digest.hexdigest(), UNSTATED}:
        raise FileError(
            path,
            "was changed or cut after it was generated: provenance.vectors_sha256 is not that of its "
            "vectors",
            REGENERATE,
        )
    # The raw vectors would keep the whole file in memory.
    return msgspec.structs.replace(head, vectors=[]), found, digest.hexdigest()


def _entries(path: Path, head: VectorFile) -> Iterator[tuple[bytes, Entry, Any]]:
    for index, raw in enumerate(head.vectors):
        line = compact(bytes(raw))
        if is_too_deep(line.decode()):
            raise FileError(
                path,
                f"/vectors/{index}: nested more than {DEEPEST} deep",
                "describe the input, so that no message needs more",
            )
        try:
            entry = msgspec.json.decode(line, type=Entry)
        except msgspec.ValidationError as problem:
            raise FileError(path, f"/vectors/{index}: {problem}", REGENERATE) from None
        yield line, entry, msgspec.json.decode(line)


def _beyond_schema(entry: Entry, path: Path, stated: set[str], head: VectorFile) -> str | None:
    """What a JSON Schema cannot say."""
    if entry.id.partition("/")[0] != path.stem:
        return f"its id does not begin with {path.stem}/"
    unknown = [name for name in entry.requirements if name not in stated]
    if unknown:
        return f"cites the requirement {unknown[0]}, which the file does not state"
    unexplained = [flag for flag in entry.flags if flag not in head.notes]
    if unexplained:
        return f"has the flag {unexplained[0]}, which notes does not explain"
    return scenario_problem(entry)


def _where_problem(entry: Entry) -> str | None:
    """A rule that no answer could be held against, found before any is asked for."""
    steps = [] if isinstance(entry.steps, msgspec.UnsetType) else entry.steps
    for rules in (entry.where, *(step.where for step in steps)):
        for pointer, schema in (rules or {}).items():
            problem = schema_problem(schema)
            if problem is not None:
                return f"where {pointer or '(top)'} is no usable JSON Schema: {problem}"
    return None


def _check_head(path: Path, schema: SchemaFile, head: VectorFile) -> None:
    """The rest of the schema; the vectors have been held against it one by one."""
    first = msgspec.structs.replace(head, vectors=head.vectors[:1])
    problem = schema.whole(msgspec.json.decode(msgspec.json.encode(first)))
    if problem is not None:
        raise FileError(path, problem, REGENERATE)


def _refuse_repeats(path: Path, vectors: Sequence[Vector]) -> None:
    seen: set[str] = set()
    for vector in vectors:
        if vector.id in seen:
            raise FileError(path, f"vector {vector.id} stands twice", REGENERATE)
        seen.add(vector.id)


def _slim(entry: Entry, head: VectorFile, once: dict[Any, Any], line: int) -> Vector:
    """What a run keeps of an entry; what many vectors share is there ``once``."""
    requirements, flags = tuple(entry.requirements), tuple(entry.flags)
    question = question_of(entry.id, entry)
    return Vector(
        id=entry.id,
        domain=head.domain,
        description=entry.description,
        requirements=once.setdefault(requirements, requirements),
        level=once.setdefault(entry.level, entry.level),
        flags=once.setdefault(flags, flags),
        operation=once.setdefault(question.operation, question.operation),
        request=question.request,
        answer=question.answer,
        error=question.error,
        where=question.where,
        anchor=once.setdefault(entry.anchor, entry.anchor),
        line=line,
        scenario=question.scenario,
        outcome=head.outcome,
        guards=any(head.notes[flag].security for flag in flags),
        draft=head.status == "draft",
        authority=entry.authority,
    )
