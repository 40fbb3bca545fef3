"""Builds: what is started is what is there now, whoever edits it and whenever."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from hanzo_conformance.implementations.builds import run_build, stale
from hanzo_conformance.implementations.commands import build_folder
from hanzo_conformance.implementations.manifest import Build, Implementation, Manifest
from hanzo_conformance.values.errors import BuildError

# Reads its source, runs what the test wants to happen meanwhile, and only then writes the product.
BUILDER = """
import pathlib, sys
source, meanwhile, product = map(pathlib.Path, sys.argv[1:])
with product.with_name("count").open("a") as count:
    count.write("x")
text = source.read_text()
if meanwhile.exists():
    exec(meanwhile.read_text())
product.write_text(text)
"""


class Workshop:
    """A source, a build of it that takes as long as the test wants, and its product."""

    def __init__(self, folder: Path, **build: Any) -> None:
        self.folder = folder
        folder.mkdir(exist_ok=True)
        self.source, self.meanwhile = folder / "source.txt", folder / "meanwhile.py"
        self.source.write_text("old")
        command = [sys.executable, "-S", "-c", BUILDER, str(self.source), str(self.meanwhile),
                   "${build}/product"]  # fmt: skip
        self.manifest = Manifest(name="made", language="x", build=Build(command, **build))

    @property
    def item(self) -> Implementation:
        return Implementation(self.manifest, self.folder)

    def build(self, *, anew: bool = False, variables: Mapping[str, str] = os.environ) -> list[Any]:
        """What was told of a build: its command and its seconds, or nothing."""
        told: list[Any] = []
        seconds = run_build(self.item, variables, told.append, lambda: False, anew=anew)
        return [*told, *([] if seconds is None else [seconds])]

    @property
    def product(self) -> str:
        return (build_folder(self.item) / "product").read_text()

    @property
    def builds(self) -> int:
        return len((build_folder(self.item) / "count").read_text())

    def while_it_builds(self, *lines: str) -> None:
        self.meanwhile.write_text("\n".join(lines))


INPUTS = {"inputs": ["source.txt"]}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HANZO_CONFORMANCE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "impl"


def test_an_edit_during_the_build_goes_into_what_is_started(folder: Path) -> None:
    shop = Workshop(folder, **INPUTS)
    shop.while_it_builds("meanwhile.unlink()", "source.write_text('new')")
    shop.build()
    assert shop.product == "new"
    assert not stale(shop.item)


def test_an_edit_that_went_in_and_was_taken_back_is_not_taken_for_what_is_there(
    folder: Path,
) -> None:
    shop = Workshop(folder, **INPUTS)
    shop.while_it_builds(
        "meanwhile.unlink()", "source.write_text('passing')", "text = source.read_text()",
        "source.write_text('old')",
    )  # fmt: skip
    shop.build()
    assert shop.product == "old"
    assert shop.builds == 2


def test_inputs_that_change_each_time_are_an_implementation_that_cannot_be_built(
    folder: Path,
) -> None:
    shop = Workshop(folder, **INPUTS)
    shop.while_it_builds("source.write_text(text + '.')")
    with pytest.raises(BuildError, match="its inputs changed each time while it was built"):
        shop.build()
    assert stale(shop.item)


def test_a_build_that_writes_its_input_as_it_was_comes_to_an_end(folder: Path) -> None:
    shop = Workshop(folder, **INPUTS)
    shop.while_it_builds("source.write_text(text)")
    shop.build()
    assert not stale(shop.item)
    assert shop.build() == []


def test_without_inputs_a_build_is_asked_on_every_run_and_is_silent_when_quick(
    folder: Path,
) -> None:
    shop = Workshop(folder)
    assert len(shop.build()) == 2
    shop.source.write_text("new")
    assert shop.build() == []
    assert shop.product == "new"
    assert shop.builds == 2


def test_a_build_that_is_asked_and_has_much_to_do_is_told_of(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hanzo_conformance.implementations.builds.QUIET_S", 0.01)
    shop = Workshop(folder)
    shop.build()
    shop.while_it_builds("import time", "time.sleep(0.1)")
    [command, seconds] = shop.build()
    assert command[0] == sys.executable
    assert seconds >= 0.1


def test_a_build_that_was_asked_and_failed_is_asked_again(folder: Path) -> None:
    shop = Workshop(folder)
    shop.build()
    shop.while_it_builds("raise SystemExit(3)")
    for _ in range(2):
        with pytest.raises(BuildError, match="exit status 3"):
            shop.build()
    assert stale(shop.item)
    shop.meanwhile.unlink()
    shop.build()
    assert not stale(shop.item)


def test_an_environment_that_changes_makes_a_build_stale(folder: Path) -> None:
    shop = Workshop(folder, **INPUTS)
    shop.build()
    shop.manifest = Manifest(
        name="made", language="x", build=shop.manifest.build, environment={"MODE": "fast"}
    )
    assert stale(shop.item)


def test_a_build_anew_starts_from_nothing(folder: Path) -> None:
    shop = Workshop(folder, **INPUTS)
    shop.build()
    (build_folder(shop.item) / "left").write_text("x")
    assert shop.build(anew=True)
    assert shop.builds == 1
    assert not (build_folder(shop.item) / "left").exists()


def test_a_build_anew_that_fails_leaves_the_one_that_there_was(folder: Path) -> None:
    shop = Workshop(folder, **INPUTS)
    shop.build()
    shop.while_it_builds("raise SystemExit(3)")
    with pytest.raises(BuildError):
        shop.build(anew=True)
    assert shop.product == "old"
    assert not stale(shop.item)
    shop.meanwhile.unlink()
    assert len(list(build_folder(shop.item).parent.iterdir())) == 2
