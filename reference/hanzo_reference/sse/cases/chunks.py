"""Cases about where the stream is cut, and where it ends."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.spec.cases import Case
from hanzo_reference.sse.cases.stream_case import ABNF, HIP, HTML, frame, parsed, stream_case


def cases() -> Iterator[Case]:
    """Chunk boundaries in text, then ends of streams."""
    yield from _every_split()
    yield from _boundaries()
    yield from _line_ends_across_chunks()
    yield from _ends_of_streams()


def _every_split() -> Iterator[Case]:
    length = len("id: 00\r\ndata: xy\r\n\r\n")
    for at in range(1, length):
        # The position is also the id, so that the answers differ.
        stream = f"id: {at:02}\r\ndata: xy\r\n\r\n"
        yield stream_case(
            f"crlf-stream-split-at-{at}",
            f"A stream of CR LF lines in two chunks, cut after {at} of {length} code points",
            ["SSE-1"],
            [stream[:at], stream[at:]],
            parsed(frame("xy", id=f"{at:02}"), last=f"{at:02}"),
            flags=["chunk-boundary", "line-ending"],
            anchor=HTML,
        )


def _boundaries() -> Iterator[Case]:
    yield stream_case(
        "one-code-point-chunks",
        "Each code point in a chunk of its own",
        ["SSE-1"],
        list("event: tick\r\ndata: é\r\ndata: 😀\r\n\r\n"),
        parsed(frame("é\n😀", event="tick")),
        flags=["chunk-boundary"],
        anchor=HIP,
    )
    yield stream_case(
        "several-frames-in-one-chunk",
        "One chunk completes three frames and begins a fourth",
        ["SSE-1"],
        ["data: first\n\ndata: second\n\ndata: third\n\ndata: fou", "rth\n\n"],
        parsed(frame("first"), frame("second"), frame("third"), frame("fourth")),
        flags=["chunk-boundary"],
        anchor=HIP,
    )
    yield stream_case(
        "blank-line-cut-between-its-line-feeds",
        "LF LF cut in the middle is still a line end and a blank line",
        ["SSE-1"],
        ["data: cut blank line\n", "\ndata: next\n\n"],
        parsed(frame("cut blank line"), frame("next")),
        flags=["chunk-boundary"],
        anchor=HIP,
    )
    yield stream_case(
        "colon-and-space-cut-apart",
        "The space after the colon is removed also when it begins a chunk; the next one is not",
        ["SSE-1", "SSE-14"],
        ["data:", " ", " two spaces\n\n"],
        parsed(frame(" two spaces")),
        flags=["chunk-boundary", "white-space"],
        anchor=HTML,
    )
    yield stream_case(
        "empty-chunks",
        "Empty chunks change nothing, wherever they stand",
        ["SSE-1"],
        ["", "data: ", "", "with empty chunks\n", "", "\n", ""],
        parsed(frame("with empty chunks")),
        flags=["chunk-boundary"],
        anchor=HIP,
    )


def _line_ends_across_chunks() -> Iterator[Case]:
    yield stream_case(
        "crlf-cut-between-chunks",
        "A CR LF cut between two chunks is one line end",
        ["SSE-10"],
        ["data: cut\r", "\ndata: crlf\r\n\r\n"],
        parsed(frame("cut\ncrlf")),
        flags=["chunk-boundary", "line-ending"],
        anchor=ABNF,
    )
    yield stream_case(
        "crlf-cut-by-empty-chunks",
        "Empty chunks between CR and LF do not make two line ends of them",
        ["SSE-10"],
        ["data: far\r", "", "", "\ndata: apart\r", "", "\n\r\n"],
        parsed(frame("far\napart")),
        flags=["chunk-boundary", "line-ending"],
        anchor=ABNF,
    )
    yield stream_case(
        "crlf-bytes-cut-between-chunks",
        "A CR LF cut between two chunks of bytes is one line end",
        ["SSE-10"],
        [b"data: cut\r", b"\ndata: bytes\r", b"", b"\n\r\n"],
        parsed(frame("cut\nbytes")),
        flags=["chunk-boundary", "line-ending"],
        anchor=ABNF,
    )
    yield stream_case(
        "lf-swallowed-once-after-a-cut",
        "Of two LF after a cut, only the first belongs to the CR before it",
        ["SSE-10"],
        ["data: swallow one\r", "\n\ndata: only\n\n"],
        parsed(frame("swallow one"), frame("only")),
        flags=["chunk-boundary", "line-ending"],
        anchor=ABNF,
    )
    yield stream_case(
        "cr-cut-from-a-field",
        "A chunk that ends in CR and one that begins with a field are two lines",
        ["SSE-8", "SSE-1"],
        ["data: cr then\r", "data: field\r", "\r"],
        parsed(frame("cr then\nfield")),
        flags=["chunk-boundary", "line-ending"],
        anchor=ABNF,
    )


def _ends_of_streams() -> Iterator[Case]:
    yield stream_case(
        "no-chunks",
        "A stream without chunks has no frames, an empty last event id and no reconnection time",
        ["SSE-41"],
        [],
        parsed(),
        flags=["end-of-stream"],
    )
    yield stream_case(
        "end-within-a-line",
        "A data line that the end of the stream cuts off is discarded, with its block",
        ["SSE-39"],
        ["data: whole\n\ndata: cut off"],
        parsed(frame("whole")),
        flags=["end-of-stream"],
    )
    yield stream_case(
        "end-within-a-retry-line",
        "A retry line without its line end is discarded: the number may go on",
        ["SSE-39"],
        ["retry: 12\n", "retry: 3"],
        parsed(retry=12),
        flags=["end-of-stream", "retry"],
    )
    yield stream_case(
        "end-without-blank-line",
        "A block whose blank line is missing is discarded",
        ["SSE-40"],
        ["data: dispatched\n\ndata: no blank line\n"],
        parsed(frame("dispatched")),
        flags=["end-of-stream"],
    )
    yield stream_case(
        "end-without-blank-line-keeps-the-last-event-id",
        "An id whose block is never dispatched does not become the last event id",
        ["SSE-40", "SSE-33"],
        ["id: seen\ndata: x\n\nid: unseen\ndata: y\n"],
        parsed(frame("x", id="seen"), last="seen"),
        flags=["end-of-stream", "event-id"],
    )
    yield stream_case(
        "end-within-a-code-point",
        "Bytes of an unfinished code point at the end make no frame",
        ["SSE-39"],
        [b"data: \xe2\x82\xac\n\ndata: b\n\xe2\x82"],
        parsed(frame("€")),
        flags=["end-of-stream", "utf-8"],
    )
