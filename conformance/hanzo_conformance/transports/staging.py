"""Where this program plays vectors with a workspace: in its own cache folder, if that can be."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hanzo_conformance.installation.places import cache_folder
from hanzo_conformance.values.errors import StartError
from hanzo_vectors import stage_root as roots
from hanzo_vectors.errors import UnavailableError
from hanzo_vectors.stage import Stage


def stage_root(outside: Path | None = None) -> Path:
    """See ``hanzo_vectors.stage_root``; raises ``StartError``."""
    try:
        return roots.stage_root(cache_folder() / "stage", outside)
    except UnavailableError as problem:
        raise StartError(
            str(problem),
            "set HANZO_CONFORMANCE_CACHE to a folder whose path has letters, digits, '.', '_', '~' "
            "and '-' only",
        ) from None


def own_stage(workspace: Mapping[str, Any] | None) -> Stage:
    """A stage in a folder of its own; raises ``StartError``."""
    return Stage(workspace, new_root=stage_root)
