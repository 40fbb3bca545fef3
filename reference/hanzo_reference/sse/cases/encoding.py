"""Cases about bytes: UTF-8 across chunks, ill-formed sequences, the byte order mark."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.spec.cases import Case
from hanzo_reference.sse.cases.stream_case import ABNF, HTML, UTF8, frame, parsed, stream_case

# U+FFFD, short, so that rows of them can be counted by eye.
R = "\ufffd"

# name: what the case shows, the bytes, and the text that they decode to.
ILL_FORMED = {
    "truncated-before-lf": ("Two of three bytes, then LF: one U+FFFD", b"\xe2\x82", R),
    "truncated-four-byte": ("Three of four bytes: one U+FFFD", b"4\xf0\x9f\x98", f"4{R}"),
    "truncated-before-ascii": ("The byte that breaks off stays", b"\xe2\x28\xa1", f"{R}({R}"),
    "truncated-before-lead": ("The byte that breaks off may begin a code point",
                              b"\xe2\x82\xe2\x82\xac", f"{R}€"),
    "surrogate": ("ED A0 80 would be a surrogate: three U+FFFD", b"s\xed\xa0\x80", f"s{R * 3}"),
    "overlong-slash": ("C0 AF, an overlong slash, is two U+FFFD", b"o\xc0\xaf", f"o{R * 2}"),
    "overlong-continuation": ("C1 BF is two U+FFFD", b"c1\xc1\xbf", f"c1{R * 2}"),
    "overlong-three-byte": ("E0 80 AF is three U+FFFD", b"e0\xe0\x80\xaf", f"e0{R * 3}"),
    "overlong-four-byte": ("F0 80 80 AF is four U+FFFD", b"f0\xf0\x80\x80\xaf", f"f0{R * 4}"),
    "beyond-unicode": ("F4 90 80 80 is four U+FFFD", b"f4\xf4\x90\x80\x80", f"f4{R * 4}"),
    "beyond-lead-bytes": ("F5 begins nothing: F5 80 80 80 is four U+FFFD", b"f5\xf5\x80\x80\x80",
                          f"f5{R * 4}"),
    "lone-continuation": ("A continuation byte alone is one U+FFFD", b"c\x80d", f"c{R}d"),
    "non-shortest-forms": ("A row of non-shortest forms", b"\xc0\xaf\xe0\x80\xbf\xf0\x81\x82A",
                           f"{R * 8}A"),
    "surrogate-row": ("A row of surrogates, the last one cut off",
                      b"\xed\xa0\x80\xed\xbf\xbf\xed\xafA", f"{R * 8}A"),
    "impossible-bytes": ("Bytes that no sequence has", b"\xf4\x91\x92\x93\xffA\x80\xbfB",
                         f"{R * 5}A{R * 2}B"),
    "truncated-row": ("A row of sequences, each cut off by the next",
                      b"\xe1\x80\xe2\xf0\x91\x92\xf1\xbfA", f"{R * 4}A"),
    "below-continuation-bytes": ("7F continues no lead byte and stays",
                                 (b"\xc2\x7f\xe0\x7f\xe1\x7f\xed\x7f"
                                  b"\xee\x7f\xf0\x7f\xf1\x7f\xf4\x7f"), f"{R}\x7f" * 8),
    "above-continuation-bytes": ("C0 continues no lead byte: two U+FFFD each",
                                 (b"\xc2\xc0\xe0\xc0\xe1\xc0\xed\xc0"
                                  b"\xee\xc0\xf0\xc0\xf1\xc0\xf4\xc0"), R * 16),
    "below-later-continuation-bytes": ("7F continues nothing in the third and fourth place",
                                       b"\xe1\x80\x7f\xf1\x80\x7f\xf1\x80\x80\x7f",
                                       f"{R}\x7f" * 3),
    "above-later-continuation-bytes": ("C0 continues nothing in the third and fourth place",
                                       b"\xe1\x80\xc0\xf1\x80\xc0\xf1\x80\x80\xc0", R * 6),
    "overlong-three-byte-last": ("E0 9F BF, the last overlong form of three bytes",
                                 b"e0 9f\xe0\x9f\xbf", f"e0 9f{R * 3}"),
    "overlong-four-byte-last": ("F0 8F BF BF, the last overlong form of four bytes",
                                b"f0 8f\xf0\x8f\xbf\xbf", f"f0 8f{R * 4}"),
}  # fmt: skip

# The first and the last code point of each row of well-formed sequences.
EDGES = (
    "\x01\x7f\x80\u07ff\u0800\u0fff\u1000\ucfff\ud000\ud7ff\ue000\uffff"
    "\U00010000\U0003ffff\U00040000\U000fffff\U00100000\U0010ffff"
)


def cases() -> Iterator[Case]:
    """UTF-8 well-formed and not, then the byte order mark."""
    yield from _well_formed()
    yield from _ill_formed()
    yield from _byte_order_mark()
    yield from _no_byte_order_mark()


def _well_formed() -> Iterator[Case]:
    text = "é€😀"
    whole = text.encode()
    for at in range(1, len(whole)):
        yield stream_case(
            f"code-points-cut-at-byte-{at}",
            f"Code points of 2, 3 and 4 bytes, cut after {at} of {len(whole)} bytes",
            ["SSE-2"],
            [b"data: %d " % at + whole[:at], whole[at:] + b"\n\n"],
            parsed(frame(f"{at} {text}")),
            flags=["chunk-boundary", "utf-8"],
            anchor=HTML,
        )
    yield stream_case(
        "one-byte-chunks",
        "The edges of UTF-8 in chunks of one byte",
        ["SSE-2"],
        [bytes([byte]) for byte in f"data: {EDGES}\n\n".encode()],
        parsed(frame(EDGES)),
        flags=["chunk-boundary", "utf-8"],
        anchor=UTF8,
    )

    yield stream_case(
        "utf-8-ee-a0-is-well-formed",
        "After EE, unlike after ED, a second byte beyond 9F makes no surrogate",
        ["SSE-2"],
        [b"data: \xee\xa0\x80\n\n"],
        parsed(frame("\ue800")),
        flags=["utf-8"],
        anchor=UTF8,
    )


def _ill_formed() -> Iterator[Case]:
    for name, (description, ill_formed, text) in ILL_FORMED.items():
        yield stream_case(
            f"utf-8-{name}",
            description,
            ["SSE-3"],
            [b"data: " + ill_formed + b"\n\n"],
            parsed(frame(text)),
            flags=["utf-8"],
            anchor=UTF8,
        )
    yield stream_case(
        "utf-8-continuation-byte-at-the-start-of-the-stream",
        "A continuation byte that begins the stream is one U+FFFD and spoils the first name",
        ["SSE-3"],
        [b"\x80data: spoilt\ndata: not spoilt\n\n"],
        parsed(frame("not spoilt")),
        flags=["utf-8"],
        anchor=UTF8,
    )
    yield stream_case(
        "utf-8-ill-formed-one-byte-chunks",
        "A cut within an ill-formed sequence changes nothing",
        ["SSE-3", "SSE-1"],
        [bytes([byte]) for byte in b"data: \xf0\x9f\x98\xed\xa0\xe2\x82x\n\n"],
        parsed(frame(f"{R}{R}{R}{R}x")),
        flags=["chunk-boundary", "utf-8"],
        anchor=UTF8,
    )
    yield stream_case(
        "utf-8-truncated-before-cr",
        "A CR breaks off a sequence and still ends the line",
        ["SSE-3"],
        [b"id: \xf0\x9f", b"\rdata: cr\r\r"],
        parsed(frame("cr", id=R), last=R),
        flags=["chunk-boundary", "utf-8"],
        anchor=UTF8,
    )


def _byte_order_mark() -> Iterator[Case]:
    mark = b"\xef\xbb\xbf"
    yield stream_case(
        "byte-order-mark-in-bytes",
        "A leading byte order mark is removed",
        ["SSE-4"],
        [mark + b"data: bytes after a mark\n\n"],
        parsed(frame("bytes after a mark")),
        flags=["byte-order-mark"],
        anchor=ABNF,
    )
    yield stream_case(
        "byte-order-mark-in-text",
        "A leading U+FEFF is removed from text too",
        ["SSE-4"],
        ["\ufeffdata: text after a mark\n\n"],
        parsed(frame("text after a mark")),
        flags=["byte-order-mark"],
        anchor=ABNF,
    )
    for at in (1, 2):
        yield stream_case(
            f"byte-order-mark-cut-at-{at}",
            f"A byte order mark cut after {at} of its three bytes is removed",
            ["SSE-4"],
            [mark[:at], mark[at:] + b"data: mark cut at %d\n\n" % at],
            parsed(frame(f"mark cut at {at}")),
            flags=["byte-order-mark", "chunk-boundary"],
            anchor=ABNF,
        )
    yield stream_case(
        "byte-order-mark-alone-in-a-chunk",
        "Empty chunks before it and a chunk of its own do not hide a leading mark",
        ["SSE-4"],
        ["", "\ufeff", "", "data: mark alone\n\n"],
        parsed(frame("mark alone")),
        flags=["byte-order-mark", "chunk-boundary"],
        anchor=ABNF,
    )


def _no_byte_order_mark() -> Iterator[Case]:
    yield stream_case(
        "second-byte-order-mark-is-content",
        "Only one mark is removed; a second one makes the first field's name unknown",
        ["SSE-5"],
        [b"\xef\xbb\xbf\xef\xbb\xbfdata: lost\ndata: kept\n\n"],
        parsed(frame("kept")),
        flags=["byte-order-mark"],
        anchor=ABNF,
    )
    yield stream_case(
        "byte-order-mark-at-a-later-chunk-is-content",
        "A U+FEFF that begins a later chunk is content",
        ["SSE-5"],
        ["data: a", "\ufeffb\n\n"],
        parsed(frame("a\ufeffb")),
        flags=["byte-order-mark", "chunk-boundary"],
        anchor=ABNF,
    )
    yield stream_case(
        "byte-order-mark-at-a-later-line-is-content",
        "A U+FEFF that begins a later line belongs to the field's name, which is unknown then",
        ["SSE-5", "SSE-17"],
        ["data: one\n\ufeffdata: two\n\n", "\ufeffdata: three\n\n"],
        parsed(frame("one")),
        flags=["byte-order-mark"],
        anchor=ABNF,
    )
    yield stream_case(
        "byte-order-mark-after-a-line-end-is-content",
        "A U+FEFF after a leading line end is not at the start of the stream",
        ["SSE-5"],
        ["\n\ufeffdata: unknown name\ndata: known name\n\n"],
        parsed(frame("known name")),
        flags=["byte-order-mark"],
        anchor=ABNF,
    )
    yield stream_case(
        "truncated-byte-order-mark-is-content",
        "Two bytes of a mark and then a field are U+FFFD and an unknown name",
        ["SSE-3", "SSE-4"],
        [b"\xef\xbb", b"data: lost\ndata: after half a mark\n\n"],
        parsed(frame("after half a mark")),
        flags=["byte-order-mark", "utf-8"],
        anchor=UTF8,
    )
    yield stream_case(
        "utf-16-byte-order-mark-is-ill-formed",
        "FF FE selects no other encoding: it is two U+FFFD, here in an id",
        ["SSE-3"],
        [b"id: \xff\xfe\ndata: no UTF-16\n\n"],
        parsed(frame("no UTF-16", id=R * 2), last=R * 2),
        flags=["byte-order-mark", "utf-8"],
        anchor=UTF8,
    )
