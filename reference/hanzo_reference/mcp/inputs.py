"""Seeded inputs for fuzzing: collisions, boundaries of length and odd code points on purpose."""

from __future__ import annotations

from random import Random
from typing import Any

WORDS = ("files", "git", "a", "b", "my-server", "Read", "list_all", "x9", "search", "s" * 20)
# Few short parts, so that pairs of them collide often.
CLASHING = ("a", "a_", "_a", "a__b", "b__c", "c", "_b", "b", "a.b", "a b", "a_b", "__", "_", "a\0")
FOREIGN: tuple[str, ...] = (
    *".: /\\\t\n\0\x7f~@", "é", "ß", "\u0130", "\u0131", "٣", "語", "\u0301", "\u200d", "\u212a",
    "\ue000", "\uff5e", "\uffff", "😀", "🇨", "\U0010ffff",
)  # fmt: skip
LETTERS = ("a", "Z", "0", "-", "_", "__", "mcp__")
LIMITS = (32, 33, 63, 64, 65, 127, 128)
OPERATIONS = ("normalize", "parse", "registry", "registry")
# What joining adds: mcp__ and __.
JOINTS = 7


def well_formed(random: Random) -> tuple[str, dict[str, Any]]:
    """An operation and an input that a careful client could send."""
    operation = random.choice(OPERATIONS)
    if operation == "normalize":
        return operation, {"server": _part(random), "tool": _part(random)}
    if operation == "parse":
        return operation, {"name": f"mcp__{_part(random)}__{_part(random)}"}
    limit = random.choice(LIMITS)
    tools = [_tool(random, limit) for _ in range(random.randrange(7))]
    if limit == 64 and random.random() < 0.5:
        return operation, {"tools": tools}
    return operation, {"tools": tools, "max_length": limit}


def raw(random: Random) -> tuple[str, dict[str, Any]]:
    """An operation and an input that fits the schema and little else."""
    operation = random.choice(OPERATIONS)
    if operation == "normalize":
        return operation, {"server": _text(random), "tool": _text(random)}
    if operation == "parse":
        prefix = random.choice(("mcp__", "mcp__", "mcp_", "MCP__", "", "mcp____"))
        return operation, {"name": prefix + _text(random)}
    tools = [
        {"server": _text(random), "tool": _text(random)} for _ in range(random.randrange(1, 5))
    ]
    return operation, {"tools": tools, "max_length": random.randrange(32, 129)}


def _part(random: Random) -> str:
    if random.random() < 0.4:
        return random.choice(CLASHING)
    word = random.choice(WORDS)
    if random.random() < 0.3:
        return word + random.choice(FOREIGN) + random.choice(WORDS)
    return word


def _tool(random: Random, limit: int) -> dict[str, Any]:
    if random.random() < 0.7:
        return {"server": _part(random), "tool": _part(random)}
    # One below, at or one above the limit, with a choice of two code points at the end.
    server = "s" * random.randrange(1, 12)
    length = limit - JOINTS - len(server) + random.randrange(-1, 2)
    return {"server": server, "tool": "t" * (length - 1) + random.choice("t.")}


def _text(random: Random) -> str:
    pieces = (*LETTERS, random.choice(FOREIGN), random.choice(FOREIGN))
    return "".join(random.choices(pieces, k=random.randrange(9)))
