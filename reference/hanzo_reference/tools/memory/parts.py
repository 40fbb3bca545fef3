"""One memory out of parts that are kept in different places, and back. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from hanzo_reference.memory import Entry, State
from hanzo_reference.memory.models import Scope

PREFIX = "mem_"
# From near to far: where two parts have given one id, the nearer one keeps it.
NEAREST_FIRST: tuple[Scope, ...] = ("project", "session", "global")
EMPTY = State(next=1, memories=[], facts=[])

assert set(NEAREST_FIRST) == set(get_args(Scope))


def whole(parts: Mapping[Scope, State]) -> State:
    """The state that all parts come to. Spec: KEPT-6."""
    next_ = max(part.next for part in parts.values())
    memories: dict[str, Entry] = {}
    for scope in NEAREST_FIRST:
        for found in parts[scope].memories:
            entry = found
            if found.id in memories:
                entry = found.model_copy(update={"id": f"{PREFIX}{next_}"})
                next_ += 1
            memories[entry.id] = entry
    return State(
        next=next_,
        memories=sorted(memories.values(), key=number),
        facts=[fact for scope in NEAREST_FIRST for fact in parts[scope].facts],
    )


def divided(state: State) -> dict[Scope, State]:
    """The parts of a state, each with the number of the next id."""
    return {
        scope: State(
            next=state.next,
            memories=[entry for entry in state.memories if entry.scope == scope],
            facts=[fact for fact in state.facts if fact.scope == scope],
        )
        for scope in NEAREST_FIRST
    }


def differs(before: State, after: State) -> bool:
    """Whether a part has to be kept anew: the number of the next id alone is no reason."""
    return (before.memories, before.facts) != (after.memories, after.facts)


def number(entry: Entry) -> int:
    """The number of an id."""
    return int(entry.id.removeprefix(PREFIX))
