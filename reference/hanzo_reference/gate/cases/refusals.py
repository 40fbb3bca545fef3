"""Cases of what is refused before anything is done."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hanzo_reference.gate.cases.gate_case import HIP, LOOP, TIME_MS, outcomes, rule
from hanzo_reference.spec.cases import Case, error

BAD_RULES = [rule("x", "allow"), rule("y", "Deny")]
BAD_BUDGET = {"max_tokens": 0, "reserve_recent": 1, "summary": None}
BAD_MESSAGES = [{"role": "robot", "content": "x"}]
GOOD: dict[str, Any] = {
    "messages": [{"role": "user", "content": "x"}], "tools": [], "rules": [], "model": [],
    "outcomes": {}, "max_requests": 1, "budget": None,
}  # fmt: skip


def cases() -> Iterator[Case]:
    """Every refusal, and which one comes first."""
    yield Case(
        "call-with-a-mode-that-is-none", "A rule that cannot be meant fails the whole policy",
        ["GATE-36"], "call",
        {"call": {"name": "fs", "input": {"action": 1}}, "rules": BAD_RULES, "session_id": "s",
         "timestamp_ms": TIME_MS, "outcomes": outcomes()},
        expected=error("INVALID_MODE"), anchor=HIP,
    )  # fmt: skip
    everything = {
        "max_requests": 0, "rules": BAD_RULES, "budget": BAD_BUDGET, "messages": BAD_MESSAGES,
    }  # fmt: skip
    codes = ("INVALID_LIMIT", "INVALID_MODE", "INVALID_BUDGET", "INVALID_MESSAGE")
    for place, code in enumerate(codes):
        given = dict(list(everything.items())[place:])
        yield Case(
            f"refused-first-{code.lower().replace('_', '-')}", f"{code} before those behind it",
            ["GATE-36", *(["GATE-37"] if code == "INVALID_MESSAGE" else [])], "run",
            {**GOOD, **given}, expected=error(code), anchor=LOOP,
        )  # fmt: skip
    for slug, more, code in (
        ("limit-below-zero", {"max_requests": -1}, "INVALID_LIMIT"),
        ("budget-reserve-below-zero", {"budget": {**BAD_BUDGET, "max_tokens": 9, "reserve_recent": -1}},
         "INVALID_BUDGET"),
        ("message-that-lacks-its-content", {"messages": [{"role": "user"}]}, "INVALID_MESSAGE"),
        ("messages-too-dear",
         {"messages": [{"role": "user", "content": "", "token_count": 9007199254740991},
                       {"role": "user", "content": "", "token_count": 1}]}, "INVALID_MESSAGE"),
    ):  # fmt: skip
        yield Case(
            f"refused-{slug}", f"{slug.replace('-', ' ').capitalize()} is {code}",
            ["GATE-37" if code == "INVALID_MESSAGE" else "GATE-36"], "run", {**GOOD, **more},
            expected=error(code), anchor=LOOP,
        )  # fmt: skip
