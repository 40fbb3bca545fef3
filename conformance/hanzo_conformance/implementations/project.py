"""The user's project: where manifests are looked for, and whose last run is remembered."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hanzo_conformance.installation.toml import NotTomlError, read_toml
from hanzo_vectors.bounded import read_bounded_text
from hanzo_vectors.errors import FileError

SETTINGS = "pyproject.toml"
REPOSITORY = ".git"


def project_folders(working_folder: Path) -> list[Path]:
    """The folders from the project's down to the working folder.

    The project is the nearest folder that is a repository; without one it is the working folder
    alone. Nothing above is looked into: what lies there is not the user's to run by a name.
    """
    above = [working_folder, *working_folder.parents]
    for count, folder in enumerate(above, 1):
        try:
            if (folder / REPOSITORY).exists():
                return above[:count][::-1]
        except OSError:
            break
    return [working_folder]


def project_folder(working_folder: Path) -> Path:
    """The project's own folder."""
    return project_folders(working_folder)[0]


def read_settings(folder: Path) -> dict[str, Any]:
    """``[tool.hanzo-conformance]`` of a folder's pyproject; empty where there is none.

    Raises ``FileError``.
    """
    path = folder / SETTINGS
    try:
        if not path.is_file():
            return {}
        tool = read_toml(read_bounded_text(path)).get("tool", {})
    except OSError as problem:
        raise FileError(path, f"cannot be read: {problem.strerror}") from None
    except (NotTomlError, UnicodeDecodeError) as problem:
        raise FileError(path, f"is not TOML: {problem}") from None
    found = tool.get("hanzo-conformance", {}) if isinstance(tool, dict) else {}
    if not isinstance(found, dict):
        raise FileError(path, "[tool.hanzo-conformance] is a table")
    return found
