"""Finding implementations: manifests of the package, of the user's project, of its pyproject."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from hanzo_conformance.implementations.address import read_address
from hanzo_conformance.implementations.manifest import WORDS, Implementation, Manifest
from hanzo_conformance.implementations.project import SETTINGS, project_folders, read_settings
from hanzo_conformance.installation.places import data_folder
from hanzo_conformance.installation.toml import NotTomlError, read_toml
from hanzo_conformance.known.baseline import Baseline, read_baseline
from hanzo_conformance.known.entry import BaselineError, OldEntryError
from hanzo_conformance.values.errors import UnknownNameError, UsageError
from hanzo_conformance.values.mark import RUN_MARK
from hanzo_vectors.bounded import read_bounded_text
from hanzo_vectors.errors import FileError

MANIFEST = "runner.toml"
BASELINE = "known-divergences.toml"


def find_implementations(working_folder: Path) -> dict[str, Implementation]:
    """Every implementation by name, sorted; the nearest to the working folder wins.

    The package's own are the farthest, then come those of the project's folders, from the
    outermost. Raises ``FileError``.
    """
    found: dict[str, Implementation] = {}
    for path in _manifests(working_folder):
        item = read_manifest(path)
        known = found.get(item.name)
        if known is not None and known.folder.parent == item.folder.parent:
            raise FileError(path, f"{known.folder / MANIFEST} has the name {item.name} too")
        found[item.name] = item
    return dict(sorted(found.items()))


def read_manifest(path: Path) -> Implementation:
    """Read one manifest; raises ``FileError`` with the member that is wrong."""
    path = path.resolve()
    try:
        manifest = msgspec.convert(read_toml(read_bounded_text(path)), Manifest)
    except OSError as problem:
        raise FileError(path, f"cannot be read: {problem.strerror}") from None
    except (UnicodeDecodeError, NotTomlError) as problem:
        raise FileError(path, f"is not TOML: {problem}") from None
    except msgspec.ValidationError as problem:
        raise FileError(
            path, f"is no manifest: {_said(problem)}", "its schema is runner.json"
        ) from None
    if RUN_MARK in manifest.environment:
        raise FileError(
            path,
            f"[environment] sets {RUN_MARK}, by which the harness knows what it has started",
            "take it out",
        )
    baseline = path.parent / BASELINE
    return Implementation(
        manifest, path.parent, baseline if baseline.is_file() else None, path=path
    )


def _said(problem: msgspec.ValidationError) -> str:
    """What is wrong, in words where the library shows a pattern."""
    text = str(problem)
    for pattern, words in WORDS.items():
        text = text.replace(f"`str` matching regex {pattern!r}", words)
    return text


def choose(names: Iterable[str], known: dict[str, Implementation]) -> list[Implementation]:
    """The implementations that names, paths of manifests or addresses stand for; none twice.

    Raises ``UnknownNameError`` with the nearest name, and ``UsageError`` where two that are not the
    same have one name.
    """
    chosen: dict[str, Implementation] = {}
    for name in names:
        path = Path(name)
        if name in known:
            item = known[name]
        elif (stated := read_address(name)) is not None:
            item = Implementation(_anchored(stated, Path.cwd()), Path.cwd())
        elif name.endswith(".toml") or "/" in name:
            item = read_manifest(path / MANIFEST if path.is_dir() else path)
            item = msgspec.structs.replace(item, stated=name)
        else:
            raise UnknownNameError("implementation", name, list(known))
        before = chosen.setdefault(item.name, item)
        if (before.manifest, before.folder) != (item.manifest, item.folder):
            raise UsageError(
                f"{before.folder / MANIFEST} and {item.folder / MANIFEST} are both called "
                f"{item.name}, and reports would take them for one",
                "give one of them another name in its manifest",
            )
    return list(chosen.values())


def _anchored(stated: Manifest, folder: Path) -> Manifest:
    """An address with the files that its command names from this folder; it is started elsewhere."""
    command = [
        str(folder / word)
        if word and not word.startswith("-") and (folder / word).is_file()
        else word
        for word in stated.command
    ]
    return msgspec.structs.replace(stated, command=command)


def open_baseline(implementation: Implementation) -> Baseline | None:
    """The implementation's baseline, if it has one; raises ``FileError``."""
    path = implementation.baseline
    if path is None:
        return None
    try:
        place = f"{path.parent.name}/{path.name}"
        return read_baseline(place, implementation.name, read_bounded_text(path))
    except OSError as problem:
        raise FileError(path, f"cannot be read: {problem.strerror}") from None
    except OldEntryError as problem:
        whom = shlex.quote(implementation.stated or implementation.name)
        hint = f"run: hanzo-conformance baseline update --impl {whom}"
        raise FileError(path, f"is of the old form: {problem}", hint) from None
    except (BaselineError, UnicodeDecodeError) as problem:
        raise FileError(path, f"is no baseline: {problem}") from None


def _manifests(working_folder: Path) -> Iterator[Path]:
    seen: set[Path] = set()
    found = _below(data_folder())
    for folder in project_folders(working_folder):
        found += [*_below(folder), *_stated(folder)]
    for path in found:
        resolved = path.resolve()
        if resolved not in seen:
            seen.add(resolved)
            yield path


def _below(folder: Path) -> list[Path]:
    """The manifests in a folder's runners/; none where it cannot be listed."""
    try:
        return sorted((folder / "runners").glob(f"*/{MANIFEST}"))
    except OSError:
        return []


def _stated(folder: Path) -> Iterator[Path]:
    """The manifests that ``[tool.hanzo-conformance] runners = [...]`` of a pyproject names."""
    stated = read_settings(folder).get("runners", [])
    if not isinstance(stated, list) or not all(
        isinstance(item, str) and "\0" not in item for item in stated
    ):
        raise FileError(folder / SETTINGS, "[tool.hanzo-conformance] runners is a list of paths")
    for item in stated:
        place = folder / item
        yield place / MANIFEST if place.is_dir() else place
