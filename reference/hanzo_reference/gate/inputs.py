"""Inputs for fuzzing the gate: calls past everybody, conversations, names of servers' tools."""

from __future__ import annotations

from random import Random
from typing import Any

TOOLS = ("fs", "proc", "search", "tool", "mcp__a__b", "FS", "fs.write", "__proto__", "")
ACTIONS = ("write", "read", "", None, "雪", 1, False, ["x"])
PATTERNS = ("*", "fs.*", "fs.help", "proc.*", "mcp__*", "tool", "", "[!f]*")
MODES = (*["allow", "deny", "prompt"] * 5, "Allow", "")
REASONS = (None, "", "because", "\n")
TEXTS = ("", "", "a", "b\n", "é😀", "x" * 90)
IDS = ("t", "u", "v", "", "__proto__", "constructor")
RESULTS = ("", "out", "two\nlines")
SERVERS = ("a", "a__b", "my files", "", "é", "x" * 60)
NAMES = ("b__c", "c", "read", "", "list all", "z", "__proto__")
WHOLE = (
    "mcp__a__b__c",
    "mcp__a__c",
    "mcp__my_files__read",
    "fs",
    "",
    "mcp__",
    "MCP__a__c",
    "mcp__a__z",
)


def well_formed(random: Random) -> tuple[str, dict[str, Any]]:
    """Calls that can be meant, conversations whose ids are mostly different, names that exist."""
    draw = random.random()
    if draw < 0.4:
        return "call", _call(random, right=True)
    if draw < 0.85:
        return "run", _run(random, right=True)
    return "route", _route(random)


def raw(random: Random) -> tuple[str, dict[str, Any]]:
    """The same, with modes, limits, budgets and messages that may be none."""
    draw = random.random()
    if draw < 0.4:
        return "call", _call(random, right=False)
    if draw < 0.9:
        return "run", _run(random, right=False)
    return "route", _route(random)


def _rules(random: Random, *, right: bool) -> list[dict[str, Any]]:
    rules = []
    for _ in range(random.randrange(4)):
        rule: dict[str, Any] = {
            "tool_pattern": random.choice(PATTERNS),
            "mode": random.choice(MODES[:3] if right or random.random() < 0.8 else MODES),
        }
        if random.random() < 0.5:
            rule["reason"] = random.choice(REASONS)
        rules.append(rule)
    if random.random() < 0.5:
        rules.append({"tool_pattern": "*", "mode": "allow"})
    return rules


def _outcomes(random: Random) -> dict[str, Any]:
    prompter = ({"type": "allow"}, {"type": "escalate"}, {"type": "escalate"}, {"type": "raise"},
                {"type": "deny", "reason": random.choice(("", "no"))})  # fmt: skip
    verdict = {"decision": random.choice(("allow", "allow", "deny", "error")),
               "reason": random.choice(REASONS)}  # fmt: skip
    done = {"output": random.choice(RESULTS), "error": random.choice((None, "", "bad")),
            "is_error": random.random() < 0.5}  # fmt: skip
    return {
        "prompters": random.choices(prompter, k=random.randrange(4)),
        "pre": verdict if random.random() < 0.5 else None,
        "execute": random.choice(
            (done, done, done, {"raise": random.choice(TEXTS)}, {"cancel": True})
        ),
        "post": random.choice((None, "ok", "raise")),
    }


def _input(random: Random) -> dict[str, Any]:
    given: dict[str, Any] = {"n": random.randrange(3)} if random.random() < 0.5 else {}
    if random.random() < 0.7:
        given["action"] = random.choice(ACTIONS)
    return given


def _call(random: Random, *, right: bool) -> dict[str, Any]:
    return {
        "call": {"name": random.choice(TOOLS), "input": _input(random)},
        "rules": _rules(random, right=right),
        "session_id": random.choice(("s-1", "", "é")),
        "timestamp_ms": random.choice((0, -1, 1_700_000_000_000, 253_402_300_799_999)),
        "outcomes": _outcomes(random),
    }


def _run(random: Random, *, right: bool) -> dict[str, Any]:
    messages = [_message(random, right=right) for _ in range(random.randrange(4))]
    budget = None
    if random.random() < 0.4:
        budget = {
            "max_tokens": random.choice((1, 20, 60, 500) if right else (0, 1, 20, -5)),
            "reserve_recent": random.choice((0, 1, 3) if right else (0, 1, -1)),
            "summary": random.choice((None, "", "sum")),
        }
    return {
        "messages": messages,
        "tools": random.sample(TOOLS, random.randrange(3, len(TOOLS))),
        "rules": _rules(random, right=right),
        "model": [_stream(random) for _ in range(random.randrange(4))],
        "outcomes": {random.choice(IDS): _outcomes(random) for _ in range(random.randrange(4))},
        "max_requests": random.choice((1, 2, 9) if right else (1, 2, 3, 9, 0)),
        "budget": budget,
    }


def _message(random: Random, *, right: bool) -> dict[str, Any]:
    use = {"type": "tool_use", "id": random.choice(IDS), "name": "tool", "input": _input(random)}
    answer = {"type": "tool_result", "tool_use_id": random.choice(IDS), "content": "x" * 50}
    message: dict[str, Any] = random.choice(
        (
            {"role": "user", "content": random.choice(TEXTS)},
            {"role": "assistant", "content": [{"type": "text", "text": random.choice(TEXTS)}, use]},
            {"role": "user", "content": [answer]},
        )
    )
    if random.random() < 0.2:
        message = {**message, "token_count": random.choice((0, 5, 9_007_199_254_740_991))}
    if not right and random.random() < 0.1:
        message = {**message, random.choice(("role", "content", "x")): "robot"}
    return message


def _stream(random: Random) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = []
    for _ in range(random.randrange(5)):
        use = {"type": "tool_use", "id": f"{random.choice(IDS)}{random.randrange(4)}",
               "name": random.choice(TOOLS), "input": _input(random)}  # fmt: skip
        if random.random() < 0.5:
            use["id"] = random.choice(IDS)
        events.append(random.choice(({"type": "content", "text": random.choice(TEXTS)}, use)))
    if random.random() < 0.9:
        events.append(
            {"type": "stop"} if random.random() < 0.9 else {"type": "error", "message": ""}
        )
    return events


def _route(random: Random) -> dict[str, Any]:
    servers = [
        {"name": random.choice(SERVERS), "tools": random.choices(NAMES, k=random.randrange(4))}
        for _ in range(random.randrange(4))
    ]
    name = random.choice(WHOLE)
    if servers and random.random() < 0.4:
        server = random.choice(servers)
        name = f"mcp__{server['name']}__{random.choice(NAMES)}".replace(" ", "_")
    return {"servers": servers, "name": name}
