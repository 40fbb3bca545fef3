"""A sandbox on this machine: which paths tools may touch, and how commands are held to them."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from hanzo_reference.hooks import ToolResult
from hanzo_reference.sandbox import (
    Features,
    InvalidPath,
    Place,
    Plan,
    Runtime,
    decide_mode,
    detect,
    make_plan,
)
from hanzo_reference.sandbox.plan import Platform
from hanzo_reference.sandbox_paths.roots import Verdict, judge, open_roots, resolve_workspace

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


class Sandbox:
    """What tools may touch, as it was when the sandbox was made.

    Without a configuration the container decides, if there is one. Raises ``InvalidPath`` for a
    workspace that is not absolute or leads nowhere. Spec: SANDBOXPATH-1, SANDBOXPATH-17.
    """

    def __init__(self, config: SandboxConfig | None, workspace: str | Path) -> None:
        self._workspace = resolve_workspace(str(workspace), _read_link)
        container = self.detect_container() if config is None else None
        self.mode = decide_mode(None if config is None else config.mode.value, container)
        allowed = () if config is None else config.allowed_paths
        self.roots = open_roots(self.mode, self._workspace, allowed, _read_link)

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
        return judge(str(path), self._workspace, self.roots, _read_link)

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
