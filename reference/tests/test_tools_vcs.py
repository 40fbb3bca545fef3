"""vcs against git itself, and what the repository of a vector cannot show."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from vcs_world import ask, commit_all, data, empty, error, root, run_git

__all__ = ["empty", "root"]  # fixtures


@pytest.fixture
def conflicting(root: Path) -> Path:
    run_git(root, "checkout", "--quiet", "-b", "other")
    (root / "a.txt").write_text("1\ntheirs\n3\n")
    commit_all(root)
    run_git(root, "checkout", "--quiet", "main")
    (root / "a.txt").write_text("1\nours\n3\n")
    commit_all(root)
    with pytest.raises(subprocess.CalledProcessError):
        run_git(root, "merge", "--quiet", "other")
    return root


contents = st.one_of(
    st.text(alphabet="ab\n\r\t é😀", max_size=40).map(str.encode),
    st.binary(max_size=40),
    st.lists(st.sampled_from([b"x\n", b"y\n", b"z\r\n", b"\\ No newline\n", b"diff --git a/f b/f\n",
                              b"* Unmerged path f\n"]), max_size=12).map(b"".join),
)  # fmt: skip
names = st.sampled_from(["f", "sub/g", "é ü", 'q"uote', "tab\there", "*", "-x", "f.d/h"])


@settings(max_examples=12, deadline=None)
@given(before=st.dictionaries(names, contents, max_size=4), after=st.dictionaries(names, contents))
def test_a_diff_applied_elsewhere_gives_the_same_files(
    before: dict[str, bytes], after: dict[str, bytes]
) -> None:
    with tempfile.TemporaryDirectory() as place:
        first, second, third = (Path(os.path.realpath(place), name) for name in "123")
        for root in (first, second, third):
            root.mkdir()
            run_git(root, "init", "--quiet", "--initial-branch=main")
            _lay_out(root, before)
            run_git(root, "add", "--all")
            run_git(root, "commit", "--quiet", "--allow-empty", "--message=x")
        _lay_out(first, after)
        run_git(first, "add", "--all")
        told = data(first, "diff", staged=True)
        if told["patch"] is not None:
            assert "".join(item["patch"] for item in told["files"]) == told["patch"]
        listed = run_git(first, "diff", "--cached", "--name-only", "-z").split(b"\0")[:-1]
        assert len(told["files"]) == len(listed)
        if not told["files"]:
            return
        given_patch = {key: told[key] for key in ("patch", "patch_b64") if told[key] is not None}
        data(second, "apply", **given_patch)
        assert _files(second) == _files(first) == after
        # The same by git alone.
        plain = run_git(first, "diff", "--cached", "--binary", "--full-index")
        run_git(third, "apply", "--whitespace=nowarn", given=plain)
        assert _files(third) == after


def _lay_out(root: Path, files: Mapping[str, bytes]) -> None:
    for path in _files(root):
        (root / path).unlink()
    for path, content in files.items():
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_bytes(content)


def _files(root: Path) -> dict[str, bytes]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in root.rglob("*")
        if path.is_file() and ".git" not in path.parts
    }


def test_commits_are_those_of_git(root: Path) -> None:
    (root / "a.txt").write_text("other\n")
    made = data(root, "commit", message="second\n\nbody", files=[f"file://{root}/a.txt"])
    assert run_git(root, "rev-parse", "HEAD").decode().strip() == made["commit"]
    assert run_git(root, "log", "-1", "--format=%B").decode().strip() == "second\n\nbody"
    assert run_git(root, "log", "-1", "--format=%an %cn").decode().strip() == "A C"
    run_git(root, "fsck", "--strict")


def test_a_log_with_merges_is_that_of_git(root: Path) -> None:
    for number in range(3):
        run_git(root, "checkout", "--quiet", "-b", f"side{number}", "main~0")
        (root / f"{number}.txt").write_text("x")
        commit_all(root, f"side {number}")
        run_git(root, "checkout", "--quiet", "main")
        run_git(root, "merge", "--quiet", "--no-ff", "--message", f"m{number}", f"side{number}")
    found = data(root, "log")["commits"]
    expected = run_git(root, "log", "--topo-order", "--format=%H %P").decode().split("\n")
    expected = [line.strip() for line in expected if line]
    assert [" ".join([item["commit"], *item["parents"]]) for item in found] == expected
    pages: list[str] = []
    cursor: dict[str, str] = {}
    while True:
        envelope = ask(root, "log", limit=2, **cursor)
        pages += [item["commit"] for item in envelope["data"]["commits"]]
        if not envelope["meta"]["paging"]["more"]:
            break
        cursor = {"cursor": envelope["meta"]["paging"]["cursor"]}
    assert pages == [item["commit"] for item in found]


def test_conflicts_are_told_and_stand_in_the_way(conflicting: Path) -> None:
    [file] = data(conflicting, "status")["files"]
    assert file["conflict"]
    assert (file["index"], file["worktree"]) == ("unmerged", "unmerged")
    [part] = data(conflicting, "diff")["files"]
    assert part["additions"] == 4
    assert "+<<<<<<< HEAD\n ours" in part["patch"]
    assert data(conflicting, "diff", staged=True)["files"] == []
    unmerged = ("CONFLICT", {"reason": "unmerged"})
    assert error(ask(conflicting, "commit", message="x")) == unmerged
    assert error(ask(conflicting, "checkout", ref="other")) == unmerged


def test_a_merge_is_committed_as_a_whole(conflicting: Path) -> None:
    (conflicting / "a.txt").write_text("1\nboth\n3\n")
    run_git(conflicting, "add", "a.txt")
    uri = f"file://{conflicting}/a.txt"
    refused = ask(conflicting, "commit", message="x", files=[uri])
    assert error(refused) == ("CONFLICT", {"reason": "merge"})
    assert len(data(conflicting, "commit", message="x")["parents"]) == 2


def test_a_merge_without_a_change_can_be_committed(conflicting: Path) -> None:
    run_git(conflicting, "checkout", "--ours", "a.txt")
    run_git(conflicting, "add", "a.txt")
    assert len(data(conflicting, "commit", message="x")["parents"]) == 2


def test_before_the_first_commit_there_is_a_branch_and_no_commit(empty: Path) -> None:
    head = data(empty, "status")
    assert (head["branch"], head["commit"]) == ("main", None)
    assert data(empty, "log") == {"commits": []}
    assert data(empty, "branch", op="list") == {"branches": []}
    assert error(ask(empty, "diff", ref="HEAD")) == ("NOT_FOUND", {"ref": "HEAD"})
    nothing = ("CONFLICT", {"reason": "nothing"})
    assert error(ask(empty, "commit", message="x")) == nothing
    missing = error(ask(empty, "commit", message="x", files=[f"file://{empty}/f"]))
    assert missing[0] == "NOT_FOUND"
    (empty / "f").write_text("x")
    assert data(empty, "commit", message="x", files=[f"file://{empty}/f"])["parents"] == []


def test_an_upstream_is_told_with_its_distance(root: Path) -> None:
    run_git(root, "branch", "up")
    run_git(root, "branch", "--quiet", "--set-upstream-to=up")
    (root / "a.txt").write_text("x")
    commit_all(root)
    head = data(root, "status")
    assert (head["upstream"], head["ahead"], head["behind"]) == ("up", 1, 0)


def test_names_that_are_no_text_are_counted(root: Path) -> None:
    place = os.fsencode(root) + b"/caf\xe9"
    with open(place, "w") as stream:  # noqa: PTH123 - bytes
        stream.write("x\n")
    told = data(root, "status")
    assert (told["files"], told["skipped"]) == ([], 1)
    commit_all(root)
    with open(place, "w") as stream:  # noqa: PTH123 - bytes
        stream.write("y\n")
    told = data(root, "diff")
    assert (told["files"], told["skipped"]) == ([], 1)
