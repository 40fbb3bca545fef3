"""The commands of a manifest made concrete, and the environment in which they run."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from hanzo_conformance.implementations.manifest import Implementation
from hanzo_conformance.installation.places import cache_folder
from hanzo_vectors.errors import FileError

WORKSPACE, SCRATCH = "${workspace}", "${scratch}"
LOOPBACK = "127.0.0.1,localhost"
# What an adapter gets of the user's environment: where programs and their libraries are, how people
# write here, whom to trust and how to get out. Nothing that says who the user is to anybody else.
INHERITED = frozenset(
    {
        "PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH",
        "LANG", "LANGUAGE", "TZ", "TERM", "USER", "LOGNAME", "SHELL",
        "SSL_CERT_FILE", "SSL_CERT_DIR",
        "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY",
        "http_proxy", "https_proxy", "all_proxy", "no_proxy",
    }
)  # fmt: skip
INHERITED_START = "LC_"


def build_folder(implementation: Implementation) -> Path:
    """The folder of the user's cache that belongs to this implementation, whether it exists."""
    place = hashlib.sha256(str(implementation.folder).encode()).hexdigest()[:12]
    return cache_folder() / "build" / f"{implementation.name}-{place}"


def expand(
    words: Sequence[str],
    implementation: Implementation,
    workspace: Path | None = None,
    scratch: Path | None = None,
) -> list[str]:
    """Words with the places filled in that ``values.manifest`` names; raises ``FileError``.

    ``workspace`` is the folder of vectors' files and ``scratch`` that of one start of an adapter,
    where there are such.
    """
    for name, place in ((WORKSPACE, workspace), (SCRATCH, scratch)):
        if place is None and any(name in word for word in words):
            raise FileError(
                implementation.folder / "runner.toml",
                f"{name}: there is none when this is done",
                "it stands in command and environment of what is started for vectors only",
            )
    values = {
        WORKSPACE: str(workspace),
        SCRATCH: str(scratch),
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

    pattern = re.compile(
        "|".join(re.escape(name) for name in values) + r"|\$\{package:([A-Za-z_][A-Za-z0-9_]*)\}"
    )
    return [pattern.sub(filled, word) for word in words]


def package_folder(name: str) -> Path | None:
    """The folder of an importable Python package, which is not imported."""
    found = importlib.util.find_spec(name)
    if found is None or not found.submodule_search_locations:
        return None
    return Path(found.submodule_search_locations[0])


def build_environment(
    implementation: Implementation, inherited: Mapping[str, str]
) -> dict[str, str]:
    """The user's own environment with the manifest's changes, for what is done on his behalf.

    What names places that only an adapter has is left out.
    """
    stated = {
        name: value
        for name, value in implementation.manifest.environment.items()
        if WORKSPACE not in value and SCRATCH not in value
    }
    words = expand(list(stated.values()), implementation)
    return {
        **inherited,
        **_without_proxy(inherited),
        **_PYTHON,
        **dict(zip(stated, words, strict=True)),
    }


def adapter_environment(
    implementation: Implementation,
    inherited: Mapping[str, str],
    scratch: Path,
    workspace: Path | None = None,
) -> dict[str, str]:
    """The short list of ``INHERITED`` with places in ``scratch`` and the manifest's changes.

    Python and its I/O are told to be UTF-8, whatever the locale, and no proxy is to be asked for
    what a vector serves on this machine. Nothing of the user's is found by way of a variable: git
    looks for no repository above the places that an adapter has, and reads nobody's settings.
    """
    stated = implementation.manifest.environment
    words = expand(list(stated.values()), implementation, workspace, scratch)
    kept = {
        name: value
        for name, value in inherited.items()
        if name in INHERITED or name.startswith(INHERITED_START)
    }
    ceilings = [scratch, scratch.parent, *([] if workspace is None else [workspace.parent])]
    home = scratch / "home"
    places = {
        "HOME": home,
        **dict.fromkeys(("TMPDIR", "TMP", "TEMP"), scratch / "tmp"),
        "XDG_CONFIG_HOME": home / ".config",
        "XDG_CACHE_HOME": home / ".cache",
        "XDG_DATA_HOME": home / ".local" / "share",
        "XDG_STATE_HOME": home / ".local" / "state",
        "XDG_RUNTIME_DIR": scratch / "run",
        "GIT_CONFIG_GLOBAL": scratch / "gitconfig",
        "GIT_CONFIG_SYSTEM": scratch / "gitconfig",
    }
    return {
        **kept,
        **_without_proxy(inherited),
        **_PYTHON,
        **{name: str(place) for name, place in places.items()},
        "GIT_CEILING_DIRECTORIES": os.pathsep.join(dict.fromkeys(map(str, ceilings))),
        **dict(zip(stated, words, strict=True)),
    }


_PYTHON = {"PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1"}


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
