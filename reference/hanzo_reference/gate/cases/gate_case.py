"""The form in which the cases of this domain are written down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hanzo_reference.spec.cases import Case, result

HIP = "HIP-0301 §2, §7, §9"
LOOP = "HIP-0301 §2, §5"
TIME_MS = 1_700_000_000_000
TIMESTAMP = "2023-11-14T22:13:20.000Z"

ALLOW = {"type": "allow"}
ESCALATE = {"type": "escalate"}
RAISE = {"type": "raise"}
DONE = {"output": "done", "error": None, "is_error": False}


def deny(reason: str = "no") -> dict[str, str]:
    """A prompter that denies."""
    return {"type": "deny", "reason": reason}


def verdict(decision: str, reason: str | None = None) -> dict[str, Any]:
    """What hooks before the tool decide."""
    return {"decision": decision, "reason": reason}


def outcomes(
    prompters: Sequence[Mapping[str, str]] = (),
    pre: Mapping[str, Any] | None = None,
    execute: Mapping[str, Any] | None = None,
    post: str | None = None,
) -> dict[str, Any]:
    """How everybody behaves; the tool is done, if nothing else is said."""
    return {
        "prompters": [dict(item) for item in prompters], "pre": pre,
        "execute": dict(execute or DONE), "post": post,
    }  # fmt: skip


def rule(pattern: str, mode: str, *reason: str | None) -> dict[str, Any]:
    """A permission rule."""
    return {"tool_pattern": pattern, "mode": mode, **({"reason": reason[0]} if reason else {})}


def failed(error: str) -> dict[str, Any]:
    """A result that is an error and nothing else."""
    return {"output": "", "error": error, "is_error": True}


def call_case(
    slug: str,
    description: str,
    requirements: str,
    *flags: str,
    given: Mapping[str, Any],
    asked: str,
    told: Mapping[str, Any],
    by: str | None = None,
    mode: str = "allow",
    rules: Sequence[Mapping[str, Any]] | None = None,
    call: tuple[str, Mapping[str, Any]] = ("tool", {}),
    name: str | None = "tool",
    matched: str | None = "*",
    denial: Sequence[str | None] = (),
) -> Case:
    """A case of ``gate.call``; ``name`` None: no record."""
    listed = [rule("*", mode)] if rules is None else rules
    record = {
        "timestamp": TIMESTAMP, "tool_name": name, "mode": mode, "rule_matched": matched,
        "session_id": "s-1", **({"reason": denial[0]} if denial else {}),
    }  # fmt: skip
    return Case(
        slug, description, requirements.split(), "call",
        {"call": {"name": call[0], "input": dict(call[1])}, "rules": [dict(item) for item in listed],
         "session_id": "s-1", "timestamp_ms": TIME_MS, "outcomes": dict(given)},
        flags=flags, anchor=HIP,
        expected=result({
            "asked": asked.split(), "result": dict(told), "blocked_by": by,
            "audit": None if name is None else record,
        }),
    )  # fmt: skip


def user(text: str) -> dict[str, Any]:
    """A message of the user."""
    return {"role": "user", "content": text}


def said(text: str) -> dict[str, Any]:
    """A text block."""
    return {"type": "text", "text": text}


def use(identity: str, name: str = "tool", **given: Any) -> dict[str, Any]:
    """A tool use, as an event and as a block."""
    return {"type": "tool_use", "id": identity, "name": name, "input": given}


def answer(identity: str, content: str, **more: Any) -> dict[str, Any]:
    """A result block."""
    return {"type": "tool_result", "tool_use_id": identity, "content": content, **more}


def wrong(identity: str, content: str) -> dict[str, Any]:
    """A result block that is an error."""
    return answer(identity, content, is_error=True)


def content(text: str) -> dict[str, str]:
    """An event with text."""
    return {"type": "content", "text": text}


STOP = {"type": "stop"}
ERROR = {"type": "error", "message": "overloaded"}


def run_case(
    slug: str,
    description: str,
    requirements: str,
    *flags: str,
    model: Sequence[Sequence[Mapping[str, Any]]],
    appended: Sequence[tuple[str, Any]],
    requests: int,
    stop: str = "end",
    partial: str = "",
    blocked: Sequence[str] = (),
    before: Sequence[Mapping[str, Any]] | None = None,
    left: Sequence[Mapping[str, Any]] | None = None,
    by_id: Mapping[str, Any] | None = None,
    rules: Sequence[Mapping[str, Any]] | None = None,
    tools: Sequence[str] = ("tool",),
    most: int = 9,
    budget: Mapping[str, Any] | None = None,
) -> Case:
    """A case of ``gate.run``; ``appended`` are roles with contents behind the messages ``left``."""
    start = [dict(item) for item in ((user(slug),) if before is None else before)]
    kept = start if left is None else [dict(item) for item in left]
    return Case(
        slug, description, requirements.split(), "run",
        {"messages": start, "tools": list(tools),
         "rules": [rule("*", "allow")] if rules is None else [dict(item) for item in rules],
         "model": [[dict(event) for event in stream] for stream in model],
         "outcomes": dict(by_id or {}), "max_requests": most,
         "budget": None if budget is None else dict(budget)},
        flags=flags, anchor=LOOP,
        expected=result({
            "messages": kept + [{"role": role, "content": item} for role, item in appended],
            "requests": requests, "stop": stop, "partial": partial, "blocked": list(blocked),
        }),
    )  # fmt: skip
