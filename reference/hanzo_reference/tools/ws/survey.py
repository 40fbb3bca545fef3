"""Looking at the files of a project: names only, and never through a symbolic link."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from hanzo_reference.tools.ws.markers import is_own_folder, marks_a_root

# A survey of a folder as large as this says enough about its languages.
MOST_FILES = 20_000


def project_root(start: Path, workspace: Path) -> Path:
    """The nearest folder from ``start`` upwards that marks a project, or the workspace.

    Spec: WS-12.
    """
    folder = start if start.is_dir() else start.parent
    for candidate in (folder, *folder.parents):
        if candidate == workspace or marks_a_root(entries(candidate)):
            return candidate
    return workspace


def entries(folder: Path) -> set[str]:
    """The names in a folder; none where it cannot be read."""
    try:
        return {path.name for path in folder.iterdir()}
    except OSError:
        return set()


def file_names(root: Path) -> Iterator[str]:
    """The names of the files of a project, folder by folder in the order of names.

    Spec: WS-15, WS-21.
    """
    left = MOST_FILES
    for _, folders, files in os.walk(root):
        folders[:] = sorted(name for name in folders if is_own_folder(name))
        for name in sorted(files):
            if left == 0:
                return
            left -= 1
            yield name
