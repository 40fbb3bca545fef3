"""The actions of ``memory``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hanzo_reference.envelope import InvalidParams, Item, Outcome, ToolError, page
from hanzo_reference.tools.context import Context
from hanzo_reference.tools.memory.models import (
    CreateParams,
    FactsParams,
    RecallParams,
    UpdateParams,
)
from hanzo_reference.tools.memory.store import FOLDER, Store


def recall(context: Context, params: RecallParams) -> Outcome:
    """The memories that have all the words and all the tags. Spec: MEMORY-2, MEMORY-3, MEMORY-6."""
    words = (params.query or "").casefold().split()
    tags = set(params.tags or [])
    found = [
        Item(memory["id"], memory)
        for memory in _store(context).memories()
        if all(word in memory["content"].casefold() for word in words)
        and tags.issubset(memory["tags"])
    ]
    query = {"query": params.query, "tags": sorted(tags)}
    return _paged("memories", found, query, params.limit, params.cursor)


def create(context: Context, params: CreateParams) -> Outcome:
    """A new memory. Spec: MEMORY-1, MEMORY-4."""
    if not params.content.strip():
        raise _violation("/content", "empty")
    return Outcome(_store(context).create(params.content, params.tags or [], _now_ms(context)))


def update(context: Context, params: UpdateParams) -> Outcome:
    """A memory with its text or its tags changed. Spec: MEMORY-4, MEMORY-5."""
    if params.content is None and params.tags is None:
        raise _violation("/content", "required")
    if params.content is not None and not params.content.strip():
        raise _violation("/content", "empty")
    changed = _store(context).update(params.id, params.content, params.tags, _now_ms(context))
    if changed is None:
        raise ToolError("NOT_FOUND", f"there is no memory {params.id}", {"id": params.id})
    return Outcome(changed)


def facts(context: Context, params: FactsParams) -> Outcome:
    """The facts after those of ``add`` were added. Spec: MEMORY-1, MEMORY-6, MEMORY-7."""
    store = _store(context)
    if params.add:
        store.add_facts([(fact.subject, fact.predicate, fact.object) for fact in params.add])
    found = [
        Item("\0".join(fact), dict(zip(("subject", "predicate", "object"), fact, strict=True)))
        for fact in store.facts()
        if params.subject in (None, fact[0]) and params.predicate in (None, fact[1])
    ]
    query = {"subject": params.subject, "predicate": params.predicate}
    return _paged("facts", found, query, params.limit, params.cursor)


def _store(context: Context) -> Store:
    # By the rule for every path: a link that leads out of the workspace is refused.
    folder = context.workspace.locate(context.workspace.uri(context.workspace.root / FOLDER))
    return Store(folder.parent)


def _now_ms(context: Context) -> int:
    return int(context.now() * 1000)


def _paged(
    name: str, items: Sequence[Item], query: dict[str, Any], limit: int | None, cursor: str | None
) -> Outcome:
    try:
        found = page(items, query, limit=limit, cursor=cursor)
    except InvalidParams as problem:
        raise _violation("/cursor", "cursor", problem.message) from None
    return Outcome(
        {name: [item.value for item in found.items]},
        paging={"cursor": found.cursor, "more": found.more},
    )


def _violation(pointer: str, rule: str, message: str = "") -> ToolError:
    violation = {"pointer": pointer, "rule": rule}
    return ToolError("INVALID_PARAMS", message or f"{pointer}: {rule}", {"violations": [violation]})
