"""SSE frame buffer: what ``sse.parse`` cannot show, and the params that it refuses."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanzo_reference.spec.calls import InvalidParamsError, call
from hanzo_reference.sse import DOMAIN, SseBufferOverflow, SseFrame, SseFrameBuffer
from hanzo_reference.sse.models import ParseInput

PARSE = DOMAIN.operations[0]


def test_after_an_overflow_every_feed_fails_until_reset() -> None:
    buffer = SseFrameBuffer(max_buffer=7)
    for chunk in ("data: 12", "", "\n\n"):
        with pytest.raises(SseBufferOverflow) as failure:
            buffer.feed(chunk)
        assert failure.value.code == "SSE_BUFFER_OVERFLOW"
    with pytest.raises(SseBufferOverflow):
        buffer.feed_bytes(b"")
    buffer.close()
    with pytest.raises(SseBufferOverflow):
        buffer.feed("data: 1\n\n")
    buffer.reset()
    assert [frame.data for frame in buffer.feed("data: 1\n\n")] == ["1"]
    with pytest.raises(SseBufferOverflow):
        buffer.feed("data: 12")


def test_an_overflow_carries_the_frames_completed_before_it() -> None:
    buffer = SseFrameBuffer(max_buffer=7)
    with pytest.raises(SseBufferOverflow) as failure:
        buffer.feed("data: 1\n\ndata: 2\n\ndata: 34")
    assert [frame.data for frame in failure.value.frames] == ["1", "2"]
    with pytest.raises(SseBufferOverflow) as failure:
        buffer.feed("data: 5\n\n")
    assert failure.value.frames == ()


def test_reset_forgets_everything_but_the_limit() -> None:
    buffer = SseFrameBuffer(max_buffer=40)
    buffer.feed("retry: 5\nid: 1\ndata: a\n\nid: 2\nevent: e\ndata: b\r")
    buffer.feed_bytes(b"\xe2")
    buffer.reset()
    assert (buffer.last_event_id, buffer.reconnection_time) == ("", None)
    assert buffer.feed("\ufeffdata: c\n\n") == [SseFrame(None, "c", None, None)]
    assert buffer.last_event_id == ""
    with pytest.raises(SseBufferOverflow):
        buffer.feed("x" * 41)


def test_reset_forgets_a_cr_whose_lf_is_to_be_swallowed() -> None:
    buffer = SseFrameBuffer()
    buffer.feed("data: a\r")
    buffer.reset()
    # The LF is a blank line of the new stream, so that the mark after it is content.
    assert buffer.feed("\n\ufeffdata: b\n\n") == []


def test_close_keeps_what_a_reconnecting_client_needs() -> None:
    buffer = SseFrameBuffer()
    buffer.feed("retry: 5\nid: 1\ndata: a\n\nid: 2\ndata: cut off\n")
    buffer.feed_bytes(b"data: \xe2\x82")
    buffer.close()
    assert (buffer.last_event_id, buffer.reconnection_time) == ("1", 5)
    assert buffer.feed("\ufeffdata: next stream\n\n") == [SseFrame(None, "next stream", None, None)]
    assert buffer.last_event_id == "1"


def test_text_ends_a_sequence_that_bytes_have_left_unfinished() -> None:
    buffer = SseFrameBuffer()
    buffer.feed_bytes(b"data: \xe2\x82")
    assert buffer.feed("") == []
    assert [frame.data for frame in buffer.feed("\u00ac\n\n")] == ["\ufffd\u00ac"]
    buffer.feed_bytes(b"data: \xe2\x82")
    assert buffer.feed("") == []
    assert [frame.data for frame in buffer.feed_bytes(b"\xac\n\n")] == ["€"]


def test_a_negative_limit_is_refused() -> None:
    with pytest.raises(ValueError, match="zero or more"):
        SseFrameBuffer(max_buffer=-1)


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"chunks": [], "chunks_b64": []},
        {"chunks": "data: a"},
        {"chunks": None, "chunks_b64": []},
        {"chunks": [], "max_buffer": -1},
        {"chunks": [], "max_buffer": None},
        {"chunks": [], "max_buffer": 2**53},
        {"chunks": [], "max_buffer": 1.0},
        {"chunks": [], "max_buffer": True},
        {"chunks": [], "limit": 1},
        {"chunks_b64": ["QQ"]},
        {"chunks_b64": ["QR=="]},
        {"chunks_b64": ["Q Q="]},
        {"chunks_b64": ["_-8="]},
        {"chunks_b64": ["QQ==\n"]},
    ],
)
def test_params_that_do_not_fit_are_refused(asked: dict[str, Any]) -> None:
    with pytest.raises(InvalidParamsError):
        call(PARSE, asked)


@pytest.mark.parametrize(
    ("encoded", "decoded"),
    [("", b""), ("QQ==", b"A"), ("QUI=", b"AB"), ("QUJD", b"ABC"), ("+/8=", b"\xfb\xff")],
)
def test_canonical_base64_is_taken(encoded: str, decoded: bytes) -> None:
    assert ParseInput.model_validate({"chunks_b64": [encoded]}).byte_chunks() == [decoded]


@given(st.binary())
def test_every_canonical_encoding_fits_the_schema(chunk: bytes) -> None:
    encoded = base64.b64encode(chunk).decode()
    assert ParseInput.model_validate({"chunks_b64": [encoded]}).byte_chunks() == [chunk]
