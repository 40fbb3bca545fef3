"""Vectors as tests of pytest: people's options work, verdicts are those of a run."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from fake_world import drive, fake, vectors
from small_corpus import entry, lay_out, manifest
from test_blame import TOKEN, offspring


@pytest.fixture(autouse=True)
def _surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HANZO_TEST_TOKEN", TOKEN)
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


def known(path: Path, *vectors: str, verdict: str = "failed", reason: str = "upstream 7") -> None:
    path.with_name("known-divergences.toml").write_text(
        "".join(
            f'[[divergence]]\nvector = "{vector}"\nverdict = "{verdict}"\nreason = "{reason}"\n'
            for vector in vectors
        )
    )


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
        "known-divergences.toml": "PASSED",
    }
    assert "::fake::known - upstream 7" in text
    assert "CRASHED fake echo/dies\n" in text
    assert "TIMED-OUT fake echo/hangs\n" in text
    assert "GARBLED fake echo/garbled\n" in text
    assert "take its entry out of the baseline: upstream 7" in text
    assert "failed, at level should: not counted" in text


def test_a_failure_is_told_as_a_run_tells_it_and_without_our_code(tmp_path: Path) -> None:
    path = world(tmp_path, "wrong", entry("one", "bad"))
    _, text = session(tmp_path, "--hanzo-impl", path, "test-vectors")
    for part in (
        "FAILED fake echo/one\n  Says bad\n  ECHO-1 (must): Text comes back.\n",
        'expected  "bad"\n  actual    "good"',
        "replay    hanzo-conformance replay echo/one --impl fake",
    ):
        assert part in text
    assert "items.py" not in text


def test_strict_counts_level_should(tmp_path: Path) -> None:
    path = world(tmp_path, "wrong", entry("low", "bad", level="should"))
    assert session(tmp_path, "--hanzo-impl", path, "test-vectors")[0] == 0
    assert session(tmp_path, "--hanzo-impl", path, "--hanzo-strict", "test-vectors")[0] == 1


def test_an_unsupported_operation_is_skipped_and_fails_where_it_is_required(tmp_path: Path) -> None:
    path = world(tmp_path, "no-operations", entry("one", "a"))
    code, text = session(tmp_path, "--hanzo-impl", path, "test-vectors", "-rs")
    assert code == 0
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
        ('vector = "echo/gone"\nverdict = "failed"\nreason = "x"', "no vector matches 'echo/gone'"),
        ('vector = "echo/one"\nverdict = "failed"\nreason = "TODO"', "has no reason yet"),
        (
            'vector = "echo/o*"\nverdict = "failed"\nreason = "x"\ncount = 2',
            "covers 1 vectors, not 2",
        ),
        (
            'vector = "echo/one"\nverdict = "failed"\nreason = "x"\nexpires = 2020-01-01',
            "expired on 2020-01-01",
        ),
    ],
)
def test_a_baseline_that_rots_fails_whatever_is_selected(
    tmp_path: Path, line: str, problem: str
) -> None:
    path = world(tmp_path, "wrong", entry("one", "bad"), entry("two", "a"))
    path.with_name("known-divergences.toml").write_text(f"[[divergence]]\n{line}\n")
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


class TestPeoplesOptions:
    def world(self, tmp_path: Path) -> Path:
        entries = [entry(f"v{n}", "bad" if n % 7 == 3 else "a") for n in range(30)]
        return world(tmp_path, "wrong", *entries)

    def test_k_selects_by_id_and_by_requirement(self, tmp_path: Path) -> None:
        path = self.world(tmp_path)
        _, text = session(tmp_path, "--hanzo-impl", path, "test-vectors", "-k", "v1 and not v11")
        assert "2 failed, 8 passed, 20 deselected" in text
        _, text = session(tmp_path, "--hanzo-impl", path, "test-vectors", "-k", "ECHO-1")
        assert "4 failed, 26 passed" in text

    def test_a_test_is_named_by_its_node_id(self, tmp_path: Path) -> None:
        path = self.world(tmp_path)
        code, text = session(tmp_path, "--hanzo-impl", path, "test-vectors/echo.json::fake::v3")
        assert code == 1
        assert "1 failed in" in text

    def test_last_failed_runs_those_again_and_no_others(self, tmp_path: Path) -> None:
        path = self.world(tmp_path)
        session(tmp_path, "--hanzo-impl", path, "test-vectors")
        _, text = session(tmp_path, "--hanzo-impl", path, "test-vectors", "--lf")
        assert "4 failed, 26 deselected" in text
        manifest(tmp_path / "impl", "none")
        code, text = session(tmp_path, "--hanzo-impl", path, "test-vectors", "--lf")
        assert code == 0
        assert "4 passed" in text

    def test_maxfail_stops(self, tmp_path: Path) -> None:
        path = self.world(tmp_path)
        code, text = session(tmp_path, "--hanzo-impl", path, "test-vectors", "-x")
        assert code == 1
        assert "1 failed, 3 passed" in text

    def test_workers_share_the_vectors(self, tmp_path: Path) -> None:
        path = self.world(tmp_path)
        code, text = session(tmp_path, "--hanzo-impl", path, "test-vectors", "-n", "2", "-rA")
        assert code == 1
        assert "4 failed, 26 passed" in text
        told = Counter(outcomes(text).values())
        assert told == {"PASSED": 26, "FAILED": 4}

    def test_junit_has_a_case_for_each_vector_with_what_people_look_for(
        self, tmp_path: Path
    ) -> None:
        path = self.world(tmp_path)
        session(tmp_path, "--hanzo-impl", path, "test-vectors", "--junitxml", "junit.xml")
        suite = ElementTree.parse(tmp_path / "junit.xml").getroot()[0]
        cases = {case.get("name"): case for case in suite.iter("testcase")}
        assert len(cases) == 30
        assert cases["v3"].get("classname") == "test-vectors.echo.json.fake"
        failure = cases["v3"].find("failure")
        assert failure is not None
        assert "hanzo-conformance replay echo/v3 --impl fake" in (failure.text or "")
        properties = {item.get("name"): item.get("value") for item in cases["v3"].iter("property")}
        assert properties == {"level": "must", "requirement": "ECHO-1", "verdict": "failed"}

    def test_several_implementations_each_have_their_tests(self, tmp_path: Path) -> None:
        path = self.world(tmp_path)
        other = manifest(tmp_path / "other", "none", name="other")
        code, text = session(
            tmp_path, "--hanzo-impl", path, "--hanzo-impl", other, "test-vectors", "-rf"
        )
        assert code == 1
        assert "4 failed, 56 passed" in text
        assert "::fake::v3" in text
        assert "::other::v3" not in text

    def test_collecting_starts_nothing(self, tmp_path: Path) -> None:
        path = world(tmp_path, "none", entry("one", "a"), more=build("touch built"))
        code, text = session(tmp_path, "--hanzo-impl", path, "test-vectors", "--collect-only", "-q")
        assert code == 0
        assert "test-vectors/echo.json::fake::one" in text
        assert not (path.parent / "built").exists()


def build(script: str) -> str:
    command = json.dumps(["sh", "-c", script])
    return f"[build]\ncommand = {command}\ninputs = ['*.toml']"


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
