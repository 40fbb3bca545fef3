"""The database of findings: a folder of JSON files, or a Redis server that a team shares."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

import msgspec

from hanzo_conformance.installation.places import cache_folder
from hanzo_conformance.installation.writing import write_whole
from hanzo_conformance.story.finding import Finding
from hanzo_conformance.values.errors import UnknownNameError
from hanzo_vectors.bounded import TEXT_BYTES, read_bounded
from hanzo_vectors.errors import FileError
from hanzo_vectors.strict_json import NotStrictJsonError, loads, pretty

SERVER_SCHEMES = ("redis://", "rediss://", "unix://")


class FindingStore(Protocol):
    """Findings by id; a finding that is saved again replaces the earlier one."""

    def all(self) -> list[Finding]:
        """Every finding, sorted by id."""

    def save(self, finding: Finding) -> None:
        """Keep a finding."""

    def remove(self, name: str) -> None:
        """Forget a finding, whether it is there or not."""

    def where(self, name: str) -> str:
        """Where a person can look at a finding."""


def open_store(stated: str | None) -> FindingStore:
    """The database that ``--database`` names, else the folder in the user's cache."""
    if stated is not None and stated.startswith(SERVER_SCHEMES):
        from hanzo_conformance.fuzz.findings_server import ServerStore

        return ServerStore(stated)
    return FolderStore(Path(stated) if stated is not None else cache_folder() / "findings")


def find_finding(name: str, store: FindingStore) -> Finding:
    """The finding with this id, or the only one whose id begins so; raises ``UnknownNameError``."""
    findings = store.all()
    near = [item for item in findings if item.id == name] or [
        item for item in findings if item.id.startswith(name)
    ]
    if len(near) != 1:
        raise UnknownNameError("finding", name, [item.id for item in near or findings])
    return near[0]


def finding_text(finding: Finding) -> str:
    """A finding as JSON text for files and people."""
    return pretty(msgspec.to_builtins(finding))


def read_finding(data: bytes) -> Finding:
    """The finding in a JSON text; raises ``ValueError`` with what is wrong."""
    return msgspec.convert(loads(data), Finding)


class FolderStore:
    """One file for each finding, named by its id."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def all(self) -> list[Finding]:
        """Every finding, sorted by id; raises ``FileError``."""
        return [self._read(path) for path in sorted(self._folder.glob("*.json"))]

    def save(self, finding: Finding) -> None:
        """Write its file; raises ``FileError``."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise FileError(
                self._folder, f"cannot be made: {problem.strerror}", "another --database"
            ) from None
        write_whole(self._path(finding.id), finding_text(finding).encode())

    def remove(self, name: str) -> None:
        """Delete its file."""
        self._path(name).unlink(missing_ok=True)

    def where(self, name: str) -> str:
        """The path of its file."""
        return str(self._path(name))

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.json"

    def _read(self, path: Path) -> Finding:
        try:
            finding = read_finding(read_bounded(path, TEXT_BYTES))
        except OSError as problem:
            raise FileError(path, f"cannot be read: {problem.strerror}") from None
        except (NotStrictJsonError, msgspec.ValidationError) as problem:
            raise FileError(path, f"is no finding: {problem}", "delete it") from None
        if finding.id != path.stem:
            raise FileError(path, f"holds the finding {finding.id}", "rename or delete it")
        return finding
