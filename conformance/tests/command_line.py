"""The command line, run in this process, for tests that meet it as a user does."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from hanzo_conformance.cli import guarded

# Words of a command line to exit code, output and error output.
Cli = Callable[..., tuple[int, str, str]]


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Cli:
    """Runs a command line in an empty working folder with a cache of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HANZO_CONFORMANCE_CACHE", str(tmp_path / "cache"))

    def call(*words: str | Path) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["hanzo-conformance", *map(str, words)])
        capsys.readouterr()
        code = guarded()
        told = capsys.readouterr()
        return code, told.out, told.err

    return call
