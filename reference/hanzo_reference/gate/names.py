"""The name under which rules, prompters and hooks know a call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

# The tools of HIP-0300, whose actions are told apart; other tools are one thing each.
TOOLS = frozenset(
    (
        "browser", "code", "fs", "hanzo", "llm", "memory", "mode", "net", "plan", "proc", "search",
        "test", "think", "ui", "vcs", "ws",
    )
)  # fmt: skip
# What a call without an action asks for.
DEFAULT_ACTION = "help"


def gate_name(name: str, tool_input: Mapping[str, Any]) -> str | None:
    """``fs.write`` for a tool of HIP-0300, else the tool's name; None where the action is no text.

    Spec: GATE-13 to GATE-15.
    """
    if name not in TOOLS:
        return name
    action = tool_input.get("action")
    if action is None:
        action = DEFAULT_ACTION
    return f"{name}.{action}" if isinstance(action, str) else None
