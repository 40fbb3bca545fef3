"""Cases of names: under which one rules know a call."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hanzo_reference.gate.cases.gate_case import call_case, failed, outcomes, rule
from hanzo_reference.spec.cases import Case

NAMES: tuple[tuple[str, str, Mapping[str, Any], str, str], ...] = (
    ("action", "fs", {"action": "write", "path": "a"}, "fs.write", "GATE-13"),
    ("action-with-dots", "fs", {"action": "a.b"}, "fs.a.b", "GATE-14"),
    ("action-that-is-empty", "proc", {"action": ""}, "proc.", "GATE-14"),
    ("action-with-blanks", "vcs", {"action": " Log "}, "vcs. Log ", "GATE-14"),
    ("action-in-another-script", "net", {"action": "雪"}, "net.雪", "GATE-14"),
    ("action-absent", "code", {"Action": "read"}, "code.help", "GATE-14"),
    ("action-null", "test", {"action": None}, "test.help", "GATE-14"),
    ("optional-llm", "llm", {"action": "chat"}, "llm.chat", "GATE-13"),
    ("optional-memory", "memory", {"action": "store"}, "memory.store", "GATE-13"),
    ("optional-hanzo", "hanzo", {"action": "kms"}, "hanzo.kms", "GATE-13"),
    ("further-browser", "browser", {"action": "click"}, "browser.click", "GATE-13"),
    ("further-mode", "mode", {"action": "set"}, "mode.set", "GATE-13"),
    ("further-plan", "plan", {"action": "show"}, "plan.show", "GATE-13"),
    ("further-search", "search", {"action": "web"}, "search.web", "GATE-13"),
    ("further-think", "think", {"action": "review"}, "think.review", "GATE-13"),
    ("ws", "ws", {"action": "info"}, "ws.info", "GATE-13"),
    ("ui", "ui", {"action": "shot"}, "ui.shot", "GATE-13"),
    ("upper-case", "FS", {"action": "write"}, "FS", "GATE-16"),
    ("longer", "fs2", {"action": "write"}, "fs2", "GATE-16"),
    ("with-its-action", "fs.write", {"action": "read"}, "fs.write", "GATE-16"),
    ("of-a-server", "mcp__a__b", {"action": "x"}, "mcp__a__b", "GATE-16"),
    ("of-another-tool", "Bash", {"action": 7}, "Bash", "GATE-16"),
    ("constructor", "constructor", {"action": "x"}, "constructor", "GATE-16"),
    ("empty", "", {}, "", "GATE-16"),
)


def cases() -> Iterator[Case]:
    """Names, then actions that are none."""
    for slug, name, given, known, requirement in NAMES:
        yield call_case(
            f"name-{slug}", f"{name!r} with {dict(given)} is known as {known!r}", requirement, "name",
            given=outcomes(), call=(name, given), name=known, mode="deny", by="policy",
            rules=[rule(known, "deny", "this one")], matched=known, denial=["this one"],
            asked="policy", told=failed("denied by policy: this one"),
        )  # fmt: skip
    for slug, action in (
        ("number", 1), ("zero", 0), ("false", False), ("list", ["write"]), ("object", {"a": "write"}),
    ):  # fmt: skip
        yield call_case(
            f"action-is-a-{slug}", f"{action!r} is no action", "GATE-15", "name", "blocked-by",
            given=outcomes(), call=("fs", {"action": action}), name=None, asked="",
            told=failed("invalid action"),
        )  # fmt: skip
