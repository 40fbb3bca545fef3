"""Repositories, git as a person runs it, and the tool vcs as an agent asks it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from hanzo_reference.tools.calling import Toolbox

WHO = {
    "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_COMMITTER_NAME": "C",
    "GIT_COMMITTER_EMAIL": "c@example.org",
}  # fmt: skip
ALONE = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull, "LC_ALL": "C"}
PATH = {"PATH": os.environ["PATH"]}


def run_git(root: Path, *words: str, given: bytes = b"") -> bytes:
    """The oracle: git as a person would run it."""
    environment = {**PATH, **WHO, **ALONE, "HOME": str(root)}
    ended = subprocess.run(
        ["git", *words], cwd=root, env=environment, input=given, capture_output=True, check=True
    )
    return ended.stdout


def ask(
    root: Path, action: str, variables: Mapping[str, str] | None = None, /, **params: Any
) -> dict[str, Any]:
    environment = {**PATH, **WHO} if variables is None else variables
    return Toolbox(environment).call(str(root), "vcs", action, params)


def data(root: Path, action: str, **params: Any) -> Any:
    envelope = ask(root, action, **params)
    assert envelope["ok"], envelope
    return envelope["data"]


def error(envelope: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    assert not envelope["ok"]
    return envelope["error"]["code"], envelope["error"]["details"]


def commit_all(root: Path, message: str = "all") -> None:
    run_git(root, "add", "--all")
    run_git(root, "commit", "--quiet", "--message", message)


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    root.mkdir()
    run_git(root, "init", "--quiet", "--initial-branch=main")
    return root


@pytest.fixture
def root(empty: Path) -> Path:
    (empty / "a.txt").write_text("1\n2\n3\n")
    (empty / "b.txt").write_text("b\n")
    commit_all(empty)
    return empty
