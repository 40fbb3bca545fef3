"""A sandbox on this machine: which paths tools may touch, and how commands are held to them."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Literal

from hanzo_reference.hooks import ToolResult
from hanzo_reference.sandbox import (
    Features,
    InvalidPath,
    LinkLoop,
    Place,
    Plan,
    Runtime,
    decide_mode,
    detect,
    make_plan,
    resolve,
)
from hanzo_reference.sandbox.plan import Platform

# No link, nothing there, or nothing there that could hold it: taken as it is written.
AS_WRITTEN = (errno.EINVAL, errno.ENOENT, errno.ENOTDIR)
PLATFORMS: dict[str, Platform] = {"linux": "linux", "darwin": "macos"}


class IsolationMode(StrEnum):
    """How far tools may reach."""

    OFF = "off"
    WORKSPACE_ONLY = "workspace"
    ALLOW_LIST = "allowlist"


@dataclass(frozen=True)
class SandboxConfig:
    """How far tools may reach; relative paths are from the workspace."""

    mode: IsolationMode = IsolationMode.WORKSPACE_ONLY
    allowed_paths: Sequence[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a path may be touched, and if not, why."""

    allowed: bool
    reason: Literal["outside", "loop", "path"] | None = None


class Sandbox:
    """What tools may touch, as it was when the sandbox was made.

    Without a configuration the container decides, if there is one. Raises ``InvalidPath`` for a
    workspace that is not absolute or leads nowhere. Spec: SANDBOXPATH-1, SANDBOXPATH-17.
    """

    def __init__(self, config: SandboxConfig | None, workspace: str | Path) -> None:
        try:
            self._workspace = resolve(str(workspace), "/", _read_link)
        except LinkLoop:
            raise InvalidPath(f"the workspace {workspace} leads nowhere") from None
        if not str(workspace).startswith("/"):
            raise InvalidPath("a workspace is absolute")
        container = self.detect_container() if config is None else None
        self.mode = decide_mode(None if config is None else config.mode.value, container)
        self.roots = self._opened(() if config is None else config.allowed_paths)

    def check_path(self, path: str | Path) -> bool:
        """Whether a tool may touch a path; a relative one is from the workspace.

        This is advice: what is opened afterwards has to be opened without following links.
        Spec: SANDBOXPATH-2 to SANDBOXPATH-16.
        """
        return self.judge(path).allowed

    def judge(self, path: str | Path) -> Verdict:
        """Whether a tool may touch a path, and why not.

        Spec: SANDBOXPATH-2 to SANDBOXPATH-16.
        """
        try:
            found = resolve(str(path), self._workspace, _read_link)
        except LinkLoop:
            return Verdict(allowed=False, reason="loop")
        except InvalidPath:
            return Verdict(allowed=False, reason="path")
        if any(_holds(root, found) for root in self.roots):
            return Verdict(allowed=True)
        return Verdict(allowed=False, reason="outside")

    def refusal(self, path: str | Path) -> ToolResult | None:
        """What a tool answers in the place of touching a path; None where it may.

        Spec: SANDBOXPATH-18.
        """
        if self.check_path(path):
            return None
        return ToolResult("", f"path outside sandbox: {path}", is_error=True)

    def plan(self, command: Sequence[str], *, tmp: str, features: Features) -> Plan:
        """How a command is held on this platform.

        ``tmp`` is a fresh folder of the caller's for temporary files, ``features`` what there is to
        hold it with (``machine.features``). Spec: SANDBOX-25 to SANDBOX-47.
        """
        there = [root for root in self.roots if os.path.lexists(root)]
        place = Place(there, os.path.realpath(tmp), self._workspace)
        platform = PLATFORMS.get(sys.platform, "other")
        return make_plan(self.mode, platform, features, place, command)

    @staticmethod
    def detect_container() -> Runtime | None:
        """The container that runs this process. Spec: SANDBOXPATH-19."""
        try:
            cgroup = Path("/proc/1/cgroup").read_text(encoding="latin-1")
        except OSError:
            cgroup = None
        return detect(
            cgroup,
            os.environ.get("KUBERNETES_SERVICE_HOST"),
            dockerenv=Path("/.dockerenv").exists(),
            containerenv=Path("/run/.containerenv").exists(),
        )

    def _opened(self, allowed: Sequence[str]) -> tuple[str, ...]:
        """The canonical paths that are open. Spec: SANDBOXPATH-4 to SANDBOXPATH-8."""
        if self.mode == "off":
            return ("/",)
        if self.mode == "workspace":
            return (self._workspace,)
        found: dict[str, None] = {}
        for entry in allowed:
            try:
                found[resolve(entry, self._workspace, _read_link)] = None
            except (InvalidPath, LinkLoop):
                # An entry that leads nowhere opens nothing.
                continue
        return tuple(found)


def _holds(root: str, path: str) -> bool:
    """Whether a canonical path is a root or lies below it. Spec: SANDBOXPATH-9, SANDBOXPATH-10."""
    return path == root or path.startswith("/" if root == "/" else f"{root}/")


def _read_link(path: str) -> str | None:
    """What the link at a path says. Spec: SANDBOXPATH-13, SANDBOXPATH-14."""
    try:
        return os.readlink(path.encode()).decode()  # noqa: PTH115 - by bytes, which Path has not
    except UnicodeDecodeError:
        # A name that is no UTF-8 is another one in every language.
        raise InvalidPath(f"{path} leads to no text") from None
    except OSError as problem:
        if problem.errno in AS_WRITTEN:
            return None
        raise InvalidPath(f"{path} cannot be read: {problem.strerror}") from None
