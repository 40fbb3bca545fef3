"""What a hook is given: its variables and its input."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hanzo_reference.hooks.hook import POST, InvalidCall, check_event
from hanzo_reference.spec.canonical import canonical_json

# What a parent may have been given as a hook's child itself.
OWN_PREFIXES = ("HANZO_TOOL_", "HANZO_SESSION_ID")
# Half of what Linux lets one variable hold, its name included.
LONGEST_VALUE_BYTES = 65536


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a tool returned."""

    output: str
    error: str | None
    is_error: bool


@dataclass(frozen=True, slots=True)
class Prepared:
    """The whole environment of a hook, and the text that it can read from its input."""

    env: Mapping[str, str]
    stdin: str


def prepare(
    event: str,
    tool_name: str,
    tool_input: Mapping[str, Any],
    session_id: str,
    result: ToolResult | None,
    parent: Mapping[str, str],
) -> Prepared:
    """What the hooks of a call are given, all of them the same; raises ``InvalidCall``.

    Spec: HOOK-14 to HOOK-27.
    """
    check_event(event)
    if (result is not None) != (event == POST):
        raise InvalidCall("there is a result behind the tool, and before it there is none")
    if "\0" in tool_name or "\0" in session_id:
        raise InvalidCall("neither the tool's name nor the session's holds a NUL")
    values = {
        "HANZO_TOOL_NAME": tool_name,
        "HANZO_TOOL_INPUT": _canonical(dict(tool_input)),
        "HANZO_SESSION_ID": session_id,
    }
    told: dict[str, Any] = {
        "event": event,
        "input": dict(tool_input),
        "session_id": session_id,
        "tool_name": tool_name,
    }
    if result is not None:
        values["HANZO_TOOL_OUTPUT"] = result.output
        told |= {"output": result.output, "error": result.error, "is_error": result.is_error}
    env = {name: value for name, value in parent.items() if not name.startswith(OWN_PREFIXES)}
    for name, value in values.items():
        env |= _variable(name, value)
    return Prepared(env, _canonical(told) + "\n")


def _variable(name: str, value: str) -> dict[str, str]:
    """One variable, or an empty one and another that says so."""
    if len(value.encode()) > LONGEST_VALUE_BYTES or "\0" in value:
        return {name: "", f"{name}_TRUNCATED": "1"}
    return {name: value}


def _canonical(value: dict[str, Any]) -> str:
    try:
        return canonical_json(value).decode("utf-8")
    except ValueError as problem:
        raise InvalidCall(str(problem)) from None
