"""What this installation is made of and whether it is sound: data, cache, tools."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from hanzo_conformance.doctor.checkup import Health, Observation
from hanzo_conformance.implementations.manifest import Implementation
from hanzo_conformance.implementations.manifests import find_implementations
from hanzo_conformance.implementations.tools import check_tools, version_of
from hanzo_conformance.installation.places import cache_folder, data_folder
from hanzo_conformance.values.errors import STATED_ERRORS, ToolMissingError
from hanzo_conformance.values.wording import counted
from hanzo_conformance.version import __version__
from hanzo_vectors.reading import read_corpus, read_file
from hanzo_vectors.shipped import shipped_folder


def inspect(working_folder: Path) -> Iterator[Observation]:
    """Look at the installation, and at what the implementations that it finds need."""
    python = ".".join(map(str, sys.version_info[:3]))
    yield Observation("version", Health.OK, f"hanzo-conformance {__version__}, Python {python}")
    yield Observation("data", Health.OK, str(data_folder()))
    yield _vectors()
    yield _cache()
    found = find_implementations(working_folder)
    yield from _tools(found)
    yield from (_usable(item) for item in found.values())


def _vectors() -> Observation:
    change = "vector files are generated: install the distribution again, or generate them"
    try:
        corpus = read_corpus()
        for path in sorted((shipped_folder() / "test-vectors").glob("*.json")):
            head, _, sha256 = read_file(path)
            if head.provenance.vectors_sha256 != sha256:
                seen = f"{path} was changed after it was generated"
                return Observation("vectors", Health.WRONG, seen, change)
    except STATED_ERRORS as problem:
        return Observation("vectors", Health.WRONG, str(problem), problem.hint or change)
    seen = f"{counted(len(corpus.vectors), 'vector')} of {counted(len(corpus.titles), 'domain')}, sha256 {corpus.sha256[:12]}"
    return Observation("vectors", Health.OK, seen)


def _cache() -> Observation:
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as problem:
        seen = f"{folder} cannot be written: {problem.strerror}"
        change = "make it writable, or name another folder in HANZO_CONFORMANCE_CACHE"
        return Observation("cache", Health.WRONG, seen, change)
    return Observation("cache", Health.OK, str(folder))


def _tools(found: dict[str, Implementation]) -> Iterator[Observation]:
    """Every tool that a manifest asks for, once."""
    needed: dict[str, list[str]] = {}
    for name, item in found.items():
        for tool in item.manifest.requires:
            needed.setdefault(tool, []).append(name)
    for tool, names in sorted(needed.items()):
        path = shutil.which(tool)
        version = version_of(path) if path else None
        seen = f"{tool} {version or '(version unknown)'}, {path}" if path else f"{tool} not found"
        health = Health.OK if path else Health.NOTE
        yield Observation("tool", health, f"{seen}; for {', '.join(names)}")


def _usable(item: Implementation) -> Observation:
    """Only an implementation of the default set that cannot run here is wrong."""
    try:
        check_tools(item)
    except ToolMissingError as problem:
        health = Health.WRONG if item.manifest.default else Health.NOTE
        return Observation(item.name, health, str(problem), problem.hint)
    except STATED_ERRORS as problem:
        return Observation(item.name, Health.WRONG, str(problem), problem.hint)
    return Observation(item.name, Health.OK, "can run here")
