"""vcs in repositories that are set up against it, lie elsewhere, or lack what git needs."""

from __future__ import annotations

import os
import stat
import time
from pathlib import Path
from typing import Any

import pytest
from vcs_world import PATH, ask, commit_all, data, empty, error, root, run_git

from hanzo_reference.tools.vcs import git as git_module

__all__ = ["empty", "root"]  # fixtures


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


def test_a_signal_that_ends_git_leaves_it_no_exit_code(root: Path, tmp_path: Path) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    script = tools / "git"
    for end, told in (("kill -ABRT $$", None), ("exit 77", 77)):
        script.write_text(f"#!/bin/sh\n{end}\n")
        script.chmod(script.stat().st_mode | stat.S_IXUSR)
        envelope = ask(root, "status", {"PATH": f"{tools}:{os.environ['PATH']}"})
        assert error(envelope) == ("ERROR", {"exit_code": told})
