"""Words in which the cases of this room are written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hanzo_reference.spec.cases import Case, error, result

TABLE = "tools-memory.md, table of actions"
NOW = 5000
Plain = dict[str, Any]


def entry(number: int, content: str, *tags: str, scope: str = "project", ms: int = 1000) -> Plain:
    """A memory that has not been changed since."""
    return {
        "id": f"mem_{number}", "content": content, "tags": list(tags), "scope": scope,
        "created_ms": ms, "updated_ms": ms,
    }  # fmt: skip


def fact(subject: str, predicate: str, object_: str, scope: str = "project") -> Plain:
    """A fact."""
    return {"subject": subject, "predicate": predicate, "object": object_, "scope": scope}


def holding(*memories: Plain, next_: int | None = None, facts: Sequence[Plain] = ()) -> Plain:
    """A state; the next id is the one after the last unless it is given."""
    last = max((int(item["id"].removeprefix("mem_")) for item in memories), default=0)
    return {"next": next_ or last + 1, "memories": list(memories), "facts": list(facts)}


def answered(
    slug: str,
    description: str,
    numbers: str,
    action: str,
    params: Mapping[str, Any],
    state: Plain,
    data: Plain,
    *,
    after: Plain | None = None,
    paging: Plain | None = None,
    flags: Sequence[str] = (),
    anchor: str = TABLE,
    now_ms: int = NOW,
) -> Case:
    """A call that succeeds; without ``after`` the state stays as it was."""
    return Case(
        slug=slug,
        description=description,
        requirements=cited(numbers),
        operation="apply",
        input=_asked(action, params, state, now_ms),
        flags=flags,
        expected=result({"data": data, "paging": paging, "state": after or state}),
        anchor=anchor,
    )


def refused(
    slug: str,
    description: str,
    numbers: str,
    action: str,
    params: Mapping[str, Any],
    state: Plain,
    code: str,
    details: Plain,
    *,
    flags: Sequence[str] = (),
    anchor: str = TABLE,
) -> Case:
    """A call that fails."""
    return Case(
        slug=slug,
        description=description,
        requirements=cited(numbers),
        operation="apply",
        input=_asked(action, params, state, NOW),
        flags=flags,
        expected=error(code, details),
        anchor=anchor,
    )


def invalid(
    slug: str,
    description: str,
    numbers: str,
    action: str,
    params: Mapping[str, Any],
    *violations: tuple[str, str],
    state: Plain | None = None,
    flags: Sequence[str] = (),
    anchor: str = TABLE,
) -> Case:
    """A call whose parameters break these rules."""
    told = [{"pointer": pointer, "rule": rule} for pointer, rule in violations]
    return refused(
        slug, description, numbers, action, params, state or holding(), "INVALID_PARAMS",
        {"violations": told}, flags=flags, anchor=anchor,
    )  # fmt: skip


def cited(numbers: str) -> list[str]:
    """The ids of requirements."""
    return [f"MEMORY-{number}" for number in numbers.split()]


def _asked(action: str, params: Mapping[str, Any], state: Plain, now_ms: int) -> Plain:
    return {"state": state, "now_ms": now_ms, "action": action, "params": dict(params)}
