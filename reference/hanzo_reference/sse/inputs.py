"""Generators of inputs for comparing implementations: streams like real ones, and raw ones."""

from __future__ import annotations

import base64
from itertools import pairwise
from random import Random
from typing import Any

NAMES = (*["data"] * 6, "event", "id", "retry", "Data", "data ", "x", "\ufeffdata", "")
SEPARATORS = (*[": "] * 5, ":", ":  ", "::", "")
VALUES = (
    "", "a", "b c", " ", "x:y", "é€😀", "[DONE]", "\0", "1\0", "message", "\u2028", "\ufeff",
    "0", "7", "007", "-5", "+5", "5 ", "1e3", "\u0665", "9007199254740991", "9007199254740992",
    "99999999999999999999999",
)  # fmt: skip
LINE_ENDS = ("\n", "\n", "\r\n", "\r\n", "\r", "\n\n", "\r\n\r\n", "\r\r", "\n\r", "\n\n\n")
STARTS = ("", "", "", "", "\ufeff", "\ufeff\ufeff", "\n", "\r\n", ": hello\n\n")
# Around the sizes of the lines that the parts above make.
LIMITS = (0, 1, 5, 6, 7, 8, 9, 10, 12, 15, 20, 30, 60, 1000, 9007199254740991)

RAW_TEXT = (
    "\n", "\n\n", "\r", "\r\n", ":", " ", "data", "\ndata:", "data:", "id", "event", "retry",
    "0", "9", "\0", "\t", "\x0b", "\x85", "\u2029", "\ufeff", "\ufffd", "\uffff",
    "\U00010000", "\U0010ffff", "é",
)  # fmt: skip
RAW_BYTES = (
    b"\n", b"\n\n", b"\r", b"\r\n", b":", b" ", b"\ndata:", b"data:", b"id:", b"A", b"\0",
    b"\xef\xbb\xbf", b"\xef", b"\xbb", b"\xc2", b"\xe0", b"\xe2\x82", b"\xac", b"\xed",
    b"\xa0", b"\x80", b"\xbf", b"\x90", b"\x8f", b"\xf0", b"\xf0\x9f\x98", b"\xf4", b"\xf5",
    b"\xff", b"\xc0\xaf",
)  # fmt: skip

# What may come between two feeds.
BETWEEN = (
    {"type": "close"}, {"type": "reset"}, {"type": "feed", "text": ""},
    {"type": "feed", "text": "\n\n"}, {"type": "feed", "text": "\ufeff"},
)  # fmt: skip


def well_formed(random: Random) -> tuple[str, dict[str, Any]]:
    """A stream of fields and blank lines, whole or cut, as text or bytes, seldom with a limit."""
    choose = random.choice
    parts = [choose(STARTS)]
    for _ in range(random.randrange(1, 8)):
        parts += (choose(NAMES), choose(SEPARATORS), choose(VALUES), choose(LINE_ENDS))
    if random.random() < 0.75:
        parts.append("\n\n")
    return _asked("".join(parts), random)


def raw(random: Random) -> tuple[str, dict[str, Any]]:
    """Pieces that mean something to a parser, in no order; bytes are mostly ill-formed."""
    count = random.randrange(16)
    if random.random() < 0.5:
        return _asked("".join(random.choices(RAW_TEXT, k=count)), random)
    return _asked(b"".join(random.choices(RAW_BYTES, k=count)), random)


def _asked(stream: str | bytes, random: Random) -> tuple[str, dict[str, Any]]:
    if random.random() < 0.3:
        return _scripted(stream, random)
    if isinstance(stream, str) and random.random() < 0.5:
        stream = stream.encode()
    cuts = sorted(random.randrange(len(stream) + 1) for _ in range(random.randrange(4)))
    edges = pairwise([0, *cuts, len(stream)])
    asked: dict[str, Any] = {}
    if isinstance(stream, str):
        asked["chunks"] = [stream[a:b] for a, b in edges]
    else:
        asked["chunks_b64"] = [base64.b64encode(stream[a:b]).decode("ascii") for a, b in edges]
    if random.random() < 0.2:
        asked["max_buffer"] = random.choice(LIMITS)
    return "parse", asked


def _scripted(stream: str | bytes, random: Random) -> tuple[str, dict[str, Any]]:
    """The stream in pieces of text and bytes, with ends, resets and feeds of nothing between."""
    script: list[dict[str, Any]] = []
    while stream:
        size = random.randrange(1, len(stream) + 1)
        piece, stream = stream[:size], stream[size:]
        if isinstance(piece, str) and random.random() < 0.5:
            script.append({"type": "feed", "text": piece})
        else:
            data = piece.encode() if isinstance(piece, str) else piece
            # Cut once more, so that code points are cut, too.
            at = random.randrange(len(data) + 1)
            script += (_fed(part) for part in (data[:at], data[at:]))
        if random.random() < 0.3:
            script.append(dict(random.choice(BETWEEN)))
    asked: dict[str, Any] = {"script": script}
    if random.random() < 0.3:
        asked["max_buffer"] = random.choice(LIMITS)
    return "buffer", asked


def _fed(data: bytes) -> dict[str, Any]:
    return {"type": "feed_bytes", "data_b64": base64.b64encode(data).decode("ascii")}
