"""Run records made by hand, for tests of what is done with them."""

from __future__ import annotations

from typing import Any

from hanzo_conformance.verdicts.record import (
    ImplementationEntry,
    ResultEntry,
    RunRecord,
    ToolEntry,
    VectorEntry,
)
from hanzo_conformance.verdicts.verdict import Verdict


def result(vector: str, verdict: str, name: str = "one", **members: Any) -> ResultEntry:
    """A result; ``was`` may be given as a word."""
    if "was" in members:
        members["was"] = Verdict(members["was"])
    return ResultEntry(name, f"echo/{vector}", Verdict(verdict), 0.1, **members)


def failed(vector: str, actual: Any, name: str = "one", **members: Any) -> ResultEntry:
    """A wrong answer at /text, where "a" is expected."""
    stated = {"pointer": "/text", "expected": "a", "actual": actual, **members}
    return result(vector, "failed", name, **stated)


def record(
    *results: ResultEntry, levels: dict[str, Any] | None = None, **members: Any
) -> RunRecord:
    """A record with these results, and all that follows from them."""
    names = list(dict.fromkeys(item.implementation for item in results))
    ids = list(dict.fromkeys(item.vector for item in results))
    stated: dict[str, Any] = {
        "format": 1,
        "tool": ToolEntry("hanzo-conformance", "1"),
        "vectors_sha256": "0" * 64,
        "started": "2026-11-21T00:00:00+00:00",
        "seconds": 1.0,
        "exit_code": 0,
        "interrupted": False,
        "implementations": [implementation(name) for name in names],
        "results": list(results),
        "vectors": [
            VectorEntry(
                id=name,
                domain="echo",
                description=f"Says {name}",
                requirements=("ECHO-1",),
                level=(levels or {}).get(name.removeprefix("echo/"), "must"),
                operation="echo.say",
            )
            for name in ids
        ],
    }
    return RunRecord(**{**stated, **members})


def implementation(name: str, **members: Any) -> ImplementationEntry:
    """An implementation that ran."""
    stated: dict[str, Any] = {
        "name": name,
        "version": "1",
        "language": "any",
        "operations": ["echo.say"],
        "counts": {},
        "state": "ran",
        "why": None,
    }
    return ImplementationEntry(**{**stated, **members})
