"""What a build has read: which files count as its sources, and what compilers say of it."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from hanzo_conformance.installation.places import LEFTOVERS, cache_folder

# What this program reads of itself in the meantime is read by no build.
OURSELVES = Path(__file__).resolve().parent.parent
REPOSITORY = (".git", ".hg", ".svn")
# They look whether files have changed, for a version's number, and not at what they say.
LOOKERS = {name.removeprefix(".") for name in REPOSITORY}
# Tells that a folder is a cache; Cargo's output has one, a source folder of the same name has not.
CACHE_TAG = "CACHEDIR.TAG"
DEPENDENCY_FILE_BYTES = 1 << 22
WORD = re.compile(r"(?:\\.|[^\\\s])+")


@dataclass
class Reading:
    """The files that a build has read: seen to be opened, or stated by a compiler.

    ``exact``: nobody else's reading is among those opened. ``complete``: all could be seen.
    """

    top: Path
    begun: float = field(default_factory=time.time)
    opened: set[Path] = field(default_factory=set)
    stated: set[Path] = field(default_factory=set)
    exact: bool = True
    complete: bool = True

    def is_source(self, path: Path) -> bool:
        """Whether a file without links in its path is what somebody wrote for a build to read.

        It lies in the project or in another repository, was there before, and is no product.
        """
        try:
            # What a build writes itself is no source of it.
            if not path.is_file() or path.stat().st_ctime >= self.begun:
                return False
        except OSError:
            return False
        if path.is_relative_to(self.top):
            inside = path.relative_to(self.top)
        else:
            # Elsewhere there are a system's files, too, and those of tools in hidden folders.
            if any(part.startswith(".") for part in path.parts):
                return False
            if repository(path.parent) is None:
                return False
            inside = Path(*path.parts[1:])
        return not (
            path.name.startswith(REPOSITORY)
            or path.is_relative_to(OURSELVES)
            or path.is_relative_to(cache_folder().resolve())
            or any(part in LEFTOVERS - {"target"} for part in inside.parts)
            or any((folder / CACHE_TAG).exists() for folder in path.parents)
        )


def repository(folder: Path) -> Path | None:
    """The repository that a folder is in."""
    for place in (folder, *folder.parents):
        if any((place / name).exists() for name in REPOSITORY):
            return place
    return None


def enclosing(folder: Path) -> Path:
    """The folder to look at around one: the repository that it is in, else the folder above it."""
    return repository(folder) or folder.parent


def stated_sources(folder: Path) -> Iterator[Path]:
    """What compilers state in dependency files (``*.d``, rules as make reads them) in a folder.

    Only absolute paths: others are relative to where a compiler stood. Cargo states so all sources
    of a program's path dependencies and what its build scripts look at.
    """
    for path in sorted(folder.rglob("*.d")):
        with suppress(OSError):
            if path.is_file() and path.stat().st_size <= DEPENDENCY_FILE_BYTES:
                text = path.read_text("utf-8", "surrogateescape").replace("\\\n", " ")
                yield from filter(Path.is_absolute, map(Path, _dependencies(text)))


def _dependencies(text: str) -> Iterator[str]:
    for line in text.splitlines():
        _, colon, behind = line.partition(": ")
        if colon and not line.startswith("#"):
            for word in WORD.findall(behind):
                yield re.sub(r"\\(.)", r"\1", word).replace("$$", "$")
