"""Seeded generators of inputs: envelopes and calls as tools have them, and anything like them.

Boundary values are mixed in on purpose. Nothing here knows an answer.
"""

from __future__ import annotations

import base64
import hashlib
from copy import deepcopy
from random import Random
from typing import Any

TOOLS = ("fs", "proc", "vcs", "", "日本")
ACTIONS = ("read", "status", "help", "schema", "go", "constructor", "__proto__", "\uff61", "😀", "")
CODES = (
    "UNKNOWN_ACTION", "INVALID_PARAMS", "NOT_FOUND", "CONFLICT", "TIMEOUT", "ERROR",
    "INTERNAL_ERROR", "not_found", "ENOENT", "", "toString",
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 5, 9007199254740991, "", "5", "a", "é😀", [], ["a", 1], {},
    {"a": 1}, {"a": {"b": [None]}}, [{"b": True}],
)  # fmt: skip
NAMES = ("uri", "limit", "mode", "a/b", "~", "valueOf", "__proto__", "\uff61", "😀", "1", "10")
TYPES = ("null", "boolean", "integer", "number", "string", "array", "object")
TRACES = (None, "", "t-1", "é")
CURSORS = (None, "", "Zm9v", "eyJrIjoiYiJ9", "=")
POINTERS = (
    ("ok",), ("data",), ("error",), ("meta",), ("error", "code"), ("error", "details"),
    ("error", "hint"), ("meta", "tool"), ("meta", "intent"), ("meta", "paging"),
    ("meta", "paging", "cursor"), ("meta", "paging", "more"), ("total",),
    ("error", "details", "available"),
)  # fmt: skip
KEYS = ("a", "b", "c", "é", "😀", "\uff61", "", "a\nb", "src/x.py:10:2", "~")
QUERIES: tuple[Any, ...] = (None, "todo", {}, {"pattern": "TODO", "path": "src"}, ["é", 1])
# Digests of the queries above, so that some cursors fit.
DIGESTS = tuple(
    hashlib.sha256(text.encode()).hexdigest()[:16]
    for text in ("null", '"todo"', "{}", '{"path":"src","pattern":"TODO"}', '["é",1]')
)


def well_formed(random: Random) -> tuple[str, dict[str, Any]]:
    """What a tool, its caller or a reader of envelopes would ask."""
    return random.choice((_success, _error, _check, _dispatch, _dispatch, _page, _page))(random)


def raw(random: Random) -> tuple[str, dict[str, Any]]:
    """Envelopes with random parts replaced, calls with random schemas and parameters."""
    return random.choice((_spoiled, _spoiled, _scrambled, _scrambled, _odd_page))(random)


def _success(random: Random) -> tuple[str, dict[str, Any]]:
    params: dict[str, Any] = {
        "tool": random.choice(TOOLS), "action": random.choice(ACTIONS),
        "data": random.choice(VALUES),
    }  # fmt: skip
    if random.random() < 0.5:
        params["trace_id"] = random.choice(TRACES)
    if random.random() < 0.5:
        params["backend"] = random.choice(TRACES)
    if random.random() < 0.5:
        params["paging"] = _paging(random)
    return "success", params


def _error(random: Random) -> tuple[str, dict[str, Any]]:
    params: dict[str, Any] = {
        "tool": random.choice(TOOLS), "action": random.choice(ACTIONS),
        "code": random.choice(CODES), "message": random.choice(KEYS),
    }  # fmt: skip
    if random.random() < 0.6:
        params["details"] = random.choice((None, {}, {"code": 1}, {"available": ["help"]}))
    if random.random() < 0.5:
        params["trace_id"] = random.choice(TRACES)
    return "error", params


def _check(random: Random) -> tuple[str, dict[str, Any]]:
    return "check", {"envelope": _envelope(random)}


def _spoiled(random: Random) -> tuple[str, dict[str, Any]]:
    if random.random() < 0.05:
        return "check", {"envelope": random.choice(VALUES)}
    envelope = _envelope(random)
    for _ in range(random.randrange(1, 4)):
        *path, last = random.choice(POINTERS)
        place: Any = envelope
        for name in path:
            place = place.get(name) if isinstance(place, dict) else None
        if isinstance(place, dict):
            if random.random() < 0.4:
                place.pop(last, None)
            else:
                place[last] = deepcopy(random.choice(random.choice((VALUES, CODES, CURSORS))))
    return "check", {"envelope": envelope}


def _envelope(random: Random) -> dict[str, Any]:
    ok = random.random() < 0.5
    error = {
        "code": random.choice(CODES), "message": random.choice(KEYS),
        "details": {"available": ["help", "schema", "status"]},
    }  # fmt: skip
    return {
        "ok": ok,
        # A value of its own: what is spoiled later must not spoil the list.
        "data": deepcopy(random.choice(VALUES)) if ok else None,
        "error": None if ok else error,
        "meta": {
            "tool": "fs", "action": random.choice(ACTIONS), "trace_id": random.choice(TRACES),
            "backend": None, "paging": _paging(random),
        },
    }  # fmt: skip


def _paging(random: Random) -> dict[str, Any]:
    cursor = random.choice(CURSORS)
    more = cursor is not None if random.random() < 0.8 else cursor is None
    return {"cursor": cursor, "more": more}


def _dispatch(random: Random) -> tuple[str, dict[str, Any]]:
    schema = {
        "type": "object", "description": "Does.",
        "properties": {"uri": {"type": "string"}, "limit": {"type": "integer", "minimum": 1},
                       "mode": {"enum": ["a", None]}},
        "required": ["uri"],
    }  # fmt: skip
    params: dict[str, Any] = {"uri": "a"}
    if random.random() < 0.4:
        params["limit"] = random.choice(VALUES)
    if random.random() < 0.3:
        params["mode"] = random.choice(VALUES)
    if random.random() < 0.1:
        params = {}
    return "dispatch", _called(random, schema, params, random.choice(ACTIONS))


def _scrambled(random: Random) -> tuple[str, dict[str, Any]]:
    params = {random.choice(NAMES): random.choice(VALUES) for _ in range(random.randrange(4))}
    return "dispatch", _called(random, _schema(random, 2), params, "go")


def _called(
    random: Random, schema: dict[str, Any], params: dict[str, Any], action: str
) -> dict[str, Any]:
    declared = {"params": schema, "outcome": _outcome(random)}
    tool = {
        "name": random.choice(TOOLS), "version": "1.0.0", "backend": random.choice(TRACES),
        "actions": dict.fromkeys(("go", random.choice(ACTIONS)), declared),
    }  # fmt: skip
    call: dict[str, Any] = {"params": params}
    if random.random() < 0.95:
        call["action"] = action
    return {"tool": tool, "call": call, "trace_id": random.choice(TRACES)}


def _outcome(random: Random) -> dict[str, Any]:
    kind = random.random()
    if kind < 0.2:
        return {"raised": random.choice(KEYS)}
    if kind < 0.4:
        return {"error": {"code": random.choice(CODES), "message": "m", "details": {"code": 1}}}
    if kind < 0.6:
        return {"data": random.choice(VALUES), "backend": "lsp", "paging": _paging(random)}
    return {"data": random.choice(VALUES)}


def _schema(random: Random, depth: int) -> dict[str, Any]:
    schema: dict[str, Any] = {}
    if random.random() < 0.5:
        schema["type"] = (
            "object" if depth == 2
            else random.choice(TYPES) if random.random() < 0.8 else random.sample(TYPES, 2)
        )  # fmt: skip
    if random.random() < 0.1:
        schema["enum"] = random.sample(VALUES, 2)
    if random.random() < 0.2:
        schema["minimum"] = random.randrange(-1, 3)
    if random.random() < 0.2:
        schema["maximum"] = random.randrange(3)
    if depth:
        if random.random() < 0.7:
            schema["properties"] = {
                name: _schema(random, depth - 1) for name in random.sample(NAMES, 2)
            }
        if random.random() < 0.3:
            schema["required"] = random.sample(NAMES, random.randrange(3))
        if random.random() < 0.4:
            schema["additionalProperties"] = random.choice((True, False, {"type": "string"}))
        if random.random() < 0.2:
            schema["items"] = _schema(random, 0)
    return schema


def _page(random: Random) -> tuple[str, dict[str, Any]]:
    keys = random.sample(KEYS, random.randrange(len(KEYS)))
    query = random.randrange(len(QUERIES))
    params: dict[str, Any] = {
        "items": [{"key": key, "value": random.choice(VALUES)} for key in keys],
        "query": QUERIES[query],
    }
    if random.random() < 0.8:
        params["limit"] = random.choice((1, 2, 3, len(keys) or 1, 1000))
    if keys and random.random() < 0.7:
        key = random.choice(keys).replace("\n", "\\n")
        digest = DIGESTS[query if random.random() < 0.9 else 0]
        text = f'{{"k":"{key}","q":"{digest}","v":1}}'
        params["cursor"] = base64.urlsafe_b64encode(text.encode()).rstrip(b"=").decode()
    return "page", params


def _odd_page(random: Random) -> tuple[str, dict[str, Any]]:
    _, params = _page(random)
    if random.random() < 0.3:
        params["items"].extend({"key": key, "value": 0} for key in random.choices(KEYS, k=2))
    params["limit"] = random.choice((None, -1, 0, 1, 2, 1000, 1001, 9007199254740991))
    if random.random() < 0.6:
        params["cursor"] = random.choice((None, *CURSORS))
    elif params.get("cursor"):
        cut = random.randrange(len(params["cursor"]))
        params["cursor"] = params["cursor"][:cut] + random.choice("A=_+\n")
    return "page", params
