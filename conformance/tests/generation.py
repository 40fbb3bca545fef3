"""Generation in pieces and elsewhere, for tests that hold the results against each other."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from hanzo_conformance.generation.generate import generated_files

# As in `requires-python`, up to a version that is not out yet.
MINORS = range(11, 20)
NAME = re.compile(r"3\.(\d+)")


def tree_hash(files: Mapping[str, bytes]) -> str:
    """One hash over the paths and contents of generated files."""
    whole = hashlib.sha256()
    for path, data in sorted(files.items()):
        whole.update(f"{path}\0{len(data)}\0".encode() + data)
    return whole.hexdigest()


def files_of(domain: str) -> dict[str, bytes]:
    """The generated files of one domain, made in this process, and what it shares with others."""
    return generated_files([domain], jobs=1)


def other_pythons() -> dict[str, Path]:
    """Interpreters of other minor versions that this machine has, one of each, by ``3.N``."""
    found: dict[str, Path] = {}
    for path in _candidates():
        version = _version(path)
        if version is not None and version != "{}.{}".format(*sys.version_info):
            found.setdefault(version, path)
    return dict(sorted(found.items(), key=lambda item: int(item[0].partition(".")[2])))


def _candidates() -> Iterator[Path]:
    for minor in MINORS:
        found = shutil.which(f"python3.{minor}")
        if found is not None:
            yield Path(found)
    root = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    yield from sorted((root / "versions").glob("3.*/bin/python"), reverse=True)


def _version(python: Path) -> str | None:
    """``3.N`` of an interpreter that starts and is new enough; pyenv's shims may not start."""
    code = "import sys; print('%d.%d' % sys.version_info[:2])"
    done = subprocess.run([python, "-c", code], capture_output=True, text=True, check=False)
    told = NAME.fullmatch(done.stdout.strip())
    return told[0] if done.returncode == 0 and told and int(told[1]) in MINORS else None
