"""The tool ``test``: recognition as a table, readers against real runners and their own reports."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanzo_reference.tools.calling import Toolbox
from hanzo_reference.tools.test.cases import recordings
from hanzo_reference.tools.test.output import Tally, read_report, reader
from hanzo_reference.tools.test.recognition import runners
from hanzo_reference.tools.test.report_file import MOST_BYTES, ReportFile

PYTHON_TESTS = """\
import pytest


def test_good():
    print("FAILED test_sample.py::test_good - no")


def test_bad():
    print("test_sample.py:1: in nowhere")
    assert 1 == 2


class TestGroup:
    @pytest.mark.parametrize("word", ["a - b", "c"])
    def test_words(self, word):
        assert word == "c"


@pytest.fixture
def broken():
    raise ValueError("no")


def test_needs(broken):
    pass


@pytest.mark.skip(reason="not now")
def test_later():
    pass


@pytest.mark.xfail
def test_known():
    assert False
"""
RUST_TESTS = """\
#[cfg(test)]
mod tests {
    #[test]
    fn good() {
        use std::io::Write;
        println!("test tests::fake ... FAILED");
        // Past the capture, and all that a program prints.
        let told = "\\nrunning 7 tests\\n\\ntest result: ok. 7 passed; 0 failed; 0 ignored; \\
            0 measured; 0 filtered out; finished in 0.00s\\n\\n";
        std::io::stdout().write_all(told.as_bytes()).unwrap();
    }

    #[test]
    fn bad() {
        assert_eq!(1, 2);
    }

    #[test]
    #[ignore]
    fn later() {}

    #[test]
    #[should_panic]
    fn calm() {}
}
"""


def call(root: Path, action: str, **params: Any) -> Any:
    toolbox = Toolbox({**os.environ, "PATH": _path()})
    envelope = toolbox.call(str(root), "test", action, params)
    assert envelope["ok"], envelope["error"]
    return envelope["data"]


def _path() -> str:
    """With the tests' own pytest first."""
    return f"{Path(sys.executable).parent}:{os.environ['PATH']}"


def _places(told: Mapping[str, Any]) -> list[tuple[str, str, int]]:
    return [
        (item["name"], item["uri"].rpartition("/")[2], item["range"]["start"]["line"])
        for item in told["failure_locations"]
    ]


@pytest.mark.parametrize(
    ("names", "contents", "expected"),
    [
        ({"pytest.ini", "Cargo.toml"}, {}, ("cargo", "pytest")),
        ({"tests/a.test.js", "tests/test_a.py"}, {}, ("node", "pytest")),
        ({"a.test.js"}, {"package.json": '{"scripts": {"test": 1}}'}, ("node",)),
        ({"a.test.js"}, {"package.json": '{"scripts": {"test": "mocha"}}'}, ()),
        (set(), {"package.json": '{"scripts": {"test": "node a.js --test"}}'}, ("node",)),
        (set(), {"package.json": '{"scripts": ["node --test"]}'}, ()),
        (set(), {"pyproject.toml": "[tool.pytest]"}, ("pytest",)),
        (set(), {"pyproject.toml": "  [tool.pytest.ini_options]"}, ()),
        ({"README.md"}, {}, ()),
    ],
)
def test_a_folder_is_made_for_these_runners(
    names: set[str], contents: Mapping[str, str], expected: tuple[str, ...]
) -> None:
    assert runners(names, contents) == expected


RECORDED_OF_PYTEST = [
    ("test_sample.py", recordings.PYTEST_FAILING_TESTS, recordings.PYTEST_FAILING),
    ("test_sample.py", recordings.PYTEST_PASSING_TESTS, recordings.PYTEST_PASSING),
    ("test_import.py", recordings.PYTEST_COLLECTION_TESTS, recordings.PYTEST_COLLECTION),
    ("test_sample.py", recordings.PYTEST_CAPTURED_TESTS, recordings.PYTEST_CAPTURED),
    ("nothing.py", "", recordings.PYTEST_EMPTY),
]


@pytest.mark.parametrize(("name", "tests", "recorded"), RECORDED_OF_PYTEST)
def test_pytest_says_what_was_recorded(
    tmp_path: Path, name: str, tests: str, recorded: str
) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = -qq -p no:cacheprovider\n")
    (tmp_path / name).write_text(tests)
    told = call(tmp_path, "run")
    expected = read_report(recorded.encode(), "/anywhere")
    assert (told["pass"], told["fail"], told["skip"]) == expected[:3]
    assert _places(told) == [
        (failure.name, failure.path, (failure.line or 0) - 1) for failure in expected.failures
    ]


def test_pytest_is_counted_as_its_own_totals_say(tmp_path: Path) -> None:
    (tmp_path / "test_sample.py").write_text(recordings.PYTEST_FAILING_TESTS)
    told = call(tmp_path, "run", env={"PYTHONDONTWRITEBYTECODE": "1"})
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--color=no"]
    printed = subprocess.run(
        command, cwd=tmp_path, capture_output=True, check=False, text=True
    ).stdout.splitlines()[-1]
    totals = {word: int(number) for number, word in re.findall("([0-9]+) ([a-z]+)", printed)}
    assert told["pass"] == totals["passed"]
    assert told["fail"] == totals["failed"] + totals["errors"]
    assert told["skip"] == totals["skipped"] + totals["xfailed"]


def test_a_configuration_above_leaves_names_and_places_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = -p no:cacheprovider\n")
    folder = tmp_path / "inner"
    (folder / "tests").mkdir(parents=True)
    (folder / "tests" / "test_a.py").write_text("def test_bad():\n    assert 0\n")
    told = call(folder, "run", env={"PYTHONDONTWRITEBYTECODE": "1"})
    (failure,) = told["failure_locations"]
    assert failure["name"] == "tests/test_a.py::test_bad"
    assert failure["uri"] == (folder / "tests" / "test_a.py").as_uri()
    assert failure["range"]["start"]["line"] == 1


def test_nothing_is_left_of_a_report(tmp_path: Path) -> None:
    (tmp_path / "test_sample.py").write_text("def test_a():\n    pass\n")
    words = "import sys; print(*sys.argv, file=open('words', 'w'))"
    (tmp_path / "conftest.py").write_text(words)
    told = call(tmp_path, "run", env={"PYTHONDONTWRITEBYTECODE": "1"})
    assert told["status"] == "passed"
    (option,) = [
        word for word in (tmp_path / "words").read_text().split() if word.startswith("--junit-xml=")
    ]
    report = Path(option.partition("=")[2])
    assert not report.is_relative_to(tmp_path)
    assert not report.parent.exists()
    assert {path.name for path in tmp_path.iterdir()} == {
        "test_sample.py",
        "conftest.py",
        "words",
        ".pytest_cache",
    }


def test_what_is_no_file_or_too_large_is_no_report(tmp_path: Path) -> None:
    report = ReportFile()
    assert report.content() is None
    os.mkfifo(report.path)
    assert report.content() is None
    report.path.unlink()
    (tmp_path / "elsewhere").write_text("secret")
    report.path.symlink_to(tmp_path / "elsewhere")
    assert report.content() is None
    report.path.unlink()
    with report.path.open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    assert report.content() is None
    os.truncate(report.path, 3)
    assert report.content() == b"\0\0\0"
    report.remove()
    assert not report.path.parent.exists()


def test_pytest_chooses_by_a_filter(tmp_path: Path) -> None:
    (tmp_path / "test_sample.py").write_text(PYTHON_TESTS)
    told = call(tmp_path, "run", filter="good", env={"PYTHONDONTWRITEBYTECODE": "1"})
    assert (told["status"], told["pass"], told["fail"]) == ("passed", 1, 0)
    assert call(tmp_path, "run", filter="nothing_has_this_name")["status"] == "empty"


def test_node_is_read_as_it_counts(tmp_path: Path) -> None:
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    (tmp_path / "a.test.mjs").write_text(recordings.NODE_FAILING_TESTS)
    told = call(tmp_path, "run", parallel=1)
    printed = subprocess.run(
        ["node", "--test", "--test-reporter=tap"],
        cwd=tmp_path, capture_output=True, check=False, text=True,
    ).stdout  # fmt: skip
    # Its own words are the last ones.
    counts = {word: int(number) for word, number in re.findall("# ([a-z]+) ([0-9]+)", printed)}
    assert told["pass"] == counts["pass"]
    assert told["fail"] == counts["fail"] + counts["cancelled"]
    assert told["skip"] == counts["skipped"] + counts["todo"]
    assert _places(told) == [
        ("fails", "a.test.mjs", 6), ("group # 1 > inner fails", "a.test.mjs", 8),
        ("parent > child", "a.test.mjs", 17), ("both", "a.test.mjs", 19),
        ("leaves > cancelled", "a.test.mjs", 24), ("# TODO later > is excused", "a.test.mjs", 27),
    ]  # fmt: skip
    chosen = call(tmp_path, "run", filter="^adds$")
    assert (chosen["status"], chosen["pass"], chosen["fail"]) == ("passed", 1, 0)


def test_cargo_is_read_as_it_counts(tmp_path: Path) -> None:
    if shutil.which("cargo") is None:
        pytest.skip("cargo is not installed")
    manifest = '[package]\nname = "sample"\nversion = "0.1.0"\nedition = "2021"\n'
    (tmp_path / "Cargo.toml").write_text(manifest)
    (tmp_path / "src").mkdir()
    (tmp_path / "src/lib.rs").write_text(RUST_TESTS)
    told = call(tmp_path, "run", parallel=1)
    assert (told["status"], told["pass"], told["fail"], told["skip"]) == ("failed", 1, 2, 1)
    assert _places(told) == [("tests::bad", "lib.rs", 14), ("tests::calm", "lib.rs", 23)]
    chosen = call(tmp_path, "run", filter="good")
    assert (chosen["status"], chosen["pass"], chosen["fail"]) == ("passed", 1, 0)


@pytest.mark.parametrize("runner", ["cargo", "node"])
@given(lines=st.lists(st.text()))
def test_no_output_breaks_a_reader(runner: str, lines: list[str]) -> None:
    output = reader(runner)
    for line in lines:
        output.line(line)
    assert output.tally().failed >= 0


RECORDED = [line for name in dir(recordings) if name.isupper()
            for line in getattr(recordings, name).splitlines()]  # fmt: skip


@pytest.mark.parametrize("runner", ["cargo", "node"])
@given(lines=st.lists(st.sampled_from(RECORDED), max_size=40))
def test_no_order_of_lines_breaks_a_reader(runner: str, lines: list[str]) -> None:
    output = reader(runner)
    for line in lines:
        output.line(line)
    tally = output.tally()
    assert all(item.line is None or item.path for item in tally.failures)


PIECES = [
    "<testsuites>", "<testsuite>", "</testsuite>", "<testcase name='a'>", "<testcase>", "</testcase>",
    "<failure>", "</failure>", "<error/>", "<skipped/>", "a:1: in ", "&amp;", "&", "\0", "é",
]  # fmt: skip


@given(pieces=st.lists(st.sampled_from(PIECES), max_size=12))
def test_no_report_breaks_its_reader(pieces: list[str]) -> None:
    """What an independent reader takes for XML is read, and all else says nothing."""
    text = "".join(pieces)
    tally = read_report(text.encode(), "/w")
    try:
        root = ET.fromstring(text)
    except ET.ParseError:
        assert tally == Tally(0, 0, 0, (), complete=False)
        return
    assert tally.complete == any(item.tag == "testsuite" for item in root.iter())
    assert tally.complete or not any(tally[:3])
    assert len(tally.failures) == tally.failed
