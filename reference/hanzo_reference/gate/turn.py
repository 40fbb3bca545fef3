"""One answer of the model: its events, put together to the blocks of a message."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

from hanzo_reference.gate.protocols import ContentDelta, MessageStop, StreamEvent, ToolUse


@dataclass(frozen=True, slots=True)
class Turn:
    """The blocks and tool uses of a message, and all of its text; ``complete`` if it was ended."""

    blocks: list[dict[str, Any]]
    uses: list[ToolUse]
    text: str
    complete: bool


async def read_turn(events: AsyncIterator[StreamEvent], taken: frozenset[str]) -> Turn:
    """Read to the end of a message; ``taken`` are the ids that no tool use may have.

    Spec: GATE-24 to GATE-28.
    """
    blocks: list[dict[str, Any]] = []
    uses: list[ToolUse] = []
    said: list[str] = []
    complete = False
    async for event in events:
        if isinstance(event, ContentDelta):
            _add_text(blocks, event.text)
            said.append(event.text)
        elif isinstance(event, ToolUse) and event.id not in {*taken, *(use.id for use in uses)}:
            uses.append(event)
            block = {"type": "tool_use", "id": event.id, "name": event.name}
            blocks.append({**block, "input": dict(event.input)})
        else:
            complete = isinstance(event, MessageStop)
            break
    return Turn(blocks, uses, "".join(said), complete)


def _add_text(blocks: list[dict[str, Any]], text: str) -> None:
    if blocks and blocks[-1]["type"] == "text":
        blocks[-1]["text"] += text
    elif text:
        blocks.append({"type": "text", "text": text})
