"""Cases about where lines end."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.spec.cases import Case
from hanzo_reference.sse.cases.stream_case import ABNF, HTML, frame, parsed, stream_case

# What some language's line splitter takes for a line end, and the standard does not.
NO_LINE_END = {
    "vertical-tab": "\x0b",
    "form-feed": "\x0c",
    "file-separator": "\x1c",
    "group-separator": "\x1d",
    "record-separator": "\x1e",
    "next-line": "\x85",
    "line-separator": "\u2028",
    "paragraph-separator": "\u2029",
}


def cases() -> Iterator[Case]:
    """Line ends: LF, CR LF, CR, mixtures, and what is none."""
    yield from _line_ends()
    yield from _mixed_line_ends()
    for name, code_point in NO_LINE_END.items():
        yield stream_case(
            f"{name}-is-content",
            f"U+{ord(code_point):04X} ends no line and stands in the data",
            ["SSE-11"],
            [f"data: {name}{code_point}data: not a field\n\n"],
            parsed(frame(f"{name}{code_point}data: not a field")),
            flags=["line-ending"],
            anchor=ABNF,
        )


def _line_ends() -> Iterator[Case]:
    yield stream_case(
        "lf-lines",
        "Lines that end in LF",
        ["SSE-6"],
        ["data: lf one\ndata: two\n\n"],
        parsed(frame("lf one\ntwo")),
        flags=["line-ending"],
        anchor=ABNF,
    )
    yield stream_case(
        "crlf-lines",
        "Lines that end in CR LF; the pair is one line end and makes no blank line",
        ["SSE-7"],
        ["data: crlf one\r\ndata: two\r\n\r\n"],
        parsed(frame("crlf one\ntwo")),
        flags=["line-ending"],
        anchor=ABNF,
    )
    yield stream_case(
        "cr-lines",
        "Lines that end in CR alone",
        ["SSE-8"],
        ["data: cr one\rdata: two\r\rdata: next\r\r"],
        parsed(frame("cr one\ntwo"), frame("next")),
        flags=["line-ending"],
        anchor=ABNF,
    )
    yield stream_case(
        "final-cr-dispatches",
        "A CR as the last code point of the stream completes the blank line",
        ["SSE-9"],
        ["data: dispatched at once\n\r"],
        parsed(frame("dispatched at once")),
        flags=["line-ending", "end-of-stream"],
        anchor=HTML,
    )
    yield stream_case(
        "final-cr-ends-a-field",
        "A CR as the last code point of the stream completes its field, so that its retry counts",
        ["SSE-9", "SSE-28"],
        ["retry: 41\r"],
        parsed(retry=41),
        flags=["line-ending", "end-of-stream"],
        anchor=HTML,
    )


def _mixed_line_ends() -> Iterator[Case]:
    yield stream_case(
        "all-line-ends-in-one-block",
        "The three line ends may alternate within a block",
        ["SSE-6", "SSE-7", "SSE-8"],
        ["data: 1\ndata: 2\r\ndata: 3\rdata: 4\n\r\n"],
        parsed(frame("1\n2\n3\n4")),
        flags=["line-ending"],
        anchor=ABNF,
    )
    yield stream_case(
        "lf-then-cr-are-two-line-ends",
        "LF CR is two line ends, the second of them a blank line",
        ["SSE-7", "SSE-8"],
        ["data: lf cr\n\rdata: then\n\n"],
        parsed(frame("lf cr"), frame("then")),
        flags=["line-ending"],
        anchor=ABNF,
    )
    yield stream_case(
        "crlf-then-lf-are-two-line-ends",
        "Only the first LF belongs to the CR before it; the second makes a blank line",
        ["SSE-7"],
        ["data: crlf lf\r\n\ndata: then\r\n\n"],
        parsed(frame("crlf lf"), frame("then")),
        flags=["line-ending"],
        anchor=ABNF,
    )
    yield stream_case(
        "cr-then-crlf-are-two-line-ends",
        "CR CR LF is a line end and a blank line, not three line ends",
        ["SSE-7", "SSE-8"],
        ["data: cr\r\r\nid: 5\r\r\ndata: end\r\r\n"],
        parsed(frame("cr"), frame("end"), last="5"),
        flags=["line-ending"],
        anchor=ABNF,
    )
    yield stream_case(
        "cr-followed-by-a-field",
        "A CR with a field right after it ends a line, and an LF later is a line end of its own",
        ["SSE-8", "SSE-10"],
        ["data: a\rdata: b\n\ndata: c\r\n\r\n"],
        parsed(frame("a\nb"), frame("c")),
        flags=["line-ending"],
        anchor=ABNF,
    )
