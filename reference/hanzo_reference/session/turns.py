"""Which messages belong together, and which of them compaction may touch.

Here lives the division of a session into the system prompt, the middle and the protected tail.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hanzo_reference.session.message import Message, blocks_of


@dataclass(frozen=True)
class Division:
    """Two indices: the middle is ``messages[first:tail]``, the rest is protected."""

    first: int
    tail: int


def divide(messages: Sequence[Message], reserve_recent: int) -> Division:
    """The middle of a session whose last ``reserve_recent`` turns are protected.

    Spec: SESSION-19 to SESSION-26.
    """
    first = 1 if messages and messages[0]["role"] == "system" else 0
    turns = _turns(messages, first)
    # The last zero turns begin at the end, which no index from the end can say.
    if reserve_recent == 0:
        return Division(first, len(messages))
    if reserve_recent >= len(turns):
        return Division(first, first)
    return Division(first, turns[len(turns) - reserve_recent])


def _turns(messages: Sequence[Message], first: int) -> list[int]:
    """The index at which each turn begins. Spec: SESSION-20, SESSION-21, SESSION-23."""
    waiting = _waiting_for_results(messages, first)
    return [
        index
        for index in range(first, len(messages))
        if index == first or (_asks(messages[index]) and not waiting[index])
    ]


def _asks(message: Message) -> bool:
    """Whether a message is the user's and has anything besides tool results."""
    return message["role"] == "user" and any(
        block["type"] != "tool_result" for block in blocks_of(message)
    )


def _waiting_for_results(messages: Sequence[Message], first: int) -> list[bool]:
    """For each message, whether a tool_use before it has its result in it or after it.

    A result answers the nearest tool_use before it that has its id and no result yet.
    Spec: SESSION-23, SESSION-24.
    """
    waiting = [False] * len(messages)
    unanswered: dict[str, list[int]] = {}
    for index in range(first, len(messages)):
        for block in blocks_of(messages[index]):
            if block["type"] == "tool_use":
                unanswered.setdefault(block["id"], []).append(index)
            elif block["type"] == "tool_result" and unanswered.get(block["tool_use_id"]):
                asked = unanswered[block["tool_use_id"]].pop()
                waiting[asked + 1 : index + 1] = [True] * (index - asked)
    return waiting
