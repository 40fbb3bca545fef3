"""The action over facts. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hanzo_reference.envelope import Item, Violation
from hanzo_reference.memory.applied import Applied, paged, refuse
from hanzo_reference.memory.models import Fact, FactParams, FactsParams, State


def facts(state: State, params: FactsParams, now_ms: int) -> Applied:
    """The facts there are once some were removed and some added.

    Spec: MEMORY-31 to MEMORY-39.
    """
    del now_ms
    refuse([*_nul("remove", params.remove or []), *_nul("add", params.add or [])])
    removed = [_fact(item) for item in params.remove or []]
    added = [_fact(item) for item in params.add or []]
    kept = [fact for fact in state.facts if fact not in removed]
    for fact in added:
        if fact not in kept:
            kept.append(fact)
    found = [
        Item("\0".join(_texts(fact)), fact.model_dump())
        for fact in kept
        if params.subject in (None, fact.subject)
        and params.predicate in (None, fact.predicate)
        and params.scope in (None, fact.scope)
    ]
    # NUL is in no text and before every other character: by key is by the four, one after another.
    found.sort(key=lambda item: item.key)
    query = {"subject": params.subject, "predicate": params.predicate, "scope": params.scope}
    return paged(
        "facts", found, query, params.limit, params.cursor, state.model_copy(update={"facts": kept})
    )


def _texts(fact: Fact) -> tuple[str, ...]:
    return fact.subject, fact.predicate, fact.object, fact.scope


def _fact(item: FactParams) -> Fact:
    return Fact(
        subject=item.subject, predicate=item.predicate, object=item.object, scope=item.scope
    )


def _nul(name: str, items: Sequence[FactParams]) -> Iterator[Violation]:
    """Texts with a NUL, by which keys are joined. Spec: MEMORY-38."""
    for index, item in enumerate(items):
        for member in ("subject", "predicate", "object"):
            if "\0" in getattr(item, member):
                yield Violation(f"/{name}/{index}/{member}", "nul")
