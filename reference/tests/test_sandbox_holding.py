"""Plans carried out by each mechanism that this machine has, and a command that tries to get out."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import sandbox_attacker

from hanzo_confinement import becoming
from hanzo_confinement.decisions import REFUSED_CALLS
from hanzo_reference.sandbox import Features
from hanzo_reference.sandbox_paths import (
    Held,
    IsolationMode,
    Sandbox,
    SandboxConfig,
    features,
    hold,
)

FOUND = features()
MECHANISMS = {
    "bwrap": FOUND.bwrap,
    "namespace": FOUND.namespace and FOUND.seccomp,
    "landlock": FOUND.landlock >= 3 and FOUND.seccomp,
    "seatbelt": FOUND.sandbox_exec,
}
EACH = pytest.mark.parametrize(
    "mechanism",
    [
        pytest.param(
            name, marks=pytest.mark.skipif(not there, reason=f"this machine has no {name}")
        )
        for name, there in MECHANISMS.items()
    ],
)
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="steps are those of Linux")


def alone(mechanism: str) -> Features:
    """What there is, but for all that would be taken before a mechanism."""
    return Features(
        bwrap=mechanism == "bwrap",
        namespace=mechanism == "namespace",
        seccomp=FOUND.seccomp,
        sandbox_exec=mechanism == "seatbelt",
        landlock=FOUND.landlock if mechanism == "landlock" else 0,
    )


class World:
    """A workspace, its temporary folder, and a folder outside that is to stay as it is."""

    def __init__(self, folder: Path) -> None:
        self.inside, self.tmp, self.outside = (folder / name for name in ("work", "tmp", "outside"))
        for path in (self.inside, self.tmp, self.outside, self.outside / "emptied"):
            path.mkdir()
        (self.inside / "own").write_text("own")
        for name in ("written", "linked", "renamed", "truncated", "removed"):
            (self.outside / name).write_text("as it was")
        self.sandbox = Sandbox(SandboxConfig(), self.inside)
        # Somebody else, who is not held, stands outside and does nothing.
        self.other = subprocess.Popen(["sleep", "600"], cwd=self.outside)

    def close(self) -> None:
        """End whoever was started."""
        self.other.kill()
        self.other.wait()

    def seen(self) -> dict[str, tuple[int, str]]:
        """Everything outside: of what kind each is, and what is in it."""
        return {
            str(path.relative_to(self.outside)): (
                stat.S_IFMT(path.lstat().st_mode),
                path.read_text() if path.is_file() and not path.is_symlink() else "",
            )
            for path in self.outside.rglob("*")
        }

    def run(self, held: Held) -> subprocess.CompletedProcess[str]:
        """Start what is held, in the workspace."""
        return subprocess.run(
            held.words, cwd=self.inside, env={"PATH": os.environ["PATH"], **held.env},
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip

    def attack(self) -> list[str]:
        """The command that tries to get out."""
        words = [str(sandbox_attacker.__file__), str(self.outside), str(self.inside)]
        return [sys.executable, "-I", *words, str(self.other.pid)]


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = World(tmp_path)
    yield made
    made.close()


@EACH
def test_nothing_outside_is_changed_by_a_command_that_is_held(world: World, mechanism: str) -> None:
    before = world.seen()
    held = hold(world.sandbox, world.attack(), tmp=str(world.tmp), found=alone(mechanism))
    assert (held.enforcement, held.why) == (mechanism, None)
    ran = world.run(held)
    assert (ran.stdout, ran.returncode) == ("tried\n", 0), ran.stderr
    assert world.seen() == before
    assert world.other.poll() is None
    assert not [path for path in world.inside.rglob("*") if path.is_block_device()]
    # What is open can be written all the same, from wherever one stands.
    for place in (world.inside / "mine", world.inside / "relative", world.tmp / "temporary"):
        assert place.read_text() == "written"


def test_the_same_attacks_work_on_whoever_is_not_held(world: World) -> None:
    before = world.seen()
    held = hold(world.sandbox, world.attack(), tmp=str(world.tmp), found=Features())
    assert held.enforcement == "path"
    assert held.why == "nothing that holds a command works here"
    # Mounts of this machine are not to be changed: in a world of its own, if there can be one.
    if FOUND.namespace:
        steps = [["unshare", "user", "mount"], ["id_map", "same"], ["private", "/"]]
        held = Held(tuple(becoming.words(steps, held.words)), "path", held.env)
    elif os.geteuid() == 0:
        pytest.skip("root would mount, and there are no namespaces to do it in")
    world.run(held)
    after = world.seen()
    for name in ("written", "linked", "truncated"):
        assert after.get(name) != before[name]
    assert not {"renamed", "removed", "emptied"} & after.keys()
    made = {"made-first", "folder-first", "linked-first", "fifo-first", "socket-first", "put-first"}
    assert made <= after.keys()


@EACH
def test_a_list_opens_its_entries_and_a_file_alone(world: World, mechanism: str) -> None:
    (world.outside / "open").mkdir()
    entries = [f"{world.outside}/open", f"{world.outside}/written", f"{world.outside}/not-there"]
    sandbox = Sandbox(SandboxConfig(IsolationMode.ALLOW_LIST, entries), world.inside)
    script = (
        f"echo x > {world.outside}/open/new; echo y > {world.outside}/written; "
        f"echo z > own; echo z > {world.outside}/linked; exit 0"
    )
    command = ["/bin/sh", "-c", script]
    held = hold(sandbox, command, tmp=str(world.tmp), found=alone(mechanism))
    assert held.enforcement == mechanism, held.why
    world.run(held)
    assert (world.outside / "open" / "new").read_text() == "x\n"
    assert (world.outside / "written").read_text() == "y\n"
    assert (world.outside / "linked").read_text() == "as it was"
    assert (world.inside / "own").read_text() == "own"


@EACH
def test_words_exit_codes_and_streams_come_through(world: World, mechanism: str) -> None:
    command = ["/bin/sh", "-c", 'printf "%s|" "$@"; echo said >&2; exit 7', "0", "a b", "", "$x"]
    held = hold(world.sandbox, command, tmp=str(world.tmp), found=alone(mechanism))
    ran = world.run(held)
    assert (ran.returncode, ran.stdout, ran.stderr) == (7, "a b||$x|", "said\n")


def test_what_does_not_work_is_said_and_the_command_is_run_by_its_path(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(world.tmp))
    held = hold(world.sandbox, ["make"], tmp=str(world.tmp), found=Features(bwrap=True))
    if sys.platform == "linux":
        assert held.why is not None
        assert held.why.startswith("bwrap did not work: ")
    assert (held.words, held.enforcement) == (("make",), "path")
    assert held.env == {"TMPDIR": str(world.tmp)}


def test_off_holds_nothing_and_says_nothing(world: World) -> None:
    sandbox = Sandbox(SandboxConfig(IsolationMode.OFF), world.inside)
    held = hold(sandbox, ["make"], tmp=str(world.tmp), found=FOUND)
    assert held == Held(("make",), "none")


@LINUX
@pytest.mark.skipif(not FOUND.seccomp, reason="calls cannot be filtered here")
def test_each_call_that_is_refused_has_a_number_here(world: World) -> None:
    steps = [["no_new_privs"], ["seccomp", *REFUSED_CALLS]]
    assert world.run(Held(tuple(becoming.words(steps, ["true"])), "path")).returncode == 0


@LINUX
def test_a_step_that_is_none_ends_before_the_command(world: World) -> None:
    for steps in ([["fly"]], [["allow", "/"]], [["id_map", "root"]], [["seccomp", "fly"]]):
        ran = world.run(Held(tuple(becoming.words(steps, ["touch", "ran"])), "path"))
        assert ran.returncode == 125
        assert ran.stderr
        assert not (world.inside / "ran").exists()


def test_a_command_that_is_not_there_ends_as_shells_say(world: World) -> None:
    ran = world.run(Held(tuple(becoming.words([], ["no-such-program"])), "path"))
    assert ran.returncode == 127
    assert "no-such-program" in ran.stderr
    ran = world.run(Held(tuple(becoming.words([], [str(world.inside / "own")])), "path"))
    assert ran.returncode == 126
