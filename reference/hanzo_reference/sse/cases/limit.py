"""Cases about the limit on what is held back, mostly in pairs: at the limit, one byte beyond."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.spec.cases import Case
from hanzo_reference.sse.cases.stream_case import OVERFLOW, UTF8, frame, parsed, stream_case

DECISION = "decision at SSE-42 to SSE-48"


def cases() -> Iterator[Case]:
    """The exact limit, its unit, what counts, and when."""
    yield from _exact_limit()
    yield from _unit()
    yield from _what_counts()
    yield from _each_block_anew()


def _exact_limit() -> Iterator[Case]:
    # "data: 1234" is 10 bytes.
    yield stream_case(
        "limit-reached-by-a-line",
        "A line of exactly the limit is no overflow",
        ["SSE-42"],
        ["data: 1234\n\n"],
        parsed(frame("1234")),
        flags=["buffer-limit"],
        anchor=DECISION,
        max_buffer=10,
    )
    yield stream_case(
        "limit-exceeded-by-a-finished-line",
        "A line one byte over the limit is an overflow, though its end stands in the same chunk",
        ["SSE-42", "SSE-46"],
        ["data: 1234\n\n"],
        OVERFLOW,
        flags=["buffer-limit"],
        anchor=DECISION,
        max_buffer=9,
    )
    yield stream_case(
        "limit-exceeded-by-an-unfinished-line",
        "An overflow needs no line end, and frames before it do not hide it",
        ["SSE-42"],
        ["data: ok\n\n", "data: ", "123", "45"],
        OVERFLOW,
        flags=["buffer-limit", "chunk-boundary"],
        anchor=DECISION,
        max_buffer=10,
    )


def _unit() -> Iterator[Case]:
    # "data: é€😀" is 6 + 2 + 3 + 4 = 15 bytes, 9 code points, 10 UTF-16 units.
    yield stream_case(
        "limit-in-bytes-reached",
        "Code points count the bytes of their UTF-8 form: 15 bytes at a limit of 15",
        ["SSE-43"],
        ["data: é€😀\n\n"],
        parsed(frame("é€😀")),
        flags=["buffer-limit"],
        anchor=DECISION,
        max_buffer=15,
    )
    yield stream_case(
        "limit-in-bytes-exceeded",
        "Code points count the bytes of their UTF-8 form: 15 bytes at a limit of 14",
        ["SSE-43"],
        ["data: é€😀\n\n"],
        OVERFLOW,
        flags=["buffer-limit"],
        anchor=DECISION,
        max_buffer=14,
    )
    yield stream_case(
        "limit-counts-a-replacement-as-three-bytes",
        "A U+FFFD counts 3 bytes though it stands for one: 6 + 3 at a limit of 8",
        ["SSE-43"],
        [b"data: \xff\n\n"],
        OVERFLOW,
        flags=["buffer-limit", "utf-8"],
        anchor=DECISION,
        max_buffer=8,
    )
    yield stream_case(
        "limit-fits-a-replacement",
        "A U+FFFD counts 3 bytes: 6 + 3 at a limit of 9",
        ["SSE-43"],
        [b"data: \xff\n\n"],
        parsed(frame("\ufffd")),
        flags=["buffer-limit", "utf-8"],
        anchor=DECISION,
        max_buffer=9,
    )


def _what_counts() -> Iterator[Case]:
    # After "data: ab" the data buffer holds "ab" LF, 3 bytes; "data: cd" adds 8.
    yield stream_case(
        "limit-reached-by-line-and-data",
        "The unfinished line and the data before it count together: 3 + 8 at a limit of 11",
        ["SSE-44"],
        ["data: ab\ndata: cd\n\n"],
        parsed(frame("ab\ncd")),
        flags=["buffer-limit"],
        anchor=DECISION,
        max_buffer=11,
    )
    yield stream_case(
        "limit-exceeded-by-line-and-data",
        "The unfinished line and the data before it count together: 3 + 8 at a limit of 10",
        ["SSE-44"],
        ["data: ab\ndata: cd\n\n"],
        OVERFLOW,
        flags=["buffer-limit"],
        anchor=DECISION,
        max_buffer=10,
    )
    # Three "data" lines hold 3 bytes of LF; the fourth line adds 4.
    yield stream_case(
        "limit-counts-line-feeds-of-empty-data",
        "Empty data fields hold one byte each: 3 + 4 at a limit of 6",
        ["SSE-44"],
        ["data\ndata\ndata\ndata\n\n"],
        OVERFLOW,
        flags=["buffer-limit"],
        anchor=DECISION,
        max_buffer=6,
    )
    yield stream_case(
        "limit-does-not-count-finished-lines",
        "Finished comments, types, ids, retries and unknown fields hold nothing",
        ["SSE-45"],
        [": 34567890\nevent: 890\nid: 567890\nretry: 890\nother: 890\ndata: 7890\n\n"],
        parsed(frame("7890", event="890", id="567890", retry=890), last="567890", retry=890),
        flags=["buffer-limit"],
        anchor=DECISION,
        max_buffer=10,
    )
    yield stream_case(
        "limit-counts-unfinished-comments",
        "A comment counts while it is unfinished: 9 bytes at a limit of 8",
        ["SSE-44"],
        ["data: ok\n\n: 3456789\n\n"],
        OVERFLOW,
        flags=["buffer-limit"],
        anchor=DECISION,
        max_buffer=8,
    )
    yield stream_case(
        "limit-does-not-count-line-ends-or-a-mark",
        "Neither a removed byte order mark nor CR and LF count",
        ["SSE-45"],
        [b"\xef\xbb\xbfdata: 1\r\n\r\n\r\n\r\n\r\n\r\n"],
        parsed(frame("1")),
        flags=["buffer-limit", "byte-order-mark"],
        anchor=DECISION,
        max_buffer=7,
    )
    yield stream_case(
        "limit-does-not-count-an-unfinished-code-point",
        "Bytes of a code point that the end of the stream cuts off are never counted",
        ["SSE-45"],
        [b"data: 2\n\ndata: 3\xe2\x82"],
        parsed(frame("2")),
        flags=["buffer-limit", "end-of-stream"],
        anchor=DECISION,
        max_buffer=7,
    )
    yield stream_case(
        "limit-counts-what-cannot-become-a-code-point",
        "ED A0 is ill-formed already, not unfinished: two U+FFFD, 6 + 6 bytes at a limit of 11",
        ["SSE-45", "SSE-3"],
        [b"data: \xed", b"\xa0"],
        OVERFLOW,
        flags=["buffer-limit", "utf-8"],
        anchor=f"{UTF8}; {DECISION}",
        max_buffer=11,
    )
    yield stream_case(
        "limit-of-zero",
        "A limit of zero allows line ends only",
        ["SSE-42", "SSE-45"],
        ["\n\r\n\r", ":\n"],
        OVERFLOW,
        flags=["buffer-limit"],
        anchor=DECISION,
        max_buffer=0,
    )


def _each_block_anew() -> Iterator[Case]:
    yield stream_case(
        "limit-begins-anew-with-each-block",
        "A blank line gives back what its block held, in one chunk or many",
        ["SSE-47"],
        ["data: 7890\n\ndata: abcd\n\n", "data: efgh\n", "\ndata: ijkl\n\n"],
        parsed(frame("7890"), frame("abcd"), frame("efgh"), frame("ijkl")),
        flags=["buffer-limit", "state-leak"],
        anchor=DECISION,
        max_buffer=10,
    )
    yield stream_case(
        "no-limit-by-default",
        "A line of 9 kB in two chunks needs no limit to be given",
        ["SSE-48"],
        ["data: " + "0123456789" * 450, "abcdefghij" * 450 + "\n\n"],
        parsed(frame("0123456789" * 450 + "abcdefghij" * 450)),
        flags=["buffer-limit"],
        anchor=DECISION,
    )
