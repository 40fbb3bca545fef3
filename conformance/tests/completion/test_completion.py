"""Shells are told what can stand at a place, and never why not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import Cli, cli
from small_corpus import manifest

from hanzo_conformance.completion.verb import SHELLS, VARIABLE

__all__ = ["cli"]


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_asks_us_under_our_own_variable(cli: Cli, shell: str) -> None:
    code, out, _ = cli("completion", shell)
    assert code == 0
    assert f"{VARIABLE}={shell}_complete" in out
    assert "hanzo-conformance" in out


def completed(folder: Path, *words: str) -> list[str]:
    """What bash is offered for the last word."""
    told = subprocess.run(
        [Path(sys.executable).with_name("hanzo-conformance")],
        cwd=folder,
        env={
            **os.environ,
            VARIABLE: "bash_complete",
            "COMP_WORDS": " ".join(["hanzo-conformance", *words]),
            "COMP_CWORD": str(len(words)),
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert told.stderr == ""
    return [line.partition(",")[2] for line in told.stdout.split()]


def test_verbs_options_and_names_are_completed(tmp_path: Path) -> None:
    manifest(tmp_path / "runners" / "mine", "none", name="mine")
    assert completed(tmp_path, "basel") == ["baseline"]
    assert completed(tmp_path, "baseline", "up") == ["update"]
    assert completed(tmp_path, "run", "--sha") == ["--shard"]
    assert completed(tmp_path, "run", "--impl", "mi") == ["mine"]
    assert "sse" in completed(tmp_path, "run", "--domain", "s")
    assert "sse-frames/crlf-lines" in completed(tmp_path, "show", "sse-frames/crlf")


def test_what_cannot_be_completed_is_no_error(tmp_path: Path) -> None:
    assert completed(tmp_path, "nonsense", "--x") == []
    path = manifest(tmp_path / "runners" / "mine", "none", name="mine")
    path.write_text("name = ")
    assert completed(tmp_path, "run", "--impl", "m") == []
