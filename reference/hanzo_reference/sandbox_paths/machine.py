"""What this machine has to hold a command with, seen by trying, and a plan made ready to start."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field

from hanzo_confinement import becoming, landlock
from hanzo_reference.sandbox import Features, Plan
from hanzo_reference.sandbox.plan import SEATBELT, Enforcement
from hanzo_reference.sandbox_paths.sandbox import Sandbox

# For a trial that does not come back: it does nothing but end.
PATIENCE_S = 60
NOTHING = "true"
NAMESPACES = (
    ("unshare", "user", "mount"),
    ("id_map", "same"),
    ("private", "/"),
    ("read_only", "/"),
)
FILTER = (("no_new_privs",), ("seccomp", "ptrace"))
BWRAP = ("bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--unshare-all")


@dataclass(frozen=True, slots=True)
class Held:
    """Words that start a command, with which variables beside the caller's, and what holds it.

    ``why`` says why it is no more than its path that is looked at, None where the system holds it
    or nothing is to be held.
    """

    words: tuple[str, ...]
    enforcement: Enforcement
    env: dict[str, str] = field(default_factory=dict)
    why: str | None = None


def features() -> Features:
    """What works here: each is tried in a process that ends."""
    if sys.platform == "darwin":
        trial = (SEATBELT, "-p", "(version 1)(allow default)", NOTHING)
        return Features(sandbox_exec=_problem(trial) is None)
    if sys.platform != "linux":
        return Features()
    return Features(
        bwrap=_problem((*BWRAP, "--cap-drop", "ALL", NOTHING)) is None,
        namespace=_problem(becoming.words(NAMESPACES, ())) is None,
        seccomp=_problem(becoming.words(FILTER, ())) is None,
        landlock=landlock.abi(),
    )


def hold(
    sandbox: Sandbox, command: Sequence[str], *, tmp: str, found: Features | None = None
) -> Held:
    """A command that is held by the plan for it; ``found`` are features, this machine's if None.

    Its folder is the workspace, where it has to be started, and ``tmp`` a fresh one of the
    caller's. Spec: SANDBOXPATH-21, SANDBOXPATH-22.
    """
    found = features() if found is None else found
    plan = sandbox.plan(command, tmp=tmp, features=found)
    if plan.enforcement == "none":
        return Held(plan.argv, "none")
    if plan.enforcement == "path":
        return Held(plan.argv, "path", plan.env, "nothing that holds a command works here")
    problem = _problem(_words(sandbox.plan((NOTHING,), tmp=tmp, features=found)))
    if problem is not None:
        told = f"{plan.enforcement} did not work: {problem}"
        return Held(tuple(command), "path", plan.env, told)
    return Held(_words(plan), plan.enforcement, plan.env)


def _words(plan: Plan) -> tuple[str, ...]:
    return tuple(becoming.words(plan.setup, plan.argv)) if plan.setup else plan.argv


def _problem(words: Sequence[str]) -> str | None:
    """Why a command that only ends does not end well; None where it does."""
    try:
        ran = subprocess.run(
            words, stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as problem:
        return str(problem)
    if ran.returncode == 0:
        return None
    told = ran.stderr.decode(errors="replace").strip()
    return told or f"it ended with {ran.returncode}"
