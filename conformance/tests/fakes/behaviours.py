"""What an adapter drawn by lot does, as actions that a process or a test can carry out.

A vector's text says how it is treated: ``KIND-NUMBER``. Each kind is a function of the request id
and the text to actions, so that an adapter does the same to the same vector in any company. ``FAIR``
kinds are all that a vector has brought about itself; ``NASTY`` ones hurt others, too.

Actions are ``("write", bytes)``, ``("pause", seconds)``, ``("exit", status)``, ``("kill",)``,
``("hang",)``, ``("close",)`` for standard output, and ``("repeat", bytes, seconds)``, which goes on
in the background for ever.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

Action = tuple[Any, ...]
Kind = Callable[[int, str], list[Action]]
# Longer than any line may be, and deeper than any message.
LONG, DEEP = 70_000, 5_000


def line(message: Any) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def right(number: Any, text: str) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, "result": {"text": text}}


def error(number: Any, code: int, data: Any = None) -> dict[str, Any]:
    body = {"code": code, "message": "no", "data": data}
    return {"jsonrpc": "2.0", "id": number, "error": body}


def answer(number: int, text: str) -> Action:
    return ("write", line(right(number, text)))


def said(change: Callable[[int, str], Any]) -> Kind:
    """A kind that writes one message, or bytes as they are."""

    def kind(number: int, text: str) -> list[Action]:
        told = change(number, text)
        return [("write", told if isinstance(told, bytes) else line(told))]

    return kind


def before(*actions: Action) -> Kind:
    return lambda number, text: [*actions, answer(number, text)]


def after(*actions: Action) -> Kind:
    return lambda number, text: [answer(number, text), *actions]


def only(*actions: Action) -> Kind:
    return lambda _number, _text: list(actions)


def halves(number: int, text: str) -> list[Action]:
    whole = line(right(number, text))
    middle = len(whole) // 2
    return [("write", whole[:middle]), ("pause", 0.01), ("write", whole[middle:])]


def member(value: bytes) -> Kind:
    """An answer whose text is JSON of any sort."""
    return said(lambda number, _: b'{"jsonrpc":"2.0","id":%d,"result":{"text":%s}}\n'
                % (number, value))  # fmt: skip


GOOD: dict[str, Kind] = {
    "good": after(),
    "spaced": said(lambda number, text: json.dumps(right(number, text)).encode() + b" \r\n"),
    "turned": said(lambda number, text: dict(reversed(right(number, text).items()))),
    "halves": halves,
    "slow": before(("pause", 0.05)),
    "escaped": said(lambda number, text: b'{"jsonrpc":"2.0","id":%d,"result":{"text":"%s"}}\n' % (
        number, "".join(f"\\u{ord(char):04x}" for char in text).encode())),
}  # fmt: skip
FAIR: dict[str, Kind] = {
    "wrong": said(lambda number, _: right(number, "other")),
    "null": said(lambda number, _: {"jsonrpc": "2.0", "id": number, "result": None}),
    "failure": said(lambda number, _: error(number, -32603)),
    "domain": said(lambda number, _: error(number, -32000, {"code": "NO"})),
    "codeless": said(lambda number, _: error(number, -32000, {})),
    "both": said(lambda number, text: {**right(number, text), "error": {"code": 1, "message": ""}}),
    "neither": said(lambda number, _: {"jsonrpc": "2.0", "id": number}),
    "extra": said(lambda number, text: {**right(number, text), "took": 1}),
    "old": said(lambda number, text: {**right(number, text), "jsonrpc": "1.0"}),
    "request": said(lambda number, _: {"jsonrpc": "2.0", "id": number, "method": "x"}),
    "batch": said(lambda number, text: [right(number, text)]),
    "nan": member(b"NaN"),
    "twofold": member(b'"x","text":"y"'),
    "surrogate": member(b'"\\ud800"'),
    "bytes": member(b'"\xff"'),
    "large": member(b"9007199254740993"),
    "endless": member(b"9" * 5_000),
    "deep": member(b"[" * 65 + b"]" * 65),
    "deeper": member(b'{"a":' * DEEP + b"1" + b"}" * DEEP),
    "unclosed": member(b"[" * DEEP),
    "long": member(b'"' + b"x" * LONG + b'"'),
    "text-id": said(lambda number, text: right(str(number), text)),
    "float-id": said(lambda number, text: right(number + 0.5, text)),
    "list-id": said(lambda number, text: right([number], text)),
    "null-id": said(lambda _, text: right(None, text)),
    "true-id": said(lambda _, text: right(True, text)),
    "negative-id": said(lambda number, text: right(-number, text)),
    "far-id": said(lambda number, text: right(number + 10**9, text)),
    "nameless": said(lambda _number, _text: error(None, -32700)),
    "blank": before(("write", b"\n")),
    "log-before": before(("write", b"INFO asked\n")),
    "log-after": after(("write", b"INFO answered\n")),
    "control": before(("write", b"\x00\x1b[2J\x07\n")),
    "mark": before(("write", b"\xef\xbb\xbf")),
    "silent": only(),
    "hangs": only(("hang",)),
    "half-hangs": only(("write", b'{"jsonrpc":"2.0",'), ("hang",)),
    "flood": only(("write", b"x" * LONG), ("hang",)),
    "dies": only(("kill",)),
    "half-dies": only(("write", b'{"jsonrpc":'), ("kill",)),
    "exits": only(("exit", 0)),
    "fails": only(("exit", 3)),
    "closes": only(("close",), ("hang",)),
    "dies-after": after(("kill",)),
    "fails-after": after(("exit", 1)),
    "twice": lambda number, text: [answer(number, text)] * 2,
    "thrice": lambda number, text: [answer(number, text)] * 3,
    "again": lambda number, text: [
        answer(number, text), ("repeat", line(right(number, text)), 0.1), ("hang",)],
    "foreign": only(("repeat", line(right(10**9, "x")), 0.1), ("hang",)),
    "noise": only(("repeat", line(error(None, -32700)), 0.1), ("hang",)),
}  # fmt: skip
# Whoever hangs or closes its output after its answer shows it only where somebody waits.
LATER: dict[str, Kind] = {
    "hangs-after": after(("hang",)),
    "half-after": after(("write", b'{"json')),
}
NASTY: dict[str, Kind] = {
    "leaves-after": after(("exit", 0)),
    "closes-after": after(("close",), ("hang",)),
    "background": after(("repeat", line(right(1, "good")), 0.1)),
    "chatter": after(("repeat", b"INFO still here\n", 0.07)),
    "steals": lambda number, text: [answer(number + 1, text), answer(number, text)],
    "harks-back": lambda number, text: [answer(max(1, number - 1), text), answer(number, text)],
    "ahead": lambda number, text: [answer(number, text), answer(number + 1, "good-0")],
    "far-ahead": lambda number, text: [answer(number + ahead, text) for ahead in range(40)],
    "late": lambda number, text: [("pause", 0.7), answer(number, text)],
}
KINDS: dict[str, Kind] = {**GOOD, **FAIR, **LATER, **NASTY}

HANDSHAKE = {
    "protocol": 1,
    "implementation": {"name": "random", "version": "1", "language": "python"},
    "operations": ["echo.say"],
}
BEGINNINGS: dict[str, list[Action]] = {
    "banner": [("write", b"adapter 1.0\n")],
    "half-banner": [("write", b"adapter "), ("hang",)],
    "nothing": [("hang",)],
    "death": [("kill",)],
    "exit": [("exit", 0)],
    "old": [("write", line({"jsonrpc": "2.0", "id": 0, "result": {**HANDSHAKE, "protocol": 0}}))],
    "deep": [("write", b"[" * DEEP + b"\n")],
    "long": [("write", b"x" * LONG), ("hang",)],
    "plain": [("write", line({"jsonrpc": "2.0", "id": 0, "result": HANDSHAKE}))],
}
BEGINNINGS["listening"] = [*BEGINNINGS["plain"], ("write", b"listening\n")]
BEGINNINGS["eager"] = [*BEGINNINGS["plain"], ("write", line(right(1, "good-0")))]
BEGINNINGS["twofold"] = BEGINNINGS["plain"] * 2
ENDINGS: dict[str, list[Action]] = {
    "plain": [("exit", 0)],
    "status": [("exit", 7)],
    "death": [("kill",)],
    "stays": [("hang",)],
    "rubbish": [("write", b"bye\n"), ("exit", 0)],
    "half": [("write", b"bye"), ("exit", 0)],
    "answer": [("write", line(right(1, "good-0"))), ("exit", 0)],
}


def actions_for(data: bytes, beginning: str) -> list[Action]:
    """What it does about one line of its input."""
    request = json.loads(data)
    if request["method"] == "initialize":
        return BEGINNINGS[beginning]
    text = request["params"]["text"]
    return KINDS[text.rpartition("-")[0]](request["id"], text)
