"""Sandboxes on a file system: the kernel and realpath as oracles, roots that move, containers."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from hanzo_reference.sandbox import Features, InvalidPath
from hanzo_reference.sandbox_paths import IsolationMode, Sandbox, SandboxConfig

NAMES = ("a", "b", "c", "d", "..", "..", ".", "")
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="asks /proc where a file is")


def everywhere(workspace: Path) -> Sandbox:
    """A sandbox that opens all: what is denied cannot be followed."""
    return Sandbox(SandboxConfig(IsolationMode.OFF), workspace)


def within(workspace: Path, *entries: str) -> Sandbox:
    return Sandbox(SandboxConfig(IsolationMode.ALLOW_LIST, list(entries)), workspace)


def grown(folder: Path, random: Random) -> None:
    """A small tree of folders, files and links in a folder."""
    folders = [folder]
    for _ in range(12):
        place = random.choice(folders) / random.choice(NAMES[:4])
        if os.path.lexists(place):
            continue
        kind = random.random()
        if kind < 0.4:
            place.mkdir()
            folders.append(place)
        elif kind < 0.5:
            place.write_text("x")
        else:
            up = "" if random.random() < 0.8 else f"{folder}/"
            place.symlink_to(up + drawn(random) or ".")


def drawn(random: Random) -> str:
    return "/".join(random.choices(NAMES, k=random.randrange(1, 5)))


@LINUX
def test_a_path_leads_where_the_kernel_opens_it(tmp_path: Path) -> None:
    opened = 0
    for seed in range(60):
        random = Random(seed)  # noqa: S311 - the same trees in every run
        folder = tmp_path / f"w{seed}"
        folder.mkdir()
        grown(folder, random)
        for _ in range(30):
            path = f"{folder}/{drawn(random)}"
            try:
                number = os.open(path, os.O_PATH)
            except OSError:
                continue
            place = str(Path(f"/proc/self/fd/{number}").readlink())
            os.close(number)
            opened += 1
            # Open is what lies at that very place, and nothing else.
            assert within(folder, place).check_path(path), (seed, path)
            assert not within(folder, f"{place}x").check_path(path), (seed, path)
    assert opened > 300


@LINUX
def test_a_circle_for_the_kernel_is_one_here(tmp_path: Path) -> None:
    circles = 0
    for seed in range(60):
        random = Random(seed)  # noqa: S311 - the same trees in every run
        folder = tmp_path / f"w{seed}"
        folder.mkdir()
        grown(folder, random)
        for _ in range(30):
            path = f"{folder}/{drawn(random)}"
            try:
                # Not by Path, which would make the text shorter.
                os.close(os.open(path, os.O_PATH))
            except OSError as problem:
                if problem.errno == errno.ELOOP:
                    circles += 1
                    assert everywhere(folder).judge(path).reason == "loop", (seed, path)
            else:
                assert everywhere(folder).check_path(path), (seed, path)
    assert circles > 10


@pytest.mark.skipif(shutil.which("realpath") is None, reason="there is no realpath")
@LINUX
def test_realpath_says_the_same_of_what_is_not_there(tmp_path: Path) -> None:
    compared = 0
    for seed in range(20):
        random = Random(seed)  # noqa: S311 - the same trees in every run
        folder = tmp_path / f"w{seed}"
        folder.mkdir()
        grown(folder, random)
        paths = [f"{folder}/{drawn(random)}" for _ in range(40)]
        # What leads in a circle, realpath leaves as it is written.
        paths = [path for path in paths if everywhere(folder).check_path(path)]
        words = ["realpath", "-m", "-z", "--", *paths]
        ran = subprocess.run(words, capture_output=True, check=True)
        for path, place in zip(paths, os.fsdecode(ran.stdout).split("\0"), strict=False):
            compared += 1
            assert within(folder, place).check_path(path), (seed, path, place)
    assert compared > 300


def test_a_root_that_becomes_a_link_does_not_move(tmp_path: Path) -> None:
    workspace = tmp_path / "w"
    workspace.mkdir()
    sandbox = Sandbox(SandboxConfig(), workspace)
    assert sandbox.check_path("a")
    workspace.rename(tmp_path / "old")
    workspace.symlink_to("/etc")
    assert not sandbox.check_path("passwd")
    assert not sandbox.check_path(f"{workspace}/passwd")
    assert not sandbox.check_path("/etc/passwd")


def test_a_workspace_may_be_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "w").symlink_to("real")
    sandbox = Sandbox(SandboxConfig(), tmp_path / "w")
    assert sandbox.roots == (str(tmp_path.resolve() / "real"),)
    assert sandbox.check_path("a")
    assert sandbox.check_path(f"{tmp_path}/w/a")
    assert sandbox.check_path(f"{tmp_path}/real/a")
    assert not sandbox.check_path(f"{tmp_path}/w/../a")


def test_a_workspace_that_leads_nowhere_is_refused(tmp_path: Path) -> None:
    (tmp_path / "w").symlink_to("w")
    for workspace in (tmp_path / "w", Path("relative"), ""):
        with pytest.raises(InvalidPath):
            Sandbox(SandboxConfig(), workspace)


def test_a_workspace_may_be_the_root() -> None:
    sandbox = Sandbox(SandboxConfig(), "/")
    assert sandbox.check_path("/etc/passwd")
    assert sandbox.check_path("..")


@LINUX
def test_a_link_that_says_no_text_leads_nowhere(tmp_path: Path) -> None:
    (tmp_path / "odd").symlink_to("\udcff")
    assert Sandbox(SandboxConfig(), tmp_path).judge("odd/a").reason == "path"
    assert Sandbox(SandboxConfig(), tmp_path).judge("a\udcff").reason == "path"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may look everywhere")
def test_what_nobody_may_look_at_leads_nowhere(tmp_path: Path) -> None:
    (tmp_path / "shut").mkdir(mode=0)
    try:
        assert everywhere(tmp_path).judge("shut/a").reason == "path"
    finally:
        (tmp_path / "shut").chmod(0o700)


def test_a_denial_is_the_answer_of_a_tool(tmp_path: Path) -> None:
    sandbox = Sandbox(SandboxConfig(), tmp_path)
    assert sandbox.refusal("a.txt") is None
    refused = sandbox.refusal("../../etc/passwd")
    assert refused is not None
    assert refused.error == "path outside sandbox: ../../etc/passwd"
    assert (refused.output, refused.is_error) == ("", True)


def test_without_a_configuration_the_container_decides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Sandbox, "detect_container", staticmethod(lambda: None))
    assert not Sandbox(None, tmp_path).check_path("/etc")
    monkeypatch.setattr(Sandbox, "detect_container", staticmethod(lambda: "docker"))
    assert Sandbox(None, tmp_path).check_path("/etc")
    assert not Sandbox(SandboxConfig(), tmp_path).check_path("/etc")


def test_the_container_is_that_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KUBERNETES_SERVICE_HOST", raising=False)
    before = Sandbox.detect_container()
    monkeypatch.setenv("KUBERNETES_SERVICE_HOST", "10.0.0.1")
    assert Sandbox.detect_container() == (before or "k8s")


def test_a_plan_has_the_roots_that_are_there_and_folders_as_they_resolve(tmp_path: Path) -> None:
    root = tmp_path.resolve()
    (root / "a").mkdir()
    (root / "t").symlink_to("a")
    sandbox = within(root, "b", "a")
    assert sandbox.roots == (f"{root}/b", f"{root}/a")
    found = Features(namespace=True, seccomp=True)
    plan = sandbox.plan(["true"], tmp=f"{root}/t", features=found)
    assert plan.env == {"TMPDIR": f"{root}/a"}
    bound = [step for step in plan.setup if step[0] == "bind"]
    assert bound == ([("bind", f"{root}/a")] if sys.platform == "linux" else [])
