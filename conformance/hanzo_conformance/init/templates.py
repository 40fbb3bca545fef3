"""Templates of adapters: a folder for each language, and what goes into all of them.

A template is a working adapter as it stands. The words in ``words_for`` are replaced when it is
copied, and everything else is taken as it is. A new folder with a manifest is a new language.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from hanzo_conformance.implementations.manifests import MANIFEST
from hanzo_conformance.installation.places import data_folder
from hanzo_conformance.story.suggestion import Suggestion
from hanzo_conformance.values.errors import UnknownNameError
from hanzo_vectors.errors import FileError

SHARED = "shared"
# Stands for what pip installs, and is nothing that it could.
PACKAGE = "git+https://HOST/OWNER/REPOSITORY@COMMIT"


def languages() -> list[str]:
    """The languages that there are templates for."""
    return sorted(path.parent.name for path in _folder().glob(f"*/{MANIFEST}"))


def words_for(
    name: str, manifest: str, first: Suggestion, requirement: str | None
) -> dict[str, str]:
    """What templates say and a new adapter says instead.

    ``manifest`` is the path of the new manifest as its user writes it, ``requirement`` what pip
    installs; without one its place is left for the user to fill in.
    """
    return {
        PACKAGE: requirement or PACKAGE,
        "my-implementation": name,
        "path/to/runner.toml": manifest,
        "example.operation": first.operation,
        "example-file/example-vector": first.vector,
        "example-file": first.vector.partition("/")[0],
        "example_member": first.member,
    }


def lay_out(language: str, folder: Path, words: Mapping[str, str]) -> list[str]:
    """Write a new adapter into a folder that is empty or not there; its files, sorted.

    Raises ``FileError`` or ``UnknownNameError`` before anything is written.
    """
    if language not in languages():
        raise UnknownNameError("template", language, languages())
    written = []
    try:
        if folder.exists() and any(folder.iterdir()):
            raise FileError(folder, "is not empty", "name a folder that is empty or not there yet")
        for place in (_folder() / language, _folder() / SHARED):
            written += copy(place, folder, words)
    except OSError as problem:
        place = Path(problem.filename or folder)
        raise FileError(place, f"cannot be written: {problem.strerror}") from None
    return sorted(written)


def copy(place: Path, folder: Path, words: Mapping[str, str]) -> list[str]:
    """Write the files of a template below a folder, words replaced in texts and names; their paths."""
    written = []
    for path in _files(place):
        text, name = path.read_text(encoding="utf-8"), path.relative_to(place).as_posix()
        for word, said in words.items():
            text, name = text.replace(word, said), name.replace(word, said)
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
        target.chmod(path.stat().st_mode & 0o777)
        written.append(name)
    return written


def _folder() -> Path:
    return data_folder() / "templates"


def domain_template() -> Path:
    """The template of a domain: a room, and the tests beside it."""
    return _folder() / "domain"


def _files(place: Path) -> list[Path]:
    """The files of a template; installers leave compiled ones among them."""
    return [
        path
        for path in sorted(place.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    ]
