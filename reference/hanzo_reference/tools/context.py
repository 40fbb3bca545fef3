"""What a tool is given beside its parameters: workspace, environment, clock, and what is kept.

One context serves all tools of one workspace, so that a later call finds the processes, test runs
and contents of earlier ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from hanzo_reference.envelope import ToolError
from hanzo_reference.tools.workspace import Workspace

Kept = TypeVar("Kept")
# From tool, action and params to an envelope.
Call = Callable[[str, str, Mapping[str, Any]], dict[str, Any]]


class Context:
    """Everything around a call.

    ``environment`` are the variables that the server was started with, ``now`` the time in seconds
    since the epoch.
    """

    def __init__(
        self, root: str, environment: Mapping[str, str], now: Callable[[], float], call: Call
    ) -> None:
        self.workspace = Workspace(root)
        self.environment = environment
        self.now = now
        self._call = call
        self._kept: dict[type, Any] = {}

    def keep(self, kind: type[Kept]) -> Kept:
        """The one object of a kind that this workspace has, made without arguments when first asked."""
        if kind not in self._kept:
            self._kept[kind] = kind()
        found: Kept = self._kept[kind]
        return found

    def call(self, tool: str, action: str, params: Mapping[str, Any]) -> Any:
        """The data of another tool's action; its error is raised as ``ToolError``."""
        envelope = self._call(tool, action, params)
        if not envelope["ok"]:
            problem = envelope["error"]
            raise ToolError(problem["code"], problem["message"], problem["details"])
        return envelope["data"]
