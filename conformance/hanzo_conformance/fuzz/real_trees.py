"""Files of real trees, for workspaces that nobody has written by hand: sources, data, links."""

from __future__ import annotations

import base64
import os
import stat
from pathlib import Path
from random import Random
from typing import Any

# Of a workspace: what a person's folder may hold, and a step still looks through in no time.
MOST_FILES = 12
MOST_BYTES = 16_384
MOST_KNOWN = 20_000


class RealTrees:
    """The regular files of some folders on this machine, drawn by what lies side by side.

    The same folders give the same files for the same ``random``.
    """

    def __init__(self, folders: list[Path]) -> None:
        self._files = [
            (folder, path) for folder in folders for path in _files(folder.resolve())
        ][:MOST_KNOWN]  # fmt: skip

    def draw(self, random: Random) -> dict[str, Any]:
        """Files of one place, as a workspace states them; none where there is nothing to draw."""
        if not self._files:
            return {}
        first = random.randrange(len(self._files))
        folder, path = self._files[first]
        above = random.choice(("", *map(str, path.relative_to(folder.resolve()).parents)))
        found: dict[str, Any] = {}
        for _, other in self._files[first : first + random.randrange(1, MOST_FILES + 1)]:
            name = os.path.relpath(other, folder.resolve() / above)
            file = _stated(other)
            if file is not None and not name.startswith(".."):
                found[name] = file
        return found


def _files(folder: Path) -> list[Path]:
    found: list[Path] = []
    for place, folders, names in os.walk(folder):
        folders.sort()
        found += [Path(place, name) for name in sorted(names)]
        if len(found) >= MOST_KNOWN:
            break
    return found


def _stated(path: Path) -> dict[str, Any] | None:
    """What a workspace says of a file; None of one that is none, is large, or cannot be read."""
    try:
        os.fsencode(path).decode()
        found = path.lstat()
        if not stat.S_ISREG(found.st_mode) or found.st_size > MOST_BYTES:
            return None
        data = path.read_bytes()
    except (OSError, ValueError):
        return None
    mode = {"executable": True} if found.st_mode & stat.S_IXUSR else {}
    try:
        return {"text": data.decode(), **mode}
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(data).decode(), **mode}
