"""``report``: the same reports later, also from what a killed run has left behind."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from command_line import Cli, cli
from small_corpus import entry, lay_out, manifest

from hanzo_conformance.report.formats import RENDERERS

__all__ = ["cli"]  # the fixture


@pytest.fixture
def run(cli: Cli, tmp_path: Path) -> Path:
    """The record of a run with a divergence, its event stream, and every other report of it."""
    place = lay_out(tmp_path, entry("one", "a"), entry("two", "bad"), entry("three", "c"))
    path = manifest(tmp_path / "impl", "wrong")
    reports = [f"--report={name}={tmp_path}/run.{name}" for name in (*RENDERERS, "events")]
    assert cli("run", "--vectors", place, "--impl", path, *reports)[0] == 1
    return tmp_path / "run.json"


@pytest.mark.parametrize("source", ["json", "events"])
@pytest.mark.parametrize("name", RENDERERS)
def test_a_report_made_later_is_the_one_that_the_run_wrote(
    cli: Cli, run: Path, name: str, source: str
) -> None:
    later = run.with_suffix(".later")
    assert cli("report", run.with_suffix(f".{source}"), "--to", f"{name}={later}")[0] == 0
    assert later.read_bytes() == run.with_suffix(f".{name}").read_bytes()


def test_several_reports_are_made_at_once_and_named(cli: Cli, run: Path, tmp_path: Path) -> None:
    code, out, err = cli(
        "report", run, "--to", f"tap={tmp_path}/new/a.tap", "--to", f"badge={tmp_path}/b.svg"
    )
    assert (code, out) == (0, "")
    assert "new/a.tap" in err
    assert (tmp_path / "new" / "a.tap").read_text().startswith("TAP version 13\n")
    assert (tmp_path / "b.svg").read_text().startswith("<svg ")


def test_without_a_format_it_prints_markdown(cli: Cli, run: Path) -> None:
    code, out, err = cli("report", run)
    assert (code, err) == (0, "")
    assert out.startswith("## ❌ Conformance: diverges\n")
    assert out.encode() == run.with_suffix(".markdown").read_bytes()


def test_an_annotation_stands_at_the_manifest_in_the_repository(cli: Cli, run: Path) -> None:
    _, out, _ = cli("report", run, "--to", "github=-")
    manifest = re.search("::error file=([^,]*),line=1,", out)
    assert manifest is not None
    assert (run.parent / manifest[1]).is_file()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty"),
        (b"{}", "is no run record"),
        (b'{"format": 2}', "is no run record"),
        (b"\xff\xfe", "is no run record"),
        (b"[" * 100_000, "is no run record"),
        (b'{"event":"sta', "was cut before its first line ended"),
        (b'{"event":"notice"}\n', "line 1 is none of an event stream"),
        (b'{"event":"started"}\n', "line 1 is none of an event stream"),
    ],
)
def test_a_file_that_is_no_record_is_status_2_and_says_what_to_do(
    cli: Cli, tmp_path: Path, content: bytes, message: str
) -> None:
    (tmp_path / "x").write_bytes(content)
    code, out, err = cli("report", tmp_path / "x")
    assert (code, out) == (2, "")
    assert message in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nowhere.json"], "cannot be read"),
        (["{run}", "--to", "pdf=x"], "no report format is named 'pdf'"),
        (["{run}", "--to", "html"], "is not FORMAT=PATH"),
        (["{run}", "--to", "events=x"], "no report format is named 'events'"),
        (["{run}", "--to", "html=/proc/nowhere/x"], "cannot be written"),
    ],
)
def test_a_mistake_is_status_2_and_says_what_it_is(
    cli: Cli, run: Path, words: list[str], message: str
) -> None:
    code, _, err = cli("report", *(word.format(run=run) for word in words))
    assert code == 2
    assert message in err


def spoiled(run: Path, spoil: Callable[[list[bytes]], list[bytes]]) -> Path:
    lines = run.with_suffix(".events").read_bytes().splitlines(keepends=True)
    place = run.with_suffix(".spoiled")
    place.write_bytes(b"".join(spoil(lines)))
    return place


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda lines: [lines[0], b"nonsense\n", *lines[1:]], "line 2 is no JSON object"),
        (lambda lines: [lines[0], b'{"event":"odd"}\n', *lines[1:]], "line 2 is none of an event"),
        (lambda lines: [lines[0].replace(b'"echo/two"', b'"echo/too"'), *lines[1:]], "echo/two"),
    ],
)
def test_a_stream_that_was_tampered_with_is_refused_with_its_line(
    cli: Cli, run: Path, spoil: Callable[[list[bytes]], list[bytes]], message: str
) -> None:
    code, _, err = cli("report", spoiled(run, spoil))
    assert code == 2
    assert message in err


def test_a_stream_cut_at_any_byte_gives_what_was_decided_and_says_that_it_is_cut(
    cli: Cli, run: Path, tmp_path: Path
) -> None:
    data = run.with_suffix(".events").read_bytes()
    head = data.index(b"\n")
    whole = set(data.splitlines())
    # The last line may lack its end and still be whole; one that ends in a brace need not be.
    for end in range(head, len(data) - 1, 17):
        (tmp_path / "cut").write_bytes(data[:end])
        code, _, err = cli("report", tmp_path / "cut", "--to", f"json={tmp_path}/cut.json")
        assert code == 0
        assert "is cut" in err
        told = json.loads((tmp_path / "cut.json").read_bytes())
        assert told["cut"] is True
        assert [item["vector"] for item in told["results"]] == [
            "echo/one",
            "echo/two",
            "echo/three",
        ]
        decided = [item for item in told["results"] if item["verdict"] != "not-run"]
        assert len(decided) == sum(
            line.startswith(b'{"event":"result"') and line in whole
            for line in data[:end].splitlines()
        )


def test_what_a_killed_run_has_decided_is_in_every_report(cli: Cli, tmp_path: Path) -> None:
    place = lay_out(tmp_path, entry("one", "a"), entry("two", "bad"))
    path = manifest(tmp_path / "impl", "hangs", more="[limits]\ntimeout_s = 60")
    events = tmp_path / "run.jsonl"
    words = ["run", "--vectors", place, "--impl", path, "--isolation", "each",
             "--report", f"events={events}"]  # fmt: skip
    with subprocess.Popen(
        [sys.executable, "-m", "hanzo_conformance", *map(str, words)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as child:
        deadline = time.monotonic() + 20
        while not (events.exists() and b'"event":"result"' in events.read_bytes()):
            assert time.monotonic() < deadline
            time.sleep(0.02)
        child.send_signal(signal.SIGKILL)
    told: dict[str, Any] = {}
    for name in RENDERERS:
        assert cli("report", events, "--to", f"{name}={tmp_path}/{name}")[0] == 0
        told[name] = (tmp_path / name).read_text()
    results = json.loads(told["json"])["results"]
    assert [item["verdict"] for item in results] == ["passed", "not-run"]
    assert "not ok 3 - the run came to its end" in told["tap"]
    assert "cut off" in told["badge"]
    assert "Conformance: cut off" in told["markdown"]
    assert "the run was killed" in told["github"]
    assert "the run was killed" in told["html"]
    assert json.loads(told["sarif"])["runs"][0]["invocations"][0]["executionSuccessful"] is False
    assert 'name="the run came to its end"' in told["junit"]
