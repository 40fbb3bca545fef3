"""Cases about one buffer over time: feeds after a failure, an end, a reset, and of both kinds."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hanzo_reference.spec.cases import Case, result
from hanzo_reference.sse.cases.stream_case import frame

OVERFLOW = "decision at SSE-49 and SSE-53: the stream has lost its place"
RESET = "decision at SSE-50: as if newly made"
CLOSE = "WHATWG HTML §9.2.3, what a client that reconnects keeps; decision at SSE-51"
MIXED = "decision at SSE-52; Unicode Standard §3.9, substitution of maximal subparts"

# What is done with the buffer: text and bytes are fed.
CLOSED: Mapping[str, Any] = {"type": "close"}
RESTORED: Mapping[str, Any] = {"type": "reset"}
Step = str | bytes | Mapping[str, Any]


def cases() -> Iterator[Case]:
    """After an overflow, after a reset, after an end, then text and bytes in turn."""
    yield from _overflows()
    yield from _resets()
    yield from _ends()
    yield from _text_and_bytes()


def turn(
    *frames: Mapping[str, Any], last: str = "", retry: int | None = None, error: str | None = None
) -> dict[str, Any]:
    """What a step shows, as it stands in an answer."""
    return {
        "frames": list(frames),
        "error": error,
        "last_event_id": last,
        "reconnection_time": retry,
    }


def overflow(*frames: Mapping[str, Any]) -> dict[str, Any]:
    """What a step shows that exceeds the limit, or comes after one that did."""
    return turn(*frames, error="SSE_BUFFER_OVERFLOW")


def _asked(step: Step) -> dict[str, Any]:
    if isinstance(step, str):
        return {"type": "feed", "text": step}
    if isinstance(step, bytes):
        return {"type": "feed_bytes", "data_b64": base64.b64encode(step).decode("ascii")}
    return dict(step)


def _case(
    slug: str,
    description: str,
    requirements: Sequence[str],
    anchor: str,
    *turns: tuple[Step, Mapping[str, Any]],
    flags: Sequence[str],
    max_buffer: int | None = None,
) -> Case:
    """A case of ``sse.buffer``: each step with what it shows."""
    given: dict[str, Any] = {"script": [_asked(step) for step, _ in turns]}
    if max_buffer is not None:
        given["max_buffer"] = max_buffer
    return Case(
        slug=slug,
        description=description,
        requirements=requirements,
        operation="buffer",
        input=given,
        flags=flags,
        expected=result({"turns": [dict(told) for _, told in turns]}),
        anchor=anchor,
    )


def _overflows() -> Iterator[Case]:
    # "data: 1" is 7 bytes, "data: 12" is 8.
    yield _case(
        "feeds-after-an-overflow",
        "After an overflow each feed fails too, of text as of bytes, of nothing as of a whole frame",
        ["SSE-49"],
        OVERFLOW,
        ("data: 12", overflow()),
        ("", overflow()),
        ("\n\n", overflow()),
        (b"", overflow()),
        (b"data: 1\n\n", overflow()),
        ("data: 1\n\n", overflow()),
        flags=["buffer-limit", "poisoned"],
        max_buffer=7,
    )
    yield _case(
        "overflow-outlives-the-end-of-the-stream",
        "An end of the stream does not lift an overflow, and does not fail itself",
        ["SSE-49", "SSE-51"],
        OVERFLOW,
        ("data: 12", overflow()),
        (CLOSED, turn()),
        ("data: 1\n\n", overflow()),
        flags=["buffer-limit", "poisoned", "end-of-stream"],
        max_buffer=7,
    )
    yield _case(
        "overflow-keeps-what-was-established",
        "A buffer that has overflown still says its last event id and reconnection time",
        ["SSE-49", "SSE-33"],
        OVERFLOW,
        ("id: 1\n\n", turn(last="1")),
        ("retry: 5\n", turn(last="1", retry=5)),
        ("x" * 10, turn(last="1", retry=5, error="SSE_BUFFER_OVERFLOW")),
        ("id: 2\n\n", turn(last="1", retry=5, error="SSE_BUFFER_OVERFLOW")),
        flags=["buffer-limit", "poisoned", "event-id"],
        max_buffer=9,
    )
    yield _case(
        "overflow-with-the-frames-before-it",
        "The feed that fails tells the frames that it has completed, and later ones tell none",
        ["SSE-53", "SSE-49"],
        OVERFLOW,
        ("data: 0\n\n", turn(frame("0"))),
        ("data: 1\n\ndata: 2\n\ndata: 34\n\n", overflow(frame("1"), frame("2"))),
        ("data: 5\n\n", overflow()),
        flags=["buffer-limit", "poisoned"],
        max_buffer=7,
    )
    yield _case(
        "overflow-with-the-frames-before-it-in-bytes",
        "A feed of bytes that fails tells the frames that it has completed, too",
        ["SSE-53"],
        OVERFLOW,
        (b"data: 1\n\ndata: 34", overflow(frame("1"))),
        flags=["buffer-limit", "poisoned"],
        max_buffer=7,
    )


def _resets() -> Iterator[Case]:
    yield _case(
        "reset-lifts-an-overflow-and-keeps-the-limit",
        "After a reset a buffer takes what fits its limit, and fails again on what does not",
        ["SSE-50", "SSE-49"],
        RESET,
        ("data: 12", overflow()),
        (RESTORED, turn()),
        ("data: 3\n\n", turn(frame("3"))),
        ("data: 45", overflow()),
        flags=["buffer-limit", "poisoned"],
        max_buffer=7,
    )
    yield _case(
        "reset-forgets-what-was-established",
        "Last event id and reconnection time are forgotten, and the next block does not bring them back",
        ["SSE-50"],
        RESET,
        ("id: 1\nretry: 5\ndata: a\n\n", turn(frame("a", id="1", retry=5), last="1", retry=5)),
        (RESTORED, turn()),
        ("data: b\n\n", turn(frame("b"))),
        flags=["state-leak", "event-id", "retry"],
    )
    yield _case(
        "reset-forgets-the-block-that-is-open",
        "Fields of a block that had no blank line yet are forgotten",
        ["SSE-50"],
        RESET,
        ("id: 2\nevent: e\nretry: 3\ndata: a\n", turn(retry=3)),
        (RESTORED, turn()),
        ("data: b\n\n", turn(frame("b"))),
        flags=["state-leak"],
    )
    yield _case(
        "reset-forgets-the-line-that-is-open",
        "A line that had no end yet is forgotten, with its bytes of the limit",
        ["SSE-50"],
        RESET,
        ("data: 1", turn()),
        (RESTORED, turn()),
        ("\n\ndata: 2\n\n", turn(frame("2"))),
        flags=["state-leak", "buffer-limit"],
        max_buffer=7,
    )
    yield _case(
        "reset-forgets-the-data-that-counted",
        "Data that waited for its blank line counts no more",
        ["SSE-50", "SSE-44"],
        RESET,
        ("data: 12\n", turn()),
        (RESTORED, turn()),
        ("data: 34", turn()),
        ("\n\n", turn(frame("34"))),
        flags=["state-leak", "buffer-limit"],
        max_buffer=8,
    )
    yield _case(
        "reset-forgets-half-a-code-point",
        "Bytes of an unfinished code point leave no U+FFFD behind in what is fed after a reset",
        ["SSE-50"],
        RESET,
        (b"\xe2\x82", turn()),
        (RESTORED, turn()),
        (b"data: a\n\n", turn(frame("a"))),
        flags=["state-leak", "utf-8"],
    )
    yield _case(
        "reset-lets-a-byte-order-mark-stand-first",
        "After a reset one byte order mark is removed again",
        ["SSE-50"],
        RESET,
        ("\ufeffdata: a\n\n", turn(frame("a"))),
        (RESTORED, turn()),
        ("\ufeffdata: b\n\n", turn(frame("b"))),
        flags=["state-leak", "byte-order-mark"],
    )
    yield _case(
        "byte-order-mark-in-a-later-feed",
        "Without a reset a mark in a later feed belongs to the field's name",
        ["SSE-4"],
        "WHATWG Encoding §6, UTF-8 decode: only what stands first is a mark",
        ("\ufeffdata: a\n\n", turn(frame("a"))),
        ("\ufeffdata: b\n\n", turn()),
        ("data: c\n\n", turn(frame("c"))),
        flags=["byte-order-mark", "chunk-boundary"],
    )
    yield _case(
        "reset-of-a-new-buffer",
        "A reset of a buffer to which nothing has happened changes nothing, also twice",
        ["SSE-50"],
        RESET,
        (RESTORED, turn()),
        (RESTORED, turn()),
        ("data: a\n\n", turn(frame("a"))),
        flags=["state-leak"],
    )


def _ends() -> Iterator[Case]:
    yield _case(
        "close-keeps-what-a-reconnect-needs",
        "Last event id and reconnection time outlive the end, the id of a dropped block does not",
        ["SSE-51", "SSE-40"],
        CLOSE,
        (
            "id: 1\nretry: 5\ndata: a\n\nid: 2\ndata: b\nda",
            turn(frame("a", id="1", retry=5), last="1", retry=5),
        ),
        (CLOSED, turn(last="1", retry=5)),
        ("data: c\n\n", turn(frame("c"), last="1", retry=5)),
        flags=["end-of-stream", "event-id", "retry"],
    )
    yield _case(
        "close-keeps-a-retry-of-a-dropped-block",
        "A retry counts from its own line on, so the end of its block does not take it back",
        ["SSE-51", "SSE-28"],
        CLOSE,
        ("retry: 7\nevent: e\ndata: a\n", turn(retry=7)),
        (CLOSED, turn(retry=7)),
        ("data: b\n\n", turn(frame("b"), retry=7)),
        flags=["end-of-stream", "retry", "state-leak"],
    )
    yield _case(
        "close-drops-the-line-that-is-open",
        "A line that the end cuts off is not ended by a line feed of the next stream",
        ["SSE-51", "SSE-39"],
        CLOSE,
        ("data: a", turn()),
        (CLOSED, turn()),
        ("\n\ndata: b\n\n", turn(frame("b"))),
        flags=["end-of-stream"],
    )
    yield _case(
        "close-drops-what-counted",
        "What the end has discarded counts no more for the limit: neither line nor data",
        ["SSE-51", "SSE-44"],
        CLOSE,
        ("data: 12\n", turn()),
        (CLOSED, turn()),
        ("data: 34", turn()),
        (CLOSED, turn()),
        ("data: 56\n\n", turn(frame("56"))),
        flags=["end-of-stream", "buffer-limit"],
        max_buffer=8,
    )
    yield _case(
        "close-drops-half-a-code-point",
        "Bytes of an unfinished code point leave no U+FFFD behind in the next stream",
        ["SSE-51"],
        CLOSE,
        (b"data: a\n\n\xe2\x82", turn(frame("a"))),
        (CLOSED, turn()),
        (b"data: b\n\n", turn(frame("b"))),
        flags=["end-of-stream", "utf-8"],
    )
    yield _case(
        "close-forgets-a-carriage-return",
        "A line feed that begins the next stream is a blank line of its own, and a mark behind it none",
        ["SSE-51", "SSE-10"],
        CLOSE,
        ("data: a\r", turn()),
        (CLOSED, turn()),
        ("\n\ufeffdata: b\n\ndata: c\n\n", turn(frame("c"))),
        flags=["end-of-stream", "line-ending", "byte-order-mark"],
    )
    yield _case(
        "close-lets-a-byte-order-mark-stand-first",
        "The next stream may begin with a byte order mark, in text as in bytes",
        ["SSE-51", "SSE-4"],
        CLOSE,
        ("data: a\n\n", turn(frame("a"))),
        (CLOSED, turn()),
        ("\ufeffdata: b\n\n", turn(frame("b"))),
        (CLOSED, turn()),
        (b"\xef\xbb\xbfdata: c\n\n", turn(frame("c"))),
        flags=["end-of-stream", "byte-order-mark"],
    )
    yield _case(
        "close-of-a-new-buffer",
        "An end before anything was fed, and a second one, show nothing and fail in nothing",
        ["SSE-51"],
        CLOSE,
        (CLOSED, turn()),
        (CLOSED, turn()),
        ("data: a\n\n", turn(frame("a"))),
        flags=["end-of-stream"],
    )


def _text_and_bytes() -> Iterator[Case]:
    yield _case(
        "text-after-half-a-code-point",
        "Text ends a sequence of bytes that was left unfinished: one U+FFFD stands before it",
        ["SSE-52"],
        MIXED,
        (b"data: \xe2\x82", turn()),
        ("x\n\n", turn(frame("\ufffdx"))),
        flags=["utf-8", "chunk-boundary"],
    )
    yield _case(
        "empty-text-after-half-a-code-point",
        "A feed of no text ends nothing: the bytes after it finish the code point",
        ["SSE-52"],
        MIXED,
        (b"data: \xe2\x82", turn()),
        ("", turn()),
        (b"\xac\n\n", turn(frame("€"))),
        flags=["utf-8", "chunk-boundary"],
    )
    yield _case(
        "text-that-looks-like-the-other-half",
        "Text of U+0082 is two bytes of UTF-8 and does not go on a sequence",
        ["SSE-52"],
        MIXED,
        (b"data: \xe2", turn()),
        ("\u0082\u00ac\n\n", turn(frame("\ufffd\u0082\u00ac"))),
        flags=["utf-8", "chunk-boundary"],
    )
    yield _case(
        "text-and-bytes-in-one-line",
        "Text and bytes in turn are one stream, a CR of one and an LF of the other one line end",
        ["SSE-52", "SSE-10"],
        MIXED,
        ("data: é", turn()),
        (b"\xe2\x82\xac\r", turn()),
        ("\ndata: y", turn()),
        (b"\n\n", turn(frame("é€\ny"))),
        flags=["utf-8", "chunk-boundary", "line-ending"],
    )
    yield _case(
        "mark-in-text-behind-half-a-mark-in-bytes",
        "The U+FFFD for half a mark stands first, so that a whole one behind it is no mark",
        ["SSE-52", "SSE-4"],
        MIXED,
        (b"\xef\xbb", turn()),
        ("\ufeff\ndata: a\n\n", turn(frame("a"))),
        ("\ufeffdata: b\n\n", turn()),
        flags=["utf-8", "byte-order-mark"],
    )
