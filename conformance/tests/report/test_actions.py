"""Inside GitHub Actions: annotations, the step's summary, and no command from a stranger."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import Cli, cli
from fake_world import Listener
from report_world import HOSTILE
from runner_of_workflows import obeyed
from small_corpus import entry, lay_out, manifest

from hanzo_conformance.engine.events import RunStarted
from hanzo_conformance.report.actions import for_workflow, quoted

__all__ = ["cli"]  # the fixture


@pytest.fixture
def summary(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The summary file of a step, with what an earlier command wrote there."""
    path = tmp_path / "summary.md"
    path.write_text("earlier\n")
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(path))
    return path


def test_a_run_annotates_and_adds_to_the_summary(cli: Cli, tmp_path: Path, summary: Path) -> None:
    place = lay_out(tmp_path, entry("one", "a"), entry("two", "bad"))
    code, out, _ = cli("run", "--vectors", place, "--impl", manifest(tmp_path / "i", "wrong"))
    assert code == 1
    commands = obeyed(out)
    assert len(commands) == 1
    assert commands[0].startswith("::error file=i/runner.toml,line=1,")
    assert out.rstrip().endswith(commands[0])
    assert "FAILED fake echo/two" in out
    told = summary.read_text()
    assert told.startswith("earlier\n## ❌ Conformance: diverges\n")


def test_a_green_run_has_a_summary_and_no_annotation(
    cli: Cli, tmp_path: Path, summary: Path
) -> None:
    place = lay_out(tmp_path, entry("one", "a"))
    code, out, _ = cli("run", "--vectors", place, "--impl", manifest(tmp_path / "i", "none"))
    assert code == 0
    assert obeyed(out) == []
    assert "## ✅ Conformance: conformant" in summary.read_text()


@pytest.mark.usefixtures("summary")
def test_an_adapter_commands_nothing(cli: Cli, tmp_path: Path) -> None:
    place = lay_out(tmp_path, entry("one", "bad"))
    path = manifest(tmp_path / "i", "workflow-commands")
    code, out, _ = cli("run", "--vectors", place, "--impl", path)
    assert code == 1
    assert "::add-mask::o" in out
    assert all(line.startswith("::error file=") for line in obeyed(out))
    assert len(obeyed(out)) == 1


@pytest.mark.usefixtures("summary")
@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (["baseline", "check", "--show", "1"], "::add-mask::o"),
        (["compare"], "::add-mask::o"),
        (["doctor"], "to be changed"),
    ],
)
def test_an_adapter_commands_nothing_in_other_verbs_either(
    cli: Cli, tmp_path: Path, words: list[str], shown: str
) -> None:
    place = lay_out(tmp_path, entry("one", "bad"))
    path = manifest(tmp_path / "i", "workflow-commands")
    asked: list[str | Path] = ["--vectors", place]
    if words == ["compare"]:
        other = manifest(tmp_path / "j", "none", name="other")
        cli("run", *asked, "--impl", path, "--impl", other, "--report", f"json={tmp_path}/r.json")
        asked = [tmp_path / "r.json"]
    elif words == ["doctor"]:
        asked += [path]
    else:
        asked += ["--impl", path]
    out = cli(*words, *asked)[1]
    quotation, _, shown_later = out.partition(shown)
    assert "::stop-commands::" in quotation
    assert shown_later
    assert obeyed(out) == []


def test_outside_a_workflow_nothing_is_added(cli: Cli, tmp_path: Path) -> None:
    place = lay_out(tmp_path, entry("one", "bad"))
    _, out, _ = cli("run", "--vectors", place, "--impl", manifest(tmp_path / "i", "wrong"))
    assert "::" not in out


@pytest.mark.usefixtures("summary")
def test_a_summary_that_cannot_be_written_changes_no_verdict(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "nowhere" / "summary.md"))
    place = lay_out(tmp_path, entry("one", "a"))
    code, _, err = cli("run", "--vectors", place, "--impl", manifest(tmp_path / "i", "none"))
    assert code == 0
    assert "note: no step summary" in err


def test_a_mistake_leaves_commands_switched_on(cli: Cli, tmp_path: Path, summary: Path) -> None:
    place = lay_out(tmp_path, entry("one", "a"))
    path = manifest(tmp_path / "i", "none")
    (path.parent / "known-divergences.toml").write_text("[[divergence]\n")
    code, out, _ = cli("run", "--vectors", place, "--impl", path)
    assert code == 2
    assert obeyed(out) == []
    assert summary.read_text() == "earlier\n"


@pytest.mark.usefixtures("summary")
def test_a_report_for_eyes_commands_nothing_and_annotations_are_bare(
    cli: Cli, tmp_path: Path
) -> None:
    place = lay_out(tmp_path, entry("one", "bad"))
    path = manifest(tmp_path / "i", "workflow-commands")
    cli("run", "--vectors", place, "--impl", path, "--report", f"json={tmp_path}/run.json")
    assert obeyed(cli("report", tmp_path / "run.json")[1]) == []
    told = cli("report", tmp_path / "run.json", "--to", "github=-")[1]
    assert obeyed(told) == told.splitlines()


@pytest.mark.usefixtures("summary")
@pytest.mark.parametrize("words", [[], ["--to", "markdown=-"]])
def test_what_goes_into_a_file_or_is_asked_for_by_its_name_is_the_report_alone(
    cli: Cli, tmp_path: Path, words: list[str]
) -> None:
    place = lay_out(tmp_path, entry("one", "a"))
    record = tmp_path / "run.json"
    cli("run", "--vectors", place, "--impl", manifest(tmp_path / "i", "none"),
        "--report", f"json={record}", "--report", f"markdown={tmp_path}/run.md")  # fmt: skip
    with (tmp_path / "printed.md").open("wb") as printed:
        subprocess.run(
            [sys.executable, "-m", "hanzo_conformance", "report", record, *words],
            stdout=printed,
            check=True,
        )
    assert (tmp_path / "printed.md").read_bytes() == (tmp_path / "run.md").read_bytes()


def test_a_run_that_breaks_off_leaves_commands_switched_on() -> None:
    out = io.StringIO()
    sink = for_workflow(Listener(), out, {"GITHUB_ACTIONS": "true"})
    sink.handle(RunStarted("", "", (), {}, {}, {}, strict=False, require=False))
    out.write("::error::owned\n")
    sink.close()
    assert obeyed(out.getvalue()) == []


def test_what_is_quoted_is_quoted_by_another_token_each_time() -> None:
    written: list[str] = []
    for _ in range(2):
        out = io.StringIO()
        with quoted(out, {"GITHUB_ACTIONS": "true"}):
            out.write(HOSTILE)
        written.append(out.getvalue())
    assert written[0] != written[1]
    assert obeyed(written[0].replace("\r", "\n") + "\n") == []
