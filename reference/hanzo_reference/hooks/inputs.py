"""Inputs for fuzzing the hooks domain: lists that are nearly right, calls, and ends."""

from __future__ import annotations

import base64
from random import Random
from typing import Any

EVENTS = (*["pre_tool_use", "post_tool_use"] * 4, "PreToolUse", "")
NAMES = ("fs.write", "fs.read", "mcp__a__b", "", "a\0", "雪", "__proto__", "n" * 65537)
PATTERNS = ("*", "fs.*", "mcp__*", "[!f]*", "?", "", "[a", "雪", 0, None)
COMMANDS = ("true", "", "exit 2", "a\0b", 1, None)
TIMEOUTS = (1, 5000, 600_000, 600_001, 0, -1, None, "5", True, 9_007_199_254_740_991)
SESSIONS = ("s-1", "", "s\0", "é😀", "é" * 32769)
TEXTS = ("", "x", "a\0b", "\n", "é😀\u2028", "\ufeff", '"\\', "o" * 65536, "o" * 65537)
VALUES: tuple[Any, ...] = (
    None,
    True,
    0,
    -7,
    "",
    "a\n",
    "\u007f\u0000",
    [],
    {},
    [{"b": 1, "a": []}],
)
MEMBERS = ("a", "b", "😀", "\ufb33", "__proto__", "constructor", "", "é")
VARIABLES = (
    "PATH", "HANZO_TOOL_NAME", "HANZO_TOOL_", "HANZO_TOOL", "HANZO_SESSION_ID", "HANZO_SESSION_IDX",
    "hanzo_tool_name", "HANZO_TOOL_OUTPUT_TRUNCATED", "__proto__", "",
)  # fmt: skip
PIECES = (
    b"", b"no", b"\n", b"\r\n", b" ", b"\xef\xbb\xbf", b"\xe2\x82", b"\xac", b"\xff", b"\xc0\xaf",
    b"\xf0\x9f\x98\x80", b"\xed\xa0\x80", b"\0", b"\xc2\x85", b"x" * 65535,
)  # fmt: skip


def well_formed(random: Random) -> tuple[str, dict[str, Any]]:
    """A list that is right, a call that can be asked, or ends, mostly short."""
    draw = random.random()
    if draw < 0.3:
        return "select", {
            "hooks": [_hook(random, right=True) for _ in range(random.randrange(4))],
            "event": random.choice(EVENTS[:8]),
            "tool_name": random.choice(NAMES[:7]),
        }
    if draw < 0.6:
        return "prepare", _call(random, right=True)
    return "judge", {"event": random.choice(EVENTS[:8]), "ended": _ends(random)}


def raw(random: Random) -> tuple[str, dict[str, Any]]:
    """The same with members of every kind, and now and then a long text."""
    draw = random.random()
    if draw < 0.5:
        return "select", {
            "hooks": [
                _hook(random, right=random.random() < 0.7) for _ in range(random.randrange(4))
            ],
            "event": random.choice(EVENTS),
            "tool_name": random.choice(NAMES[:7]),
        }
    if draw < 0.8:
        return "prepare", _call(random, right=False)
    return "judge", {"event": random.choice(EVENTS), "ended": _ends(random)}


def _hook(random: Random, *, right: bool) -> dict[str, Any]:
    some = 8 if right else None
    hook = {
        "event": random.choice(EVENTS[:some]),
        "command": random.choice(COMMANDS[:3] if right else COMMANDS),
        "tool_pattern": random.choice(PATTERNS[:some]),
    }
    if random.random() < 0.5:
        hook["timeout_ms"] = random.choice(TIMEOUTS[:3] if right else TIMEOUTS)
    if not right:
        for name in list(hook):
            if random.random() < 0.1:
                del hook[name]
        if random.random() < 0.2:
            hook[random.choice(MEMBERS)] = random.choice(VALUES)
    return hook


def _call(random: Random, *, right: bool) -> dict[str, Any]:
    event = random.choice(EVENTS[:8] if right else EVENTS)
    # Long texts cost time, and one in a hundred is enough.
    texts = TEXTS if random.random() < 0.01 else TEXTS[:7]
    call: dict[str, Any] = {
        "event": event,
        "tool_name": random.choice(NAMES[:7] if random.random() < 0.99 else NAMES),
        "input": {
            random.choice(MEMBERS): random.choice((random.choice(VALUES), random.choice(texts)))
            for _ in range(random.randrange(4))
        },
        "session_id": random.choice(SESSIONS[:4] if random.random() < 0.99 else SESSIONS),
        "parent": {random.choice(VARIABLES): "v" for _ in range(random.randrange(4))},
    }
    if (event == "post_tool_use") == (right or random.random() < 0.5):
        call["result"] = {
            "output": random.choice(texts),
            "error": random.choice((None, "", "gone")),
            "is_error": random.random() < 0.5,
        }
    elif random.random() < 0.2:
        call["result"] = None
    return call


def _ends(random: Random) -> list[dict[str, Any]]:
    return [_end(random) for _ in range(random.randrange(5))]


def _end(random: Random) -> dict[str, Any]:
    pieces = PIECES if random.random() < 0.005 else PIECES[:-1]
    stderr = b"".join(random.choices(pieces, k=random.randrange(4)))
    how = random.choice(
        (
            {"exit": 0}, {"exit": 0}, {"exit": 2}, {"exit": random.randrange(256)},
            {"signal": random.randrange(1, 65)}, {"timeout": True}, {"spawn": True},
        )
    )  # fmt: skip
    return {**how, "stderr_b64": base64.b64encode(stderr).decode("ascii")}
