"""From the models of the operation to the behaviour and back."""

from __future__ import annotations

from hanzo_reference.sse.buffer import SseFrameBuffer
from hanzo_reference.sse.frame import SseFrame
from hanzo_reference.sse.models import Frame, ParseInput, ParseOutput


def parse(stream: ParseInput) -> ParseOutput:
    """Feed every chunk, close, and answer the frames; raises ``SseBufferOverflow``."""
    buffer = SseFrameBuffer(stream.limit())
    frames: list[SseFrame] = []
    byte_chunks = stream.byte_chunks()
    if byte_chunks is None:
        for text in stream.chunks:
            frames += buffer.feed(text)
    else:
        for chunk in byte_chunks:
            frames += buffer.feed_bytes(chunk)
    buffer.close()
    return ParseOutput(
        frames=[
            Frame(event=frame.event, data=frame.data, id=frame.id, retry=frame.retry)
            for frame in frames
        ],
        last_event_id=buffer.last_event_id,
        reconnection_time=buffer.reconnection_time,
    )
