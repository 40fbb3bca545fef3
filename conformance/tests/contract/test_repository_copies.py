"""Repositories made by copying what git has made once."""

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from hanzo_vectors.emptying import empty
from hanzo_vectors.fixtures import git as repository
from hanzo_vectors.repository_copies import CONTENT_BYTES, Copies, told_of
from hanzo_vectors.writing import write_files

FILES = {
    "read.me": {"text": "one\n"},
    "bin/run": {"text": "#!/bin/sh\n", "executable": True},
    "bin/link": {"symlink": "../read.me"},
    "süß/a b": {"base64": "AAH/"},
    ".gitignore": {"text": "ignored\n"},
    "ignored": {"text": "two\n"},
    "empty": {"directory": True},
}


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The commands that git is given, with no repository known."""
    words: list[str] = []
    real = repository._git

    def noted(folder: Path, *given: str) -> None:
        words.append(given[0])
        real(folder, *given)

    monkeypatch.setattr(repository, "_git", noted)
    monkeypatch.setattr(repository, "COPIES", Copies())
    return words


def laid_out(folder: Path, files: dict[str, Any]) -> Path:
    empty(folder)
    write_files(folder, files, str)
    repository.commit_all(folder)
    return folder


def git(folder: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout


def stored(folder: Path) -> dict[str, tuple[int, bytes]]:
    """All that git has stored but the index, which names files by their numbers."""
    return {
        str(place.relative_to(folder)): (
            place.stat().st_mode,
            b"" if place.is_dir() else place.read_bytes(),
        )
        for place in (folder / ".git").rglob("*")
        if place.name != "index"
    }


def test_git_is_asked_once_for_the_same_files(tmp_path: Path, asked: list[str]) -> None:
    laid_out(tmp_path / "one", FILES)
    once = list(asked)
    laid_out(tmp_path / "two", FILES)
    laid_out(tmp_path / "one", FILES)
    assert asked == once == ["init", "add", "commit"]


def test_a_copy_is_what_git_made(tmp_path: Path, asked: list[str]) -> None:
    made = stored(laid_out(tmp_path / "made", FILES))
    copied = stored(laid_out(tmp_path / "copied", FILES))
    assert len(asked) == 3
    assert copied == made
    assert {".git/HEAD", ".git/config", ".git/refs/tags", ".git/objects/pack"} <= set(copied)


def test_the_index_of_a_copy_knows_the_files_that_are_there(
    tmp_path: Path, asked: list[str]
) -> None:
    laid_out(tmp_path / "made", FILES)
    folder = laid_out(tmp_path / "copied", FILES)
    assert len(asked) == 3
    # Takes the index at its word, and looks at no content.
    assert git(folder, "diff-files") == ""
    assert git(folder, "fsck", "--strict", "--no-dangling") == ""
    listed = git(folder, "ls-files", "--stage", "-z").split("\0")
    assert listed == git(tmp_path / "made", "ls-files", "--stage", "-z").split("\0")
    assert len(listed) == 7


def test_a_change_of_a_copy_is_seen(tmp_path: Path, asked: list[str]) -> None:
    laid_out(tmp_path / "made", FILES)
    folder = laid_out(tmp_path / "copied", FILES)
    (folder / "read.me").write_text("two\n")
    assert git(folder, "status", "--porcelain") == " M read.me\n"
    assert len(asked) == 3


@pytest.mark.parametrize(
    "other",
    [
        {"read.me": {"text": "two\n"}},
        {"read.me": {"text": "one\n", "executable": True}},
        {"read.you": {"text": "one\n"}},
        {"read.me": {"symlink": "one\n"}},
        {"read.me/one": {"text": ""}},
        {},
    ],
)
def test_other_files_are_another_repository(
    tmp_path: Path, asked: list[str], other: dict[str, Any]
) -> None:
    first = laid_out(tmp_path / "one", {"read.me": {"text": "one\n"}})
    second = laid_out(tmp_path / "two", other)
    assert git(first, "rev-parse", "HEAD") != git(second, "rev-parse", "HEAD")
    assert len(asked) == 6


def test_another_git_is_asked_itself(
    tmp_path: Path, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    laid_out(tmp_path / "one", FILES)
    monkeypatch.setenv("PATH", f"/nowhere:{os.environ['PATH']}")
    laid_out(tmp_path / "two", FILES)
    assert len(asked) == 6


def test_what_is_large_is_not_kept(tmp_path: Path, asked: list[str]) -> None:
    large = {"a": {"repeat": "a", "times": CONTENT_BYTES + 1}}
    laid_out(tmp_path / "one", large)
    laid_out(tmp_path / "two", large)
    assert len(asked) == 6


def test_an_index_of_another_version_is_left_to_git(tmp_path: Path) -> None:
    folder = laid_out(tmp_path / "one", FILES)
    place = folder / ".git/index"
    assert told_of(place.read_bytes(), folder) == place.read_bytes()
    git(folder, "update-index", "--index-version", "4")
    assert told_of(place.read_bytes(), folder) is None
