"""The actions over memories. Pure: what is remembered comes in and goes out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from hanzo_reference.envelope import Item, Violation
from hanzo_reference.memory.applied import Applied, paged, refuse, refuse_unknown
from hanzo_reference.memory.models import (
    CreateParams,
    DeleteParams,
    Entry,
    ManageParams,
    RecallParams,
    State,
    SummarizeParams,
    UpdateParams,
)

PREFIX = "mem_"
# Tabulator, line feed, vertical tab, form feed, carriage return, space: what ASCII has of blanks.
BLANKS = "\t\n\v\f\r "
WORD = re.compile(f"[^{BLANKS}]+")
LOWER = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}


def recall(state: State, params: RecallParams, now_ms: int) -> Applied:
    """The memories that have all the words and all the tags. Spec: MEMORY-8 to MEMORY-14."""
    del now_ms
    words = [word.translate(LOWER) for word in WORD.findall(params.query or "")]
    tags = None if params.tags is None else sorted(set(params.tags))
    found = [
        Item(entry.id, entry.model_dump())
        for entry in state.memories
        if params.scope in (None, entry.scope)
        and all(word in entry.content.translate(LOWER) for word in words)
        and set(tags or []).issubset(entry.tags)
    ]
    query = {"query": params.query, "scope": params.scope, "tags": tags}
    return paged("memories", found, query, params.limit, params.cursor, state)


def create(state: State, params: CreateParams, now_ms: int) -> Applied:
    """A new memory. Spec: MEMORY-15 to MEMORY-18."""
    refuse(_blank("/content", params.content))
    made = _made(state, [params], now_ms)
    return Applied(made.memories[-1].model_dump(), made)


def update(state: State, params: UpdateParams, now_ms: int) -> Applied:
    """A memory with its text or its tags changed. Spec: MEMORY-19 to MEMORY-21."""
    refuse(_nothing_new("", params))
    refuse_unknown(state, [params.id])
    changed = _changed(state, params, now_ms)
    entry = next(item for item in changed.memories if item.id == params.id)
    return Applied(entry.model_dump(), changed)


def delete(state: State, params: DeleteParams, now_ms: int) -> Applied:
    """What is forgotten. Spec: MEMORY-22, MEMORY-23."""
    del now_ms
    refuse([Violation("/ids", "empty")] if not params.ids else _repeated("/ids", params.ids))
    refuse_unknown(state, params.ids)
    return Applied({"deleted": params.ids}, _without(state, params.ids))


def manage(state: State, params: ManageParams, now_ms: int) -> Applied:
    """Several memories made, changed and forgotten, all or none. Spec: MEMORY-24 to MEMORY-27."""
    new, changes, gone = params.create or [], params.update or [], params.delete or []
    if not (new or changes or gone):
        refuse([Violation("/create", "required")])
    refuse(_unfit(new, changes, gone))
    refuse_unknown(state, [*(item.id for item in changes), *gone])
    after = _made(state, new, now_ms)
    created = [entry.id for entry in after.memories[len(state.memories) :]]
    for item in changes:
        after = _changed(after, item, now_ms)
    updated = [item.id for item in changes]
    data = {"created": created, "updated": updated, "deleted": gone}
    return Applied(data, _without(after, gone))


def summarize(state: State, params: SummarizeParams, now_ms: int) -> Applied:
    """A memory that stands for others. Spec: MEMORY-28 to MEMORY-30."""
    ids = params.ids or []
    refuse(
        [
            *_blank("/topic", params.topic),
            *_blank("/content", params.content),
            *_repeated("/ids", ids),
        ]
    )
    refuse_unknown(state, ids)
    left = _without(state, ids) if params.replace else state
    tags = ["summary", f"topic:{params.topic}"]
    summary = CreateParams(content=params.content, tags=tags, scope=params.scope)
    made = _made(left, [summary], now_ms)
    return Applied(made.memories[-1].model_dump(), made)


def _unfit(
    new: Sequence[CreateParams], changes: Sequence[UpdateParams], gone: Sequence[str]
) -> Iterator[Violation]:
    for index, creation in enumerate(new):
        yield from _blank(f"/create/{index}/content", creation.content)
    for index, change in enumerate(changes):
        yield from _nothing_new(f"/update/{index}", change)
    yield from _repeated("/delete", gone, {item.id for item in changes})


def _blank(pointer: str, text: str) -> list[Violation]:
    """The violation of a text without a single word. Spec: MEMORY-15."""
    return [] if WORD.search(text) else [Violation(pointer, "empty")]


def _nothing_new(pointer: str, params: UpdateParams) -> list[Violation]:
    if params.content is None:
        return [Violation(f"{pointer}/content", "required")] if params.tags is None else []
    return _blank(f"{pointer}/content", params.content)


def _repeated(pointer: str, ids: Sequence[str], earlier: Iterable[str] = ()) -> Iterator[Violation]:
    """Each place of an id that stood before. Spec: MEMORY-7."""
    seen = set(earlier)
    for index, name in enumerate(ids):
        if name in seen:
            yield Violation(f"{pointer}/{index}", "unique")
        seen.add(name)


def _made(state: State, new: Sequence[CreateParams], now_ms: int) -> State:
    """The state with new memories at its end. Spec: MEMORY-16 to MEMORY-18."""
    made = [
        Entry(
            id=f"{PREFIX}{number}", content=item.content, tags=_sorted(item.tags or []),
            scope=item.scope, created_ms=now_ms, updated_ms=now_ms,
        )
        for number, item in enumerate(new, state.next)
    ]  # fmt: skip
    return state.model_copy(
        update={"next": state.next + len(new), "memories": [*state.memories, *made]}
    )


def _changed(state: State, params: UpdateParams, now_ms: int) -> State:
    given: dict[str, object] = {"updated_ms": now_ms}
    if params.content is not None:
        given["content"] = params.content
    if params.tags is not None:
        given["tags"] = _sorted(params.tags)
    memories = [
        entry.model_copy(update=given) if entry.id == params.id else entry
        for entry in state.memories
    ]
    return state.model_copy(update={"memories": memories})


def _without(state: State, ids: Sequence[str]) -> State:
    left = [entry for entry in state.memories if entry.id not in ids]
    return state.model_copy(update={"memories": left})


def _sorted(tags: Iterable[str]) -> list[str]:
    # Code points sort as their UTF-8 bytes do.
    return sorted(set(tags))
