"""Folders for workspaces: where they may be, and their end."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from hanzo_vectors.emptying import remove
from hanzo_vectors.errors import UnavailableError

# Places that programs take for everybody's.
HABIT = ("/tmp", "/var", "/private/tmp", "/private/var")  # noqa: S108 - not where we write
# What a vector puts into its workspace, sockets too, has to fit behind it: 107 bytes in all.
LONGEST = 60
# A path that stands in a URI as it is (RFC 3986 §2.3).
PLAIN_PATH = re.compile(r"[A-Za-z0-9/._~-]+\Z")


def stage_root(preferred: Path | None = None, outside: Path | None = None) -> Path:
    """A new folder for workspaces, where no program allows itself to go by habit.

    That is not below the platform's folders for passing things, nor below ``outside``, if it can
    be. Its real path is short, for sockets in it, and plain ASCII, so that it stands in a URI as it
    is. ``preferred`` is tried first. Raises ``UnavailableError``.
    """
    places = [*([] if preferred is None else [str(preferred)]), *_other_places()]
    usable = [real for real in dict.fromkeys(map(os.path.realpath, places)) if _is_usable(real)]
    if not usable:
        raise UnavailableError(
            f"no folder for workspaces: none of {', '.join(places)} can be written and "
            "has a plain path",
            "give it a folder whose path has letters, digits, '.', '_', '~' and '-' only",
        )
    if outside is not None:
        usable = [real for real in usable if not Path(real).is_relative_to(outside)] or usable
    real = min(usable, key=is_allowed_by_habit)
    return Path(tempfile.mkdtemp(prefix="", dir=real))


def is_allowed_by_habit(place: str) -> bool:
    """Whether programs take a place for one that is everybody's."""
    return any(Path(place).is_relative_to(folder) for folder in HABIT)


def _other_places() -> Iterator[str]:
    """Where else a user may write, the least common first."""
    stated = os.environ.get("XDG_RUNTIME_DIR")
    if stated:
        yield stated
    yield from ("/dev/shm", tempfile.gettempdir(), "/tmp")  # noqa: S108 - mkdtemp is safe


def _is_usable(real: str) -> bool:
    if not PLAIN_PATH.match(real) or len(os.fsencode(real)) > LONGEST:
        return False
    try:
        Path(real).mkdir(parents=True, exist_ok=True)
        forbids_programs = os.statvfs(real).f_flag & getattr(os, "ST_NOEXEC", 0)
    except OSError:
        return False
    return not forbids_programs and os.access(real, os.W_OK | os.X_OK)


def remove_root(root: Path) -> None:
    """Remove a worker's folder, as far as the system lets us."""
    try:
        remove(root)
    except OSError:
        shutil.rmtree(root, ignore_errors=True)
