"""The form in which the cases of this domain are written down."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from hanzo_reference.spec.cases import Case, result

Step: TypeAlias = Mapping[str, Any]
# A step, and the actions that it leads to.
Turn: TypeAlias = tuple[Step, Sequence[Mapping[str, Any]]]

MCP = "MCP 2025-11-25"
RPC = "JSON-RPC 2.0"
HIP = "HIP-0301 §1"
DECISION = "a decision of mcp-client.md"


def request(identity: Any, method: str = "ping", **params: Any) -> dict[str, Any]:
    """A request; without params it has none."""
    asked = {"jsonrpc": "2.0", "id": identity, "method": method}
    return {**asked, "params": params} if params else asked


def notification(method: str, **params: Any) -> dict[str, Any]:
    """A notification; without params it has none."""
    told = {"jsonrpc": "2.0", "method": method}
    return {**told, "params": params} if params else told


def answer(identity: Any, value: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """A result."""
    return {"jsonrpc": "2.0", "id": identity, "result": dict(value or {})}


def refusal(identity: Any, code: Any = -32000, message: Any = "no", **more: Any) -> dict[str, Any]:
    """An error."""
    return {"jsonrpc": "2.0", "id": identity, "error": {"code": code, "message": message, **more}}


def event(kind: str, message: Mapping[str, Any]) -> dict[str, Any]:
    """A line that is a message."""
    return {"type": kind, "message": dict(message)}


def invalid(code: int, identity: Any = None) -> dict[str, Any]:
    """A line that is none."""
    return {"type": "invalid", "code": code, "id": identity}


def closed(reason: str = "end") -> dict[str, Any]:
    """The last event."""
    return {"type": "closed", "reason": reason}


def lines_case(
    slug: str,
    description: str,
    requirements: str,
    *flags: str,
    chunks: Sequence[str | bytes],
    events: Sequence[Mapping[str, Any]],
    end: str = "end",
    max_line: int | None = None,
    anchor: str = MCP,
) -> Case:
    """A case of ``mcp_client.lines``; bytes go as base64."""
    texts = [chunk for chunk in chunks if isinstance(chunk, str)]
    asked: dict[str, Any] = {"chunks": texts}
    if len(texts) < len(chunks):
        raw = [chunk.encode() if isinstance(chunk, str) else chunk for chunk in chunks]
        asked = {"chunks_b64": [base64.b64encode(chunk).decode() for chunk in raw]}
    if max_line is not None:
        asked["max_line"] = max_line
    return Case(
        slug, description, requirements.split(), "lines", asked, flags=flags, anchor=anchor,
        expected=result({"events": [dict(item) for item in events] + [closed(end)]}),
    )  # fmt: skip


# Steps and actions of a session.


def at(time_ms: int, kind: str, **more: Any) -> dict[str, Any]:
    """A step of a session."""
    return {"type": kind, "at": time_ms, **more}


def receive(message: Mapping[str, Any], time_ms: int = 0) -> dict[str, Any]:
    """A message comes."""
    return at(time_ms, "receive", message=dict(message))


def call(name: str = "t", time_ms: int = 0, **arguments: Any) -> dict[str, Any]:
    """A tool is called."""
    return at(time_ms, "call", name=name, arguments=arguments)


def send(message: Mapping[str, Any]) -> dict[str, Any]:
    """A message for the server."""
    return {"type": "send", "message": dict(message)}


def resolve(step: int, value: Mapping[str, Any]) -> dict[str, Any]:
    """A step has what it asked for."""
    return {"type": "resolve", "step": step, "value": dict(value)}


def reject(step: int, code: str, details: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """A step will never have it."""
    return {"type": "reject", "step": step, "code": code, "details": details}


def rejection(code: Any, message: str = "no", data: Any = None) -> dict[str, Any]:
    """The details of an error that the server told."""
    return {"code": code, "message": message, "data": data}


CLOSE = {"type": "close"}
CLIENT = {"name": "agent", "version": "1.0"}
SERVER = {"name": "files", "version": "7"}
INITIALIZED = send(notification("notifications/initialized"))
LIST_CHANGED = notification("notifications/tools/list_changed")


def greeting(identity: str = "1") -> dict[str, Any]:
    """The initialize that is sent."""
    return send(
        request(identity, "initialize", protocolVersion="2025-11-25", capabilities={},
                clientInfo=CLIENT)
    )  # fmt: skip


def greeted(**more: Any) -> dict[str, Any]:
    """The result of initialize."""
    usual = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": SERVER}
    return {**usual, **more}


def known(**more: Any) -> dict[str, Any]:
    """What a connect gets."""
    usual = {"protocol_version": "2025-11-25", "capabilities": {"tools": {}}, "server_info": SERVER}
    return {**usual, **more}


CONNECT: Turn = (at(0, "connect", client=CLIENT), [greeting()])
# The first two steps of most sessions; their requests have ids from "2" on.
READY: tuple[Turn, ...] = (
    CONNECT,
    (receive(answer("1", greeted())), [INITIALIZED, resolve(0, known())]),
)
ASK_TOOLS = {"jsonrpc": "2.0", "method": "tools/list", "params": {}}


def ask_tools(identity: str, cursor: str | None = None) -> dict[str, Any]:
    """The tools/list that is sent."""
    params = {} if cursor is None else {"cursor": cursor}
    return send({"jsonrpc": "2.0", "id": identity, "method": "tools/list", "params": params})


def ask_call(identity: str, name: str = "t", **arguments: Any) -> dict[str, Any]:
    """The tools/call that is sent."""
    return send(request(identity, "tools/call", name=name, arguments=arguments))


def cancel(identity: str) -> dict[str, Any]:
    """The notification that calls a request off."""
    return send(notification("notifications/cancelled", requestId=identity, reason="timeout"))


def listed(*names: str, **more: Any) -> dict[str, Any]:
    """A page of tools."""
    return {"tools": [{"name": name, "inputSchema": {}} for name in names], **more}


def tools(*names: str, generation: int = 0) -> dict[str, Any]:
    """What a list gets."""
    return {
        "tools": [{"name": name, "description": "", "input_schema": {}} for name in names],
        "generation": generation,
    }


def said(output: str, *, failed: bool = False) -> dict[str, Any]:
    """What a call gets."""
    return {"output": output, "error": output if failed else None, "is_error": failed}


def texts(*given: str) -> dict[str, Any]:
    """The result of a call: blocks of text."""
    return {"content": [{"type": "text", "text": text} for text in given]}


def session_case(
    slug: str,
    description: str,
    requirements: str,
    *flags: str,
    turns: Sequence[Turn],
    timeout_ms: int = 1000,
    anchor: str = MCP,
) -> Case:
    """A case of ``mcp_client.session``."""
    return Case(
        slug, description, requirements.split(), "session",
        {"timeout_ms": timeout_ms, "script": [dict(step) for step, _ in turns]},
        flags=flags, anchor=anchor,
        expected=result({"turns": [[dict(item) for item in actions] for _, actions in turns]}),
    )  # fmt: skip


# Steps and actions of exchanges.

POST_HEADERS = {"accept": "application/json, text/event-stream", "content-type": "application/json"}
GET_HEADERS = {"accept": "text/event-stream"}
JSON = {"content-type": "application/json"}
EVENTS = {"content-type": "text/event-stream"}


def post(message: Mapping[str, Any]) -> dict[str, Any]:
    """A message is sent."""
    return {"type": "send", "message": dict(message)}


LISTEN = {"type": "listen"}


def response(
    to: int, status: int = 200, headers: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """A response begins."""
    return {"type": "response", "to": to, "status": status, "headers": dict(headers or {})}


def chunk(to: int, text: str) -> dict[str, Any]:
    """Some more of a body."""
    return {"type": "chunk", "to": to, "text": text}


def step(kind: str, to: int) -> dict[str, Any]:
    """A body ends, a connection breaks, a wait is over."""
    return {"type": kind, "to": to}


def posted(to: int, body: str, **headers: str) -> dict[str, Any]:
    """The POST of a message; words in names of headers are joined by ``_`` here."""
    return _requested(to, "POST", {**POST_HEADERS, **_spelt(headers)}, body)


def got(to: int, **headers: str) -> dict[str, Any]:
    """A GET."""
    return _requested(to, "GET", {**GET_HEADERS, **_spelt(headers)}, None)


def deleted(to: int, **headers: str) -> dict[str, Any]:
    """A DELETE."""
    return _requested(to, "DELETE", _spelt(headers), None)


def _spelt(headers: Mapping[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


def _requested(
    to: int, method: str, headers: Mapping[str, str], body: str | None
) -> dict[str, Any]:
    return {"type": "request", "to": to, "method": method, "headers": dict(headers), "body": body}


def took(message: Mapping[str, Any]) -> dict[str, Any]:
    """A message is received."""
    return {"type": "receive", "message": dict(message)}


def wait(to: int, time_ms: int = 1000) -> dict[str, Any]:
    """The exchange waits."""
    return {"type": "wait", "to": to, "ms": time_ms}


def done(to: int) -> dict[str, Any]:
    """The exchange is done."""
    return {"type": "done", "to": to}


def broken(to: int, code: str, status: int | None = None) -> dict[str, Any]:
    """The exchange has failed."""
    return {"type": "failed", "to": to, "code": code, "status": status}


EXPIRED = {"type": "expired"}


def http_case(
    slug: str,
    description: str,
    requirements: str,
    *flags: str,
    turns: Sequence[Turn],
    headers: Mapping[str, str] | None = None,
    max_body: int | None = None,
    anchor: str = MCP,
) -> Case:
    """A case of ``mcp_client.http``."""
    asked: dict[str, Any] = {
        "headers": dict(headers or {}),
        "script": [dict(step) for step, _ in turns],
    }
    if max_body is not None:
        asked["max_body"] = max_body
    return Case(
        slug, description, requirements.split(), "http", asked, flags=flags, anchor=anchor,
        expected=result({"turns": [[dict(item) for item in actions] for _, actions in turns]}),
    )  # fmt: skip
