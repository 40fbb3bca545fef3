"""The one net under all verbs: a mistake of the program itself is told, kept, and never status 1."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hanzo_conformance import __main__, cli
from hanzo_conformance.installation.crash_report import KEPT, write_crash_report


class PanicError(BaseException):
    """What an extension raises that is none of Python's own exceptions."""


def fall(monkeypatch: pytest.MonkeyPatch, problem: BaseException) -> object:
    def broken() -> int:
        raise problem

    monkeypatch.setattr(cli, "guarded", broken)
    monkeypatch.setattr(sys, "argv", ["/bin/hanzo-conformance", "run", "-k", "a b"])
    with pytest.raises(SystemExit) as left:
        __main__.main()
    return left.value.code


@pytest.mark.parametrize(
    "problem",
    [
        RecursionError("too deep"),
        AttributeError("no such thing"),
        MemoryError(),
        PanicError("at line 1"),
        ImportError("No module named 'click'"),
        ValueError("\udcff\x1b[2J"),
    ],
    ids=lambda problem: type(problem).__name__,
)
def test_what_nobody_foresaw_has_a_status_of_its_own_and_its_traceback_in_a_file(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    problem: BaseException,
) -> None:
    monkeypatch.setenv("HANZO_CONFORMANCE_CACHE", str(tmp_path / "cache"))
    assert fall(monkeypatch, problem) == 70
    told = capsys.readouterr().err
    assert "Traceback" not in told
    assert "\x1b" not in told
    assert f"hanzo-conformance itself failed: {type(problem).__name__}" in told
    (kept,) = (tmp_path / "cache" / "crashes").iterdir()
    assert str(kept) in told
    text = kept.read_text()
    assert "hanzo-conformance run -k 'a b'" in text
    assert "Traceback (most recent call last)" in text
    assert kept.stat().st_mode & 0o077 == 0


def test_where_the_cache_cannot_be_written_the_traceback_goes_to_the_temporary_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "cache").write_text("a file")
    (tmp_path / "tmp").mkdir()
    monkeypatch.setenv("HANZO_CONFORMANCE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "tmp"))
    path = write_crash_report(ValueError("x"), ["run"])
    assert path is not None
    assert path.parent == tmp_path / "tmp"
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "nowhere"))
    assert write_crash_report(ValueError("x"), ["run"]) is None


def test_old_reports_make_room_for_new_ones(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HANZO_CONFORMANCE_CACHE", str(tmp_path))
    for _ in range(KEPT + 3):
        last = write_crash_report(ValueError("x"), ["run"])
    left = list((tmp_path / "crashes").iterdir())
    assert len(left) == KEPT
    assert last in left


def test_an_interrupt_is_no_mistake_of_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    assert fall(monkeypatch, KeyboardInterrupt()) == 130


def test_an_installation_without_its_packages_is_told_and_not_red(tmp_path: Path) -> None:
    """Status 1 would say that an implementation diverges."""
    done = subprocess.run(
        [sys.executable, "-S", "-m", "hanzo_conformance", "list", "impls"],
        cwd=Path(__main__.__file__).parent.parent,
        env={"HANZO_CONFORMANCE_CACHE": str(tmp_path), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 70, done.stderr
    assert "the installation is incomplete" in done.stderr


def called(folder: Path, line: str) -> subprocess.CompletedProcess[str]:
    """A line of shell with the program as ``$H``, in a folder."""
    # Unbuffered output would hide what is tried again at the end.
    variables = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return subprocess.run(
        ["/bin/sh", "-c", line],
        cwd=folder,
        env={
            **variables,
            "H": f"{sys.executable} -m hanzo_conformance",
            "HANZO_CONFORMANCE_CACHE": str(folder / "cache"),
        },
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ("mkdir x && cd x && rmdir ../x && $H run --impl python", 2, "the working folder: No such"),
        ("$H list vectors >/dev/full", 2, "standard output: No space left"),
        ("$H run --impl nobody 2>/dev/full", 2, ""),
        ("$H run --nope 2>/dev/full", 2, ""),
        ("$H run --impl nobody 2>&-", 2, ""),
        ("$H list domains >&-", 2, "standard output is closed"),
        ("PYTHONIOENCODING=ascii $H show sse-frames/byte-order-mark-in-text >/dev/null", 0, ""),
        (
            "env -u HOME -u XDG_CACHE_HOME HANZO_CONFORMANCE_CACHE= $H list domains >/dev/null",
            0,
            "",
        ),
    ],
)
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_where_the_system_gives_way_the_status_is_the_one_that_is_promised(
    tmp_path: Path, line: str, code: int, message: str
) -> None:
    done = called(tmp_path, line)
    assert done.returncode == code, done.stderr
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_an_error_of_the_system_that_nobody_foresaw_falls_into_the_net(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HANZO_CONFORMANCE_CACHE", str(tmp_path))

    def broken(**_: object) -> None:
        raise OSError(24, "Too many open files")

    monkeypatch.setattr(cli, "root", broken)
    monkeypatch.setattr(sys, "argv", ["hanzo-conformance"])
    with pytest.raises(SystemExit) as left:
        __main__.main()
    assert left.value.code == 70
