"""Where an adapter works and what it is given: a place of its own, and nothing of the user's."""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path

import msgspec
import pytest
from fake_world import FAKES, fake
from nosy_world import said
from small_corpus import manifest

from hanzo_conformance.implementations.commands import INHERITED
from hanzo_conformance.implementations.manifest import DockerTable, TransportKind
from hanzo_conformance.implementations.manifests import choose, read_manifest
from hanzo_conformance.transports.staging import stage_root
from hanzo_conformance.transports.surroundings import Surroundings
from hanzo_conformance.values.errors import StartError
from hanzo_conformance.values.mark import RUN_MARK
from hanzo_vectors import stage_root as stage
from hanzo_vectors.errors import FileError
from hanzo_vectors.stage_root import is_allowed_by_habit, remove_root


def test_an_adapter_works_in_a_folder_of_its_own_and_not_in_its_manifest_s() -> None:
    place = Path(said("said = os.getcwd()"))
    assert FAKES not in (place, *place.parents)
    assert not place.exists()


def test_a_file_that_an_adapter_leaves_lies_nowhere_afterwards() -> None:
    before = set(FAKES.iterdir())
    assert said("Path('left').write_text('x'); said = os.path.abspath('left')").endswith("/left")
    assert set(FAKES.iterdir()) - before <= {FAKES / "__pycache__"}


def test_no_variable_of_the_user_s_gets_to_an_adapter_but_those_of_a_short_list(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SOME_SECRET", "sesame")
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    names = said("said = ' '.join(os.environ)").split()
    assert "SOME_SECRET" not in names
    assert {"TZ", "PATH", RUN_MARK} <= set(names)
    given = {name for name in names if name not in INHERITED and not name.startswith("LC_")}
    assert all(os.environ.get(name) != said(f"said = os.environ[{name!r}]") for name in given - {
        RUN_MARK, "PYTHONUTF8", "PYTHONDONTWRITEBYTECODE"})  # fmt: skip


def test_a_manifest_adds_what_its_adapter_needs() -> None:
    assert said("said = os.environ['MINE']", environment={"MINE": "${scratch}/x"}).endswith("/x")


@pytest.mark.parametrize("name", ["HOME", "TMPDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME",
                                  "XDG_RUNTIME_DIR", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"])  # fmt: skip
def test_the_places_of_a_user_are_in_a_scratch_folder_that_goes_away(name: str) -> None:
    place = Path(said(f"said = os.environ[{name!r}]"))
    assert place != Path(os.environ.get(name, "/nowhere"))
    assert not place.exists()
    assert "/stage/" in str(place)


def test_git_finds_no_repository_above_an_adapter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    monkeypatch.setenv("HANZO_CONFORMANCE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(stage, "HABIT", ())
    monkeypatch.setattr(stage, "LONGEST", 1000)
    program = (
        "done = subprocess.run(['git', 'rev-parse', '--show-toplevel'], capture_output=True)\n"
        "said = f'{done.returncode} {os.getcwd()}'"
    )
    status, _, folder = said(program).partition(" ")
    assert Path(folder).is_relative_to(tmp_path)
    assert status != "0"


def test_the_stage_lies_where_nobody_goes_by_habit() -> None:
    root = stage_root()
    remove_root(root)
    assert not is_allowed_by_habit(str(root))


def test_a_cache_folder_below_a_common_place_is_passed_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        monkeypatch.setenv("HANZO_CONFORMANCE_CACHE", folder)
        root = stage_root()
        remove_root(root)
        assert not root.is_relative_to(folder)


def test_a_stage_leaves_room_for_the_paths_of_sockets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HANZO_CONFORMANCE_CACHE", str(tmp_path / ("deep" * 20)))
    root = stage_root()
    remove_root(root)
    assert len(str(root)) < 80


def test_without_any_place_it_is_said_what_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stage, "_is_usable", lambda _: False)
    with pytest.raises(StartError, match="no folder for workspaces") as caught:
        stage_root()
    assert "HANZO_CONFORMANCE_CACHE" in (caught.value.hint or "")


def test_a_manifest_that_sets_the_mark_is_refused(tmp_path: Path) -> None:
    path = manifest(tmp_path, "", more=f'[environment]\n{RUN_MARK} = "x"')
    with pytest.raises(FileError, match=RUN_MARK):
        read_manifest(path)


def test_the_files_that_an_address_names_are_found_from_where_the_user_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "adapter.py").write_text("")
    monkeypatch.chdir(tmp_path)
    [item] = choose(["process:python3 adapter.py -v"], {})
    assert item.manifest.command == ["python3", str(tmp_path / "adapter.py"), "-v"]


def test_nothing_of_a_use_is_left_in_its_folder() -> None:
    with Surroundings() as around:
        room = around.room(fake("none"))
        assert (room / "workspace").is_dir()
    assert not room.parent.parent.exists()


def test_a_container_that_has_a_closed_home_gets_its_files_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("HANZO_CONFORMANCE_CACHE", str(tmp_path / "c"))
    monkeypatch.setattr(stage, "LONGEST", 4096)
    item = msgspec.structs.replace(fake("none"), transport=TransportKind.DOCKER)
    table = msgspec.convert({"image": "any"}, DockerTable)
    item = msgspec.structs.replace(
        item, manifest=msgspec.structs.replace(item.manifest, docker=table)
    )
    with Surroundings() as around:
        room = around.room(item)
        assert not room.is_relative_to(tmp_path)
    assert not room.parent.parent.exists()
