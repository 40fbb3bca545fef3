"""The commands of a manifest made concrete, and the environment in which they run."""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from hanzo_conformance.files.places import cache_folder
from hanzo_conformance.values.manifest import Implementation


def build_folder(implementation: Implementation) -> Path:
    """The folder of the user's cache that belongs to this implementation, whether it exists."""
    place = hashlib.sha256(str(implementation.folder).encode()).hexdigest()[:12]
    return cache_folder() / "build" / f"{implementation.name}-{place}"


def expand(words: Sequence[str], implementation: Implementation) -> list[str]:
    """Words with ``${here}``, ``${build}`` and ``${python}`` filled in."""
    values = {
        "${here}": str(implementation.folder),
        "${build}": str(build_folder(implementation)),
        "${python}": sys.executable,
    }
    place = re.compile("|".join(re.escape(name) for name in values))
    return [place.sub(lambda found: values[found[0]], word) for word in words]


def environment(implementation: Implementation, inherited: Mapping[str, str]) -> dict[str, str]:
    """The harness's own environment with the manifest's changes.

    Python and its I/O are told to be UTF-8, whatever the locale.
    """
    stated = implementation.manifest.environment
    filled = dict(zip(stated, expand(list(stated.values()), implementation), strict=True))
    return {**inherited, "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1", **filled}


def inherited_environment() -> dict[str, str]:
    """The environment of this process."""
    return dict(os.environ)
