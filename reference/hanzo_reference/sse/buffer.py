"""Chunks to lines to frames: the buffer that a response body is fed into.

Here lives all that concerns the cutting of a stream into chunks and lines, and the limit on what
is held back. What a line means is in ``frame``, how bytes become text in ``decoder``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from hanzo_reference.spec.declaration import DomainError
from hanzo_reference.sse.decoder import Utf8Decoder
from hanzo_reference.sse.frame import BlockReader, SseFrame, utf8_size

BYTE_ORDER_MARK = "\ufeff"
# end-of-line = ( cr lf / cr / lf ); everything else, U+2028 and U+0085 too, belongs to a line.
PIECE = re.compile(r"[^\r\n]+|\r|\n")


class SseBufferOverflow(DomainError):  # noqa: N818 - the name that all languages share
    """More is held back than ``max_buffer`` allows: ``SSE_BUFFER_OVERFLOW``.

    ``frames`` are those that the failing call had completed before.
    """

    def __init__(self, frames: Sequence[SseFrame] = ()) -> None:
        super().__init__(
            "SSE_BUFFER_OVERFLOW",
            "the unfinished line and the data that waits for its blank line exceed max_buffer",
        )
        self.frames = tuple(frames)


class SseFrameBuffer:
    """Takes a stream in chunks of any size and gives its frames as they become complete.

    ``max_buffer`` bounds, in UTF-8 bytes, the unfinished line together with the data that waits
    for its blank line; None sets no bound. Spec: SSE-1 to SSE-53.
    """

    def __init__(self, max_buffer: int | None = None) -> None:
        if max_buffer is not None and max_buffer < 0:
            raise ValueError("max_buffer is a number of bytes, zero or more")
        self._max_buffer = max_buffer
        self.reset()

    @property
    def last_event_id(self) -> str:
        """The id that a reconnecting client would send; empty when none was established."""
        return self._blocks.last_event_id

    @property
    def reconnection_time(self) -> int | None:
        """Milliseconds to wait before reconnecting, or None when the stream named none."""
        return self._blocks.reconnection_time

    def feed(self, chunk: str) -> list[SseFrame]:
        """The frames that this text completes; raises ``SseBufferOverflow``.

        Text counts as its UTF-8 bytes: a sequence that an earlier ``feed_bytes`` left unfinished
        cannot go on in it and becomes U+FFFD first. Spec: SSE-52.
        """
        return self._take(self._decoder.end() + chunk if chunk else "")

    def feed_bytes(self, chunk: bytes) -> list[SseFrame]:
        """The frames that these bytes complete; raises ``SseBufferOverflow``."""
        return self._take(self._decoder.feed(chunk))

    def close(self) -> None:
        """End of the stream: what is incomplete is discarded, and the next stream may begin.

        ``last_event_id`` and ``reconnection_time`` stay; an overflow stays too. Spec: SSE-51.
        """
        self._blocks.abandon()
        self._begin_stream()

    def reset(self) -> None:
        """Forget everything, an overflow included, as if newly made. Spec: SSE-50."""
        self._blocks = BlockReader()
        self._overflown = False
        self._begin_stream()

    def _begin_stream(self) -> None:
        self._decoder = Utf8Decoder()
        self._at_start = True
        self._after_cr = False
        self._begin_line()

    def _begin_line(self) -> None:
        self._line: list[str] = []
        self._line_size = 0

    def _take(self, text: str) -> list[SseFrame]:
        frames: list[SseFrame] = []
        if self._overflown:
            raise self._overflow(frames)
        if text and self._at_start:
            self._at_start = False
            text = text.removeprefix(BYTE_ORDER_MARK)
        for piece in PIECE.findall(text):
            if piece == "\n" and self._after_cr:
                # The CR has ended the line already, perhaps chunks ago.
                self._after_cr = False
            elif piece in {"\r", "\n"}:
                self._after_cr = piece == "\r"
                frame = self._blocks.take("".join(self._line))
                self._begin_line()
                if frame is not None:
                    frames.append(frame)
            else:
                self._after_cr = False
                self._line.append(piece)
                self._line_size += utf8_size(piece)
                if self._exceeds_limit():
                    raise self._overflow(frames)
        return frames

    def _exceeds_limit(self) -> bool:
        """Whether more is held back than allowed; asked after each piece.

        That is as good as asking at every code point: within a piece the size only grows, and a
        line end never makes it larger, since ``data`` gives way to one LF.
        """
        if self._max_buffer is None:
            return False
        return self._line_size + self._blocks.data_size > self._max_buffer

    def _overflow(self, frames: Sequence[SseFrame]) -> SseBufferOverflow:
        self._overflown = True
        return SseBufferOverflow(frames)
