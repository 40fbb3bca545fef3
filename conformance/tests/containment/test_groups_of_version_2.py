"""Control groups of version 2 in a kernel that has them: one that runs as a program of the user's."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import hanzo_conformance

KERNEL = shutil.which("linux.uml")
pytestmark = pytest.mark.skipif(KERNEL is None, reason="needs linux.uml on PATH")

LOOK = """
from hanzo_conformance.containment import groups
try:
    found = groups.found()
except OSError as problem:
    print("told: none,", problem.strerror)
else:
    found.remove()
    print("told:", found.version, *{path.parent for path in found.places.values()})
"""
# As systemd lays it out; the session has no group of its own that could hand anything on.
STEPS = """#!/bin/sh
mount -t proc proc /proc
mount -t cgroup2 none /sys/fs/cgroup
cd /sys/fs/cgroup
mkdir -p user.slice/term.scope
echo $$ > user.slice/term.scope/cgroup.procs
look() { PYTHONPATH=%s %s -B -S -c '%s'; }
look
echo '+memory +pids' > cgroup.subtree_control
look
echo '+memory +pids' > user.slice/cgroup.subtree_control
look
echo left: hanzo* */hanzo*
echo end
sleep 0.2
echo o > /proc/sysrq-trigger
sleep 60
"""


def test_a_group_is_made_and_holds_wherever_the_controllers_are_handed_on(tmp_path: Path) -> None:
    packages = [Path(hanzo_conformance.__file__).parent.parent, *sys.path[1:]]
    path = os.pathsep.join(map(str, packages))
    init = tmp_path / "init"
    init.write_text(STEPS % (path, sys.executable, LOOK))
    init.chmod(0o755)
    done = subprocess.run(
        [str(KERNEL), "root=/dev/root", "rootfstype=hostfs", "rootflags=/", "ro", "mem=512M",
         f"init={init}", "con=null", "con0=fd:0,fd:1", "quiet"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        env={**os.environ, "HOME": str(tmp_path), "TMPDIR": str(tmp_path)},
    )  # fmt: skip
    told = [line.rstrip() for line in done.stdout.splitlines()]
    assert [line for line in told if line.startswith("told: ")] == [
        "told: none, version 2 hands memory and pids on to no group above this process",
        "told: 2 /sys/fs/cgroup",
        "told: 2 /sys/fs/cgroup/user.slice",
    ], done.stdout + done.stderr
    # Nothing of that name was found by the shell.
    assert "left: hanzo* */hanzo*" in told
