"""Which part of a stream is shown, and how its bytes become text.

Here lives the arithmetic; reading is done by whoever calls.
"""

from __future__ import annotations

import base64
from typing import Any, NamedTuple

# A page of output that a conversation can bear.
MOST_BYTES = 65536


class Window(NamedTuple):
    """A part of a stream, in bytes from its beginning, and whether it leaves out what is around."""

    start: int
    end: int
    cut_before: bool
    cut_after: bool


def window(size: int, since: int | None, *, from_end: bool, growing: bool) -> Window:
    """The part to read of a stream of ``size`` bytes; what comes before ``since`` is known.

    Spec: PROC-30, PROC-32.
    """
    first = min(since or 0, size)
    if since is None or from_end:
        start = max(first, size - MOST_BYTES)
        return Window(start, size, start > first, growing)
    end = min(first + MOST_BYTES, size)
    return Window(first, end, cut_before=False, cut_after=growing or end < size)


def last_lines(data: bytes, count: int) -> bytes:
    """The last lines; what follows the last line feed is one, too, unless it is nothing.

    Spec: PROC-31.
    """
    place = len(data) - 1 if data.endswith(b"\n") else len(data)
    for _ in range(count):
        place = data.rfind(b"\n", 0, place)
        if place < 0:
            return data
    return data[place + 1 :]


def shown(part: Window, data: bytes, size: int, tail: int | None) -> dict[str, Any]:
    """The bytes of a window as they are shown.

    Spec: PROC-29, PROC-31, PROC-33, PROC-34.
    """
    start, kept = part.start, data
    if part.cut_before:
        kept = kept[_continued(kept) :]
    if part.cut_after:
        kept = kept[: len(kept) - _begun(kept)]
    start = part.start + _continued(data) if part.cut_before else part.start
    if tail is not None:
        short = last_lines(kept, tail)
        start, kept = start + len(kept) - len(short), short
    try:
        return _stream(start, kept, size, kept.decode())
    except UnicodeDecodeError:
        raw = data if tail is None else last_lines(data, tail)
        return _stream(part.start + len(data) - len(raw), raw, size, None)


def _stream(start: int, data: bytes, size: int, text: str | None) -> dict[str, Any]:
    return {
        "text": text,
        "bytes_b64": None if text is not None else base64.b64encode(data).decode("ascii"),
        "encoding": "utf-8" if text is not None else "base64",
        "start": start,
        "end": start + len(data),
        "size": size,
    }


def _continued(data: bytes) -> int:
    """How many bytes at the beginning belong to a character that began before.

    RFC 3629 §3: a byte 10xxxxxx continues a character, which has three of them at most.
    """
    count = 0
    while count < min(3, len(data)) and data[count] & 0xC0 == 0x80:
        count += 1
    return count


def _begun(data: bytes) -> int:
    """How many bytes at the end begin a character that is not complete.

    RFC 3629 §3: the first byte tells how many there are, 110xxxxx two to 11110xxx four.
    """
    for back in range(1, min(3, len(data)) + 1):
        byte = data[-back]
        if byte & 0xC0 != 0x80:
            needed = 4 if byte >= 0xF0 else 3 if byte >= 0xE0 else 2 if byte >= 0xC0 else 1
            return back if needed > back else 0
    return 0
