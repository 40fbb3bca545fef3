"""A tree that no path reaches the end of, for tests of what walks through folders."""

from __future__ import annotations

import os
from pathlib import Path


def bury(folder: Path) -> None:
    """Make folders in each other, deeper than the longest path that the system takes."""
    place = os.open(folder, os.O_RDONLY)
    for _ in range(1500):
        os.mkdir("deep", dir_fd=place)
        below = os.open("deep", os.O_RDONLY, dir_fd=place)
        os.close(place)
        place = below
    os.close(place)
