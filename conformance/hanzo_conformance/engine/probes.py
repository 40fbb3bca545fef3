"""What ``doctor`` says to an adapter: requests, and params that are wrong on purpose."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from hanzo_vectors.pointers import Path, part_at, paths, with_part
from hanzo_vectors.strict_json import DEEPEST, dumps

# No operation has these names. Some are there in every object of a dynamic language.
UNKNOWN_METHODS = (
    "no.such_operation", "constructor", "__proto__", "toString", "__class__", "initialize.x",
)  # fmt: skip

# Lines that are no request; an adapter answers them with an error, or not at all, and goes on.
BROKEN_LINES = (
    ("JSON that is cut", b'{"jsonrpc":"2.0","id":'),
    ("no JSON", b"<html>"),
    ("bytes that are not UTF-8", b'{"jsonrpc":"2.0","method":"\xff\xfe"}'),
    ("an array", b"[]"),
    ("a number", b"17"),
    ("an object without a method", b'{"jsonrpc":"2.0"}'),
)

# The request id of lines that are put to see what comes of them.
STRANGE_ID = 999


class StrangeLine(NamedTuple):
    """A line that no harness writes and everybody else may.

    ``answers`` are the errors that it may get, as request id and code; without any, it is a
    notification, which gets no answer.
    """

    what: str
    line: bytes
    answers: frozenset[tuple[int | None, int]]


PARSE_ERROR, INVALID_REQUEST = (None, -32700), (None, -32600)
UNKNOWN = (STRANGE_ID, -32601)
UNREAD = frozenset({PARSE_ERROR})
NO_REQUEST = frozenset({INVALID_REQUEST})
NO_METHOD = frozenset({UNKNOWN})


def _strange(
    what: str,
    answers: frozenset[tuple[int | None, int]],
    number: bytes = b"999",
    params: bytes = b"{}",
    method: bytes = b'"no.such_operation"',
) -> StrangeLine:
    line = b'{"jsonrpc":"2.0","id":%s,"method":%s,"params":%s}' % (number, method, params)
    return StrangeLine(what, line, answers)


def _nested(depth: int) -> bytes:
    return b'{"a":' * depth + b"0" + b"}" * depth


_SURROGATE = rb'"\ud800"'
STRANGE_LINES = (
    StrangeLine("arrays nested 100,000 deep", b"[" * 100_000, UNREAD),
    StrangeLine("closed arrays nested 100,000 deep", b"[" * 100_000 + b"]" * 100_000, UNREAD),
    StrangeLine("objects nested 100,000 deep", b'{"a":' * 100_000, UNREAD),
    _strange(f"params that nest a message {DEEPEST + 1} deep", UNREAD, params=_nested(DEEPEST)),
    _strange("an id that nests deep", UNREAD, number=b"[" * DEEPEST + b"]" * DEEPEST),
    _strange(f"params that nest a message {DEEPEST} deep", NO_METHOD, params=_nested(DEEPEST - 1)),
    _strange("brackets in a text", NO_METHOD, params=b'{"a":"%s"}' % (b'[{\\"' * 200)),
    _strange("a lone surrogate as id", UNREAD | NO_REQUEST, number=_SURROGATE),
    _strange("a lone surrogate as method", UNREAD | NO_REQUEST | NO_METHOD, method=_SURROGATE),
    _strange("a lone surrogate in params", UNREAD | NO_METHOD, params=b'{"a":%s}' % _SURROGATE),
    _strange("a pair of surrogates", NO_METHOD, params=rb'{"a":"\ud83d\ude00\\ud800"}'),
    _strange("NaN as id", UNREAD, number=b"NaN"),
    _strange("NaN in params", UNREAD, params=b'{"a":NaN}'),
    _strange("an infinity in params", UNREAD, params=b'{"a":-Infinity}'),
    _strange("a list as id", NO_REQUEST, number=b"[999]"),
    _strange("an object as id", NO_REQUEST, number=b'{"a":1}'),
    _strange("true as id", NO_REQUEST, number=b"true"),
    _strange("a fraction as id", NO_REQUEST, number=b"999.5"),
    _strange("an id beyond 2^53", NO_REQUEST, number=b"9007199254740993"),
    _strange("a number beyond all as id", UNREAD | NO_REQUEST, number=b"1e400"),
    _strange("a number as method", frozenset({INVALID_REQUEST, (999, -32600)}), method=b"1"),
    StrangeLine(
        "a notification", b'{"jsonrpc":"2.0","method":"no.such_operation","params":{}}', frozenset()
    ),
    StrangeLine(
        "a notification of initialize",
        b'{"jsonrpc":"2.0","method":"initialize","params":{"protocol":1}}',
        frozenset(),
    ),
)

# What readers of lines and writers of JSON stumble over: two, three and four bytes of UTF-8, line
# ends that are none here (U+0085, U+2028, U+2029), what some encoders escape, and a zero.
TEXT = "é€\U0001f600\x85\u2028\u2029<&>'\"\\/\x00\x7f\ufeff"

# Members of params for `initialize` that name no protocol that this harness speaks.
FOREIGN_PROTOCOLS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("the protocol 2", {"protocol": 2}),
    ("the protocol 0", {"protocol": 0}),
    ('the protocol "1", a text', {"protocol": "1"}),
    ("the protocol true", {"protocol": True}),
    ("no protocol", {}),
)

MEMBER = "hanzo_conformance_unknown_member"
CANDIDATES: tuple[Any, ...] = (True, 1, "1", None, [], {})
KINDS = {bool: "a boolean", int: "a number", str: "a text", type(None): "null", list: "an array",
         dict: "an object"}  # fmt: skip


def request(number: int, method: str, params: Any) -> bytes:
    """One request as the harness writes it, with its line feed."""
    return dumps(_message(number, method, params)) + b"\n"


def escaped_request(number: int, method: str, params: Any) -> bytes:
    """The same request with every character beyond ASCII escaped."""
    message = _message(number, method, params)
    return json.dumps(message, ensure_ascii=True, separators=(",", ":")).encode() + b"\n"


def request_without_params(number: int, method: str) -> bytes:
    """A request that leaves its params out."""
    message = {"jsonrpc": "2.0", "id": number, "method": method}
    return dumps(message) + b"\n"


def wrong_params(
    params: Mapping[str, Any], refuses: Callable[[Any], bool]
) -> Iterator[tuple[str, Any]]:
    """Ways to spoil params of an operation, each in words, that its schema ``refuses``."""
    yield from (("an array as params", []), ("a text as params", "params"))
    changed: list[tuple[str, Any]] = [("an unknown member", {**params, MEMBER: 1})]
    for name, value in params.items():
        rest = {key: other for key, other in params.items() if key != name}
        changed.append((f"{name!r} left out", rest))
        changed += [
            (f"{KINDS[type(other)]} as {name!r}", {**params, name: other})
            for other in CANDIDATES
            if type(other) is not type(value)
        ]
    for what, spoiled in changed:
        if refuses(spoiled):
            yield what, spoiled


def with_text(value: Any, text: str) -> Any:
    """A JSON value in which ``text`` is put behind its first string that is not empty."""
    path = _first_text(value)
    return value if path is None else with_part(value, path, part_at(value, path) + text)


def first_text(value: Any) -> str:
    """The string that ``with_text`` changes; empty where there is none."""
    path = _first_text(value)
    return "" if path is None else str(part_at(value, path))


def _first_text(value: Any) -> Path | None:
    texts = (path for path in paths(value) if isinstance(part_at(value, path), str))
    return next((path for path in texts if part_at(value, path)), None)


def _message(number: int, method: str, params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
