"""What the last runs in a project found, kept in the user's cache: one small file a project.

Only what diverges is kept, by implementation and vector. A run over some vectors changes what is
known of those and leaves the rest, so that several small runs are remembered as a whole one is.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Literal

import msgspec

from hanzo_conformance.installation.places import cache_folder
from hanzo_conformance.installation.writing import write_whole
from hanzo_conformance.verdicts.verdict import RED, Verdict
from hanzo_vectors.errors import FileError
from hanzo_vectors.vector import Frozen

FOLDER = "last-run"


class Seen(Frozen, frozen=True):
    """A divergence as the run that found it says it; ``started`` is when that run was."""

    verdict: Verdict
    started: str


class LastRun(Frozen, frozen=True):
    """What is remembered of a project: divergences by implementation and vector.

    An implementation that has been run and does not diverge has an empty table.
    """

    format: Literal[1]
    project: str
    implementations: dict[str, dict[str, Seen]] = msgspec.field(default_factory=dict)

    def failed(self, names: list[str]) -> frozenset[str]:
        """The vectors on which one of these implementations was red."""
        return frozenset(
            vector
            for name in names
            for vector, seen in self.implementations.get(name, {}).items()
            if seen.verdict in RED
        )


def last_run_file(project: Path) -> Path:
    """Where it is kept of a project's folder."""
    place = hashlib.sha256(str(project.resolve()).encode("utf-8", "surrogateescape")).hexdigest()
    return cache_folder() / FOLDER / f"{place[:16]}.json"


def read_last_run(project: Path) -> LastRun:
    """What is remembered; nothing where there is no file, or none that can be read."""
    try:
        found = msgspec.json.decode(last_run_file(project).read_bytes(), type=LastRun)
    except (OSError, ValueError, RecursionError, msgspec.MsgspecError):
        return LastRun(1, visible_path(project))
    return found


def write_last_run(project: Path, known: LastRun) -> None:
    """Remember it; raises ``FileError``."""
    path = last_run_file(project)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise FileError(path, f"cannot be written: {problem.strerror}") from None
    write_whole(path, msgspec.json.encode(known))


def visible_path(project: Path) -> str:
    """A folder's path as JSON can hold it, whatever its bytes."""
    return str(project.resolve()).encode("utf-8", "backslashreplace").decode()
