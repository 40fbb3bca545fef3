"""Vectors as tests of pytest: people's options work, verdicts are those of a run."""

from __future__ import annotations

import signal
import time
from pathlib import Path

import pytest
from culprits import offspring
from fake_world import drive, fake, vectors
from plugin_world import build, known, outcomes, session, start, surroundings, world
from small_corpus import entry

__all__ = ["surroundings"]  # the fixture


def test_each_verdict_has_its_outcome(tmp_path: Path) -> None:
    path = world(
        tmp_path,
        "named",
        entry("good", "a"),
        entry("wrong", "bad-wrong"),
        entry("known", "bad-wrong"),
        entry("fixed", "a"),
        entry("dies", "bad-dies"),
        entry("low", "bad-wrong", level="should"),
        entry("lowest", "bad-wrong", level="may"),
        entry("hangs", "bad-hangs"),
        entry("garbled", "bad-late-log-line"),
        entry("last", "a"),
    )
    known(path, "echo/known", "echo/fixed")
    code, text = session(tmp_path, "--hanzo-impl", path, "test-vectors", "-rA")
    assert code == 1
    assert outcomes(text) == {
        "good": "PASSED",
        "wrong": "FAILED",
        "known": "XFAIL",
        "fixed": "FAILED",
        "dies": "FAILED",
        "low": "XFAIL",
        "lowest": "XFAIL",
        "hangs": "FAILED",
        "garbled": "FAILED",
        "last": "PASSED",
        "known-divergences.toml": "FAILED",
    }
    assert f"echo/fixed passes by now; hanzo-conformance baseline update --impl {path} " in text
    assert "::fake::known - upstream 7" in text
    assert "CRASHED fake echo/dies\n" in text
    assert "TIMED-OUT fake echo/hangs\n" in text
    assert "GARBLED fake echo/garbled\n" in text
    assert "takes it out: upstream 7" in text
    assert "failed, at level should: not counted" in text


def test_a_failure_is_told_as_a_run_tells_it_and_without_our_code(tmp_path: Path) -> None:
    path = world(tmp_path, "wrong", entry("one", "bad"))
    _, text = session(tmp_path, "--hanzo-impl", path, "test-vectors")
    for part in (
        "FAILED fake echo/one\n  Says bad\n  ECHO-1 (must): Text comes back.\n",
        'expected  "bad"\n  actual    "good"',
        f"replay    hanzo-conformance replay echo/one --impl {path} --vectors {tmp_path}",
    ):
        assert part in text
    assert "items.py" not in text


def test_strict_counts_level_should(tmp_path: Path) -> None:
    path = world(tmp_path, "wrong", entry("one", "a"), entry("low", "bad", level="should"))
    assert session(tmp_path, "--hanzo-impl", path, "test-vectors")[0] == 0
    assert session(tmp_path, "--hanzo-impl", path, "--hanzo-strict", "test-vectors")[0] == 1


def test_an_unsupported_operation_is_skipped_and_fails_where_it_is_required(tmp_path: Path) -> None:
    path = world(tmp_path, "no-operations", entry("one", "a"))
    code, text = session(tmp_path, "--hanzo-impl", path, "test-vectors", "-rs")
    assert code == pytest.ExitCode.NO_TESTS_COLLECTED
    assert "1 skipped" in text
    assert "echo.say is not in the handshake" in text
    assert session(tmp_path, "--hanzo-impl", path, "--hanzo-require", "test-vectors")[0] == 1
    known(path, "echo/one")
    assert session(tmp_path, "--hanzo-impl", path, "test-vectors")[0] == 1


def test_what_was_not_run_is_never_green(tmp_path: Path) -> None:
    path = world(tmp_path, "exits-at-once", entry("one", "a"), entry("two", "a"))
    code, text = session(tmp_path, "--hanzo-impl", path, "test-vectors")
    assert code == 1
    assert "2 failed" in text
    assert "NOT-RUN fake echo/two" in text
    assert "it ended before the handshake: exited with status 3" in text


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('vector = "echo/gone"\nreason = "x"', "no vector is echo/gone"),
        ('vector = "echo/one"\nreason = "TODO"', "has no reason yet"),
        ('vector = "echo/o*"\nreason = "x"', "states no count"),
        ('vector = "echo/one"\nreason = "x"\nexpires = 2020-01-01', "expired on 2020-01-01"),
    ],
)
def test_a_baseline_that_rots_fails_whatever_is_selected(
    tmp_path: Path, line: str, problem: str
) -> None:
    path = world(tmp_path, "wrong", entry("one", "bad"), entry("two", "a"))
    path.with_name("known-divergences.toml").write_text(f'[[divergence]]\nat = ""\n{line}\n')
    code, text = session(tmp_path, "--hanzo-impl", path, "test-vectors", "-k", "two", "-rA")
    assert code == 1
    assert outcomes(text) == {"two": "PASSED", "known-divergences.toml": "FAILED"}
    assert problem in text


def test_a_baseline_is_held_against_all_files_also_when_one_is_named(tmp_path: Path) -> None:
    path = world(tmp_path, "none", entry("one", "a"))
    other = (
        (tmp_path / "test-vectors" / "echo.json")
        .read_text()
        .replace("echo/", "other/")
        .replace("ECHO-1", "ECHO-2")
    )
    (tmp_path / "test-vectors" / "other.json").write_text(
        other.replace("vectors/echo.json", "vectors/other.json")
    )
    schema = tmp_path / "schemas" / "vectors" / "echo.json"
    schema.with_name("other.json").write_text(schema.read_text())
    known(path, "other/one")
    code, text = session(tmp_path, "--hanzo-impl", path, "test-vectors/echo.json", "-rA")
    assert code == 0, text
    assert outcomes(text) == {"one": "PASSED", "known-divergences.toml": "PASSED"}


@pytest.mark.parametrize("words", [(), ("-n", "2")], ids=["here", "workers"])
def test_a_build_is_told_of_and_made_once(tmp_path: Path, words: tuple[str, ...]) -> None:
    path = world(tmp_path, "none", entry("one", "a"), entry("two", "a"),
                 more=build("echo x >> built"))  # fmt: skip
    code, text = session(tmp_path, "--hanzo-impl", path, "test-vectors", *words)
    assert code == 0
    assert "fake: building: sh -c echo x >> built" in text
    assert (path.parent / "built").read_text() == "x\n"


@pytest.mark.parametrize("words", [(), ("-n", "2")], ids=["here", "workers"])
def test_a_build_that_fails_ends_the_session_with_its_last_lines(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    path = world(tmp_path, "none", entry("one", "a"), more=build("echo no luck; exit 4"))
    code, text = session(tmp_path, "--hanzo-impl", path, "test-vectors", *words)
    assert code == 4
    assert "no luck" in text
    assert "exit status 4" in text
    assert "INTERNALERROR" not in text


def test_an_implementation_that_nobody_knows_is_an_error_of_usage(tmp_path: Path) -> None:
    world(tmp_path, "none", entry("one", "a"))
    code, text = session(tmp_path, "--hanzo-impl", "pyhton", "test-vectors")
    assert code == 4
    assert "no implementation is named 'pyhton'" in text
    assert "hint: did you mean python?" in text
    assert "Traceback" not in text


def test_a_vector_file_that_cannot_be_trusted_is_an_error_of_collection(tmp_path: Path) -> None:
    path = world(tmp_path, "none", entry("one", "a"))
    file = tmp_path / "test-vectors" / "echo.json"
    file.write_text(file.read_text().replace('"format": 1', '"format": 2'))
    code, text = session(tmp_path, "--hanzo-impl", path, "test-vectors")
    assert code == 2
    assert "is no vector file" in text
    assert "hint: vector files are generated" in text
    assert "Traceback" not in text


def test_ordinary_tests_and_other_json_are_left_alone(tmp_path: Path) -> None:
    path = world(tmp_path, "none", entry("one", "a"), entry("two", "a"))
    (tmp_path / "test_ordinary.py").write_text("def test_it():\n    assert True\n")
    (tmp_path / "package.json").write_text('{"$schema": "https://example.org"}')
    (tmp_path / "empty.json").write_text("")
    code, text = session(tmp_path, "--hanzo-impl", path, ".")
    assert code == 0
    assert "3 passed" in text


def test_without_its_option_the_plugin_collects_and_imports_nothing(tmp_path: Path) -> None:
    world(tmp_path, "none", entry("one", "a"))
    (tmp_path / "test_ordinary.py").write_text(
        "import sys\n\ndef test_it():\n"
        "    loaded = {name for name in sys.modules if name.startswith('hanzo_conformance')}\n"
        "    assert loaded == {'hanzo_conformance', 'hanzo_conformance.version',\n"
        "                      'hanzo_conformance.pytest_plugin'}\n"
        "    assert 'msgspec' not in sys.modules\n"
    )
    code, text = session(tmp_path, ".")
    assert code == 0, text
    assert "1 passed" in text


def test_the_blame_is_that_of_a_run_also_where_it_shows_late(tmp_path: Path) -> None:
    chosen = vectors(8, [2, 5, 7])
    expected = drive(fake("late-log-line"), chosen).verdicts()
    path = world(tmp_path, "late-log-line",
                 *(entry(item.id[5:], item.id[5:].split("-")[0]) for item in chosen))  # fmt: skip
    _, text = session(tmp_path, "--hanzo-impl", path, "test-vectors", "-rA")
    told = outcomes(text)
    assert {f"echo/{name}": word for name, word in told.items()} == {
        name: "PASSED" if verdict == "passed" else "FAILED" for name, verdict in expected.items()
    }


def test_an_interrupt_leaves_no_process(tmp_path: Path) -> None:
    path = world(tmp_path, "hangs", entry("one", "a"), entry("two", "bad"), entry("three", "a"),
                 more="[limits]\ntimeout_s = 600")  # fmt: skip
    child = start(tmp_path, "--hanzo-impl", path, "test-vectors")
    deadline = time.monotonic() + 60
    while not offspring():
        assert time.monotonic() < deadline
        time.sleep(0.05)
    time.sleep(0.5)
    child.send_signal(signal.SIGINT)
    out, _ = child.communicate(timeout=60)
    assert child.returncode == 2
    assert "KeyboardInterrupt" in out
    assert not offspring()


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["alone", "workers"])
@pytest.mark.parametrize(
    ("fault", "level"), [("no-operations", "must"), ("none", "may")], ids=["skipped", "no-level"]
)
def test_a_session_that_held_nobody_to_anything_is_not_green(
    tmp_path: Path, fault: str, level: str, workers: tuple[str, ...]
) -> None:
    if workers:
        pytest.importorskip("xdist")
    path = world(tmp_path, fault, entry("one", "a", level=level), entry("two", "b", level=level))
    code, text = session(tmp_path, "--hanzo-impl", path, "test-vectors", *workers)
    assert code == pytest.ExitCode.NO_TESTS_COLLECTED
    assert "fake: no vector passed or failed that counts" in text


def test_a_whole_session_without_any_vector_is_not_green_and_a_part_of_it_is(
    tmp_path: Path,
) -> None:
    path = world(tmp_path, "none", entry("one", "a"))
    (tmp_path / "test_own.py").write_text("def test_own():\n    assert True\n")
    (tmp_path / "pytest.ini").write_text("[pytest]\ntestpaths = test_own.py\n")
    code, text = session(tmp_path, "--hanzo-impl", path)
    assert code == pytest.ExitCode.NO_TESTS_COLLECTED
    assert "fake: no vector passed or failed that counts" in text
    assert session(tmp_path, "--hanzo-impl", path, "--collect-only")[0] == 0
    # As "$(hanzo-conformance vectors folder)" where that fails, or an empty folder.
    (tmp_path / "empty").mkdir()
    for words in (
        ["test_own.py"],
        ["test_own.py", "empty"],
        [f"--hanzo-impl={path}", "test_own.py"],
    ):
        assert (
            session(tmp_path, "--hanzo-impl", path, *words)[0] == pytest.ExitCode.NO_TESTS_COLLECTED
        )
    (tmp_path / "pytest.ini").write_text(f"[pytest]\naddopts = --hanzo-impl={path}\n")
    assert session(tmp_path, "test_own.py")[0] == 0
