"""vcs against git itself, and what the repository of a vector cannot show."""

from __future__ import annotations

import os
import stat
import subprocess
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hanzo_reference.tools.calling import Toolbox
from hanzo_reference.tools.vcs import git as git_module

WHO = {
    "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_COMMITTER_NAME": "C",
    "GIT_COMMITTER_EMAIL": "c@example.org",
}  # fmt: skip
ALONE = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull, "LC_ALL": "C"}
PATH = {"PATH": os.environ["PATH"]}


def run_git(root: Path, *words: str, given: bytes = b"") -> bytes:
    """The oracle: git as a person would run it."""
    environment = {**PATH, **WHO, **ALONE, "HOME": str(root)}
    ended = subprocess.run(
        ["git", *words], cwd=root, env=environment, input=given, capture_output=True, check=True
    )
    return ended.stdout


def ask(
    root: Path, action: str, variables: Mapping[str, str] | None = None, /, **params: Any
) -> dict[str, Any]:
    environment = {**PATH, **WHO} if variables is None else variables
    return Toolbox(environment).call(str(root), "vcs", action, params)


def data(root: Path, action: str, **params: Any) -> Any:
    envelope = ask(root, action, **params)
    assert envelope["ok"], envelope
    return envelope["data"]


def error(envelope: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    assert not envelope["ok"]
    return envelope["error"]["code"], envelope["error"]["details"]


def commit_all(root: Path, message: str = "all") -> None:
    run_git(root, "add", "--all")
    run_git(root, "commit", "--quiet", "--message", message)


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    root.mkdir()
    run_git(root, "init", "--quiet", "--initial-branch=main")
    return root


@pytest.fixture
def root(empty: Path) -> Path:
    (empty / "a.txt").write_text("1\n2\n3\n")
    (empty / "b.txt").write_text("b\n")
    commit_all(empty)
    return empty


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


def test_nothing_that_the_repository_brings_along_runs(root: Path) -> None:
    ran = root.parent / "ran"
    script = root.parent / "script"
    script.write_text(f"#!/bin/sh\necho $0 >> {ran}\nexit 1\n")
    script.chmod(0o755)
    hooks = root / ".git" / "hooks"
    hooks.mkdir(exist_ok=True)
    for hook in ("pre-commit", "commit-msg", "post-commit", "post-checkout", "post-index-change",
                 "reference-transaction", "prepare-commit-msg"):  # fmt: skip
        (hooks / hook).write_bytes(script.read_bytes())
        (hooks / hook).chmod(0o755)
    for name, value in (
        ("core.fsmonitor", str(script)), ("core.pager", str(script)), ("pager.log", str(script)),
        ("core.editor", str(script)), ("diff.external", str(script)), ("diff.x.command", str(script)),
        ("diff.x.textconv", str(script)), ("gpg.program", str(script)), ("commit.gpgSign", "true"),
        ("core.hooksPath", str(hooks)), ("sequence.editor", str(script)),
    ):  # fmt: skip
        run_git(root, "config", name, value)
    (root / ".gitattributes").write_text("*.txt diff=x\n")
    (root / "a.txt").write_text("changed\n")
    data(root, "status")
    assert "+changed" in data(root, "diff")["patch"]
    data(root, "commit", message="x", files=[f"file://{root}"])
    data(root, "branch", op="create", name="other", ref="HEAD~1")
    data(root, "checkout", ref="other")
    data(root, "log")
    assert not ran.exists()


def test_settings_of_the_repository_do_not_change_the_answers(root: Path) -> None:
    (root / "é.txt").write_text("x\n")
    (root / "c.txt").write_text("".join(f"{line}\n" for line in range(30)))
    commit_all(root)
    (root / "é.txt").rename(root / "ü.txt")
    (root / "c.txt").write_text("".join(f"{line}{'!' * (line in {9, 18})}\n" for line in range(30)))
    run_git(root, "add", "--all")
    asked: tuple[tuple[str, dict[str, Any]], ...] = (
        ("status", {}), ("diff", {"staged": True}), ("diff", {"ref": "HEAD"}), ("log", {}),
    )  # fmt: skip
    plain = [data(root, action, **params) for action, params in asked]
    for name, value in (
        ("diff.noprefix", "true"), ("diff.mnemonicPrefix", "true"), ("core.quotePath", "true"),
        ("diff.context", "9"), ("diff.interHunkContext", "9"), ("color.ui", "always"),
        ("diff.renames", "false"), ("status.renames", "false"), ("core.abbrev", "4"),
        ("diff.algorithm", "patience"), ("diff.indentHeuristic", "false"),
        ("status.showUntrackedFiles", "no"), ("status.branch", "false"), ("status.short", "true"),
        ("log.decorate", "full"), ("log.showSignature", "true"), ("format.pretty", "oneline"),
        ("status.showStash", "true"), ("diff.orderFile", str(root / "c.txt")),
        ("log.date", "relative"), ("diff.relative", "true"), ("log.showRoot", "false"),
        ("diff.suppressBlankEmpty", "true"), ("i18n.logOutputEncoding", "latin1"),
        ("status.relativePaths", "true"), ("apply.whitespace", "error"), ("log.follow", "true"),
    ):  # fmt: skip
        run_git(root, "config", name, value)
    assert [data(root, action, **params) for action, params in asked] == plain


def test_variables_of_the_server_do_not_lead_git_elsewhere(root: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    run_git(other, "init", "--quiet")
    led = {"GIT_DIR": f"{other}/.git", "GIT_WORK_TREE": str(other), "GIT_INDEX_FILE": "/none",
           "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.pager",
           "GIT_CONFIG_VALUE_0": "false", "HOME": str(other)}  # fmt: skip
    envelope = ask(root, "status", {**PATH, **led})
    assert envelope["data"]["commit"] == data(root, "log")["commits"][0]["commit"]
    assert envelope["data"]["files"] == []


def test_a_work_tree_elsewhere_is_not_the_workspace(root: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    run_git(root, "config", "core.worktree", str(other))
    data(root, "checkout", ref="main")
    assert data(root, "status")["files"] == []
    assert list(other.iterdir()) == []


def test_a_repository_elsewhere_is_refused(root: Path, tmp_path: Path) -> None:
    linked, named = tmp_path / "linked", tmp_path / "named"
    linked.mkdir()
    named.mkdir()
    (linked / ".git").symlink_to(root / ".git")
    (named / ".git").write_text(f"gitdir: {root}/.git\n")
    for place in (linked, named):
        assert error(ask(place, "status")) == ("PERMISSION_DENIED", {"uri": f"file://{place}/.git"})


def test_a_folder_in_a_repository_is_no_repository(root: Path) -> None:
    below = root / "below"
    below.mkdir()
    assert error(ask(below, "status")) == ("NOT_FOUND", {"uri": f"file://{below}"})


def test_without_git_it_is_said_what_is_missing(root: Path, tmp_path: Path) -> None:
    envelope = ask(root, "status", {"PATH": str(tmp_path)})
    assert error(envelope) == ("UNSUPPORTED", {"missing": "git"})


def test_without_anybody_nothing_is_committed(root: Path) -> None:
    (root / "a.txt").write_text("x")
    commit = {"message": "x", "files": [f"file://{root}/a.txt"]}
    assert error(ask(root, "commit", PATH, **commit)) == ("UNSUPPORTED", {"missing": "identity"})
    assert data(root, "diff", staged=True)["files"] == []
    run_git(root, "config", "user.name", "Repo")
    run_git(root, "config", "user.email", "repo@example.org")
    assert ask(root, "commit", PATH, **commit)["ok"]
    assert data(root, "log")["commits"][0]["author"]["name"] == "Repo"


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


def test_what_takes_too_long_is_killed_with_all_that_it_started(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    script = tools / "git"
    pid = tmp_path / "pid"
    script.write_text(f"#!/bin/sh\nsleep 300 &\necho $! > {pid}\nwait\n")
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setattr(git_module, "TIMEOUT_MS", 300)
    envelope = ask(root, "status", {"PATH": f"{tools}:{os.environ['PATH']}"})
    assert error(envelope) == ("TIMEOUT", {"timeout_ms": 300})
    until = time.monotonic() + 20
    while _runs(int(pid.read_text())):
        assert time.monotonic() < until
        time.sleep(0.01)


def _runs(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"
