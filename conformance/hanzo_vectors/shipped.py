"""Where the contract's own files are: its schemas and its vectors."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def shipped_folder() -> Path:
    """The folder that holds schemas/ and test-vectors/.

    A wheel carries them inside the package; a checkout (an editable install too) has them at its
    root.
    """
    package = Path(__file__).resolve().parent
    inside = package / "data"
    return inside if inside.is_dir() else package.parent.parent
