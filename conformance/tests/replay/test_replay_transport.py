"""A failure is seen again in the way in which it was seen: the option of replay, and its line."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from command_line import Cli, cli
from container_world import engine, image
from small_corpus import entry, lay_out, manifest

__all__ = ["cli", "engine", "image"]  # fixtures


def test_replay_refuses_a_way_that_the_manifest_does_not_have(cli: Cli, tmp_path: Path) -> None:
    place = lay_out(tmp_path, entry("one", "bad"))
    path = manifest(tmp_path / "impl", "wrong")
    words = ("replay", "echo/one", "--impl", path, "--vectors", place, "--transport", "docker")
    code, _, errors = cli(*words)
    assert code == 2
    assert "fake cannot be reached by docker" in errors


def test_replay_by_the_usual_way_repeats_no_option(cli: Cli, tmp_path: Path) -> None:
    place = lay_out(tmp_path, entry("one", "bad"))
    path = manifest(tmp_path / "impl", "wrong")
    words = ("--impl", path, "--vectors", place, "--transport", "process")
    for verb in (["run"], ["replay", "echo/one"]):
        code, out, _ = cli(*verb, *words)
        assert code == 1
        assert f"hanzo-conformance replay echo/one --impl {path} --vectors {place}\n" in out


def test_where_it_cannot_be_started_the_line_says_by_which_way(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("docker")
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/none.sock")
    place = lay_out(tmp_path, entry("one", "bad"))
    path = manifest(tmp_path / "impl", "wrong", more='[docker]\nimage = "x"\n')
    report = tmp_path / "run.json"
    words = ("--vectors", place, "--transport", "docker", "--report", f"json={report}")
    code, _, _ = cli("run", "--impl", path, *words)
    assert code == 3
    told = f"replay echo/one --impl {path} --transport docker --vectors {place}"
    assert told in report.read_text()


def test_the_line_of_a_failure_in_a_container_leads_back_into_one(
    cli: Cli, tmp_path: Path, image: str
) -> None:
    place = lay_out(tmp_path, entry("one", "bad"))
    # As a process it is right, and in the container wrong.
    more = f'[docker]\nimage = "{image}"\ncommand = ["wrong"]\n[limits]\nstart_s = 60\n'
    path = manifest(tmp_path / "impl", "none", more=more)
    code, out, _ = cli("run", "--impl", path, "--vectors", place, "--transport", "docker")
    assert code == 1
    line = next(line for line in out.splitlines() if "  replay  " in line)
    told = shlex.split(line.split("hanzo-conformance", 1)[1])
    whom = ["--impl", str(path), "--transport", "docker", "--vectors", str(place)]
    assert told == ["replay", "echo/one", *whom]
    code, out, _ = cli(*told)
    assert code == 1
    assert "FAILED fake echo/one" in out
