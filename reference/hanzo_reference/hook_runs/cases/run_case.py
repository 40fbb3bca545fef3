"""The form in which the cases of this room are written down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hanzo_reference.hooks.cases.endings import decided
from hanzo_reference.spec.cases import Case

HIP = "HIP-0301 §9"
CODES = "HIP-0301 §9 (exit code semantics)"
POSIX = "POSIX.1-2017 XCU §2.8"
DONE = {"output": "done", "error": None, "is_error": False}


def hook(
    command: str, pattern: str = "*", event: str = "pre_tool_use", **more: Any
) -> dict[str, Any]:
    """A hook before every tool, if nothing else is said."""
    return {"event": event, "command": command, "tool_pattern": pattern, **more}


def behind(command: str, pattern: str = "*", **more: Any) -> dict[str, Any]:
    """A hook behind every tool."""
    return hook(command, pattern, "post_tool_use", **more)


def denied(reason: str, place: int = 0, ran: int = 1) -> dict[str, Any]:
    """The answer when a hook has denied."""
    return decided("deny", place, "exit", 2, ran, reason)


def broken(cause: str, exit_code: int | None, place: int = 0, ran: int = 1) -> dict[str, Any]:
    """The answer when a hook was an error."""
    return decided("error", place, cause, exit_code, ran)


def run_case(
    slug: str,
    description: str,
    requirements: str,
    hooks: Sequence[Mapping[str, Any]],
    expected: Mapping[str, Any],
    *flags: str,
    given: Mapping[str, Any] | None = None,
    files: Mapping[str, Any] | None = None,
    after: Mapping[str, str] | None = None,
    where: Mapping[str, Any] | None = None,
    anchor: str = HIP,
) -> Case:
    """A case of ``hooks.run``; ``after`` maps the files that are left to their texts."""
    asked = {
        "hooks": [dict(item) for item in hooks], "event": "pre_tool_use", "tool_name": "fs.write",
        "input": {}, "session_id": "s-1", **(given or {}),
    }  # fmt: skip
    left = {name: {"text": text} for name, text in (after or {}).items()}
    return Case(
        slug, description, requirements.split(), "run", asked, flags=flags, expected=expected,
        where=where or {}, anchor=anchor, workspace={"files": dict(files or {})},
        after={"files": {**(files or {}), **left}},
    )  # fmt: skip
