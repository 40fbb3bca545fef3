"""Cases about blank lines: what is dispatched, with what, and what stays afterwards."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.spec.cases import Case
from hanzo_reference.sse.cases.stream_case import HIP, frame, parsed, stream_case


def cases() -> Iterator[Case]:
    """Data, event types, what outlives a block, and values without meaning."""
    yield from _data()
    yield from _no_data()
    yield from _event_types()
    yield from _what_stays()
    yield from _no_special_values()


def _data() -> Iterator[Case]:
    yield stream_case(
        "multi-line-data",
        "The values of several data fields are joined by LF",
        ["SSE-19", "SSE-29"],
        ["data: YHOO\ndata: +2\ndata: 10\n\n"],
        parsed(frame("YHOO\n+2\n10")),
        flags=["dispatch"],
    )
    yield stream_case(
        "data-fields-apart",
        "Data fields with other fields between them are joined all the same",
        ["SSE-19"],
        ["data: top\nid: 6\ndata: bottom\nevent: joined\n\n"],
        parsed(frame("top\nbottom", event="joined", id="6"), last="6"),
        flags=["dispatch"],
    )
    yield stream_case(
        "one-trailing-line-feed-is-dropped",
        "Empty data fields at the end leave their line feeds, but for the last one",
        ["SSE-29"],
        ["data: x\ndata\ndata:\n\n"],
        parsed(frame("x\n\n")),
        flags=["dispatch"],
    )
    yield stream_case(
        "leading-empty-data-is-kept",
        "An empty data field in front leaves a line feed",
        ["SSE-19", "SSE-31"],
        ["data:\ndata: y\n\n"],
        parsed(frame("\ny")),
        flags=["dispatch"],
    )
    yield stream_case(
        "empty-data-dispatches",
        "One empty data field makes a frame with empty data, two make one of a line feed",
        ["SSE-31", "SSE-15"],
        ["data\n\ndata\ndata\n\ndata:"],
        parsed(frame(""), frame("\n")),
        flags=["dispatch"],
    )
    yield stream_case(
        "empty-data-with-type-dispatches",
        "A block with an event type and an empty data field makes a frame",
        ["SSE-31"],
        ["event: done\ndata:\n\n"],
        parsed(frame("", event="done")),
        flags=["dispatch"],
    )


def _no_data() -> Iterator[Case]:
    yield stream_case(
        "blank-lines-dispatch-nothing",
        "Blank lines before, between and after blocks make no frames",
        ["SSE-30"],
        ["\n\n\ndata: one\n\n\n\n\ndata: two\n\n\n"],
        parsed(frame("one"), frame("two")),
        flags=["dispatch"],
    )
    yield stream_case(
        "event-without-data-dispatches-nothing",
        "A block with an event type alone makes no frame, and the type is forgotten",
        ["SSE-30", "SSE-32"],
        ["event: lonely\n\ndata: untyped\n\n"],
        parsed(frame("untyped")),
        flags=["dispatch", "state-leak", "event-type"],
    )
    yield stream_case(
        "id-without-data-moves-the-last-event-id",
        "A block with an id alone makes no frame, but moves the last event id",
        ["SSE-30", "SSE-33"],
        ["id: 33\n\n"],
        parsed(last="33"),
        flags=["dispatch", "event-id"],
    )
    yield stream_case(
        "retry-without-data-sets-the-reconnection-time",
        "A block with a retry alone makes no frame, but sets the reconnection time",
        ["SSE-30", "SSE-25"],
        ["retry: 2500\n\n"],
        parsed(retry=2500),
        flags=["dispatch", "retry"],
    )
    yield stream_case(
        "id-without-data-is-not-given-to-the-next-frame",
        "The id of a block without data is not the id of the next frame",
        ["SSE-36", "SSE-34"],
        ["id: 12\n\ndata: no id here\n\n"],
        parsed(frame("no id here"), last="12"),
        flags=["event-id", "state-leak"],
        anchor=f"{HIP} (SseFrame); decision at SSE-36",
    )
    yield stream_case(
        "retry-without-data-is-not-given-to-the-next-frame",
        "The retry of a block without data is not the retry of the next frame",
        ["SSE-37"],
        ["retry: 64\n\ndata: no retry here\n\n"],
        parsed(frame("no retry here"), retry=64),
        flags=["retry", "state-leak"],
        anchor=f"{HIP} (SseFrame); decision at SSE-37",
    )


def _event_types() -> Iterator[Case]:
    yield stream_case(
        "event-type",
        "An event field gives its frame a type, before or after the data",
        ["SSE-20"],
        ["event: add\ndata: 73\n\ndata: 21\nevent: remove\n\n"],
        parsed(frame("73", event="add"), frame("21", event="remove")),
        flags=["event-type"],
    )
    yield stream_case(
        "event-type-last-one-wins",
        "Of two event fields in a block the last one counts",
        ["SSE-20"],
        ["event: first\nevent: second\ndata: x\n\n"],
        parsed(frame("x", event="second")),
        flags=["event-type"],
    )
    yield stream_case(
        "empty-event-type-is-none",
        "An event field without value, with or without colon, takes an earlier type back",
        ["SSE-21"],
        ["event: gone\nevent:\ndata: a\n\nevent: gone\nevent\ndata: b\n\nevent: \ndata: c\n\n"],
        parsed(frame("a"), frame("b"), frame("c")),
        flags=["event-type"],
    )
    yield stream_case(
        "no-event-type-is-none",
        "A block without type has none, and one that says message has that",
        ["SSE-35"],
        ["data: untyped\n\nevent: message\ndata: typed\n\n"],
        parsed(frame("untyped"), frame("typed", event="message")),
        flags=["event-type"],
        anchor=f"{HIP} (SseFrame); decision at SSE-35",
    )
    yield stream_case(
        "event-type-ends-with-its-block",
        "The type of one frame is not the type of the next",
        ["SSE-32"],
        ["event: once\ndata: a\n\ndata: b\n\n"],
        parsed(frame("a", event="once"), frame("b")),
        flags=["event-type", "state-leak"],
    )


def _what_stays() -> Iterator[Case]:
    yield stream_case(
        "data-ends-with-its-block",
        "The data of one frame is not in the next, nor is an empty one dispatched again",
        ["SSE-32", "SSE-30"],
        ["data: only once\n\nevent: again\n\ndata: second\n\n"],
        parsed(frame("only once"), frame("second")),
        flags=["state-leak"],
    )
    yield stream_case(
        "id-belongs-to-its-frame-and-stays-as-last-event-id",
        "A frame without id has none, while the last event id stays",
        ["SSE-34", "SSE-36"],
        ["id: 9\ndata: with\n\ndata: without\n\nevent: e\ndata: without too\n\n"],
        parsed(frame("with", id="9"), frame("without"), frame("without too", event="e"), last="9"),
        flags=["event-id", "state-leak"],
        anchor=f"{HIP} (SseFrame); decision at SSE-36",
    )
    yield stream_case(
        "empty-id-clears-the-last-event-id",
        "A block with an empty id and no data sets the last event id back to empty text",
        ["SSE-24", "SSE-33"],
        ["id: 44\ndata: forty-four\n\nid\n\n"],
        parsed(frame("forty-four", id="44"), last=""),
        flags=["event-id"],
    )
    yield stream_case(
        "retry-belongs-to-its-frame-and-stays-as-reconnection-time",
        "A frame without retry has none, while the reconnection time stays",
        ["SSE-37"],
        ["retry: 100\ndata: with\n\ndata: without\n\n"],
        parsed(frame("with", retry=100), frame("without"), retry=100),
        flags=["retry", "state-leak"],
        anchor=f"{HIP} (SseFrame); decision at SSE-37",
    )
    yield stream_case(
        "all-fields-in-one-block",
        "The four fields of one block, in any order, make one frame",
        ["SSE-19", "SSE-20", "SSE-22", "SSE-25"],
        ["retry: 3000\ndata: all\nid: 77\nevent: full\n\n"],
        parsed(frame("all", event="full", id="77", retry=3000), last="77", retry=3000),
        flags=["dispatch"],
    )


def _no_special_values() -> Iterator[Case]:
    yield stream_case(
        "done-is-data",
        "Data of [DONE] makes a frame, and the stream goes on after it",
        ["SSE-38"],
        ["data: [DONE]\n\ndata: after done\n\n"],
        parsed(frame("[DONE]"), frame("after done")),
        flags=["sentinel"],
    )
    yield stream_case(
        "ping-is-an-event",
        "A ping makes a frame like any other event",
        ["SSE-38"],
        ['event: ping\ndata: {"type": "ping"}\n\n'],
        parsed(frame('{"type": "ping"}', event="ping")),
        flags=["sentinel"],
    )
    yield stream_case(
        "error-is-an-event",
        "An error event makes a frame and ends nothing",
        ["SSE-38"],
        ['event: error\ndata: {"type":"error"}\n\ndata: after error\n\n'],
        parsed(frame('{"type":"error"}', event="error"), frame("after error")),
        flags=["sentinel"],
    )
