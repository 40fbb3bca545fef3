"""What differs from the files that a vector states is found, told, and sometimes allowed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from deep_tree import bury

from hanzo_vectors.stage import Stage


def spoil(folder: Path, how: str) -> None:
    match how:
        case "missing":
            (folder / "a").unlink()
        case "content":
            (folder / "a").write_text("other")
        case "executable":
            (folder / "a").chmod(0o755)
        case "extra file":
            (folder / "b").write_text("")
        case "extra folder":
            (folder / "b").mkdir()
        case "file is a folder":
            (folder / "a").unlink()
            (folder / "a").mkdir()
        case "file is a link":
            (folder / "a").rename(folder.parent / "outside" / "a")
            (folder / "a").symlink_to("../outside/a")
        case "pipe":
            os.mkfifo(folder / "b")
        case "link leads elsewhere":
            (folder / "l").unlink()
            (folder / "l").symlink_to("b")
        case "name is no UTF-8":
            os.close(os.open(os.fsencode(folder) + b"/\xff", os.O_CREAT | os.O_WRONLY))


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("missing", "a: is missing"),
        ("content", "a: has other content"),
        ("executable", "a: is executable"),
        ("extra file", "b: should not be there"),
        ("extra folder", "b: should not be there"),
        ("file is a folder", "a: is no file"),
        ("file is a link", "a: is no file"),
        ("pipe", "b: should not be there"),
        ("link leads elsewhere", "l: leads elsewhere"),
        ("name is no UTF-8", "\\xff: should not be there"),
    ],
)
def test_each_kind_of_difference_is_told(how: str, said: str) -> None:
    files = {"a": {"text": "x"}, "l": {"symlink": "a"}}
    with Stage({"files": files}) as stage:
        spoil(Path(stage.folder), how)
        assert said in stage.differences({"files": files})


def test_any_content_and_anything_below_a_folder_can_be_allowed() -> None:
    files = {"a": {"text": "x"}, "d/e/f": {"text": "y"}, "g/h": {"text": "z"}}
    allowed = {"a": {"any": True}, "d/**": {"any": True}, "g/h": {"text": "z"}}
    with Stage({"files": files}) as stage:
        assert stage.differences({"files": allowed}) == []
        assert stage.differences({"files": {"**": {"any": True}}}) == []
        assert stage.differences({"files": {**allowed, "none": {"any": True}}}) == [
            "none: is missing"
        ]


def test_the_git_folder_at_the_top_is_not_compared_and_others_are() -> None:
    with Stage({"git": True}) as stage:
        assert stage.differences({"files": {}}) == []
        nested = Path(stage.folder) / "sub" / ".git"
        nested.mkdir(parents=True)
        assert stage.differences({"files": {}}) == ["sub/.git: should not be there"]


def test_a_tree_deeper_than_paths_can_be_is_a_difference() -> None:
    with Stage({}) as stage:
        bury(Path(stage.folder))
        [told] = stage.differences({"files": {}})
        assert told.startswith("${workspace}: cannot be looked through: ")
