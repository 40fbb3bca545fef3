"""The tool ``test``: recognition as a table, readers against real runners and their own reports."""

from __future__ import annotations

import os
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
from hanzo_reference.tools.test.output import reader
from hanzo_reference.tools.test.recognition import runners

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
NODE_TESTS = """\
import { describe, it, test } from "node:test";
import assert from "node:assert";
console.log("# pass 99");
test("adds", () => assert.equal(1 + 1, 2));
test("fails # here", () => {
  assert.equal(1, 2);
});
describe("group", () => {
  it("inner", () => { throw new Error("x"); });
  it("later", { skip: true }, () => {});
});
test("to do", { todo: true }, () => assert.fail("not yet"));
"""
RUST_TESTS = """\
#[cfg(test)]
mod tests {
    #[test]
    fn good() {
        println!("test tests::fake ... FAILED");
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


def test_pytest_is_read_as_its_own_report_says(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = -qq -p no:cacheprovider\n")
    (tmp_path / "test_sample.py").write_text(PYTHON_TESTS)
    told = call(tmp_path, "run")
    report = tmp_path / "report.xml"
    subprocess.run(
        [sys.executable, "-m", "pytest", f"--junitxml={report}"],
        cwd=tmp_path, capture_output=True, check=False,
    )  # fmt: skip
    suite = ET.parse(report).getroot()[0].attrib
    assert told["fail"] == int(suite["failures"]) + int(suite["errors"])
    assert told["skip"] == int(suite["skipped"])
    assert told["pass"] == int(suite["tests"]) - told["fail"] - told["skip"]
    assert told["status"] == "failed"
    assert _places(told) == [
        ("test_sample.py::test_bad", "test_sample.py", 9),
        ("test_sample.py::TestGroup::test_words[a - b]", "test_sample.py", 15),
        ("test_sample.py::test_needs", "test_sample.py", 20),
    ]


def test_pytest_chooses_by_a_filter(tmp_path: Path) -> None:
    (tmp_path / "test_sample.py").write_text(PYTHON_TESTS)
    told = call(tmp_path, "run", filter="good", env={"PYTHONDONTWRITEBYTECODE": "1"})
    assert (told["status"], told["pass"], told["fail"]) == ("passed", 1, 0)
    assert call(tmp_path, "run", filter="nothing_has_this_name")["status"] == "empty"


def test_node_is_read_as_it_counts(tmp_path: Path) -> None:
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    (tmp_path / "a.test.mjs").write_text(NODE_TESTS)
    told = call(tmp_path, "run", parallel=1)
    assert (told["status"], told["pass"], told["fail"], told["skip"]) == ("failed", 1, 2, 2)
    assert _places(told) == [("fails # here", "a.test.mjs", 4), ("group > inner", "a.test.mjs", 8)]
    chosen = call(tmp_path, "run", filter="adds")
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
    assert _places(told) == [("tests::bad", "lib.rs", 9), ("tests::calm", "lib.rs", 18)]
    chosen = call(tmp_path, "run", filter="good")
    assert (chosen["status"], chosen["pass"], chosen["fail"]) == ("passed", 1, 0)


@pytest.mark.parametrize("runner", ["cargo", "node", "pytest"])
@given(lines=st.lists(st.text()))
def test_no_output_breaks_a_reader(runner: str, lines: list[str]) -> None:
    output = reader(runner)
    for line in lines:
        output.line(line)
    assert output.tally().failed >= 0


RECORDED = [line for name in dir(recordings) if name.isupper()
            for line in getattr(recordings, name).splitlines()]  # fmt: skip


@pytest.mark.parametrize("runner", ["cargo", "node", "pytest"])
@given(lines=st.lists(st.sampled_from(RECORDED), max_size=40))
def test_no_order_of_lines_breaks_a_reader(runner: str, lines: list[str]) -> None:
    output = reader(runner)
    for line in lines:
        output.line(line)
    tally = output.tally()
    assert all(item.line is None or item.path for item in tally.failures)
