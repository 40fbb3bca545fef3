"""Seeded generators of inputs: sessions as agents have them, and lists of anything message-like.

Boundary values are mixed in on purpose. Nothing here knows an answer.
"""

from __future__ import annotations

from random import Random
from typing import Any

TEXTS = (
    "", "a", "abc", "abcd", "what is in the log?", "é" * 5, "日本", "😀", "\u0301", '"\\/',
    "\x1f\x7f", "\u2028", " \t\r\n", "\u00a0", "[compacted]", "line\n" * 12,
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 9007199254740991, "ok", "é", [], {}, ["[compacted]"],
    {"a": 1, "b": [None]}, [{"type": "text", "text": "hi"}], {"é": "😀"},
)  # fmt: skip
COUNTS = (0, 1, 2, 8, 9, 10, 40, 9007199254740991)
BUDGETS = (1, 2, 9, 10, 20, 30, 50, 100, 1000, 9007199254740991)
RESERVES = (0, 0, 1, 1, 1, 2, 3, 9, 9007199254740991)
SUMMARIES = (
    None, "", " ", "\r\n\t", "\u00a0", "S", "Read the log.", "ü" * 9, "a summary without end " * 9,
)  # fmt: skip
IDS = ("t1", "t2", "t3", "")
ROLES = ("system", "user", "assistant", "tool", "User", "")
TYPES = ("text", "tool_use", "tool_result", "image", "")
MEMBERS = ("text", "id", "name", "input", "tool_use_id", "content", "is_error", "extra")


def well_formed(random: Random) -> tuple[str, dict[str, Any]]:
    """A sound session: turns in which tools are called, some of them answered late or never."""
    messages: list[dict[str, Any]] = []
    if random.random() < 0.5:
        messages.append(_counted(random, {"role": "system", "content": random.choice(TEXTS)}))
    for _ in range(random.randrange(6)):
        messages.append(_counted(random, {"role": "user", "content": _said(random)}))
        for _ in range(random.randrange(3)):
            messages += _call(random)
        if random.random() < 0.7:
            messages.append(_counted(random, {"role": "assistant", "content": _said(random)}))
    return _question(random, messages, random.choice(BUDGETS), random.choice(RESERVES))


def raw(random: Random) -> tuple[str, dict[str, Any]]:
    """Objects in place of messages, budgets of any sign."""
    messages = [_anything(random) for _ in range(random.randrange(5))]
    return _question(random, messages, random.randrange(-1, 60), random.randrange(-1, 4))


def _question(
    random: Random, messages: list[dict[str, Any]], max_tokens: int, reserve: int
) -> tuple[str, dict[str, Any]]:
    if random.random() < 0.2:
        return "should_compact", {"messages": messages, "max_tokens": max_tokens}
    return "compact", {
        "messages": messages,
        "max_tokens": max_tokens,
        "reserve_recent": reserve,
        "summary": random.choice(SUMMARIES),
    }


def _counted(random: Random, message: dict[str, Any]) -> dict[str, Any]:
    if random.random() < 0.4:
        message["token_count"] = random.choice(COUNTS)
    return message


def _said(random: Random) -> Any:
    if random.random() < 0.7:
        return random.choice(TEXTS)
    return [{"type": "text", "text": random.choice(TEXTS)} for _ in range(random.randrange(3))]


def _call(random: Random) -> list[dict[str, Any]]:
    identity = random.choice(IDS)
    use = {"type": "tool_use", "id": identity, "name": random.choice(TEXTS),
           "input": {random.choice(TEXTS): random.choice(VALUES)}}  # fmt: skip
    done = [_counted(random, {"role": "assistant", "content": [use]})]
    if random.random() < 0.1:
        done.append({"role": "user", "content": "never mind"})
    if random.random() < 0.9:
        result = {"type": "tool_result", "tool_use_id": identity,
                  "content": random.choice(random.choice((TEXTS, VALUES)))}  # fmt: skip
        if random.random() < 0.3:
            result["is_error"] = random.random() < 0.5
        blocks: list[Any] = [result]
        if random.random() < 0.2:
            blocks.append({"type": "text", "text": random.choice(TEXTS)})
        done.append(_counted(random, {"role": random.choice(("user", "tool")), "content": blocks}))
    return done


def _anything(random: Random) -> dict[str, Any]:
    message: dict[str, Any] = {"role": random.choice(ROLES)}
    if random.random() < 0.9:
        message["content"] = random.choice(
            ("hi", None, 7, [], [_block(random)], [_block(random), _block(random)])
        )
    if random.random() < 0.3:
        message["token_count"] = random.choice((0, 5, -1, None, True, "5", 9007199254740991))
    if random.random() < 0.05:
        message["extra"] = 1
    return message


def _block(random: Random) -> Any:
    if random.random() < 0.1:
        return random.choice(VALUES)
    kind = random.choice(TYPES)
    members = {name: random.choice(VALUES) for name in random.sample(MEMBERS, random.randrange(4))}
    if kind == "text":
        return {"type": kind, "text": "hi", **({} if random.random() < 0.8 else members)}
    return {"type": kind, **members}
