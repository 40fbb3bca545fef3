"""Workspaces: laid out alike on every machine, changed, compared, and emptied whatever is there."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from deep_tree import bury

from hanzo_conformance.transports.loopback import is_loopback
from hanzo_conformance.transports.staging import stage_root
from hanzo_vectors.emptying import empty
from hanzo_vectors.stage import Stage
from hanzo_vectors.stage_root import remove_root
from hanzo_vectors.writing import EPOCH_S, give

FILES: dict[str, Any] = {
    "plain.txt": {"text": "zwölf\n"},
    "bytes.bin": {"base64": "AP8="},
    "big.txt": {"repeat": "ab", "times": 3},
    "run.sh": {"text": "#!/bin/sh\n", "executable": True},
    "deep/er/file": {"text": ""},
    "empty": {"directory": True},
    "link": {"symlink": "${outside}/secret.txt"},
}


def modes(folder: str) -> dict[str, int]:
    return {
        path.relative_to(folder).as_posix(): stat.S_IMODE(path.lstat().st_mode)
        for path in Path(folder).rglob("*")
        if not path.is_symlink()
    }


def test_files_of_every_kind_are_laid_out_and_found_as_stated() -> None:
    with Stage({"files": FILES}) as stage:
        folder = Path(stage.folder)
        assert (folder / "plain.txt").read_text() == "zwölf\n"
        assert (folder / "bytes.bin").read_bytes() == b"\0\xff"
        assert (folder / "big.txt").read_text() == "ababab"
        assert (folder / "link").read_text() == "secret\n"
        assert stage.differences({"files": FILES}) == []
    assert not folder.parent.exists()


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077])
def test_modes_and_times_do_not_depend_on_umask_or_clock(umask: int) -> None:
    before = os.umask(umask)
    try:
        with Stage({"files": FILES}) as stage:
            found = modes(stage.folder)
            times = {path.lstat().st_mtime for path in Path(stage.folder).rglob("*")}
    finally:
        os.umask(before)
    assert {found["plain.txt"], found["deep/er/file"], found["bytes.bin"]} == {0o644}
    assert {found["run.sh"], found["deep"], found["deep/er"], found["empty"]} == {0o755}
    assert times == {EPOCH_S}


def test_placeholders_are_filled_in_and_folded_back_in_strings_and_keys() -> None:
    with Stage({"http": {}}) as stage:
        value = {"${workspace}/a": ["file://${workspace}/b", "${outside}", 1, None, "${http}/x"]}
        filled = stage.expand(value)
        assert filled[f"{stage.folder}/a"][0] == f"file://{stage.folder}/b"
        assert filled[f"{stage.folder}/a"][4].startswith("http://127.0.0.1:")
        assert stage.fold(filled) == value


def test_a_longer_port_is_not_the_server_s() -> None:
    with Stage({"http": {}}) as stage:
        address = stage.expand("${http}")
        assert stage.fold(f"{address}1/x {address}/x") == f"{address}1/x ${{http}}/x"


def test_without_a_workspace_nothing_is_filled_in_or_compared() -> None:
    with Stage(None) as stage:
        assert stage.expand("${workspace}") == "${workspace}"
        assert stage.differences(None) == []


def git(folder: str, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout


def test_a_repository_has_all_files_committed_by_somebody_fixed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    settings = tmp_path / "gitconfig"
    settings.write_text("[user]\nname = Me\n[init]\ndefaultBranch = trunk\n[core]\nautocrlf=true\n")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(settings))
    monkeypatch.setenv("GIT_AUTHOR_NAME", "Somebody else")
    files = {".gitignore": {"text": "ignored\n"}, "ignored": {"text": "1\r\n"}, "b": {"text": "2"}}
    with Stage({"files": files, "git": True}) as stage:
        told = git(stage.folder, "log", "--format=%H %an <%ae> %aI %s %D")
        assert git(stage.folder, "status", "--short") == ""
        assert git(stage.folder, "ls-files").split() == [".gitignore", "b", "ignored"]
    assert told == (
        "f2246ecdc7b86e807108b0496439736434a738c3 Vector <vector@example.org> 2001-01-01T00:00:00+00:00 initial HEAD -> main\n"
    )


def test_changes_from_outside_write_replace_and_remove_and_never_through_links() -> None:
    with Stage(
        {"files": {"a": {"text": "1"}, "d/x": {"text": "2"}, "gone/y": {"text": ""}}}
    ) as stage:
        folder = Path(stage.folder)
        (folder / "trap").symlink_to(folder.parent / "outside")
        stage.change(
            {
                "a": {"text": "changed"},
                "d": {"text": "no folder any more"},
                "gone": None,
                "trap/secret.txt": {"text": "in a folder now"},
                "never": None,
            }
        )
        assert (folder / "a").stat().st_mtime == EPOCH_S + 60
        after = {
            "a": {"text": "changed"},
            "d": {"text": "no folder any more"},
            "trap/secret.txt": {"text": "in a folder now"},
        }
        assert stage.differences({"files": after}) == []


def test_a_hostile_tree_is_emptied_and_nothing_is_followed(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "precious").write_text("still here")
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "link").symlink_to(kept)
    (folder / "loop").symlink_to("loop")
    os.mkfifo(folder / "pipe")
    locked = folder / "locked" / "inner"
    locked.mkdir(parents=True)
    (locked / "file").write_text("")
    locked.chmod(0)
    locked.parent.chmod(0)
    bury(folder)
    empty(folder)
    assert list(folder.iterdir()) == []
    assert (kept / "precious").read_text() == "still here"


def test_a_link_in_the_place_of_the_folder_is_replaced(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "precious").write_text("still here")
    (tmp_path / "folder").symlink_to(kept)
    empty(tmp_path / "folder")
    assert not (tmp_path / "folder").is_symlink()
    assert (kept / "precious").exists()


def test_the_same_folder_is_laid_out_afresh_for_each_vector() -> None:
    root = stage_root()
    try:
        with Stage({"files": {"a": {"text": "1"}}}, root) as first:
            (Path(first.folder) / "left").write_text("")
            (root / "outside" / "secret.txt").unlink()
            place = first.folder
        with Stage({"files": {"b": {"text": "2"}}}, root) as second:
            assert second.folder == place
            assert second.differences({"files": {"b": {"text": "2"}}}) == []
    finally:
        remove_root(root)
    assert not root.exists()


@pytest.mark.parametrize(
    ("host", "here"),
    [("localhost", True), ("127.0.0.2", True), ("::1", True), ("10.0.0.1", False), ("a.b", False)],
)
def test_files_are_shared_with_this_machine_alone(host: str, here: bool) -> None:
    assert is_loopback(host) is here


@pytest.mark.skipif(os.getuid() != 0, reason="only root gives files away")
def test_a_repository_that_was_given_away_is_as_clean_as_one_that_was_not() -> None:
    stated = {"files": {"a.txt": {"text": "a"}}, "git": True}
    root = stage_root()
    try:
        for number in range(2):
            with Stage(stated, root, owner=(65534, 65534)) as stage:
                seen = subprocess.run(
                    ["git", "-c", "safe.directory=*", "diff-files", "--name-only"],
                    cwd=stage.folder, capture_output=True, text=True, check=True,
                )  # fmt: skip
                assert seen.stdout == "", number
                owners = {path.lstat().st_uid for path in Path(stage.folder).rglob("*")}
                assert owners == {65534}
    finally:
        remove_root(root)


@pytest.mark.skipif(os.getuid() != 0, reason="only root gives files away")
def test_giving_away_what_is_given_away_touches_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text("a")
    give(tmp_path, (65534, 65534))
    before = path.stat().st_ctime_ns
    give(tmp_path, (65534, 65534))
    assert path.stat().st_ctime_ns == before


@pytest.mark.parametrize("instead", ["nothing", "file", "link"])
def test_who_takes_the_workspace_away_fails_and_the_next_gets_a_fresh_one(
    instead: str, tmp_path: Path
) -> None:
    stated = {"files": {"a": {"text": "1"}, "b/c": {"text": "2"}}}
    root = stage_root()
    try:
        with Stage(stated, root) as stage:
            place = Path(stage.folder)
            shutil.rmtree(place)
            if instead == "file":
                place.write_text("x")
            elif instead == "link":
                place.symlink_to(tmp_path)
            [told] = stage.differences(None)
            assert "the folder itself is gone" in told
        with Stage(stated, root) as stage:
            assert stage.differences({"files": stated["files"]}) == []
    finally:
        remove_root(root)
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_written_through_a_link_in_the_place_of_a_folder(tmp_path: Path) -> None:
    with Stage({"files": {"b/c": {"text": "2"}}}) as stage:
        place = Path(stage.folder) / "b"
        shutil.rmtree(place)
        place.symlink_to(tmp_path)
        stage.change({"b/new": {"text": "x"}})
        assert not place.is_symlink()
        assert (place / "new").read_text() == "x"
    assert list(tmp_path.iterdir()) == []


def turned_into_a_link(patched: pytest.MonkeyPatch, place: Path, target: Path, moment: int) -> None:
    """Before the call of the system with this number a folder becomes a link to another one."""
    left = [moment]

    def between(name: str) -> Any:
        real = getattr(os, name)

        def call(*words: Any, **more: Any) -> Any:
            left[0] -= 1
            if left[0] == -1 and place.is_dir():
                place.rename(place.with_name("aside"))
                place.symlink_to(target)
            return real(*words, **more)

        return call

    for name in CALLS:
        patched.setattr(os, name, between(name))


CALLS = (
    "open",
    "stat",
    "lstat",
    "unlink",
    "rmdir",
    "listdir",
    "rename",
    "mkdir",
    "chmod",
    "chown",
    "scandir",
)


@pytest.mark.parametrize("moment", range(16))
def test_a_folder_that_becomes_a_link_at_any_moment_leads_no_removal_astray(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: int
) -> None:
    victim = tmp_path / "victim"
    (victim / "c" / "deeper").mkdir(parents=True)
    (victim / "file").write_text("precious")
    (victim / "c" / "deeper" / "file").write_text("precious")
    files = {"b/c/deeper/file": {"text": "1"}, "b/file": {"text": "2"}}
    with Stage({"files": files}) as stage:
        place = Path(stage.folder) / "b"
        with monkeypatch.context() as patched:
            turned_into_a_link(patched, place, victim, moment)
            stage.change({"b/c": None, "b/file": None})
    assert (victim / "file").read_text() == "precious"
    assert (victim / "c" / "deeper" / "file").read_text() == "precious"


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is closed to root")
def test_a_folder_that_is_closed_to_its_owner_is_removed(tmp_path: Path) -> None:
    (tmp_path / "top" / "closed" / "file").parent.mkdir(parents=True)
    (tmp_path / "top" / "closed" / "file").write_text("x")
    (tmp_path / "top" / "closed").chmod(0)
    empty(tmp_path / "top")
    assert list((tmp_path / "top").iterdir()) == []


@pytest.mark.skipif(os.getuid() != 0, reason="only root gives files away")
@pytest.mark.parametrize("moment", range(12))
def test_a_folder_that_becomes_a_link_at_any_moment_gives_nobody_else_s_files_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: int
) -> None:
    (tmp_path / "victim").mkdir()
    (tmp_path / "victim" / "file").write_text("root's")
    folder = tmp_path / "workspace"
    (folder / "b").mkdir(parents=True)
    (folder / "b" / "file").write_text("")
    turned_into_a_link(monkeypatch, folder / "b", tmp_path / "victim", moment)
    with suppress(OSError):
        give(folder, (65534, 65534))
    monkeypatch.undo()
    assert (tmp_path / "victim" / "file").stat().st_uid == 0
