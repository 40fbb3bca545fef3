"""What an MCP client is told of a tool: one input schema for all of its actions.

Models' interfaces refuse ``oneOf``, ``allOf`` and ``anyOf`` at the top of a tool's schema. So the
members of all actions stand side by side, each with its type, and which action needs which of them
is said in words: in the member's description, and in the signatures of the tool's description.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

# Every tool has these beside its own actions, and they need nothing.
BUILT_IN = ("help", "schema", "status")
ACTION = "action"


def input_schema(actions: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """The schema of a tool's arguments, from the schemas of its actions' parameters by action."""
    rules: dict[str, dict[str, dict[str, Any]]] = {}
    needing: dict[str, list[str]] = {}
    for action, schema in sorted(actions.items()):
        for name, rule in schema.get("properties", {}).items():
            rules.setdefault(name, {})[action] = rule
            if name in schema.get("required", []):
                needing.setdefault(name, []).append(action)
    members = {
        name: _member(rules[name], needing.get(name, []))
        for name in sorted(rules)
        if name != ACTION
    }
    choice = {
        "type": "string",
        "enum": [*sorted(actions), *BUILT_IN],
        "description": "What to do; help and schema tell of all actions.",
    }
    return {"type": "object", "properties": {ACTION: choice, **members}, "required": [ACTION]}


def signature(action: str, schema: Mapping[str, Any]) -> str:
    """An action with the names of its parameters; those that may be left out have a question mark."""
    required = schema.get("required", [])
    names = schema.get("properties", {})
    ordered = sorted(names, key=lambda name: name not in required)
    told = [name if name in required else f"{name}?" for name in ordered]
    return f"{action}({', '.join(told)})"


def _member(rules: Mapping[str, Mapping[str, Any]], needing: Iterable[str]) -> dict[str, Any]:
    """One rule for a parameter of several actions, with what it means for each."""
    shapes: list[dict[str, Any]] = []
    meanings: dict[str, list[str]] = {}
    for action, rule in rules.items():
        shape = {key: value for key, value in rule.items() if key != "description"}
        if shape not in shapes:
            shapes.append(shape)
        meanings.setdefault(str(rule.get("description", "")), []).append(action)
    needed = set(needing)
    told = [
        f"{', '.join(_told(action, needed) for action in actions)}: {meaning}".removesuffix(": ")
        for meaning, actions in meanings.items()
    ]
    shape = shapes[0] if len(shapes) == 1 else {"anyOf": shapes}
    return {**shape, "description": " ".join(told)}


def _told(action: str, needed: set[str]) -> str:
    return f"{action} (required)" if action in needed else action
