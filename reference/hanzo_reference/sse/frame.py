"""Lines to frames: what each field does, and what a blank line does.

Here lives the interpretation of complete lines (WHATWG HTML §9.2.6). Where lines begin and end is
the frame buffer's part.
"""

from __future__ import annotations

from dataclasses import dataclass

# The largest integer that every JSON reader holds exactly, 2^53 - 1.
LARGEST_RETRY_MS = 9007199254740991
ASCII_DIGITS = frozenset("0123456789")


@dataclass(frozen=True, slots=True)
class SseFrame:
    """One dispatched event: ``data``, and what else its own block said.

    ``event`` is None when the block names no type. ``id`` and ``retry`` (milliseconds) are None
    when the block has no valid one; the values that outlive a block are the buffer's.
    """

    event: str | None
    data: str
    id: str | None
    retry: int | None


def split_field(line: str) -> tuple[str, str]:
    """Name and value of a line that is not blank; a comment has the empty name.

    Spec: SSE-12 to SSE-15.
    """
    # field = 1*name-char [ colon [ space ] *any-char ] end-of-line
    name, _, value = line.partition(":")
    return name, value.removeprefix(" ")


def parse_retry(value: str) -> int | None:
    """The time in milliseconds that a ``retry`` value means, or None when it means nothing.

    Spec: SSE-25, SSE-26, SSE-27.
    """
    if not value or not ASCII_DIGITS.issuperset(value):
        return None
    significant = value.lstrip("0")
    # Decided by the number of digits first: a value may be longer than integers can be parsed.
    if len(significant) > len(str(LARGEST_RETRY_MS)):
        return LARGEST_RETRY_MS
    return min(int(significant or "0"), LARGEST_RETRY_MS)


class BlockReader:
    """Takes complete lines and gives a frame for each blank line that dispatches one.

    ``last_event_id`` and ``reconnection_time`` are what the stream has established so far.
    """

    def __init__(self) -> None:
        self.last_event_id = ""
        self.reconnection_time: int | None = None
        # UTF-8 bytes of the data buffer, each data line's line feed included.
        self.data_size = 0
        self._id_buffer = ""
        self._begin_block()

    def take(self, line: str) -> SseFrame | None:
        """Interpret one line, given without its line end."""
        if not line:
            return self._dispatch()
        # A comment, which begins with the colon, is a field with an empty and so unknown name.
        self._field(*split_field(line))
        return None

    def abandon(self) -> None:
        """Forget the undispatched block, as at the end of a stream. Spec: SSE-40."""
        self._id_buffer = self.last_event_id
        self._begin_block()

    def _begin_block(self) -> None:
        self._data: list[str] = []
        self.data_size = 0
        self._event = ""
        self._id: str | None = None
        self._retry: int | None = None

    def _field(self, name: str, value: str) -> None:
        if name == "data":
            self._data.append(value)
            self.data_size += utf8_size(value) + 1
        elif name == "event":
            self._event = value
        elif name == "id":
            if "\0" not in value:
                self._id_buffer = self._id = value
        elif name == "retry":
            milliseconds = parse_retry(value)
            if milliseconds is not None:
                # Not held back for the blank line, unlike the id.
                self.reconnection_time = self._retry = milliseconds

    def _dispatch(self) -> SseFrame | None:
        # Before the data is looked at, so that a block without data moves it too.
        self.last_event_id = self._id_buffer
        frame = None
        if self._data:
            # Each data line has appended its value and LF; the last LF is dropped.
            frame = SseFrame(
                event=self._event or None,
                data="\n".join(self._data),
                id=self._id,
                retry=self._retry,
            )
        self._begin_block()
        return frame


def utf8_size(text: str) -> int:
    """The number of bytes that a text takes in UTF-8."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
