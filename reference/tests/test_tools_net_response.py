"""net: what is an answer of HTTP/1.1, held against another reader of HTTP."""

from __future__ import annotations

import random
from collections.abc import Iterator

import h11
import pytest

from hanzo_reference.tools.net.response import Head, ResponseError, ResponseReader

Reading = tuple[int, list[tuple[bytes, bytes]], bytes]
HEADS = (b"HTTP/1.1 200 OK", b"HTTP/1.1 404 ", b"HTTP/1.0 200 Fine", b"HTTP/1.1 204 No Content")
HEADERS = (b"A: b", b"Set-Cookie: a=1", b"set-cookie: b=2", b"X:", b"X-Y:  c  d ", b"Z: \xe9")


def ours(answer: bytes, sizes: Iterator[int]) -> Reading | None:
    """What our reader makes of it, cut into pieces of these sizes; None where it is refused."""
    reader = ResponseReader("GET")
    head: Head | None = None
    body = b""
    try:
        while answer:
            size = next(sizes)
            for event in reader.feed(answer[:size]):
                if isinstance(event, Head):
                    head = event
                else:
                    body += event
            answer = answer[size:]
        reader.close()
    except ResponseError:
        return None
    assert head is not None
    headers = [(name.lower(), value) for name, value in head.headers]
    return head.status, plain(headers), body


def plain(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Headers but for what is h11's choice: the case of this coding, how wide a fold becomes."""
    coding = b"transfer-encoding"
    return [
        (name, b" ".join((value.lower() if name == coding else value).split()))
        for name, value in headers
    ]


def theirs(answer: bytes) -> Reading | None:
    """What h11 makes of it; None where it is refused."""
    connection = h11.Connection(h11.CLIENT)
    connection.send(h11.Request(method="GET", target="/", headers=[("host", "a")]))
    connection.send(h11.EndOfMessage())
    status, headers, body = 0, [], b""
    try:
        connection.receive_data(answer)
        connection.receive_data(b"")
        while True:
            event = connection.next_event()
            if isinstance(event, h11.Response):
                status = event.status_code
                headers = [(bytes(name), bytes(value)) for name, value in event.headers]
            elif isinstance(event, h11.Data):
                body += bytes(event.data)
            elif isinstance(event, h11.EndOfMessage):
                return status, plain(headers), body
    except h11.RemoteProtocolError:
        return None


def random_answer(draw: random.Random) -> bytes:
    """An answer as servers send it, with any framing."""
    interim = b"HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n" * draw.randint(0, 2)
    lines = [draw.choice(HEADS), *draw.sample(HEADERS, draw.randint(0, 4))]
    body = draw.randbytes(draw.randint(0, 40))
    if lines[0].startswith(b"HTTP/1.1 204"):
        body = b""
    elif lines[0].startswith(b"HTTP/1.1") and draw.random() < 0.4:
        lines.append(b"Transfer-Encoding: " + draw.choice((b"chunked", b"Chunked")))
        whole, body = body, b""
        while whole:
            size = draw.randint(1, len(whole))
            extension = draw.choice((b"", b";a=b", b";c"))
            body += b"%x%b\r\n%b\r\n" % (size, extension, whole[:size])
            whole = whole[size:]
        body += b"0\r\n" + draw.choice((b"", b"T: u\r\n")) + b"\r\n"
    elif draw.random() < 0.7:
        lines.append(b"Content-Length: %d" % len(body))
    headers = draw.sample(lines[1:], len(lines) - 1)
    return interim + b"\r\n".join([lines[0], *headers, b"", b""]) + body


def test_two_readers_make_the_same_of_every_answer() -> None:
    draw = random.Random(9112)  # noqa: S311 - what is drawn shall repeat
    for _ in range(1000):
        answer = random_answer(draw)
        expected = theirs(bytes(answer))
        assert expected is not None, answer
        assert ours(answer, iter(lambda: draw.randint(1, 30), 0)) == expected, answer


def test_what_two_readers_take_of_a_broken_answer_is_the_same() -> None:
    draw = random.Random(9110)  # noqa: S311 - what is drawn shall repeat
    both = 0
    for _ in range(2500):
        answer = bytearray(random_answer(draw))
        for _ in range(draw.randint(1, 2)):
            place = draw.randrange(len(answer))
            answer[place : place + draw.randint(0, 1)] = draw.choice(
                (b" ", b"\t", b"\n", b"\r", b"\0", b":", b",", b"9", b"-", b"")
            )
        mine, other = (
            ours(bytes(answer), iter(lambda: draw.randint(1, 50), 0)),
            theirs(bytes(answer)),
        )
        if mine is not None and other is not None:
            both += 1
            assert mine == other, bytes(answer)
    assert both > 400


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_a_head_in_drops_is_read_once(size: int) -> None:
    answer = b"HTTP/1.1 200 OK\r\n" + b"A: b\r\n" * 10_000 + b"Content-Length: 2\r\n\r\nok"
    reading = ours(answer, iter(lambda: size, 0))
    assert reading is not None
    assert (len(reading[1]), reading[2]) == (10_001, b"ok")
