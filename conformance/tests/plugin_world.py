"""Sessions of pytest with vectors as tests, for tests of the plugin."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from culprits import TOKEN, offspring
from small_corpus import lay_out, manifest


@pytest.fixture(autouse=True)
def surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LC_HANZO_TEST_TOKEN", TOKEN)
    monkeypatch.setenv("HANZO_CONFORMANCE_CACHE", str(tmp_path / "cache"))
    # A session of its own, whatever this one was started with.
    for name in list(os.environ):
        if name.startswith(("PYTEST_", "COV_")):
            monkeypatch.delenv(name)
    # Plugins that have no part in this and are slow to load.
    monkeypatch.setenv("PYTEST_ADDOPTS", "-p no:hypothesispytest -p no:anyio")
    (tmp_path / "pytest.ini").write_text("[pytest]\n")


def start(folder: Path, *words: str | Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "pytest", *map(str, words)],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def session(folder: Path, *words: str | Path) -> tuple[int, str]:
    """Run pytest in a folder: exit status, and all that it printed."""
    child = start(folder, *words)
    out, err = child.communicate(timeout=120)
    assert not offspring()
    return child.returncode, out + err


def outcomes(text: str) -> dict[str, str]:
    """What ``-rA`` tells of each test of the implementation ``fake``, by the end of its id."""
    found = re.findall(r"^(PASSED|FAILED|XFAIL|XPASS|ERROR) \S*::fake::(\S+)", text, re.MULTILINE)
    return {name: word for word, name in found}


def world(tmp_path: Path, fault: str, *entries: dict[str, Any], more: str = "") -> Path:
    """Vector files and a manifest; the manifest's path."""
    lay_out(tmp_path, *entries)
    return manifest(tmp_path / "impl", fault, more=more)


def known(path: Path, *vectors: str, reason: str = "upstream 7") -> None:
    path.with_name("known-divergences.toml").write_text(
        "".join(
            f'[[divergence]]\nat = ""\nvector = "{vector}"\nreason = "{reason}"\n'
            for vector in vectors
        )
    )


def build(script: str) -> str:
    command = json.dumps(["sh", "-c", script])
    return f"[build]\ncommand = {command}\ninputs = ['*.toml']"
