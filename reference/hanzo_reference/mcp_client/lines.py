"""Bytes of a server's standard output to messages: one a line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from hanzo_reference.mcp_client.message import Invalid, Received, read_message

# As much as a tool's answer with a picture in it takes, and no more than a client can hold.
MAX_LINE_BYTES = 10485760
LINE_FEED = b"\n"
# Lines that say nothing, those of Windows included.
EMPTY = (bytearray(), bytearray(b"\r"))


@dataclass(frozen=True, slots=True)
class Closed:
    """Nothing comes any more, and why."""

    reason: Literal["end", "truncated", "too_long"]


Event: TypeAlias = Received | Invalid | Closed


class McpLines:
    """Takes a stream in chunks of any size and gives what its lines say.

    ``max_line`` bounds a line in bytes, its line feed not counted. Spec: MCPC-1 to MCPC-14.
    """

    def __init__(self, max_line: int = MAX_LINE_BYTES) -> None:
        self._max_line = max_line
        self._rest = bytearray()
        self._is_closed = False

    def feed(self, chunk: bytes) -> list[Event]:
        """What the lines say that this chunk completes."""
        events: list[Event] = []
        *complete, rest = chunk.split(LINE_FEED)
        for part in complete:
            self._hold(part, events)
            # A CR behind a message is white space of JSON.
            if self._rest not in EMPTY:
                events.append(read_message(self._rest))
            self._rest.clear()
        self._hold(rest, events)
        return events

    def close(self) -> list[Event]:
        """The end of the stream, unless it has ended before."""
        if self._is_closed:
            return []
        self._is_closed = True
        return [Closed("truncated" if self._rest else "end")]

    def _hold(self, part: bytes, events: list[Event]) -> None:
        """Lengthen the unfinished line, which ends all when it is too long. Spec: MCPC-4."""
        if self._is_closed:
            return
        if len(self._rest) + len(part) > self._max_line:
            self._is_closed = True
            self._rest.clear()
            events.append(Closed("too_long"))
        else:
            self._rest += part
