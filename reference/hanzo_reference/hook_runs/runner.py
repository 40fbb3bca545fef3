"""The runner of hooks: starts those that a call concerns, and tells what they decide."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from hanzo_reference.hooks.hook import POST, PRE, HookConfig, check_event, read_hooks, select
from hanzo_reference.hooks.judgement import LONGEST_REASON_BYTES, End, HookResult, Judgement
from hanzo_reference.hooks.preparation import Prepared, ToolResult, prepare
from hanzo_reference.tools.child import Child, exchange

SHELL = "/bin/sh"


class HookRunner:
    """The hooks of one session, run in one workspace.

    ``environment`` are the runner's own variables. Raises ``InvalidHook``.
    """

    def __init__(
        self,
        hooks: Iterable[HookConfig | Mapping[str, Any]],
        *,
        workspace: Path,
        session_id: str,
        environment: Mapping[str, str],
    ) -> None:
        self._hooks = read_hooks(hooks)
        self._workspace = workspace
        self._session_id = session_id
        self._environment = dict(environment)

    async def run_pre(self, tool_name: str, tool_input: Mapping[str, Any]) -> HookResult:
        """Ask the hooks before a tool; raises ``InvalidCall``, which is to be taken for a denial.

        Spec: HOOKRUN-1 to HOOKRUN-19.
        """
        return await asyncio.to_thread(self.run, PRE, tool_name, tool_input, None)

    async def run_post(
        self, tool_name: str, tool_input: Mapping[str, Any], result: ToolResult
    ) -> HookResult:
        """Tell the hooks behind a tool, none of which blocks; raises ``InvalidCall``.

        Spec: HOOKRUN-1 to HOOKRUN-19.
        """
        return await asyncio.to_thread(self.run, POST, tool_name, tool_input, result)

    def run(
        self,
        event: str,
        tool_name: str,
        tool_input: Mapping[str, Any],
        result: ToolResult | None,
    ) -> HookResult:
        """Run the hooks of an event one after the other, in this thread; raises ``InvalidCall``.

        Spec: HOOKRUN-1 to HOOKRUN-19.
        """
        check_event(event)
        given = prepare(event, tool_name, tool_input, self._session_id, result, self._environment)
        judgement = Judgement(event)
        for place in select(self._hooks, event, tool_name):
            if judgement.is_decided:
                break
            judgement.take(place, self._end_of(self._hooks[place], given))
        return judgement.result()

    def _end_of(self, hook: HookConfig, given: Prepared) -> End:
        """How one hook ends. Spec: HOOKRUN-4 to HOOKRUN-12, HOOKRUN-15 to HOOKRUN-18."""
        words = (SHELL, "-c", hook.command)
        try:
            child = Child(words, self._workspace, given.env, stderr=True)
        except OSError:
            return End("spawn", 0, b"")
        ended = exchange(child, given.stdin.encode(), hook.timeout_ms, LONGEST_REASON_BYTES)
        if ended.timed_out:
            return End("timeout", 0, ended.stderr)
        if ended.code < 0:
            return End("signal", -ended.code, ended.stderr)
        return End("exit", ended.code, ended.stderr)
