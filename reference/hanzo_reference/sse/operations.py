"""From the models of the operations to the behaviour and back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from hanzo_reference.sse.buffer import SseBufferOverflow, SseFrameBuffer
from hanzo_reference.sse.frame import SseFrame
from hanzo_reference.sse.models import (
    BufferInput,
    BufferOutput,
    BytesStep,
    CloseStep,
    Frame,
    ParseInput,
    ParseOutput,
    Step,
    TextStep,
    Turn,
)


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
        frames=_frames(frames),
        last_event_id=buffer.last_event_id,
        reconnection_time=buffer.reconnection_time,
    )


def use_buffer(given: BufferInput) -> BufferOutput:
    """Do with one buffer what the steps say, and answer what each of them showed."""
    buffer = SseFrameBuffer(given.limit())
    return BufferOutput(turns=[_turn(buffer, step) for step in given.script])


def _turn(buffer: SseFrameBuffer, step: Step) -> Turn:
    error: Literal["SSE_BUFFER_OVERFLOW"] | None = None
    try:
        frames = _done(buffer, step)
    except SseBufferOverflow as overflow:
        error, frames = "SSE_BUFFER_OVERFLOW", overflow.frames
    return Turn(
        frames=_frames(frames),
        error=error,
        last_event_id=buffer.last_event_id,
        reconnection_time=buffer.reconnection_time,
    )


def _done(buffer: SseFrameBuffer, step: Step) -> Iterable[SseFrame]:
    if isinstance(step, TextStep):
        return buffer.feed(step.text)
    if isinstance(step, BytesStep):
        return buffer.feed_bytes(step.data())
    if isinstance(step, CloseStep):
        buffer.close()
    else:
        buffer.reset()
    return ()


def _frames(frames: Iterable[SseFrame]) -> list[Frame]:
    return [
        Frame(event=frame.event, data=frame.data, id=frame.id, retry=frame.retry)
        for frame in frames
    ]
