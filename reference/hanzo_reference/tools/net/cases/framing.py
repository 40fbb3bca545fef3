"""Cases of what is an answer of HTTP/1.1 and where it ends, byte by byte."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hanzo_reference.spec.cases import Case
from hanzo_reference.tools.case_words import answered
from hanzo_reference.tools.net.cases.words import HTTP, body, failed, measured, net_case

CHUNKED = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
BOUND = 65_536


def framing_cases() -> Iterator[Case]:
    """Heads, lengths, chunks and ends."""
    for family in (_status_lines, _lines, _bounds, _interim, _codings, _lengths, _chunks, _ends):
        yield from family()


def _read(
    slug: str,
    description: str,
    requirement: str,
    anchor: str,
    answer: str | Sequence[Mapping[str, Any]],
    text: str = "ok",
    headers: Sequence[tuple[str, str]] = (),
    **more: Any,
) -> Case:
    """An answer that is one: its headers as they are to be told, its body."""
    method = more.pop("method", "GET")
    path = f"/{slug}"
    params = {"url": HTTP + path, "method": method}
    told = [{"name": name, "value": value} for name, value in headers]
    expected = body(path, text, headers=told, length=False, **more)
    return net_case(
        slug, description, requirement, "request", params, expected, anchor, "smuggling",
        http={path: {"raw": _parts(answer)}},
    )  # fmt: skip


def _refused(
    slug: str,
    description: str,
    requirement: str,
    anchor: str,
    answer: str | Sequence[Mapping[str, Any]],
) -> Case:
    """Bytes that are no answer, or none whose end is certain."""
    path = f"/{slug}"
    params = {"url": HTTP + path, "method": "GET"}
    return net_case(
        slug, description, requirement, "request", params, failed("request", "connection", path),
        anchor, "smuggling", http={path: {"raw": _parts(answer)}},
    )  # fmt: skip


def _parts(answer: str | Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return [{"text": answer}] if isinstance(answer, str) else list(answer)


def _status_lines() -> Iterator[Case]:
    rule, anchor = "NET-44", "RFC 9112, section 4"
    rest = "\r\nContent-Length: 2\r\n\r\nok"
    two = [("content-length", "2")]
    for slug, line in (
        ("reason", "HTTP/1.1 200 All is  well\t!"), ("no-reason", "HTTP/1.1 200 "),
        ("no-space", "HTTP/1.1 200"), ("old", "HTTP/1.0 200 OK"), ("minor-9", "HTTP/1.9 200 OK"),
    ):  # fmt: skip
        yield _read(f"status-line-{slug}", f"{line} begins an answer", rule, anchor,
                    line + rest, headers=two)  # fmt: skip
    yield _read("status-line-999", "Any number of three digits is a status", rule, anchor,
                "HTTP/1.1 999 Odd" + rest, headers=two, status=999)  # fmt: skip
    for slug, line in (
        ("lower-case", "http/1.1 200 OK"), ("version-2", "HTTP/2.0 200 OK"),
        ("version-2-digits", "HTTP/1.10 200 OK"), ("no-version", "200 OK"),
        ("two-digits", "HTTP/1.1 20 OK"), ("four-digits", "HTTP/1.1 2000 OK"),
        ("zero", "HTTP/1.1 099 OK"), ("sign", "HTTP/1.1 +20 OK"),
        ("two-spaces", "HTTP/1.1  200 OK"), ("tab", "HTTP/1.1\t200 OK"),
        ("space-before", " HTTP/1.1 200 OK"), ("line-before", "\r\nHTTP/1.1 200 OK"),
    ):  # fmt: skip
        yield _refused(f"no-status-line-{slug}", f"{line!r} begins no answer", rule, anchor,
                       line + rest)  # fmt: skip


def _lines() -> Iterator[Case]:
    anchor = "RFC 9112, section 2.2"
    yield _read("line-feeds-alone", "Line feeds alone end the lines of a head", "NET-45", anchor,
                "HTTP/1.1 200 OK\nX: a\nContent-Length: 2\n\nok",
                headers=[("content-length", "2"), ("x", "a")])  # fmt: skip
    yield _read("line-ends-mixed", "Both line ends may stand in one head", "NET-45", anchor,
                "HTTP/1.1 200 OK\r\nContent-Length: 2\n\r\nok",
                headers=[("content-length", "2")])  # fmt: skip
    for slug, head in (
        ("bare-return", "X: a\rb"), ("return-twice", "X: a\r"), ("nul", "X: a\0b"),
        ("bare-return-for-line", "X: a\rY: b"),
    ):  # fmt: skip
        yield _refused(f"line-{slug}", f"{head!r} is no line of a head", "NET-45", anchor,
                       f"HTTP/1.1 200 OK\r\n{head}\r\nContent-Length: 2\r\n\r\nok")  # fmt: skip
    fold = "RFC 9112, section 5.2"
    for slug, head, value in (
        ("space", "X: a\r\n b", "a b"), ("tab", "X: a\r\n\tb", "a b"),
        ("wide", "X: a \t\r\n \t b", "a b"), ("first", "X:\r\n b", "b"),
        ("twice", "X: a\r\n b\r\n c", "a b c"), ("colon", "X: a\r\n Y: b", "a Y: b"),
        ("empty", "X: a\r\n \r\nY: c", "a"),
    ):  # fmt: skip
        more = [("y", "c")] if slug == "empty" else []
        yield _read(f"fold-{slug}", f"{head!r} is one value with a space for its fold", "NET-46",
                    fold, f"HTTP/1.1 200 OK\r\n{head}\r\nContent-Length: 2\r\n\r\nok",
                    headers=[("content-length", "2"), ("x", value), *more])  # fmt: skip
    yield _read("value-trimmed", "Spaces and tabs around a value are no part of it", "NET-46",
                "RFC 9112, section 5.1",
                "HTTP/1.1 200 OK\r\nX:  \ta  b \t\r\nY:c\r\nZ:\r\nContent-Length:2\r\n\r\nok",
                headers=[("content-length", "2"), ("x", "a  b"), ("y", "c"), ("z", "")])  # fmt: skip
    for slug, head in (
        ("space-before-colon", "X : a"), ("tab-before-colon", "X\t: a"), ("no-colon", "X"),
        ("no-name", ": a"), ("name-no-token", "X(: a"), ("name-not-ascii", "\u00e9: a"),
    ):  # fmt: skip
        yield _refused(f"header-{slug}", f"{head!r} is no header", "NET-46",
                       "RFC 9112, section 5.1",
                       f"HTTP/1.1 200 OK\r\n{head}\r\nContent-Length: 2\r\n\r\nok")  # fmt: skip
    yield _refused("fold-of-nothing", "A line that goes on needs one to go on from", "NET-46",
                   anchor, "HTTP/1.1 200 OK\r\n X: a\r\nContent-Length: 2\r\n\r\nok")  # fmt: skip


def _bounds() -> Iterator[Case]:
    start, end = "HTTP/1.1 200 OK\r\nX: ", "\r\nContent-Length: 2\r\n\r\n"
    room = BOUND - len(start) - len(end)
    large: list[dict[str, Any]] = [
        {"text": start},
        {"repeat": "a", "times": room + 1},
        {"text": end + "ok"},
    ]
    yield _refused("head-too-large", "65,537 bytes are too much for a head", "NET-47",
                   "decision NET-47", large)  # fmt: skip
    lines = (room - 1) // 4
    full: list[dict[str, Any]] = [{"text": start + "a" * (room - 4 * lines) + "\r\n"},
            {"repeat": "A:\r\n", "times": lines - 1}, {"text": "A:" + end + "ok"}]  # fmt: skip
    assert sum(len(part.get("text", "")) + 4 * part.get("times", 0) for part in full) == BOUND + 2
    yield net_case(
        "largest-head", "65,536 bytes in 16,000 lines are not too much for a head",
        "NET-47", "download",
        {"url": f"{HTTP}/r", "output": "file://${workspace}/f"},
        answered("net", "download", {"url": f"{HTTP}/r", "status": 200, "redirects": [],
                                     "uri": "file://${workspace}/f", **measured(b"ok")}),
        "decision NET-47", "unbounded", http={"/r": {"raw": full}}, files={},
        after={"f": {"text": "ok"}},
    )  # fmt: skip
    yield _refused("endless-head", "A head without an end is given up", "NET-47",
                   "decision NET-47", [{"text": "HTTP/1.1 200 OK\r\n"},
                                       {"repeat": "A: b\r\n", "times": 200_000}])  # fmt: skip
    yield _refused("endless-chunk-line", "The line of a chunk without an end is given up",
                   "NET-47", "decision NET-47",
                   [{"text": CHUNKED + "2;"}, {"repeat": "x", "times": 200_000}])  # fmt: skip
    yield _refused("endless-trailers", "Trailers without an end are given up", "NET-47",
                   "decision NET-47",
                   [{"text": CHUNKED + "0\r\n"}, {"repeat": "A: b\r\n", "times": 200_000}])  # fmt: skip


def _interim() -> Iterator[Case]:
    anchor = "RFC 9110, section 15.2"
    final = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
    two = [("content-length", "2")]
    yield _read("interim-one", "An interim answer is passed over with its headers", "NET-48",
                anchor, "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n" + final,
                headers=two)  # fmt: skip
    yield _read("interim-many", "Any number of interim answers is passed over", "NET-48", anchor,
                [{"repeat": "HTTP/1.1 100 Continue\r\n\r\n", "times": 3000}, {"text": final}],
                headers=two)  # fmt: skip
    yield _read("interim-length", "The length that an interim answer states is nobody's",
                "NET-48", anchor, "HTTP/1.1 100 Continue\r\nContent-Length: 9\r\n\r\n" + final,
                headers=two)  # fmt: skip
    for slug, behind in (("answer", final), ("nothing", "")):
        yield _refused(f"switching-then-{slug}", "Nobody asked for another protocol", "NET-48",
                       "RFC 9110, section 7.8",
                       "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n" + behind)  # fmt: skip


def _codings() -> Iterator[Case]:
    anchor, chunk = "RFC 9112, section 6.1", "2\r\nok\r\n0\r\n\r\n"
    for slug, line in (
        ("chunked", "chunked"), ("chunked-capitals", "CHUNKED"), ("chunked-mixed", "cHunKed"),
    ):  # fmt: skip
        yield _read(f"coding-{slug}", f"{line} is the coding of chunks", "NET-49",
                    "RFC 9112, section 7",
                    f"HTTP/1.1 200 OK\r\nTransfer-Encoding: {line}\r\n\r\n{chunk}",
                    headers=[("transfer-encoding", line)])  # fmt: skip
    for slug, lines in (
        ("gzip", "Transfer-Encoding: gzip\r\n"),
        ("gzip-chunked", "Transfer-Encoding: gzip, chunked\r\n"),
        ("chunked-gzip", "Transfer-Encoding: chunked, gzip\r\n"),
        ("chunked-twice", "Transfer-Encoding: chunked, chunked\r\n"),
        ("chunked-on-two-lines", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n"),
        ("identity", "Transfer-Encoding: identity\r\n"),
        ("empty", "Transfer-Encoding:\r\n"),
        ("xchunked", "Transfer-Encoding: xchunked\r\n"),
        ("chunked-parameter", "Transfer-Encoding: chunked;a=b\r\n"),
        ("chunked-quoted", 'Transfer-Encoding: "chunked"\r\n'),
    ):  # fmt: skip
        yield _refused(f"coding-{slug}", f"{lines!r} is a coding that nobody asked for", "NET-49",
                       anchor, f"HTTP/1.1 200 OK\r\n{lines}\r\n{chunk}")  # fmt: skip
    yield _refused("coding-in-http-1-0", "HTTP/1.0 has no transfer codings", "NET-49", anchor,
                   f"HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n{chunk}")  # fmt: skip
    for slug, first, second in (
        ("length-first", "Content-Length: 12", "Transfer-Encoding: chunked"),
        ("coding-first", "Transfer-Encoding: chunked", "Content-Length: 12"),
    ):  # fmt: skip
        yield _refused(f"both-framings-{slug}", "A length beside a coding is one framing too many",
                       "NET-49", "RFC 9112, section 6.3",
                       f"HTTP/1.1 200 OK\r\n{first}\r\n{second}\r\n\r\n{chunk}")  # fmt: skip
    yield _read("coding-of-no-content", "Where no body can be, no framing is judged", "NET-17",
                "RFC 9112, section 6.3",
                "HTTP/1.1 304 Not Modified\r\nTransfer-Encoding: gzip\r\nContent-Length: x\r\n\r\n",
                "", [("content-length", "x"), ("transfer-encoding", "gzip")], status=304)  # fmt: skip


def _lengths() -> Iterator[Case]:
    anchor = "RFC 9112, section 6.3"
    for slug, lines, told in (
        ("twice", "Content-Length: 2\r\nContent-Length: 2\r\n", ["2", "2"]),
        ("list", "Content-Length: 2, 2\r\n", ["2, 2"]),
        ("zeros", "Content-Length: 0002\r\n", ["0002"]),
        ("zeros-differ", "Content-Length: 02,2\r\n", ["02,2"]),
    ):  # fmt: skip
        yield _read(f"length-{slug}", f"{lines!r} states one length", "NET-50", anchor,
                    f"HTTP/1.1 200 OK\r\n{lines}\r\nok and more",
                    headers=[("content-length", value) for value in told])  # fmt: skip
    for slug, lines in (
        ("differs", "Content-Length: 2\r\nContent-Length: 3\r\n"),
        ("list-differs", "Content-Length: 2, 3\r\n"), ("sign", "Content-Length: +2\r\n"),
        ("negative", "Content-Length: -2\r\n"), ("hexadecimal", "Content-Length: 0x2\r\n"),
        ("fraction", "Content-Length: 2.0\r\n"), ("empty", "Content-Length:\r\n"),
        ("list-empty", "Content-Length: 2,\r\n"), ("words", "Content-Length: 2 bytes\r\n"),
        ("two-numbers", "Content-Length: 2 2\r\n"), ("underscore", "Content-Length: 0_2\r\n"),
    ):  # fmt: skip
        yield _refused(f"length-{slug}", f"{lines!r} states no length", "NET-50", anchor,
                       f"HTTP/1.1 200 OK\r\n{lines}\r\nok")  # fmt: skip
    params = {"url": f"{HTTP}/r", "method": "GET"}
    yield net_case(
        "length-enormous", "A length beyond all numbers is larger than allowed", "NET-29",
        "request", params, failed("request", "size", "/r"), "decision NET-29", "unbounded",
        http={"/r": {"raw": [{"text": "HTTP/1.1 200 OK\r\nContent-Length: " + "9" * 400
                              + "\r\n\r\nok"}]}},
    )  # fmt: skip


def _chunks() -> Iterator[Case]:
    anchor = "RFC 9112, section 7.1"
    head = [("transfer-encoding", "chunked")]
    for slug, chunks, text in (
        ("two", "2\r\nok\r\n3\r\nays\r\n0\r\n\r\n", "okays"),
        ("none", "0\r\n\r\n", ""), ("zeros", "0000000000000002\r\nok\r\n000\r\n\r\n", "ok"),
        ("hexadecimal", "a\r\n0123456789\r\nB\r\nabcdefghijk\r\n0\r\n\r\n", "0123456789abcdefghijk"),
        ("extension", "2;a=b\r\nok\r\n0;c\r\n\r\n", "ok"),
        ("extension-quoted", '2;a="b;\tc"\r\nok\r\n0\r\n\r\n', "ok"),
        ("extension-spaced", "2 \t; a\r\nok\r\n0\r\n\r\n", "ok"),
        ("line-end-inside", "4\r\n\r\n\r\n\r\n0\r\n\r\n", "\r\n\r\n"),
    ):  # fmt: skip
        yield _read(f"chunks-{slug}", f"{chunks!r} is a body in chunks", "NET-51", anchor,
                    CHUNKED + chunks, text, head)  # fmt: skip
    for slug, chunks in (
        ("plus", "+2\r\nok\r\n0\r\n\r\n"), ("minus", "-2\r\nok\r\n0\r\n\r\n"),
        ("prefix", "0x2\r\nok\r\n0\r\n\r\n"), ("empty", "\r\nok\r\n0\r\n\r\n"),
        ("space-before", " 2\r\nok\r\n0\r\n\r\n"), ("space-behind", "2 \r\nok\r\n0\r\n\r\n"),
        ("underscore", "0_2\r\nok\r\n0\r\n\r\n"), ("word", "zz\r\nok\r\n0\r\n\r\n"),
        ("17-digits", "00000000000000002\r\nok\r\n0\r\n\r\n"),
        ("extension-only", ";a\r\nok\r\n0\r\n\r\n"),
        ("line-feed-alone", "2\nok\r\n0\r\n\r\n"), ("line-feed-behind", "2\r\nok\n0\r\n\r\n"),
        ("too-long", "2\r\nokay\r\n0\r\n\r\n"), ("too-short", "3\r\nok\r\n0\r\n\r\n"),
        ("return-in-extension", "2;a\rb\r\nok\r\n0\r\n\r\n"), ("nul", "2;\0\r\nok\r\n0\r\n\r\n"),
        ("cut-in-chunk", "5\r\nok"), ("cut-behind-chunk", "2\r\nok\r\n"),
        ("cut-in-size", "2"), ("no-last-line", "2\r\nok\r\n0\r\n"),
    ):  # fmt: skip
        yield _refused(f"chunks-{slug}", f"{chunks!r} is no body in chunks", "NET-51", anchor,
                       CHUNKED + chunks)  # fmt: skip
    trailers = "RFC 9112, section 7.1.2"
    yield _read("trailers", "Trailers are read and not among the headers", "NET-52", trailers,
                CHUNKED + "2\r\nok\r\n0\r\nX: a\r\nContent-Length: 9\r\n b\r\n\r\n",
                headers=head)  # fmt: skip
    yield _read("trailers-line-feeds", "Trailers may end in line feeds alone", "NET-52",
                "RFC 9112, section 2.2", CHUNKED + "2\r\nok\r\n0\r\nX: a\n\n",
                headers=head)  # fmt: skip
    for slug, lines in (
        ("no-colon", "X\r\n"),
        ("fold-of-nothing", " X: a\r\n"),
        ("nul", "X: \0\r\n"),
    ):
        yield _refused(f"trailers-{slug}", f"{lines!r} is no trailer", "NET-52", trailers,
                       CHUNKED + f"2\r\nok\r\n0\r\n{lines}\r\n")  # fmt: skip


def _ends() -> Iterator[Case]:
    anchor = "RFC 9112, section 6.3"
    yield _read("end-of-connection", "A body without a length ends with the connection", "NET-53",
                anchor, "HTTP/1.1 200 OK\r\n\r\nok")  # fmt: skip
    yield _read("end-of-connection-old", "So does one of HTTP/1.0", "NET-53", anchor,
                "HTTP/1.0 200 OK\r\nX: a\r\n\r\nok", headers=[("x", "a")])  # fmt: skip
    yield _read("more-behind-length", "What comes behind the stated end is not looked at",
                "NET-53", anchor, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 500 No\r\n",
                headers=[("content-length", "2")])  # fmt: skip
    yield _read("more-behind-chunks", "What comes behind the last chunk is not looked at",
                "NET-53", anchor, CHUNKED + "2\r\nok\r\n0\r\n\r\n\0\0",
                headers=[("transfer-encoding", "chunked")])  # fmt: skip
    parts = [{"text": part} for part in ("HTTP/1.1 20", "0 OK\r", "\nContent-Length: 2\r\n", "\r",
                                         "\no", "k")]  # fmt: skip
    yield _read("cut-anywhere", "Where the bytes are cut on their way means nothing", "NET-53",
                "RFC 9112, section 2.2", parts, headers=[("content-length", "2")])  # fmt: skip
    for slug, answer in (
        ("in-head", "HTTP/1.1 200 OK\r\nX: a\r\n"), ("in-status-line", "HTTP/1.1 20"),
        ("in-body", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nok"),
        ("before-all", ""),
    ):  # fmt: skip
        yield _refused(f"cut-{slug}", "An answer that is not there to its end is none", "NET-30",
                       "RFC 9112, section 8", answer)  # fmt: skip
