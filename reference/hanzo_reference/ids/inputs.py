"""Inputs for fuzzing: texts with every terminator and width, URIs with every way to be wrong."""

from __future__ import annotations

import base64
from random import Random
from typing import Any

ENCODINGS = ("utf-8", "utf-16", "utf-32")
PIECES = (
    "a", "b", "zz", " ", "\t", "\n", "\n", "\r\n", "\r\n", "\r", "\u00e9", "\u20ac", "\U0001f600",
    "e\u0301", "\u2028", "\u0085", "\x0b", "\ufeff", "\U0010ffff", "\0",
)  # fmt: skip
NAMES = ("a", "main.py", ".git", "...", "my file", "caf\u00e9", "100%", "a+b", "C:", "~", "x;y")
SEGMENTS = (*NAMES, "", ".", "..", "\0", "\u212b", "\U0001f600", "a\\b", "%2F", "\n", "?", "#")
AUTHORITIES = (
    "file://", "file://", "file:", "file://localhost", "FILE://LocalHost", "file://host",
    "file:/", "http://", "file://localhost:80", "\ufb01le://", "",
)  # fmt: skip
URI_PIECES = (
    "/", "/", "/", "a", "b.c", "%20", "%C3%A9", "%c3%a9", "%2E", "%2e%2e", ".", "..", "%2F", "%00",
    "%FF", "%", "%4", "%zz", "%25", "+", "?", "#", " ", "\u00e9", ":", "@", "&", "\\", "%7E", "|",
)  # fmt: skip


def well_formed(random: Random) -> tuple[str, dict[str, Any]]:
    """A question that a tool would ask about a small text or an ordinary path."""
    kind = random.randrange(5)
    if kind == 0:
        return "uri_from_path", {"path": _path(random, NAMES)}
    if kind == 1:
        segments = random.choices(("a", "src", "main.py", "my%20file", "%C3%A9"), k=3)
        return "path_from_uri", {"uri": "file:///" + "/".join(segments)}
    if kind == 2:
        return "hash", {"content_b64": _content(random)}
    text = _text(random)
    line = random.randrange(1 + text.count("\n"))
    if kind == 3:
        start, end = sorted((random.randrange(12), random.randrange(12)))
        extent = {"start": {"line": line, "col": start}, "end": {"line": line, "col": end}}
        return "slice", {"text": text, "range": extent}
    position = {"line": line, "col": random.randrange(12)}
    return "convert", {"text": text, "position": position, **_units(random)}


def raw(random: Random) -> tuple[str, dict[str, Any]]:
    """Anything that the schema admits, with a liking for what is nearly right."""
    kind = random.randrange(5)
    if kind == 0:
        start = random.choice(("", "/", "/", "x"))
        return "uri_from_path", {"path": start + _path(random, SEGMENTS)}
    if kind == 1:
        pieces = random.choices(URI_PIECES, k=random.randrange(7))
        return "path_from_uri", {"uri": random.choice(AUTHORITIES) + "/" + "".join(pieces)}
    if kind == 2:
        return "hash", {"content_b64": _content(random)}
    text = _text(random)
    if kind == 3:
        asked = {"text": text, "range": {"start": _place(random), "end": _place(random)}}
        if random.random() < 0.7:
            asked["encoding"] = random.choice(ENCODINGS)
        return "slice", asked
    return "convert", {"text": text, "position": _place(random), **_units(random)}


def _path(random: Random, segments: tuple[str, ...]) -> str:
    return "/" + "/".join(random.choices(segments, k=random.randrange(5)))


def _text(random: Random) -> str:
    return "".join(random.choices(PIECES, k=random.randrange(10)))


def _content(random: Random) -> str:
    length = random.choice((0, 1, 2, 3, 55, 56, 63, 64, 65, random.randrange(200)))
    return base64.b64encode(random.randbytes(length)).decode()


def _place(random: Random) -> dict[str, int]:
    if random.random() < 0.03:
        return {"line": random.randrange(3), "col": 2**31 - 1}
    return {"line": random.randrange(4), "col": random.randrange(9)}


def _units(random: Random) -> dict[str, str]:
    return {"from": random.choice(ENCODINGS), "to": random.choice(ENCODINGS)}
