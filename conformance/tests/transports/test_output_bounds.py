"""What an adapter writes takes no more room than its bounds, however it is cut into pieces."""

from __future__ import annotations

import queue
import threading
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager

import anyio
import pytest

from hanzo_conformance.transports import docker_image, mcp_links
from hanzo_conformance.transports.docker_image import LINE_CHARACTERS, _Said
from hanzo_conformance.transports.docker_stream import ERROR, OUTPUT, Stream
from hanzo_conformance.transports.lines import REST_BYTES, STDERR_BYTES, Lines

MB = 1024 * 1024


@contextmanager
def at_most(megabytes: float) -> Iterator[None]:
    """Whatever is done inside never holds more memory than that."""
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < megabytes * MB
    finally:
        tracemalloc.stop()


def frame(kind: int, data: bytes, length: int | None = None) -> bytes:
    """What an engine sends of a container's output."""
    return bytes([kind, 0, 0, 0]) + (len(data) if length is None else length).to_bytes(4) + data


def test_a_line_that_comes_in_single_bytes_takes_no_more_than_its_length() -> None:
    lines = Lines(MB)
    with at_most(3):
        for _ in range(MB // 2):
            assert lines.feed(b"x") == []
        assert lines.feed(b"\n") == [b"x" * (MB // 2)]


def test_a_line_without_an_end_is_broken_off_at_its_bound() -> None:
    lines = Lines(1000)
    for _ in range(1001):
        assert lines.broken is None
        assert lines.feed(b"x") == []
    assert lines.broken is not None
    assert "a line of more than 1000 bytes" in lines.broken.detail
    assert len(lines.rest) <= REST_BYTES


def test_of_what_a_container_writes_to_stderr_the_last_part_is_kept() -> None:
    stream = Stream(MB)
    part = frame(ERROR, b"x" * 65536)
    with at_most(1):
        for _ in range(2000):
            assert stream.feed(part) == []
    stream.feed(frame(ERROR, b"the end"))
    assert stream.stderr.endswith(b"xthe end")
    assert len(stream.stderr) == STDERR_BYTES


def test_a_container_that_writes_no_line_is_broken_off() -> None:
    stream = Stream(MB)
    part = frame(OUTPUT, b"x" * 65536)
    with at_most(4):
        while stream.broken is None:
            assert stream.feed(part) == []
    assert "a line of more than" in stream.broken.detail


def test_a_frame_that_is_announced_and_never_comes_takes_no_room() -> None:
    stream = Stream(MB)
    with at_most(1):
        assert stream.feed(frame(OUTPUT, b"a\nb", length=2**32 - 1)) == [b"a"]
        assert stream.feed(b"c\n") == [b"bc"]
    assert stream.broken is None


def test_a_stream_cut_anywhere_is_the_same_stream() -> None:
    whole = frame(OUTPUT, b"a\nb") + frame(ERROR, b"said") + frame(OUTPUT, b"c\n")
    for cut in range(len(whole)):
        stream = Stream(MB)
        assert [*stream.feed(whole[:cut]), *stream.feed(whole[cut:])] == [b"a", b"bc"]
        assert stream.stderr == b"said"


def test_an_engine_that_says_more_of_a_build_than_anybody_tells_waits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(docker_image, "MOST_WAITING", 5)
    said, put = _Said(), queue.SimpleQueue[int]()

    def listen() -> None:
        for number in range(100):
            said.put({"stream": "x" * 100_000, "aux": {"ID": "y" * 100_000}})
            put.put(number)

    thread = threading.Thread(target=listen)
    thread.start()
    assert said.get() == {"stream": "x" * LINE_CHARACTERS}
    thread.join(0.5)
    assert put.qsize() == 6
    # Nobody waits for ever for one who has given up.
    said.leave()
    thread.join(60)
    assert not thread.is_alive()


def test_messages_of_a_server_that_wait_are_bounded_by_their_bytes() -> None:
    unread = mcp_links._Unread()
    for _ in range(1000):
        # Each is read before the next one comes.
        unread.take(mcp_links.BACKLOG_BYTES // 2, 1)
    unread.take(mcp_links.BACKLOG_BYTES // 2, 2)
    with pytest.raises(anyio.WouldBlock):
        unread.take(10, 3)
