"""The gate: from a call of a tool to its result, past everybody who may object."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal

from hanzo_reference.gate.names import gate_name
from hanzo_reference.gate.protocols import (
    Allow,
    Cancelled,
    Deny,
    Hooks,
    PermissionPrompter,
    ToolExecutor,
    ToolUse,
)
from hanzo_reference.hooks.preparation import ToolResult
from hanzo_reference.permissions.audit import audit
from hanzo_reference.permissions.policy import PermissionMode, PermissionPolicy

Blocker = Literal["policy", "prompter", "hook"]


@dataclass(frozen=True, slots=True)
class Passage:
    """What became of a call: its result, who blocked it, the record of the policy's decision."""

    result: ToolResult
    blocked_by: Blocker | None = None
    audit: Mapping[str, str | None] | None = None
    cancelled: bool = False


class _Blocked(Exception):  # noqa: N818 - no error: it is an answer
    def __init__(self, by: Blocker, error: str) -> None:
        self.by = by
        self.error = error


class Gate:
    """Everybody whom a call has to pass, for one session.

    ``now_ms`` is asked for the time of each audit record, in ms since 1970-01-01T00:00:00Z.
    """

    def __init__(
        self,
        policy: PermissionPolicy,
        executor: ToolExecutor,
        *,
        now_ms: Callable[[], int],
        session_id: str,
        prompters: Sequence[PermissionPrompter] = (),
        hooks: Hooks | None = None,
    ) -> None:
        self._policy = policy
        self._executor = executor
        self._prompters = tuple(prompters)
        self._hooks = hooks
        self._session_id = session_id
        self._now_ms = now_ms

    async def admit(self, use: ToolUse) -> Passage:
        """Pass a call that the model wants made, as ``call`` does."""
        return await self.call(use.name, use.input)

    async def call(self, name: str, tool_input: Mapping[str, Any]) -> Passage:
        """Pass a call; nothing that anybody raises comes out of here.

        Spec: GATE-1 to GATE-21.
        """
        # Nobody can change under the others' eyes what they have agreed to.
        given = copy.deepcopy(dict(tool_input))
        asked_as = gate_name(name, given)
        if asked_as is None:
            return Passage(failed("invalid action"))
        record = audit(self._policy, asked_as, self._session_id, self._now_ms())
        try:
            await self._ask_policy(asked_as, given)
            await self._ask_hooks(asked_as, given)
        except _Blocked as blocked:
            return Passage(failed(blocked.error), blocked.by, record)
        try:
            result = await self._executor.execute(name, copy.deepcopy(given), self._session_id)
        except Cancelled:
            return Passage(failed("cancelled"), None, record, cancelled=True)
        except Exception as problem:  # noqa: BLE001 - a tool's failure is its result
            result = failed(str(problem))
        await self._tell_hooks(asked_as, given, result)
        return Passage(result, None, record)

    async def _ask_policy(self, name: str, given: Mapping[str, Any]) -> None:
        """Spec: GATE-3 to GATE-8."""
        outcome = self._policy.explain(name)
        if outcome.mode is PermissionMode.DENY:
            why = f": {outcome.reason}" if outcome.reason else ""
            raise _Blocked("policy", f"denied by policy{why}")
        if outcome.mode is PermissionMode.ALLOW:
            return
        for prompter in self._prompters:
            try:
                decision = await prompter.request_permission(name, copy.deepcopy(dict(given)))
            except Exception:  # noqa: BLE001 - whoever fails to decide has not allowed
                raise _Blocked("prompter", "prompter failed") from None
            if isinstance(decision, Allow):
                return
            if isinstance(decision, Deny):
                raise _Blocked("prompter", decision.reason or "denied")
        nobody = "nobody decided" if self._prompters else "no prompter available"
        raise _Blocked("prompter", nobody)

    async def _ask_hooks(self, name: str, given: Mapping[str, Any]) -> None:
        """Spec: GATE-9."""
        if self._hooks is None:
            return
        try:
            verdict = await self._hooks.run_pre(name, copy.deepcopy(dict(given)))
        except Exception:  # noqa: BLE001 - whoever fails to decide has not allowed
            raise _Blocked("hook", "hook failed") from None
        if verdict.decision == "deny":
            raise _Blocked("hook", verdict.reason or "denied by hook")
        if verdict.decision != "allow":
            raise _Blocked("hook", "hook failed")

    async def _tell_hooks(self, name: str, given: Mapping[str, Any], result: ToolResult) -> None:
        """Spec: GATE-12."""
        # The tool has run, and its result stands, whatever happens here.
        with suppress(Exception):
            if self._hooks is not None:
                await self._hooks.run_post(name, copy.deepcopy(dict(given)), result)


def failed(error: str) -> ToolResult:
    """The result of a call that has none."""
    return ToolResult("", error, is_error=True)
