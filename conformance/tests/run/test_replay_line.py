"""The printed line runs as it is printed, from where the user stands, out of every output."""

from __future__ import annotations

import html
import json
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from small_corpus import entry, lay_out, manifest
from tap.parser import Parser

from hanzo_conformance.installation.program import program_words

HARNESS = [sys.executable, "-m", "hanzo_conformance"]
REPORTS = ("json", "junit", "tap", "sarif", "markdown", "html", "github", "events")


def after_label(text: str) -> str:
    """The line behind the word that all plain text has before it."""
    found = re.search(r"^ *replay +(\S.*)$", text, re.MULTILINE)
    assert found is not None, text
    return found[1]


def of_junit(text: str) -> str:
    failure = next(ElementTree.fromstring(text).iter("failure"))
    return after_label(failure.text or "")


def of_html(text: str) -> str:
    found = re.search('<code class="replay">([^<]* replay [^<]*)</code>', text)
    assert found is not None
    return html.unescape(found[1])


def of_tap(text: str) -> str:
    points = (line for line in Parser().parse_text(text) if line.category == "test")
    told: str = next(point for point in points if point.yaml_block).yaml_block["replay"]
    return told


def of_github(text: str) -> str:
    for escaped, char in (("%0A", "\n"), ("%0D", "\r"), ("%25", "%")):
        text = text.replace(escaped, char)
    return after_label(text)


def of_events(text: str) -> str:
    lines = [json.loads(line) for line in text.splitlines()]
    return next(str(line["replay"]) for line in lines if line.get("verdict") == "failed")


TAKE: dict[str, Callable[[str], str]] = {
    "terminal": after_label,
    "diff": lambda text: re.findall("see  (.*)", text)[0],
    "diff-markdown": lambda text: re.findall("see  (.*)", text)[0],
    "pytest": after_label,
    "watch": after_label,
    "baseline": after_label,
    "json": lambda text: str(json.loads(text)["results"][0]["replay"]),
    "junit": of_junit,
    "tap": of_tap,
    "sarif": lambda text: after_label(json.loads(text)["runs"][0]["results"][0]["message"]["text"]),
    "markdown": after_label,
    "html": of_html,
    "github": of_github,
    "events": of_events,
}


@pytest.fixture(scope="module")
def user(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of a user's with an adapter of one name with another's, and what runs wrote there.

    Paths have blanks in them, and the adapter that has the name by itself is a right one.
    """
    place = tmp_path_factory.mktemp("a user")
    lay_out(place / "my vectors", entry("one", "bad"))
    manifest(place / "my adapter", "none", name="mine")
    manifest(place / "runners" / "mine", "none", name="mine")
    say(place, "run", *whom(), "--report", "json=old.json")
    manifest(place / "my adapter", "wrong", name="mine")
    reports = [f"--report={name}=run.{name}" for name in REPORTS]
    (place / "run.terminal").write_text(say(place, "run", *whom(), *reports))
    (place / "run.diff").write_text(say(place, "diff", "old.json", "run.json"))
    (place / "run.diff-markdown").write_text(
        say(place, "diff", "old.json", "run.json", "--markdown")
    )
    told = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "my vectors/test-vectors",
         "--hanzo-impl", "my adapter/runner.toml"],
        cwd=place, capture_output=True, text=True, check=False,
    )  # fmt: skip
    (place / "run.pytest").write_text(told.stdout)
    (place / "run.baseline").write_text(say(place, "baseline", "check", "--show=1", *whom()))
    (place / "run.watch").write_text(watched(place))
    return place


def watched(folder: Path) -> str:
    """What is told of a first round."""
    child = subprocess.Popen(
        [*HARNESS, "watch", *whom()], cwd=folder, stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    lines: list[str] = []
    for line in child.stdout:
        lines.append(line)
        if line.startswith("watching for changes"):
            break
    child.send_signal(signal.SIGINT)
    child.communicate(timeout=60)
    return "".join(lines)


def whom() -> list[str]:
    return ["--impl", "my adapter/runner.toml", "--vectors", "my vectors/test-vectors"]


def say(folder: Path, *words: str) -> str:
    done = subprocess.run(
        [*HARNESS, *words], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode in {0, 1}, done.stderr
    return done.stdout


@pytest.mark.parametrize("name", TAKE)
def test_the_line_out_of_an_output_shows_the_divergence_again(name: str, user: Path) -> None:
    line = TAKE[name]((user / f"run.{name}").read_text())
    if name == "pytest":
        # Nobody called the program there: it is the one of the search path.
        line = line.replace("hanzo-conformance", shlex.join(HARNESS), 1)
    done = subprocess.run(
        ["/bin/sh", "-c", line], cwd=user, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1, done.stderr
    assert "FAILED mine echo/one" in done.stdout
    assert '← {"jsonrpc":"2.0"' in done.stdout


ENTRY = """[[divergence]]
vector = ["echo/one"]
at = "/text"
kind = "value"
reason = "once"
"""
ADVICE = {
    "check": "is not up to date; run: (.*)",
    "fixed": "  it passes by now; (.*) takes it out",
    "baseline": "baseline: .* passes by now; (.*) takes it out",
    "markdown": "it passes by now; (.*) takes it out",
}


@pytest.mark.parametrize("place", ADVICE)
def test_the_command_that_takes_an_entry_out_runs_as_it_is_told(place: str, tmp_path: Path) -> None:
    lay_out(tmp_path / "my vectors", entry("one", "bad"))
    # Another of that name is found by it, and its baseline is none of the user's business.
    for folder in (tmp_path / "my adapter", tmp_path / "runners" / "mine"):
        manifest(folder, "none", name="mine")
        (folder / "known-divergences.toml").write_text(ENTRY)
    told = say(tmp_path, "run", *whom(), "--report=json=run.json")
    if place == "check":
        told = say(tmp_path, "baseline", "check", *whom())
    if place == "markdown":
        told = html.unescape(say(tmp_path, "report", "run.json"))
    found = re.search(ADVICE[place], told)
    assert found is not None, told
    subprocess.run(["/bin/sh", "-c", found[1]], cwd=tmp_path, capture_output=True, check=True)
    assert not (tmp_path / "my adapter" / "known-divergences.toml").exists()
    assert (tmp_path / "runners" / "mine" / "known-divergences.toml").read_text() == ENTRY


def test_an_implementation_that_is_found_by_name_is_named_by_it(user: Path) -> None:
    manifest(user / "runners" / "wrong", "wrong", name="wrong")
    told = say(user, "run", "--impl", "wrong", "--vectors", "my vectors/test-vectors")
    assert shlex.split(after_label(told))[3:] == [
        "replay", "echo/one", "--impl", "wrong", "--vectors", "my vectors/test-vectors",
    ]  # fmt: skip


def test_a_limit_of_the_user_s_is_asked_for_again(user: Path) -> None:
    told = say(user, "run", *whom(), "--timeout", "1.5")
    assert after_label(told).endswith(" --timeout 1.5")


class TestProgram:
    def installed(self, folder: Path) -> Path:
        program = folder / "bin" / "hanzo-conformance"
        program.parent.mkdir(parents=True)
        program.write_text("#!/bin/sh\n")
        program.chmod(0o755)
        return program

    def test_on_the_search_path_it_goes_by_its_name(self, tmp_path: Path) -> None:
        program = self.installed(tmp_path)
        assert program_words(str(program), str(program.parent)) == ("hanzo-conformance",)

    @pytest.mark.parametrize("path", ["", "/nowhere", None])
    def test_elsewhere_it_goes_by_the_path_by_which_it_was_called(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str | None
    ) -> None:
        self.installed(tmp_path)
        monkeypatch.chdir(tmp_path)
        monkeypatch.delenv("PATH")
        assert program_words("bin/hanzo-conformance", path) == ("bin/hanzo-conformance",)

    def test_another_of_its_name_on_the_search_path_is_not_taken_for_it(
        self, tmp_path: Path
    ) -> None:
        ours, other = self.installed(tmp_path / "ours"), self.installed(tmp_path / "other")
        assert program_words(str(ours), str(other.parent)) == (str(ours),)

    @pytest.mark.parametrize("called_as", ["pytest", "-c", ""])
    def test_where_another_program_runs_it_its_name_is_all_there_is(self, called_as: str) -> None:
        assert program_words(called_as, None) == ("hanzo-conformance",)
