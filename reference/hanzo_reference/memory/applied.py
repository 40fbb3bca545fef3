"""What an action comes to, and the ways in which one is refused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hanzo_reference.envelope import InvalidParams, Item, ToolError, Violation, invalid_params, page
from hanzo_reference.memory.models import State


@dataclass(frozen=True)
class Applied:
    """The data of an answer, ``{cursor, more}`` of a list, and the state afterwards."""

    data: dict[str, Any]
    state: State
    paging: Mapping[str, Any] | None = None


def paged(
    name: str,
    items: Sequence[Item],
    query: Mapping[str, Any],
    limit: int | None,
    cursor: str | None,
    state: State,
) -> Applied:
    """One page of a list, under this name. Raises ``ToolError`` for a cursor of something else."""
    try:
        found = page(items, dict(query), limit=limit, cursor=cursor)
    except InvalidParams:
        refuse([Violation("/cursor", "cursor")])
        raise
    return Applied(
        {name: [item.value for item in found.items]},
        state,
        {"cursor": found.cursor, "more": found.more},
    )


def refuse(violations: Iterable[Violation]) -> None:
    """Raise ``INVALID_PARAMS`` with all violations, sorted, if there are any. Spec: MEMORY-5."""
    broken = sorted(violations)
    if broken:
        raise invalid_params(broken)


def refuse_unknown(state: State, ids: Iterable[str]) -> None:
    """Raise ``NOT_FOUND`` with the first id that no memory has. Spec: MEMORY-6."""
    known = {entry.id for entry in state.memories}
    for name in ids:
        if name not in known:
            raise ToolError("NOT_FOUND", f"there is no memory {name}", {"id": name})
