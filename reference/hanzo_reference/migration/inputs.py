"""Inputs for fuzzing: old calls and modes, well-formed and raw."""

from __future__ import annotations

from random import Random
from typing import Any

from hanzo_reference.migration.modes import modes, tools
from hanzo_reference.migration.rows import rows

ACTIONS = sorted({action for row in rows().values() for action in row.get("actions", [])})
ALLOWED = sorted(
    {action for mode in modes().values() for names in mode.values() for action in names}
)
ODD = ("", "help", "schema", "constructor", "__proto__", "toString", "Read", "fs", "action", "kill")
VALUES: tuple[Any, ...] = ("a", "", None, 1, True, [], ["x"], ["x", 1], {}, {"action": "run"})


def well_formed(random: Random) -> tuple[str, dict[str, Any]]:
    """A call that somebody would have made, or a mode that somebody is in."""
    if random.random() < 0.4:
        return "allowed", _question(random, ALLOWED)
    name = random.choice(list(rows()))
    row = rows()[name]
    args = {"path": "a", "limit": random.randrange(5)}
    if "actions" in row:
        args["action"] = random.choice(row["actions"])
    for needed in row.get("required", []):
        args[needed] = "x"
    if "command" in row:
        args["command"] = random.choice(("tool --flag", ["tool", "--flag"]))
    for target in random.sample(row.get("to", []), min(1, len(row.get("to", [])))):
        args |= dict.fromkeys(target.get("given", [])[:1], "x")
    return "migrate", {"tool": name, "args": args}


def raw(random: Random) -> tuple[str, dict[str, Any]]:
    """Any names and any arguments."""
    if random.random() < 0.4:
        return "allowed", _question(random, [*ALLOWED, *ODD])
    keys = ["action", "command", "url", "title", "pid", "base_hash", "pattern", *ODD]
    args = {
        random.choice(keys): random.choice((*VALUES, *ACTIONS)) for _ in range(random.randrange(4))
    }
    return "migrate", {"tool": random.choice([*rows(), *ODD]), "args": args}


def _question(random: Random, actions: list[str]) -> dict[str, Any]:
    names = tools() if random.random() < 0.9 else ODD
    return {
        "mode": random.choice(list(modes())),
        "tool": random.choice(names),
        "action": random.choice(actions),
    }
