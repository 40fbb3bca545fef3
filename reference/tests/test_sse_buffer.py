"""SSE frame buffer: what holds of every script, and the params that are refused."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanzo_reference.spec import contract
from hanzo_reference.spec.calls import InvalidParamsError, call
from hanzo_reference.sse import DOMAIN, SseBufferOverflow, SseFrameBuffer
from hanzo_reference.sse.models import ParseInput

PARSE, BUFFER = DOMAIN.operations


def scripts(many: int) -> Iterator[dict[str, Any]]:
    """Generated params of ``sse.buffer``."""
    drawn = contract.generated_inputs(DOMAIN, 11)
    wanted = (asked for name, asked in drawn if name == "sse.buffer")
    yield from islice(wanted, many)


def turns(script: list[dict[str, Any]], asked: dict[str, Any]) -> list[dict[str, Any]]:
    told = call(BUFFER, {**asked, "script": script})["turns"]
    assert len(told) == len(script)
    return [dict(turn) for turn in told]


def test_what_follows_a_reset_is_what_a_new_buffer_shows() -> None:
    seen = 0
    for asked in scripts(1500):
        script = asked["script"]
        for at, step in enumerate(script):
            if step["type"] == "reset":
                seen += 1
                assert turns(script, asked)[at + 1 :] == turns(script[at + 1 :], asked)
    assert seen > 100


def test_what_follows_an_end_is_a_new_stream_but_for_what_is_kept_and_an_overflow() -> None:
    seen = 0
    for asked in scripts(1500):
        script = asked["script"]
        for at, step in enumerate(script):
            whole = turns(script, asked)
            if step["type"] == "close" and not any(turn["error"] for turn in whole[:at]):
                seen += 1
                fresh = turns(script[at + 1 :], asked)
                for after, new in zip(whole[at + 1 :], fresh, strict=True):
                    assert (after["frames"], after["error"]) == (new["frames"], new["error"])
    assert seen > 100


def test_feeds_alone_are_one_stream_of_bytes() -> None:
    seen = 0
    for asked in scripts(1500):
        fed = [step for step in asked["script"] if step["type"].startswith("feed")]
        whole = b"".join(
            step["text"].encode() if "text" in step else base64.b64decode(step["data_b64"])
            for step in fed
        )
        told = turns(fed, asked)
        stream = {**asked, "chunks_b64": [base64.b64encode(whole).decode()]}
        del stream["script"]
        try:
            parsed = call(PARSE, stream)
        except SseBufferOverflow:
            assert told[-1]["error"] == "SSE_BUFFER_OVERFLOW"
            continue
        seen += 1
        assert [frame for turn in told for frame in turn["frames"]] == parsed["frames"]
        assert all(turn["error"] is None for turn in told)
        if told:
            assert told[-1]["last_event_id"] == parsed["last_event_id"]
            assert told[-1]["reconnection_time"] == parsed["reconnection_time"]
    assert seen > 500


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
    "step",
    [
        {},
        {"type": "feed"},
        {"type": "feed", "text": "a", "data_b64": ""},
        {"type": "feed", "data_b64": ""},
        {"type": "feed_bytes", "text": "a"},
        {"type": "feed_bytes", "data_b64": "QQ"},
        {"type": "close", "text": ""},
        {"type": "reset", "data_b64": ""},
        {"type": "open"},
        "close",
    ],
)
def test_steps_that_do_not_fit_are_refused(step: Any) -> None:
    with pytest.raises(InvalidParamsError):
        call(BUFFER, {"script": [step]})


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
