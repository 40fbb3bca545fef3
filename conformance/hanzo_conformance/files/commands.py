"""The commands of a manifest made concrete, and the environment in which they run."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from hanzo_conformance.files.places import cache_folder
from hanzo_conformance.values.errors import FileError
from hanzo_conformance.values.manifest import Implementation

WORKSPACE = "${workspace}"
LOOPBACK = "127.0.0.1,localhost"


def build_folder(implementation: Implementation) -> Path:
    """The folder of the user's cache that belongs to this implementation, whether it exists."""
    place = hashlib.sha256(str(implementation.folder).encode()).hexdigest()[:12]
    return cache_folder() / "build" / f"{implementation.name}-{place}"


def names_workspace(implementation: Implementation) -> bool:
    """Whether a manifest wants to know where workspaces are laid out."""
    manifest = implementation.manifest
    return any(WORKSPACE in word for word in [*manifest.command, *manifest.environment.values()])


def expand(
    words: Sequence[str], implementation: Implementation, workspace: Path | None = None
) -> list[str]:
    """Words with the places filled in that ``values.manifest`` names; raises ``FileError``.

    ``workspace`` is the folder of vectors' files, where there is one.
    """
    if workspace is None and any(WORKSPACE in word for word in words):
        raise FileError(
            implementation.folder / "runner.toml",
            f"{WORKSPACE}: there are no workspaces here",
            "run it with hanzo-conformance run",
        )
    values = {
        WORKSPACE: str(workspace),
        "${here}": str(implementation.folder),
        "${build}": str(build_folder(implementation)),
        "${python}": sys.executable,
    }

    def filled(found: re.Match[str]) -> str:
        if found[1] is None:
            return values[found[0]]
        place = package_folder(found[1])
        if place is None:
            raise FileError(
                implementation.folder / "runner.toml",
                f"{found[0]}: no Python package has the name {found[1]}",
                "install it beside the harness",
            )
        return str(place)

    place = re.compile(
        "|".join(re.escape(name) for name in values) + r"|\$\{package:([A-Za-z_][A-Za-z0-9_]*)\}"
    )
    return [place.sub(filled, word) for word in words]


def package_folder(name: str) -> Path | None:
    """The folder of an importable Python package, which is not imported."""
    found = importlib.util.find_spec(name)
    if found is None or not found.submodule_search_locations:
        return None
    return Path(found.submodule_search_locations[0])


def environment(
    implementation: Implementation, inherited: Mapping[str, str], workspace: Path | None = None
) -> dict[str, str]:
    """The harness's own environment with the manifest's changes.

    Python and its I/O are told to be UTF-8, whatever the locale, and no proxy is to be asked for
    what a vector serves on this machine.
    """
    stated = implementation.manifest.environment
    words = expand(list(stated.values()), implementation, workspace)
    filled = dict(zip(stated, words, strict=True))
    python = {"PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    return {**inherited, **_without_proxy(inherited), **python, **filled}


def _without_proxy(inherited: Mapping[str, str]) -> dict[str, str]:
    """Loopback among what needs no proxy, under both names that programs read."""
    found = {}
    for name in ("NO_PROXY", "no_proxy"):
        hosts = inherited.get(name, "")
        found[name] = f"{hosts},{LOOPBACK}" if hosts else LOOPBACK
    return found


def inherited_environment() -> dict[str, str]:
    """The environment of this process."""
    return dict(os.environ)
