"""A checkout of its own for tests that write into the reference: what an author would have."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from hanzo_conformance.installation.places import data_folder

PARTS = (
    "conformance/hanzo_confinement", "conformance/hanzo_conformance", "conformance/hanzo_vectors",
    "reference/hanzo_reference", "reference/tests", "templates", "schemas", "test-vectors",
    "pyproject.toml",
)  # fmt: skip


class Checkout:
    """The sources in another folder, and the program as it runs from there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for part in PARTS:
            source, target = data_folder() / part, folder / part
            if source.is_dir():
                shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, target)
        # What builds leave behind is not asked for: the adapter that runs as it stands suffices.
        ignored = shutil.ignore_patterns("node_modules", "target", "__pycache__")
        shutil.copytree(data_folder() / "runners", folder / "runners", ignore=ignored)

    def run(self, *words: str) -> tuple[int, str]:
        """The status of a command and all that it prints."""
        path = os.pathsep.join(str(self.folder / part) for part in ("conformance", "reference"))
        done = subprocess.run(
            [sys.executable, "-m", "hanzo_conformance", *words],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": path},
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        return done.returncode, done.stdout + done.stderr

    def room(self, domain: str, name: str) -> Path:
        """A file of a room."""
        return self.folder / "reference" / "hanzo_reference" / domain / name

    def change(self, path: Path, old: str, new: str) -> None:
        """Put another text in the place of one that is there."""
        text = path.read_text("utf-8")
        assert old in text, old
        path.write_text(text.replace(old, new), "utf-8")
