"""``permissions.match`` and ``permissions.evaluate`` over ``hanzoai.protocols.PermissionPolicy``.

The build's policy is a default mode and a mapping from tool names to modes, asked through
``mode_for``. A rule's pattern goes in as such a name and a rule's mode as the enum's member.
Rules enter one by one through ``with_tool_mode``, in their order.

- ``match`` asks whether a policy with the pattern as its only entry decides about the name.
- ``rule_matched``: ``mode_for`` does not say which entry decided, but an entry decides about its
  own name only; so it is the tool's name when changing the default changes nothing, else null.
- ``reason`` is null: entries have none. (``authorize`` gives every denial the same made sentence,
  which is a message for the model and not a rule's reason.)

``permissions.audit`` is not declared: the build keeps no record of its decisions.
"""

from __future__ import annotations

from typing import Any

from hanzoai.protocols import PermissionMode, PermissionPolicy
from outcomes import NotOfferedError
from shapes import Operation, array, either, null, record, text

MODES = {
    "allow": PermissionMode.Allow,
    "deny": PermissionMode.Deny,
    "prompt": PermissionMode.Prompt,
}
NAMES = {mode: name for name, mode in MODES.items()}


def match(params: dict[str, Any]) -> dict[str, Any]:
    """Whether an entry for the pattern decides about the name."""
    policy = PermissionPolicy(PermissionMode.Prompt, {params["pattern"]: PermissionMode.Allow})
    return {"matches": policy.mode_for(params["name"]) is PermissionMode.Allow}


def evaluate(params: dict[str, Any]) -> dict[str, Any]:
    """The mode of a tool under the rules."""
    tool = params["tool_name"]
    mode = _policy(PermissionMode.Prompt, params["rules"]).mode_for(tool)
    under_another_default = _policy(PermissionMode.Deny, params["rules"]).mode_for(tool)
    decided_by_entry = mode is under_another_default
    return {
        "mode": NAMES[mode],
        "rule_matched": tool if decided_by_entry else None,
        "reason": None,
    }


def _policy(default: PermissionMode, rules: list[dict[str, Any]]) -> PermissionPolicy:
    policy = PermissionPolicy(default)
    for rule in rules:
        policy.with_tool_mode(rule["tool_pattern"], _mode(rule["mode"]))
    return policy


def _mode(name: str) -> PermissionMode:
    # The enum has no texts as values and nothing in the build reads a mode from text, so the
    # build can neither accept nor refuse another word.
    if name not in MODES:
        raise NotOfferedError(f"hanzoai reads no mode from text: {name!r}")
    return MODES[name]


RULE = record({"tool_pattern": text, "mode": text}, {"reason": either(text, null)})
OPERATIONS = {
    "permissions.match": Operation(record({"pattern": text, "name": text}), match),
    "permissions.evaluate": Operation(record({"rules": array(RULE), "tool_name": text}), evaluate),
}
