"""A call of a tool: from the name of an action and its parameters to an envelope.

Here lives the routing, the judging of parameters, and what every tool can do. The actions
themselves are functions that are passed in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from hanzo_reference.envelope.builder import Envelope, error, success
from hanzo_reference.envelope.codes import BUILT_IN, ERROR, UNKNOWN_ACTION
from hanzo_reference.envelope.parameters import (
    NO_PARAMETERS,
    Schema,
    effective,
    signature,
    violations,
)
from hanzo_reference.envelope.refusal import ToolError, invalid_params


@dataclass(frozen=True)
class Outcome:
    """What an action returns: data, the backend if it is not the tool's, ``{cursor, more}``."""

    data: Any
    backend: str | None = None
    paging: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class Action:
    """One action: the JSON Schema of its parameters, and what runs once they are sound.

    ``run`` raises ``ToolError`` for what it foresees; anything else that it raises is ``ERROR``.
    """

    params: Schema
    run: Callable[[Mapping[str, Any]], Outcome]


@dataclass(frozen=True)
class Tool:
    """A tool with its actions by name; ``backend`` is None when there is nothing to name."""

    name: str
    version: str
    backend: str | None
    actions: Mapping[str, Action]


def dispatch(
    tool: Tool, action: str | None, params: Mapping[str, Any], trace_id: str | None = None
) -> Envelope:
    """The envelope that answers a call; no action means help.

    Spec: ENVELOPE-27 to ENVELOPE-51.
    """
    asked = "help" if action is None else action
    found = _built_in(tool).get(asked) or _own(tool).get(asked)
    if found is None:
        available = sorted({*tool.actions, *BUILT_IN})
        return error(
            tool.name, asked, UNKNOWN_ACTION, f"{tool.name} has no action {asked!r}",
            {"available": available}, trace_id,
        )  # fmt: skip
    try:
        _refuse_violations(found.params, params)
        outcome = found.run(params)
        return success(
            tool.name, asked, outcome.data, trace_id=trace_id,
            backend=tool.backend if outcome.backend is None else outcome.backend,
            paging=outcome.paging,
        )  # fmt: skip
    except ToolError as failure:
        return error(tool.name, asked, failure.code, failure.message, failure.details, trace_id)
    except Exception as failure:  # noqa: BLE001 - ENVELOPE-44: a caller always gets an envelope
        return error(tool.name, asked, ERROR, str(failure), None, trace_id)


def _refuse_violations(schema: Schema, params: Mapping[str, Any]) -> None:
    broken = violations(effective(schema), dict(params))
    if broken:
        raise invalid_params(broken)


def _own(tool: Tool) -> dict[str, Action]:
    """The actions of a tool that can be reached, sorted by name. Spec: ENVELOPE-28."""
    return {name: tool.actions[name] for name in sorted(tool.actions) if name not in BUILT_IN[:2]}


def _built_in(tool: Tool) -> dict[str, Action]:
    """What this tool answers without having declared it. Spec: ENVELOPE-28, ENVELOPE-29."""
    found = {
        "help": Action(NO_PARAMETERS, lambda _: Outcome(_help(tool))),
        "schema": Action(NO_PARAMETERS, lambda _: Outcome(_schemas(tool))),
    }
    if "status" not in tool.actions:
        found["status"] = Action(NO_PARAMETERS, lambda _: Outcome(_status(tool)))
    return found


def _help(tool: Tool) -> dict[str, Any]:
    """The data of the built-in help. Spec: ENVELOPE-46 to ENVELOPE-48."""
    actions = {
        name: {
            "description": action.params.get("description", ""),
            "params": signature(action.params),
        }
        for name, action in _own(tool).items()
    }
    lines = [
        f"\n- `{name}({', '.join(entry['params'])})` {entry['description']}".rstrip()
        for name, entry in actions.items()
    ]
    return {"actions": actions, "text": f"# {tool.name}\n{''.join(lines)}\n"}


def _schemas(tool: Tool) -> dict[str, Any]:
    """The data of the built-in schema. Spec: ENVELOPE-49."""
    return {"schemas": {name: effective(action.params) for name, action in _own(tool).items()}}


def _status(tool: Tool) -> dict[str, Any]:
    """The data of the built-in status; a tool that answers is enabled. Spec: ENVELOPE-50."""
    return {"tool": tool.name, "enabled": True, "version": tool.version, "backend": tool.backend}
