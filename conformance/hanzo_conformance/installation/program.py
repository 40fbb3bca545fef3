"""By which words the user calls this program."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from hanzo_conformance.values.replay import PROGRAM


def program_words(called_as: str, search_path: str | None) -> tuple[str, ...]:
    """The words that start the program from where the user stands, given its ``argv[0]``.

    Its name where the search path leads to it, else the path by which it was called.
    """
    stated = Path(called_as)
    if stated.name == "__main__.py":
        return (sys.executable, "-m", "hanzo_conformance")
    if stated.name not in PROGRAM or not stated.is_file():
        return PROGRAM
    found = shutil.which(PROGRAM[0], path=search_path)
    if found is not None and Path(found).samefile(stated):
        return PROGRAM
    return (called_as if "/" in called_as else f"./{called_as}",)
