"""Cases about lines as fields: comments, values, names, and what an id may be."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.spec.cases import Case
from hanzo_reference.sse.cases.stream_case import frame, parsed, stream_case


def cases() -> Iterator[Case]:
    """Comments, values, names, and the id field."""
    yield from _comments()
    yield from _values()
    yield from _names()
    yield from _ids()


def _comments() -> Iterator[Case]:
    yield stream_case(
        "comments-between-fields",
        "Lines that begin with a colon have no effect within a block",
        ["SSE-12"],
        [": hello\ndata: a\n:\n:data: b\ndata: c\n: event: x\n\n"],
        parsed(frame("a\nc")),
        flags=["field-syntax"],
    )
    yield stream_case(
        "comment-blocks-dispatch-nothing",
        "Comments with blank lines around them, as servers send to keep a connection alive",
        ["SSE-12", "SSE-30"],
        [": ping\n\n:\n\ndata: awake\n\n: ping\n\n"],
        parsed(frame("awake")),
        flags=["field-syntax", "dispatch"],
    )
    yield stream_case(
        "comment-in-place-of-a-blank-line",
        "A comment is no blank line: the block goes on after it",
        ["SSE-12"],
        ["data: before\n:\ndata: after\n\n"],
        parsed(frame("before\nafter")),
        flags=["field-syntax"],
    )


def _values() -> Iterator[Case]:
    yield stream_case(
        "value-with-colons",
        "Only the first colon parts name from value",
        ["SSE-13"],
        ['data: {"url":"http://example.com:80"}\ndata::\ndata: : \n\n'],
        parsed(frame('{"url":"http://example.com:80"}\n:\n: ')),
        flags=["field-syntax"],
    )
    yield stream_case(
        "space-after-colon-is-optional",
        "A value with one leading space and one without are the same",
        ["SSE-14"],
        ["data:same\n\ndata: same\n\n"],
        parsed(frame("same"), frame("same")),
        flags=["white-space"],
    )
    yield stream_case(
        "only-one-space-is-removed",
        "Of several leading spaces one is removed; trailing ones stay",
        ["SSE-14"],
        ["data:   three \nevent:  typed \nid:  8 \n\n"],
        parsed(frame("  three ", event=" typed ", id=" 8 "), last=" 8 "),
        flags=["white-space"],
    )
    yield stream_case(
        "other-white-space-is-not-removed",
        "A tab, a no-break space or an ideographic space after the colon stays",
        ["SSE-14"],
        ["data:\ttab\ndata:\u00a0no-break\ndata:\u3000ideographic\t\n\n"],
        parsed(frame("\ttab\n\u00a0no-break\n\u3000ideographic\t")),
        flags=["white-space"],
    )
    yield stream_case(
        "value-of-one-space",
        "A value of one space is empty, a value of two is one space",
        ["SSE-14", "SSE-31"],
        ["data: \n\ndata:  \n\n"],
        parsed(frame(""), frame(" ")),
        flags=["white-space"],
    )


def _names() -> Iterator[Case]:
    yield stream_case(
        "lines-without-colon",
        "A line without a colon is a field with an empty value",
        ["SSE-15"],
        ["data\ndata: between\ndata\n\n"],
        parsed(frame("\nbetween\n")),
        flags=["field-syntax"],
    )
    yield stream_case(
        "field-names-have-case",
        "Data, DATA, Event and ID are unknown fields",
        ["SSE-16"],
        ["Data: no\nDATA: no\nEvent: no\nID: no\nRetry: 1\ndata: lower case\n\n"],
        parsed(frame("lower case")),
        flags=["field-syntax"],
    )
    yield stream_case(
        "field-names-are-not-trimmed",
        "White space before or after a name makes it unknown",
        ["SSE-17"],
        [" data: no\n\tdata: no\ndata : no\nid : 1\ndata: exact name\n event: no\n\n"],
        parsed(frame("exact name")),
        flags=["field-syntax", "white-space"],
    )
    yield stream_case(
        "field-names-are-compared-whole",
        "Names that only begin or end like a known one are unknown",
        ["SSE-17"],
        ["dat: no\ndatas: no\ndata\0: no\n\0data: no\nda-ta: no\nids\ndata: whole\n\n"],
        parsed(frame("whole")),
        flags=["field-syntax"],
    )
    yield stream_case(
        "unknown-fields-are-ignored",
        "Unknown fields, with or without value, neither end nor change a block",
        ["SSE-18"],
        ["event: known\nfoo: bar\nmessage\ndata: a\nlast-event-id: 3\ndata: b\n\n"],
        parsed(frame("a\nb", event="known")),
        flags=["field-syntax"],
    )
    yield stream_case(
        "json-line-is-an-unknown-field",
        "A line of JSON is an unknown field, and a block of it dispatches nothing",
        ["SSE-18", "SSE-30"],
        ['{"data": "x"}\n\nretry: 8\n{"error": 1}\n\n'],
        parsed(retry=8),
        flags=["field-syntax"],
    )


def _ids() -> Iterator[Case]:
    yield stream_case(
        "id-last-one-wins",
        "Of two ids in a block the last one counts",
        ["SSE-22"],
        ["id: early\ndata: x\nid: late\n\n"],
        parsed(frame("x", id="late"), last="late"),
        flags=["event-id"],
    )
    yield stream_case(
        "id-need-not-be-a-number",
        "Any text without U+0000 is an id",
        ["SSE-22"],
        ["id: ü/7: {a}\ndata: x\n\n"],
        parsed(frame("x", id="ü/7: {a}"), last="ü/7: {a}"),
        flags=["event-id"],
    )
    yield stream_case(
        "id-with-null-is-ignored",
        "An id with U+0000 anywhere in it leaves none in its block",
        ["SSE-23"],
        ["id: good\ndata: 1\n\nid: b\0d\ndata: 2\n\nid: \0\ndata: 3\n\nid: end\0\ndata: 4\n\n"],
        parsed(frame("1", id="good"), frame("2"), frame("3"), frame("4"), last="good"),
        flags=["event-id"],
    )
    yield stream_case(
        "id-with-null-leaves-an-earlier-one",
        "An id with U+0000 does not undo a valid one of the same block",
        ["SSE-23"],
        ["id: valid\nid: in\0valid\ndata: x\n\n"],
        parsed(frame("x", id="valid"), last="valid"),
        flags=["event-id"],
    )
    yield stream_case(
        "null-is-refused-in-ids-only",
        "U+0000 is content in data and event types",
        ["SSE-23", "SSE-19"],
        ["event: t\0\ndata: d\0\n\n"],
        parsed(frame("d\0", event="t\0")),
        flags=["event-id"],
    )
    yield stream_case(
        "empty-id-is-an-id",
        "An id without value, with or without colon, sets the empty id",
        ["SSE-24"],
        ["id: 1\ndata: a\n\nid\ndata: b\n\nid: 2\ndata: c\n\nid:\ndata: d\n\n"],
        parsed(
            frame("a", id="1"), frame("b", id=""), frame("c", id="2"), frame("d", id=""), last=""
        ),
        flags=["event-id"],
    )
