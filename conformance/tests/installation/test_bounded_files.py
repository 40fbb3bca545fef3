"""Files from outside are read up to a bound, whatever they are."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest
from command_line import Cli, cli

from hanzo_conformance.implementations import builds
from hanzo_vectors import bounded
from hanzo_vectors.bounded import read_bounded, read_bounded_text
from hanzo_vectors.errors import FileError

__all__ = ["cli"]  # the fixture


def test_a_file_of_just_the_bound_is_read_and_a_longer_one_is_not(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"12345")
    assert read_bounded(path, 5) == b"12345"
    with pytest.raises(FileError, match="and is not read"):
        read_bounded(path, 4)


def test_a_device_without_an_end_is_refused() -> None:
    with pytest.raises(FileError, match="has more than 16 MiB"):
        read_bounded_text(Path("/dev/zero"))


def test_a_pipe_is_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_bytes, args=(b"x" * 200_000,))
    writer.start()
    assert len(read_bounded(path, 1 << 20)) == 200_000
    writer.join()


@pytest.mark.parametrize(
    "words",
    [
        ["run", "--impl", "runner.toml"],
        ["report", "runner.toml"],
        ["merge", "runner.toml", "-o", "out"],
        ["diff", "runner.toml", "runner.toml"],
        ["compare", "runner.toml"],
        ["vectors", "verify", "."],
        ["fuzz", "findings", "--database", "."],
        ["doctor", "runner.toml"],
    ],
    ids=lambda words: words[0],
)
def test_every_verb_refuses_a_file_without_an_end(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    # The bound of data is a gibibyte, which no test need fill.
    for module in (
        "hanzo_conformance.records.reading",
        "hanzo_vectors.reading",
        "hanzo_conformance.fuzz.findings",
    ):
        for name in ("DATA_BYTES", "TEXT_BYTES"):
            monkeypatch.setattr(f"{module}.{name}", bounded.MEBIBYTE, raising=False)
    for name in ("runner.toml", "vectors.json"):
        (tmp_path / name).symlink_to("/dev/zero")
    code, _, err = cli(*words)
    assert code == 2
    assert "MiB, and is not read" in err


def test_of_a_build_s_log_no_more_than_its_end_is_told(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_bytes(b"x" * 10_000_000 + b"\nlast\n")
    told = builds._tail(log)
    assert told.endswith("x\nlast\n")
    assert len(told) <= builds.TAIL_BYTES
