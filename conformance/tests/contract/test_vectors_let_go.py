"""After the last run of a program its vectors give back most of their room."""

from __future__ import annotations

import json
from pathlib import Path

from command_line import Cli, cli
from fake_world import vectors
from small_corpus import entry, lay_out, manifest

from hanzo_vectors.shelved import let_go

__all__ = ["cli"]  # a fixture


def test_what_is_said_of_a_vector_stays_when_what_is_asked_goes() -> None:
    [one] = vectors(1)
    assert one.request
    assert one.answer
    let_go([one])
    assert (one.request, one.answer) == (b"", b"")
    assert (one.id, one.operation, one.level) == ("echo/good-0", "echo.say", "must")


def test_every_report_is_whole_though_the_vectors_have_gone(cli: Cli, tmp_path: Path) -> None:
    place = lay_out(tmp_path, entry("one", "a"), entry("two", "bad"))
    path = manifest(tmp_path / "impl", "wrong")
    reports = [word for form in ("json", "junit", "html", "markdown", "sarif", "tap", "events")
               for word in ("--report", f"{form}=run.{form}")]  # fmt: skip
    code, out, _ = cli("run", "--vectors", place, "--impl", path, *reports)
    assert code == 1
    assert '{"text": "bad"}' in out
    [failed] = [item for item in json.loads(Path("run.json").read_bytes())["results"]
                if item["verdict"] == "failed"]  # fmt: skip
    assert failed["input"] == {"text": "bad"}
    assert failed["expected"] == "bad"
    for form in ("junit", "html", "markdown", "tap"):
        assert "bad" in Path(f"run.{form}").read_text(), form
