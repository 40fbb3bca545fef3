"""The list of reviews: against which sentence the vectors of each requirement were last looked at.

``reviewed.txt`` lies beside the vector files and is committed with them: comments, then an id and
the fingerprint of its sentence a line. ``requirements --reviewed`` writes it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from hanzo_conformance.installation.writing import write_whole
from hanzo_vectors.bounded import read_bounded_text
from hanzo_vectors.errors import FileError
from hanzo_vectors.shipped import shipped_folder

FILE = "reviewed.txt"
HEAD = """\
# Written by `hanzo-conformance requirements --reviewed`: each requirement with a fingerprint of the
# sentence that its vectors were last held against. `requirements --check` tells what has changed.
"""
LINE = re.compile("([A-Z]+-[0-9]+) ([0-9a-f]{32})")


def reviews_file(folder: Path | None) -> Path:
    """The list of a folder of vectors; without one, of the vectors shipped here."""
    return (folder or shipped_folder() / "test-vectors") / FILE


def read_reviews(path: Path) -> dict[str, str]:
    """Fingerprints by requirement; none where there is no list. Raises ``FileError``."""
    if not path.is_file():
        return {}
    found: dict[str, str] = {}
    for number, line in enumerate(read_bounded_text(path).split("\n"), start=1):
        if not line or line.startswith("#"):
            continue
        match = LINE.fullmatch(line)
        if match is None or match[1] in found:
            raise FileError(path, f"line {number} is not one requirement and its fingerprint")
        found[match[1]] = match[2]
    return found


def write_reviews(path: Path, reviews: Mapping[str, str]) -> None:
    """Write the list, in the order of the mapping; raises ``FileError``."""
    lines = "".join(f"{name} {fingerprint}\n" for name, fingerprint in reviews.items())
    write_whole(path, (HEAD + lines).encode())
