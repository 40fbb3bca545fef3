"""How a command is held to where it may write: decided here, done elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from hanzo_confinement.decisions import (
    ALWAYS_WRITABLE,
    BY_STRENGTH,
    LEAST_LANDLOCK_ABI,
    REFUSED_CALLS,
    WRITING_RIGHTS,
)
from hanzo_reference.sandbox.container import Runtime

Mode = Literal["off", "workspace", "allowlist"]
Platform = Literal["linux", "macos", "other"]
Enforcement = Literal["none", "path", "bwrap", "namespace", "landlock", "seatbelt"]
Step = tuple[str, ...]

SEATBELT = "/usr/bin/sandbox-exec"
REFUSE_CALLS: Step = ("seccomp", *REFUSED_CALLS)


@dataclass(frozen=True, slots=True)
class Features:
    """What a machine has to hold a command with; ``landlock`` is its ABI, 0 for none."""

    bwrap: bool = False
    namespace: bool = False
    seccomp: bool = False
    sandbox_exec: bool = False
    landlock: int = 0


@dataclass(frozen=True, slots=True)
class Place:
    """Where a command runs: canonical paths, ``roots`` being what it may write."""

    roots: Sequence[str]
    tmp: str
    cwd: str


@dataclass(frozen=True, slots=True)
class Plan:
    """What is started, with which variables beside the caller's, and what is done before."""

    mode: Mode
    enforcement: Enforcement
    argv: tuple[str, ...]
    env: dict[str, str] = field(default_factory=dict)
    setup: tuple[Step, ...] = ()


def decide_mode(configured: Mode | None, container: Runtime | None) -> Mode:
    """How far a command may reach, where nobody may have said so. Spec: SANDBOX-25 to SANDBOX-28."""
    if configured is not None:
        return configured
    return "workspace" if container is None else "off"


def choose(platform: Platform, features: Features) -> Enforcement:
    """What holds a command best on a machine. Spec: SANDBOX-33 to SANDBOX-38."""
    if platform == "macos":
        return "seatbelt" if features.sandbox_exec else "path"
    if platform != "linux":
        return "path"
    if features.bwrap:
        return "bwrap"
    # Without it mounts could be made anew, and processes outside be made to write.
    if not features.seccomp:
        return "path"
    there: dict[str, Enforcement] = {}
    if features.namespace:
        there["namespaces"] = "namespace"
    if features.landlock >= LEAST_LANDLOCK_ABI:
        there["landlock"] = "landlock"
    return next((there[name] for name in BY_STRENGTH if name in there), "path")


def make_plan(
    mode: Mode, platform: Platform, features: Features, place: Place, command: Sequence[str]
) -> Plan:
    """How a command is held in a mode, on a machine. Spec: SANDBOX-29 to SANDBOX-47."""
    words = tuple(command)
    if mode == "off":
        return Plan(mode, "none", words)
    enforcement = choose(platform, features)
    writable = _once_each((*place.roots, place.tmp))
    setup: tuple[Step, ...] = ()
    if enforcement == "bwrap":
        words = (*_bwrap(writable, place.cwd), *words)
    elif enforcement == "seatbelt":
        words = (SEATBELT, "-p", _profile(writable), *words)
    elif enforcement == "namespace":
        setup = _in_namespaces(writable)
    elif enforcement == "landlock":
        setup = _under_landlock(writable)
    return Plan(mode, enforcement, words, {"TMPDIR": place.tmp}, setup)


def _once_each(paths: Iterable[str]) -> list[str]:
    # In the order of code points, which is that of bytes: what holds a path stands before it.
    return sorted(set(paths))


def _bwrap(writable: Sequence[str], cwd: str) -> tuple[str, ...]:
    """The words of bubblewrap. Spec: SANDBOX-41."""
    binds = [word for path in writable for word in ("--bind", path, path)]
    return (
        "bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", *binds,
        "--unshare-all", "--share-net",
        # Root would keep the right to mount, and make all of it writable again.
        "--cap-drop", "ALL", "--die-with-parent", "--new-session", "--chdir", cwd, "--",
    )  # fmt: skip


def _in_namespaces(writable: Sequence[str]) -> tuple[Step, ...]:
    """What makes a world of mounts in which little is writable. Spec: SANDBOX-42."""
    return (
        ("unshare", "user", "mount"),
        ("id_map", "same"),
        ("private", "/"),
        *(("bind", path) for path in writable),
        ("read_only", "/"),
        *(("writable", path) for path in writable),
        ("drop_capabilities",),
        ("no_new_privs",),
        REFUSE_CALLS,
    )


def _under_landlock(writable: Sequence[str]) -> tuple[Step, ...]:
    """What leaves the right to write at some places only. Spec: SANDBOX-43."""
    return (
        # Root would keep the right to make devices, and write to a disk by one of its own.
        ("drop_capabilities",),
        ("no_new_privs",),
        ("landlock", *WRITING_RIGHTS),
        *(("allow", path) for path in (*writable, ALWAYS_WRITABLE)),
        REFUSE_CALLS,
    )


def _profile(writable: Iterable[str]) -> str:
    """A profile for the sandbox of macOS. Spec: SANDBOX-44, SANDBOX-45."""
    quoted = [path.replace("\\", "\\\\").replace('"', '\\"') for path in writable]
    places = ['(literal "/dev/null")', '(literal "/dev/tty")']
    places += [f'(subpath "{path}")' for path in quoted]
    return (
        "(version 1)(allow default)(deny file-write*)" + f"(allow file-write* {' '.join(places)})"
    )
