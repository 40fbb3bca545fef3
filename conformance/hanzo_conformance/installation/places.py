"""Where things are: the runners, the templates, the user's cache."""

from __future__ import annotations

import os
import sys
from functools import cache
from pathlib import Path

# What tools make beside sources, and what is none itself.
LEFTOVERS = frozenset({".git", ".hg", ".svn", ".venv", "__pycache__", "node_modules", "target"})


@cache
def data_folder() -> Path:
    """The folder that holds runners/ and templates/.

    A wheel carries them inside the package; a checkout (an editable install too) has them at its
    root.
    """
    package = Path(__file__).resolve().parent.parent
    inside = package / "data"
    return inside if inside.is_dir() else package.parent.parent


def cache_folder() -> Path:
    """Where builds go: HANZO_CONFORMANCE_CACHE, else the platform's cache folder of the user."""
    stated = os.environ.get("HANZO_CONFORMANCE_CACHE")
    if stated:
        return Path(stated).absolute()
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "hanzo-conformance"
    root = os.environ.get("XDG_CACHE_HOME")
    return (Path(root) if root else Path.home() / ".cache") / "hanzo-conformance"
