"""Workspaces: laid out alike on every machine, changed, compared, and emptied whatever is there."""

from __future__ import annotations

import os
import stat
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from workshop_world import FILE, entry, lay_out_corpus, read, say, scenarios, write

from hanzo_conformance.files.emptying import empty
from hanzo_conformance.files.vectors import read_corpus
from hanzo_conformance.files.workspace import EPOCH_S, WorkspaceError, check_files
from hanzo_conformance.pure.references import UnresolvedError, resolve_from
from hanzo_conformance.transports.loopback import is_loopback
from hanzo_conformance.transports.stage import Stage, remove_root, stage_root
from hanzo_conformance.values.errors import FileError

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


def test_a_committed_link_has_no_placeholder() -> None:
    link = {"symlink": "${workspace}/a"}
    with (
        pytest.raises(WorkspaceError, match="no placeholders"),
        Stage({"files": {"l": link}, "git": True}),
    ):
        pass


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
    place = os.open(folder, os.O_RDONLY)
    for _ in range(1500):
        os.mkdir("deep", dir_fd=place)
        below = os.open("deep", os.O_RDONLY, dir_fd=place)
        os.close(place)
        place = below
    os.close(place)
    empty(folder)
    assert list(folder.iterdir()) == []
    assert (kept / "precious").read_text() == "still here"


def test_a_tree_deeper_than_paths_can_be_is_a_difference() -> None:
    with Stage({}) as stage:
        place = os.open(stage.folder, os.O_RDONLY)
        for _ in range(1500):
            os.mkdir("deep", dir_fd=place)
            below = os.open("deep", os.O_RDONLY, dir_fd=place)
            os.close(place)
            place = below
        os.close(place)
        [told] = stage.differences({"files": {}})
        assert told.startswith("${workspace}: cannot be looked through: ")


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
    ("files", "said"),
    [
        ({"../a": {"text": ""}}, "a path is relative"),
        ({"/a": {"text": ""}}, "a path is relative"),
        ({"a//b": {"text": ""}}, "a path is relative"),
        ({"": {"text": ""}}, "a path is relative"),
        ({".git/hooks/x": {"text": ""}}, "made by git alone"),
        ({"a": {"text": "x"}, "a/b": {"text": ""}}, "a is no folder"),
        ({"a": {"symlink": "b"}, "a/b": {"text": ""}}, "a is no folder"),
        ({"a": {"text": "x", "base64": ""}}, "exactly one of"),
        ({"a": {}}, "exactly one of"),
        ({"a": {"base64": "!"}}, "not base64"),
        ({"a": {"repeat": "x"}}, "repeat needs times"),
        ({"a": {"directory": False}}, "directory can only be true"),
        ({"a": {"symlink": "b", "executable": True}}, "no member executable"),
        ({"a": {"any": True}}, "exactly one of"),
        ({"a": None}, "a file is an object"),
    ],
)
def test_files_that_cannot_be_are_refused(files: Mapping[str, Any], said: str) -> None:
    with pytest.raises(WorkspaceError, match=said):
        check_files(files)


def problem(tmp_path: Path, **members: Any) -> str:
    with pytest.raises(FileError) as told:
        read_corpus(lay_out_corpus(tmp_path, entry("one", **members)))
    return told.value.what


@pytest.mark.parametrize(
    "members",
    [
        {"steps": []},
        {"steps": [say("a")], **say("b")},
        {"workspace": {}},
        {"after": {"files": {}}, **say("a")},
        {"workspace": {}, **say("a")},
        {"workspace": {"folder": "x"}, **read("a", "")},
        {"workspace": {"http": {"/x": {"status": 99}}}, **read("a", "")},
        {"workspace": {"files": {"a": {"text": 1}}}, **read("a", "")},
        {"workspace": {"files": {"a": {"any": True}}}, **read("a", "")},
        {"workspace": {}, "steps": [{**read("a", ""), "input": {"path": "a", "more": 1}}]},
        {"workspace": {}, "steps": [{**read("a", ""), "expected": {"result": {"path": "a"}}}]},
        {"workspace": {}, "steps": [{**read("a", ""), "operation": "shop.burn"}]},
        {"workspace": {}, **read("a", ""), "input": {"workspace": "/x", "path": "a"}},
        read("a", ""),
    ],
)
def test_the_schema_of_a_vector_file_refuses_what_is_no_scenario(
    tmp_path: Path, members: dict[str, Any]
) -> None:
    assert problem(tmp_path, **members).startswith("/vectors/0")


@pytest.mark.parametrize(
    ("members", "said"),
    [
        ({"workspace": {"files": {"../a": {"text": ""}}}, **read("a", "")}, "a path is relative"),
        (
            {"workspace": {}, "steps": [write("a", ""), {**write("a", ""), "input": {
                "path": "a", "text": {"$from": [1, "/text"]}}}]},
            "which is no earlier result",
        ),
        (
            {"steps": [{**say("a"), "before": {"files": {}}}]},
            "changes files before it, and there is no workspace",
        ),
    ],
)  # fmt: skip
def test_what_a_schema_cannot_say_is_refused_in_words(
    tmp_path: Path, members: dict[str, Any], said: str
) -> None:
    assert said in problem(tmp_path, **members)


def test_a_domain_whose_operations_know_no_folder_has_no_workspaces() -> None:
    from small_corpus import DOMAIN

    from hanzo_conformance.authoring.schemas import vector_file_schema

    schema = vector_file_schema(DOMAIN)
    assert "question-in-workspace" not in schema["$defs"]
    assert FILE["domain"] not in str(schema)


def test_a_plain_question_is_no_scenario(tmp_path: Path) -> None:
    [vector] = scenarios(tmp_path, entry("one", **say("a")))
    assert vector.scenario is None
    assert vector.params == b'{"text":"a"}'


RESULTS = {0: {"a": [{"b/c": 1}, "two"], "": {"~": None}}}


@pytest.mark.parametrize(
    ("pointer", "value"),
    [("", RESULTS[0]), ("/a/0/b~1c", 1), ("/a/1", "two"), ("//~0", None)],
)
def test_a_value_is_taken_from_an_earlier_result(pointer: str, value: Any) -> None:
    assert resolve_from({"x": [{"$from": [0, pointer]}]}, RESULTS) == {"x": [value]}


@pytest.mark.parametrize("pointer", ["/b", "/a/2", "/a/01", "/a/-", "/a/1/x", "/a/²"])
def test_a_pointer_to_nothing_is_an_error(pointer: str) -> None:
    with pytest.raises(UnresolvedError, match="the result of step 1 has nothing at"):
        resolve_from({"$from": [0, pointer]}, RESULTS)


def test_a_step_that_was_answered_with_an_error_has_nothing_to_take() -> None:
    with pytest.raises(UnresolvedError, match="step 2 was answered without a result"):
        resolve_from([{"$from": [1, ""]}], RESULTS)


def test_an_object_with_more_members_is_no_reference() -> None:
    value = {"$from": [0, ""], "more": 1}
    assert resolve_from(value, RESULTS) == value


@pytest.mark.parametrize(
    ("host", "here"),
    [("localhost", True), ("127.0.0.2", True), ("::1", True), ("10.0.0.1", False), ("a.b", False)],
)
def test_files_are_shared_with_this_machine_alone(host: str, here: bool) -> None:
    assert is_loopback(host) is here
