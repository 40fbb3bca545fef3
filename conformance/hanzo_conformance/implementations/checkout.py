"""The repository that a user stands in, for reports that name files of it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from hanzo_conformance.implementations.manifest import Implementation

# What is installed into a folder below the repository is no part of it.
INSTALLED = "site-packages"


def places_in_checkout(items: Iterable[Implementation], working_folder: Path) -> dict[str, str]:
    """The manifests of implementations that have one in the user's repository, by their names.

    A place is relative to the repository's root. Outside of any repository the working folder
    counts as one.
    """
    here = working_folder.resolve()
    root = next((place for place in (here, *here.parents) if (place / ".git").exists()), here)
    return {
        item.name: item.path.resolve().relative_to(root).as_posix()
        for item in items
        if item.path is not None
        and item.path.resolve().is_relative_to(root)
        and INSTALLED not in item.path.resolve().parts
    }
