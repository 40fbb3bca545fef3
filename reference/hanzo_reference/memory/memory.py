"""A memory as a value: what is remembered, and the one way to ask it or to change it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from hanzo_reference.envelope import ToolError, Violation
from hanzo_reference.envelope.parameters import effective, violations
from hanzo_reference.memory import entries
from hanzo_reference.memory.applied import Applied, refuse
from hanzo_reference.memory.facts import facts
from hanzo_reference.memory.models import (
    CreateParams,
    DeleteParams,
    FactsParams,
    ManageParams,
    RecallParams,
    State,
    SummarizeParams,
    UpdateParams,
)
from hanzo_reference.tools.declaring import Params, parameters_schema


@dataclass(frozen=True)
class MemoryAction:
    """What an action is for, its parameters, and from a state and a time what it comes to."""

    description: str
    params: type[Params]
    run: Callable[[State, Any, int], Applied]


ACTIONS: Mapping[str, MemoryAction] = {
    "create": MemoryAction("Remembers a text.", CreateParams, entries.create),
    "delete": MemoryAction("Forgets memories.", DeleteParams, entries.delete),
    "facts": MemoryAction("Removes, adds and finds facts.", FactsParams, facts),
    "manage": MemoryAction(
        "Makes, changes and forgets several memories at once.", ManageParams, entries.manage
    ),
    "recall": MemoryAction("Finds memories.", RecallParams, entries.recall),
    "summarize": MemoryAction(
        "Remembers a summary, and forgets what it stands for.", SummarizeParams, entries.summarize
    ),
    "update": MemoryAction("Changes a memory.", UpdateParams, entries.update),
}


@dataclass(frozen=True)
class Memory:
    """What is remembered; a call gives a new state and leaves this one."""

    state: State

    def apply(self, action: str, params: Mapping[str, Any], now_ms: int) -> Applied:
        """What a call answers, and the state afterwards; ``now_ms`` is its time.

        Raises ``ToolError``: ``UNKNOWN_ACTION`` with the actions that are ``available``,
        ``INVALID_PARAMS`` with ``violations``, ``NOT_FOUND`` with the ``id``.

        Spec: MEMORY-1 to MEMORY-6.
        """
        found = ACTIONS.get(action)
        if found is None:
            raise ToolError(
                "UNKNOWN_ACTION", f"a memory has no action {action!r}", {"available": [*ACTIONS]}
            )
        schema = effective(parameters_schema(found.params, found.description))
        refuse(Violation(item.pointer, item.rule) for item in violations(schema, dict(params)))
        return found.run(self.state, found.params.model_validate(dict(params)), now_ms)
