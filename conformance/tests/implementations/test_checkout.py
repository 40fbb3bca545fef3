"""Places in reports are files of the user's repository, or there are none."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_corpus import manifest

from hanzo_conformance.implementations.checkout import places_in_checkout
from hanzo_conformance.implementations.manifest import Implementation, Manifest
from hanzo_conformance.implementations.manifests import read_manifest


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    (tmp_path / "repository" / ".git").mkdir(parents=True)
    return tmp_path / "repository"


def place(path: Path, here: Path) -> str | None:
    return places_in_checkout([read_manifest(path)], here).get("mine")


@pytest.mark.parametrize("here", ["", "docs", "deep/er"])
def test_a_manifest_is_told_from_the_root_wherever_the_user_stands(
    repository: Path, here: str
) -> None:
    path = manifest(repository / "ci" / "adapter", "none", name="mine")
    (repository / here).mkdir(parents=True, exist_ok=True)
    assert place(path, repository / here) == "ci/adapter/runner.toml"


def test_one_outside_of_the_repository_has_no_place(repository: Path, tmp_path: Path) -> None:
    assert place(manifest(tmp_path / "elsewhere", "none", name="mine"), repository) is None


def test_one_that_was_installed_below_the_repository_has_no_place(repository: Path) -> None:
    installed = repository / ".venv" / "lib" / "site-packages" / "data" / "mine"
    assert place(manifest(installed, "none", name="mine"), repository) is None


def test_without_a_repository_it_is_told_from_the_working_folder(tmp_path: Path) -> None:
    path = manifest(tmp_path / "adapter", "none", name="mine")
    assert place(path, tmp_path) == "adapter/runner.toml"


def test_an_address_has_no_place(repository: Path) -> None:
    item = Implementation(Manifest("mine", "none", ["none"]), repository)
    assert places_in_checkout([item], repository) == {}
