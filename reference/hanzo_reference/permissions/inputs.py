"""Inputs for fuzzing the permissions domain: patterns that nearly match, and plain noise.

Draws are made with ``random()`` alone, which is several times as fast as ``choice``.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, TypeVar

from hanzo_reference.permissions.audit import EARLIEST_MS, LATEST_MS

T = TypeVar("T")

WORDS = ("fs", "mcp__", "write", ".", "_", "/", "a", "b", "é", "\U0001f600", "\n", "]", "-", "^")
WILDCARDS = (
    "*", "?", "**", "[a-z]", "[!a-z]", "[]]", "[!]]", "[z-a]", "[b-a!x]", "[-a]", "[a-c-e]",
    "[^a]", "[[:alpha:]]", "[", "[!", "[]", "\\*", "{a,b}", "[\U0001f600-\U0001f64f]", "*" * 9,
)  # fmt: skip
NOISE = ("[", "]", "!", "-", "^", "*", "?", "a", "b", "c", ".", "\\", "\n", "\U0001f600", "\uff5e")
MODES = ("allow", "deny", "prompt")
NOT_MODES = ("", "Allow", "DENY", "deny ", "ask", "true", "\U0001f600")
REASONS = (None, "", "because", "nein \U0001f6ab")
TIMES = (0, -1, 1, 999, 951_782_400_000, 4_107_542_400_000, EARLIEST_MS, LATEST_MS)


def well_formed(random: Random) -> tuple[str, dict[str, Any]]:
    """A policy of valid modes over names that its patterns are made from."""
    name = _text(random, WORDS, 5)
    rules: list[dict[str, Any]] = []
    for _ in range(_below(random, 4)):
        rule: dict[str, Any] = {"tool_pattern": _near(random, name), "mode": _pick(random, MODES)}
        if random.random() < 0.5:
            rule["reason"] = _pick(random, REASONS)
        rules.append(rule)
    return _ask(random, rules, name)


def raw(random: Random) -> tuple[str, dict[str, Any]]:
    """Patterns and names of the same few special code points, and modes that may be none."""
    name = _text(random, NOISE, 9)
    rules = []
    for _ in range(_below(random, 3)):
        modes = NOT_MODES if random.random() < 0.2 else MODES
        rules.append({"tool_pattern": _text(random, NOISE, 12), "mode": _pick(random, modes)})
    return _ask(random, rules, name)


def _ask(random: Random, rules: list[dict[str, Any]], name: str) -> tuple[str, dict[str, Any]]:
    draw = random.random()
    if draw < 0.3:
        pattern = rules[0]["tool_pattern"] if rules else _text(random, NOISE, 6)
        return "match", {"pattern": pattern, "name": name}
    if draw < 0.8:
        return "evaluate", {"rules": rules, "tool_name": name}
    span = LATEST_MS - EARLIEST_MS
    moment = _pick(random, TIMES) if draw < 0.85 else EARLIEST_MS + int(random.random() * span)
    return "audit", {
        "rules": rules, "tool_name": name, "session_id": f"s-{moment % 97}",
        "timestamp_ms": moment,
    }  # fmt: skip


def _near(random: Random, name: str) -> str:
    """The name with a stretch of it replaced by a wildcard, or only begun."""
    start = _below(random, len(name) + 1)
    end = start + _below(random, 3)
    wildcard = _pick(random, WILDCARDS)
    return name[:start] + wildcard + name[end:]


def _text(random: Random, parts: Sequence[str], most: int) -> str:
    return "".join(_pick(random, parts) for _ in range(_below(random, most + 1)))


def _pick(random: Random, choices: Sequence[T]) -> T:
    return choices[int(random.random() * len(choices))]


def _below(random: Random, limit: int) -> int:
    return int(random.random() * limit)
