"""Inputs for fuzzing the client's machines: lines cut anywhere, sessions, exchanges."""

from __future__ import annotations

import base64
import json
from random import Random
from typing import Any

IDS: tuple[Any, ...] = ("1", "2", "3", "", "é", 0, 1, 2, -7, 1.0, 2.5, None, True, 2**53 - 1)
METHODS = ("ping", "m", "", "initialize", "notifications/tools/list_changed", None, 1)
VALUES: tuple[Any, ...] = (
    None,
    True,
    0,
    -0.5,
    "",
    "a\u2028",
    [],
    {},
    [{"b": 1.0}],
    {"__proto__": 1},
)
MEMBERS = ("jsonrpc", "id", "method", "params", "result", "error", "extra", "__proto__")
PIECES = (
    "\n", "\n", "\r\n", "\r", "", " ", "[]\n", "{", '"', "\\", "\ufeff", '{"jsonrpc":"2.0",', "}\n",
    '"id":1,"id":1', "\\ud800", "1e999", "[[[[", "é😀", "null\n",
)  # fmt: skip
VERSIONS = ("2025-11-25", "2024-11-05", "2025-06-18", "2026-01-01", 1)
NAMES: tuple[Any, ...] = ("a", "b", "c", "", "__proto__", 1, None)
CURSORS: tuple[Any, ...] = ("x", "y", "", None, None, None, 1)
STATUSES = (200, 200, 200, 200, 202, 204, 302, 400, 404, 405, 500)
MEDIA = (
    "application/json", "text/event-stream", "Text/Event-Stream; x", "application/JSON ;a=b",
    "text/plain", "",
)  # fmt: skip
FIELDS = (
    "id: 1\n", "id: é\n", "id\n", "retry: 5\n", "retry: x\n", "event: message\n", "event: x\n", "\n",
    "\n", ": c\n", "data: {}\n", "data: x\n", "data\n", "\r\n", "\ufeff",
)  # fmt: skip


def well_formed(random: Random) -> tuple[str, dict[str, Any]]:
    """Sessions and exchanges that mostly go well, and lines that are mostly messages."""
    return _any(random, right=True)


def raw(random: Random) -> tuple[str, dict[str, Any]]:
    """The same in disorder, with servers that lie."""
    return _any(random, right=False)


def _any(random: Random, *, right: bool) -> tuple[str, dict[str, Any]]:
    draw = random.random()
    if draw < 0.25:
        return "lines", _lines(random, right=right)
    if draw < 0.65:
        return "session", _session(random, right=right)
    return "http", _http(random, right=right)


def _lines(random: Random, *, right: bool) -> dict[str, Any]:
    parts = []
    for _ in range(random.randrange(6)):
        if random.random() < (0.9 if right else 0.4):
            parts.append(json.dumps(_message(random, right=right)) + random.choice(("\n", "\r\n")))
        else:
            parts.append(random.choice(PIECES))
    text = "".join(parts)
    asked: dict[str, Any] = {}
    if random.random() < 0.5:
        cut = random.randrange(len(text) + 1)
        asked["chunks"] = [text[:cut], text[cut:]]
    else:
        whole = bytearray(text.encode())
        if whole and not right and random.random() < 0.5:
            whole[random.randrange(len(whole))] = random.randrange(256)
        cut = random.randrange(len(whole) + 1)
        asked["chunks_b64"] = [
            base64.b64encode(part).decode() for part in (bytes(whole[:cut]), bytes(whole[cut:]))
        ]
    if random.random() < 0.4:
        asked["max_line"] = random.choice((0, 1, 40, 60, 80, 200))
    return asked


def _message(random: Random, *, right: bool) -> dict[str, Any]:
    message: dict[str, Any] = {"jsonrpc": "2.0"}
    identity = random.choice(IDS[:5] if right else IDS)
    kind = random.randrange(4)
    if kind < 3:
        message["id"] = identity
    if kind in {0, 3}:
        message["method"] = random.choice(METHODS[:5] if right else METHODS)
        if random.random() < 0.4:
            message["params"] = {"a": random.choice(VALUES)}
    elif kind == 1:
        message["result"] = {"a": random.choice(VALUES)}
    else:
        message["error"] = {"code": random.choice((-32000, 1, 2.0)), "message": "no"}
    if not right and random.random() < 0.4:
        message[random.choice(MEMBERS)] = random.choice(VALUES)
    if not right and random.random() < 0.2:
        message.pop(random.choice(MEMBERS), None)
    return message


def _session(random: Random, *, right: bool) -> dict[str, Any]:
    script: list[dict[str, Any]] = []
    now = 0
    if right or random.random() < 0.7:
        script += [
            {"type": "connect", "client": {"name": "n", "version": "v"}},
            {"type": "receive", "message": _answer("1", _greeting(random, right=True))},
        ]
    for _ in range(random.randrange(12)):
        script.append(_step(random, right=right))
    for step in script:
        now += random.choice((0, 0, 1, 30, 60) if right else (0, 1, 50, 99, 100, -20))
        step["at"] = max(now, 0)
    return {"timeout_ms": random.choice((100, 1, 5000)), "script": script}


def _step(random: Random, *, right: bool) -> dict[str, Any]:
    draw = random.random()
    if draw < 0.2:
        return {"type": "list"}
    if draw < 0.3:
        return {"type": "call", "name": "t", "arguments": {"a": random.choice(VALUES)}}
    if draw < 0.34:
        return {"type": "request", "method": "m", "params": {}}
    if draw < 0.8:
        return {"type": "receive", "message": _told(random, right=right)}
    identity = str(random.randrange(1, 7))
    return random.choice(
        (
            {"type": "tick"},
            {"type": "tick"},
            {"type": "failed", "id": identity, "code": "HTTP_ERROR"},
            {"type": "invalid", "code": -32600, "id": random.choice((identity, None, 2))},
            {"type": "closed", "reason": random.choice(("expired", "expired", "end"))},
            {"type": "connect", "client": {"name": "n", "version": "v"}},
            {"type": "close"} if random.random() < 0.3 else {"type": "tick"},
        )
    )


def _told(random: Random, *, right: bool) -> dict[str, Any]:
    identity = random.choice(("2", "3", "4", "5", "6"))
    draw = random.random()
    if draw < 0.35:
        return _answer(identity, _page(random))
    if draw < 0.6:
        return _answer(identity, _result(random, right=right))
    if draw < 0.7:
        return _answer(identity, _greeting(random, right=right))
    if draw < 0.85:
        return {"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}
    return _message(random, right=right)


def _answer(identity: Any, result: dict[str, Any]) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": identity, "result": result}


def _greeting(random: Random, *, right: bool) -> dict[str, Any]:
    result: dict[str, Any] = {
        "protocolVersion": random.choice(VERSIONS[:3] if right else VERSIONS),
        "capabilities": {"tools": {}} if random.random() < 0.9 else {},
        "serverInfo": {"name": "s", "version": "1"},
    }
    if not right and random.random() < 0.3:
        result[random.choice(list(result))] = random.choice(VALUES)
    return result


def _page(random: Random) -> dict[str, Any]:
    entries: list[Any] = [
        {
            "name": random.choice(NAMES),
            "inputSchema": random.choice(({}, {"a": 1}, {}, None)),
            "description": random.choice(("", "d", None)),
        }
        for _ in range(random.randrange(4))
    ]
    if random.random() < 0.1:
        entries.append(random.choice(VALUES))
    page: dict[str, Any] = {"tools": entries if random.random() < 0.95 else None}
    if random.random() < 0.5:
        page["nextCursor"] = random.choice(CURSORS)
    return page


def _result(random: Random, *, right: bool) -> dict[str, Any]:
    result: dict[str, Any] = {}
    if random.random() < 0.7:
        result["content"] = [
            {"type": random.choice(("text", "text", "image", "")), "text": random.choice(("a", ""))}
            for _ in range(random.randrange(3))
        ]
    if random.random() < 0.4:
        result["structuredContent"] = {"b": random.choice(VALUES), "a": random.choice(VALUES)}
    if random.random() < 0.3:
        result["isError"] = random.random() < 0.5
    if not right and random.random() < 0.4:
        result[random.choice(("content", "isError", "structuredContent"))] = random.choice(VALUES)
    return result


def _http(random: Random, *, right: bool) -> dict[str, Any]:
    script: list[dict[str, Any]] = []
    begun: list[int] = []
    if random.random() < 0.7:
        hello = {"jsonrpc": "2.0", "id": "1", "method": "initialize"}
        body = json.dumps(_answer("1", {"protocolVersion": random.choice(VERSIONS)}))
        headers = {"Mcp-Session-Id": random.choice(("s", "t", "")), "content-type": MEDIA[0]}
        script += [
            {"type": "send", "message": hello},
            {"type": "response", "to": 0, "status": 200, "headers": headers},
            {"type": "chunk", "to": 0, "text": body},
            {"type": "end", "to": 0},
        ]
    for _ in range(random.randrange(16)):
        if not begun or random.random() < 0.2:
            begun.append(len(script))
            script.append(_beginning(random, right=right))
        else:
            to = random.choice(begun) if right or random.random() < 0.9 else random.randrange(20)
            script.append(_event(random, to))
    if random.random() < 0.2:
        script.append({"type": "close"})
    asked: dict[str, Any] = {
        "headers": random.choice(({}, {"Accept": "x", "A": "b"}, {"MCP-Session-Id": "mine"})),
        "script": script,
    }
    if random.random() < 0.3:
        asked["max_body"] = random.choice((0, 10, 40, 60, 100))
    return asked


def _beginning(random: Random, *, right: bool) -> dict[str, Any]:
    if random.random() < 0.3:
        return {"type": "listen"}
    message = _message(random, right=right)
    if random.random() < 0.7:
        message = {"jsonrpc": "2.0", "id": random.choice(("2", "3", 2)), "method": "m"}
    return {"type": "send", "message": message}


def _event(random: Random, to: int) -> dict[str, Any]:
    draw = random.random()
    if draw < 0.3:
        headers = {"Content-Type": random.choice(MEDIA)}
        if random.random() < 0.2:
            headers["mcp-session-id"] = random.choice(("u", ""))
        status = random.choice(STATUSES)
        return {"type": "response", "to": to, "status": status, "headers": headers}
    if draw < 0.75:
        return {"type": "chunk", "to": to, "text": _text(random)}
    return {"type": random.choice(("end", "end", "fail", "resume", "resume", "abandon")), "to": to}


def _text(random: Random) -> str:
    parts = random.choices(FIELDS, k=random.randrange(4))
    body = json.dumps(
        random.choice(
            (
                _answer(random.choice(("2", "3", 2, 2.0)), {}),
                {"jsonrpc": "2.0", "id": "2", "error": {"code": 1, "message": "no"}},
                {"jsonrpc": "2.0", "method": "m"},
            )
        )
    )
    draw = random.random()
    if draw < 0.4:
        parts.append(f"data: {body}\n\n")
    elif draw < 0.6:
        parts.append(body)
    return "".join(parts)
