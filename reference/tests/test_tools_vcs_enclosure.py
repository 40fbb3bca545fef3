"""vcs in repositories that lead out of the workspace, or that run what they bring along."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from vcs_world import PATH, WHO, ask, commit_all, data, empty, error, root, run_git

from hanzo_reference.tools.vcs.patch_names import patch_names

__all__ = ["empty", "root"]  # fixtures

LOOKING = ("status", "diff", "log")


def denied(root: Path, place: str) -> None:
    """Every action is refused for a place in the repository, and nothing is written."""
    before = _content(root.parent)
    told = ("PERMISSION_DENIED", {"uri": f"file://{root}/{place}"})
    for action in LOOKING:
        assert error(ask(root, action)) == told
    assert error(ask(root, "checkout", ref="main")) == told
    assert error(ask(root, "branch", op="create", name="x")) == told
    commit = {"message": "x", "files": [f"file://{root}"]}
    assert error(ask(root, "commit", **commit)) == told
    patch = "--- /dev/null\n+++ b/new\n@@ -0,0 +1 @@\n+x\n"
    assert error(ask(root, "apply", patch=patch)) == told
    assert _content(root.parent) == before


def _content(folder: Path) -> dict[str, bytes | str]:
    found = [path for path in folder.rglob("*") if path.is_symlink() or path.is_file()]
    return {
        str(path): str(path.readlink()) if path.is_symlink() else path.read_bytes()
        for path in found
    }


@pytest.mark.parametrize(
    "name", ["objects", "refs", "logs", "index", "COMMIT_EDITMSG", "config", "HEAD", "info",
             "refs/heads/main", "logs/HEAD", "packed-refs", "objects/info/none"],
)  # fmt: skip
def test_a_link_in_the_repository_that_leads_out_is_refused(root: Path, name: str) -> None:
    place = root / ".git" / name
    away = root.parent / "away"
    if place.exists():
        shutil.move(place, away)
    place.parent.mkdir(exist_ok=True)
    place.symlink_to(away)
    denied(root, f".git/{name}")


def test_a_link_that_stays_inside_and_a_hook_elsewhere_are_no_harm(root: Path) -> None:
    shutil.move(root / ".git" / "logs", root / "logs")
    (root / ".git" / "logs").symlink_to("../logs")
    (root / ".git" / "hooks").mkdir(exist_ok=True)
    (root / ".git" / "hooks" / "pre-push").symlink_to("/etc/hostname")
    assert data(root, "status")["branch"] == "main"
    (root / "logs" / "out").symlink_to("/etc")
    assert error(ask(root, "status"))[0] == "PERMISSION_DENIED"


@pytest.mark.parametrize("is_absolute", [True, False])
def test_objects_of_others_are_taken_from_inside_alone(root: Path, *, is_absolute: bool) -> None:
    other = root.parent / "other"
    shutil.copytree(root / ".git", other / ".git")
    named = f"{other}/.git/objects" if is_absolute else "../../../other/.git/objects"
    alternates = root / ".git" / "objects" / "info" / "alternates"
    alternates.parent.mkdir(exist_ok=True)
    alternates.write_text(f"# a comment\n{named}\n")
    denied(root, ".git/objects/info/alternates")
    alternates.write_text(f'"{named}"\n')
    denied(root, ".git/objects/info/alternates")
    shutil.move(other, root / "other")
    alternates.write_text("../../other/.git/objects\n")
    assert data(root, "log")["commits"]
    further = root / "other" / ".git" / "objects" / "info" / "alternates"
    further.parent.mkdir(exist_ok=True)
    further.write_text("/etc\n")
    denied(root, "other/.git/objects/info/alternates")


@pytest.mark.parametrize("section", ["include", 'includeIf "gitdir:/"'])
@pytest.mark.parametrize("path", ["../../away", "~/away", "/etc/gitconfig"])
def test_settings_of_others_are_not_included(root: Path, section: str, path: str) -> None:
    config = root / ".git" / "config"
    whole = config.read_text()
    config.write_text(f"{whole}[{section}]\n\tpath = {path}\n")
    denied(root, ".git/config")
    config.write_text(f"{whole}[{section}]\n\tpath = ../settings\n")
    (root / "settings").write_text(f"[INCLUDE]\n path = {path}\n")
    denied(root, "settings")
    (root / "settings").write_text("[core]\n")
    assert data(root, "status")["branch"] == "main"


def test_a_pipe_in_the_repository_is_refused(root: Path) -> None:
    os.mkfifo(root / ".git" / "FETCH_HEAD")
    denied(root, ".git/FETCH_HEAD")


def test_a_submodule_with_its_repository_elsewhere_is_refused(root: Path, tmp_path: Path) -> None:
    (root / "sub").mkdir()
    (root / "sub" / ".git").write_text(f"gitdir: {tmp_path}/other\n")
    told = ("PERMISSION_DENIED", {"uri": f"file://{root}/sub/.git"})
    assert error(ask(root, "status")) == told
    (root / "sub" / ".git").write_text("gitdir: ../.git/modules/sub\n")
    assert ask(root, "status")["ok"]
    (root / "sub" / ".git").unlink()
    (root / "sub" / ".git").symlink_to(tmp_path / "other")
    assert error(ask(root, "status")) == told


@pytest.mark.parametrize("name", [".gitignore", ".gitattributes", "deep/.gitignore"])
def test_rules_that_are_a_pipe_keep_nobody_waiting(root: Path, name: str) -> None:
    (root / "deep").mkdir()
    os.mkfifo(root / name)
    begun = time.monotonic()
    assert error(ask(root, "status")) == ("UNSUPPORTED", {"uri": f"file://{root}/{name}"})
    assert time.monotonic() - begun < 30


def test_who_only_looks_runs_no_filter(root: Path) -> None:
    ran = root.parent / "ran"
    script = root.parent / "script"
    script.write_text(f"#!/bin/sh\necho ran >> {ran}\ncat\n")
    script.chmod(0o755)
    for name in ("x.clean", "a=b.process", "y.smudge"):
        run_git(root, "config", f"filter.{name}", str(script))
    run_git(root, "config", "filter.x.required", "true")
    (root / ".gitattributes").write_text("a.txt filter=x\nb.txt filter=a=b\n")
    (root / "a.txt").write_text("1\n2\nIII\n")
    (root / "b.txt").write_text("B\n")
    for action in LOOKING:
        data(root, action)
    assert "+III" in data(root, "diff")["patch"]
    assert not ran.exists()
    data(root, "commit", message="x", files=[f"file://{root}/a.txt"])
    assert ran.exists()


def test_files_that_settings_name_elsewhere_have_no_say(root: Path, tmp_path: Path) -> None:
    (tmp_path / "outside").write_text("new\n")
    (root / "new").write_text("x\n")
    (root / "a.txt").write_text("x\n")
    for name, value in (
        ("core.excludesFile", str(tmp_path / "outside")), ("core.attributesFile", "~/outside"),
        ("diff.orderFile", "missing"), ("commit.template", "missing"),
        ("mailmap.file", str(tmp_path / "outside")),
    ):  # fmt: skip
        run_git(root, "config", name, value)
    assert [item["uri"][-3:] for item in data(root, "status")["files"]] == ["txt", "new"]
    assert len(data(root, "diff")["files"]) == 1
    assert data(root, "commit", message="x", files=[f"file://{root}/new"])["commit"]
    assert len(data(root, "log")["commits"]) == 2
    run_git(root, "config", "core.excludesFile", "rules")
    (root / "rules").write_text("rules\na.txt\nignored\n")
    (root / "ignored").write_text("x\n")
    assert len(data(root, "status")["files"]) == 1


def test_a_tag_with_the_name_of_the_branch_changes_no_name(root: Path) -> None:
    run_git(root, "tag", "main")
    assert error(ask(root, "branch", op="delete", name="main")) == (
        "CONFLICT", {"reason": "current"},
    )  # fmt: skip
    assert data(root, "branch", op="list")["branches"][0]["current"]
    assert data(root, "checkout", ref="main")["previous_branch"] == "main"
    (root / "a.txt").write_text("x\n")
    commit = data(root, "commit", message="x", files=[f"file://{root}/a.txt"])
    assert commit["branch"] == "main"


def test_a_patch_that_is_a_line_of_spaces_is_read_at_once() -> None:
    begun = time.monotonic()
    assert len(list(patch_names(b"diff --git " + b" a/b" * 200_000))) == 1
    assert time.monotonic() - begun < 20


def test_git_in_the_middle_of_its_work_ends_with_who_asked(root: Path, tmp_path: Path) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    pid = tmp_path / "pid"
    # What is ended in the moment in which it begins is guarded by nobody yet.
    (tools / "git").write_text(f"#!/bin/sh\nsleep 300 & sleep 1; echo $! > {pid}; wait\n")
    (tools / "git").chmod(0o755)
    variables = {**PATH, **WHO, "PATH": f"{tools}:{PATH['PATH']}"}
    program = (
        "from hanzo_reference.tools.calling import Toolbox; import json, sys;"
        "Toolbox(json.loads(sys.argv[1])).call(sys.argv[2], 'vcs', 'status', {})"
    )
    asking = subprocess.Popen([sys.executable, "-c", program, json.dumps(variables), str(root)])
    until = time.monotonic() + 60
    while not (pid.exists() and pid.read_text().strip()):
        assert time.monotonic() < until
        time.sleep(0.01)
    asking.send_signal(signal.SIGKILL)
    asking.wait()
    while Path(f"/proc/{pid.read_text().strip()}/stat").exists():
        assert time.monotonic() < until
        time.sleep(0.01)


def test_a_commit_that_fails_leaves_what_was_staged(root: Path) -> None:
    (root / "a.txt").write_text("staged\n")
    run_git(root, "add", "a.txt")
    (root / "a.txt").write_text("later\n")
    run_git(root, "config", "filter.x.clean", "false")
    run_git(root, "config", "filter.x.required", "true")
    (root / ".gitattributes").write_text("a.txt filter=x\n")
    commit = {"message": "x", "files": [f"file://{root}/a.txt"]}
    assert error(ask(root, "commit", **commit))[0] == "ERROR"
    assert run_git(root, "show", ":a.txt") == b"staged\n"
    assert not list((root / ".git").glob("*.lock*"))


def test_somebody_else_who_stages_is_waited_for_by_nobody(root: Path) -> None:
    (root / "a.txt").write_text("x\n")
    (root / ".git" / "index.lock").touch()
    commit = {"message": "x", "files": [f"file://{root}/a.txt"]}
    assert error(ask(root, "commit", **commit)) == ("ERROR", {"reason": "locked"})
    assert (root / ".git" / "index.lock").exists()


def test_the_first_commit_of_all_is_of_the_named_files(empty: Path) -> None:
    (empty / "a").write_text("a\n")
    (empty / "b").write_text("b\n")
    data(empty, "commit", message="x", files=[f"file://{empty}/a"])
    assert run_git(empty, "ls-tree", "--name-only", "HEAD") == b"a\n"
    commit_all(empty)
    assert data(empty, "status")["files"] == []
