"""Watching: a change runs again what failed, then everything, until somebody ends it."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_line import Cli, cli
from culprits import TOKEN, offspring
from small_corpus import entry, lay_out, manifest

__all__ = ["cli"]
WAITING = "watching for changes, then "


class Watching:
    """A watch in a process of its own, and what it has printed so far."""

    def __init__(self, *words: str | Path) -> None:
        self._child = subprocess.Popen(
            [sys.executable, "-m", "hanzo_conformance", "watch", *map(str, words)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**os.environ, "LC_HANZO_TEST_TOKEN": TOKEN},
        )
        assert self._child.stdout is not None
        self._out = self._child.stdout
        os.set_blocking(self._out.fileno(), False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._out, selectors.EVENT_READ)
        self._text = ""

    def until(self, text: str) -> str:
        """All that is printed up to this text, and no more of it."""
        deadline = time.monotonic() + 60
        while text not in self._text:
            assert time.monotonic() < deadline, self._text
            self._selector.select(0.2)
            data = self._out.read()
            assert data != b"", self._text
            self._text += (data or b"").decode()
        before, _, self._text = self._text.partition(text)
        return before

    def end(self, number: signal.Signals = signal.SIGINT) -> int:
        self._child.send_signal(number)
        code = self._child.wait(30)
        self._text += (self._out.read() or b"").decode()
        return code

    @property
    def rest(self) -> str:
        return self._text

    def close(self) -> None:
        if self._child.poll() is None:
            self._child.kill()
            self._child.wait()
        self._out.close()


@pytest.fixture
def watching(tmp_path: Path) -> Iterator[Watching]:
    place = lay_out(tmp_path, *(entry(f"v{n}", "bad" if n < 2 else "a") for n in range(6)))
    path = manifest(tmp_path / "impl", "wrong")
    watch = Watching("--vectors", place, "--impl", path)
    yield watch
    watch.close()
    assert not offspring()


def test_what_failed_is_run_again_and_when_it_passes_everything(
    watching: Watching, tmp_path: Path
) -> None:
    told = watching.until(f"{WAITING}2 failing vectors again; Ctrl-C ends\n")
    assert "diverges: 4 passed, 2 failed" in told
    manifest(tmp_path / "impl", "dies")
    told = watching.until(f"{WAITING}2 failing vectors again")
    assert "changed: runner.toml\n" in told
    assert "2 vectors of 1 domain" in told
    assert "diverges: 2 crashed" in told
    manifest(tmp_path / "impl", "none")
    told = watching.until(f"{WAITING}everything again")
    assert "conformant: 2 passed" in told
    assert "all of that passes now; everything again" in told
    assert "conformant: 6 passed" in told
    assert watching.end() == 130
    assert "Traceback" not in watching.rest


def test_a_file_that_is_broken_for_a_moment_is_told_and_waited_for(
    watching: Watching, tmp_path: Path
) -> None:
    watching.until(WAITING)
    (tmp_path / "impl" / "runner.toml").write_text("name = ")
    told = watching.until(f"{WAITING}2 failing vectors")
    assert "error: " in told
    assert "is not TOML" in told
    manifest(tmp_path / "impl", "none")
    assert "conformant: 6 passed" in watching.until(f"{WAITING}everything")


def test_a_vector_file_that_changes_is_read_again_and_everything_is_asked(
    watching: Watching, tmp_path: Path
) -> None:
    watching.until(f"{WAITING}2 failing vectors")
    path = tmp_path / "test-vectors" / "echo.json"
    vectors = path.read_text()
    path.write_text(vectors.replace('"bad"', '"good"'))
    told = watching.until(f"{WAITING}everything again")
    assert "changed: echo.json\n" in told
    assert "conformant: 6 passed" in told
    path.write_text(vectors[:-1])
    told = watching.until(f"{WAITING}everything again")
    assert "error: " in told
    assert "is not strict JSON" in told
    path.write_text(vectors)
    told = watching.until(f"{WAITING}2 failing vectors again")
    assert "diverges: 4 passed, 2 failed" in told


def test_what_builds_leave_behind_starts_nothing(watching: Watching, tmp_path: Path) -> None:
    watching.until(WAITING)
    for name in ("target", "__pycache__", "node_modules", ".git"):
        folder = tmp_path / "impl" / name
        folder.mkdir()
        (folder / "x").write_text("x")
    time.sleep(1)
    assert watching.end() == 130
    assert "changed:" not in watching.rest


def test_an_interrupt_during_a_run_ends_it_too(tmp_path: Path) -> None:
    place = lay_out(tmp_path, entry("one", "bad"))
    path = manifest(tmp_path / "impl", "hangs", more="[limits]\ntimeout_s = 600")
    watch = Watching("--vectors", place, "--impl", path)
    try:
        watch.until("1 vector of 1 domain")
        time.sleep(0.5)
        assert watch.end() == 130
        assert "interrupted" in watch.rest
    finally:
        watch.close()
    assert not offspring()


def test_without_its_package_it_says_what_to_install(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", {}.get)
    code, _, told = cli("watch", "--impl", "python")
    assert code == 2
    assert "hint: pip install 'hanzo-conformance[watch]'" in told
