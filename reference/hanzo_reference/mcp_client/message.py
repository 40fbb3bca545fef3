"""JSON-RPC 2.0 as MCP has it: which values are messages, and which kind of message they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from hanzo_reference.mcp_client.strict_json import LARGEST_INTEGER, NotJsonError, parse

Kind = Literal["request", "notification", "result", "error"]
Message: TypeAlias = Mapping[str, Any]
Id: TypeAlias = "str | int"

VERSION = "2.0"
PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601


@dataclass(frozen=True, slots=True)
class Invalid:
    """What is no message: the error code that says why, and its id if that is one."""

    code: int
    id: Id | None


@dataclass(frozen=True, slots=True)
class Received:
    """A message and its kind."""

    kind: Kind
    message: Message


def read_message(data: bytes | bytearray) -> Received | Invalid:
    """What these bytes say. Spec: MCPC-6 to MCPC-14."""
    try:
        value = parse(data)
    except NotJsonError:
        return Invalid(PARSE_ERROR, None)
    return judge(value)


def judge(value: Any) -> Received | Invalid:
    """Whether a JSON value is a message. Spec: MCPC-8 to MCPC-14."""
    if not isinstance(value, dict):
        return Invalid(INVALID_REQUEST, None)
    kind = _kind(value) if value.get("jsonrpc") == VERSION else None
    if kind is None:
        return Invalid(INVALID_REQUEST, id_of(value))
    return Received(kind, value)


def id_of(message: Message) -> Id | None:
    """The id of a message by its value, or None where it has none that can be one.

    Spec: MCPC-9.
    """
    given = message.get("id")
    return given if isinstance(given, str) else whole(given)


def whole(value: Any) -> int | None:
    """The whole number that a value is, however it was spelt, or None.

    Spec: MCPC-9.
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return int(value) if value == int(value) and abs(value) <= LARGEST_INTEGER else None


def _kind(message: Message) -> Kind | None:
    if "method" in message:
        return _asking(message)
    if ("result" in message) == ("error" in message):
        return None
    if "result" in message:
        answers = id_of(message) is not None and isinstance(message["result"], dict)
        return "result" if answers else None
    names_nobody = message.get("id") is None
    return "error" if _is_error(message["error"]) and (names_nobody or _has_id(message)) else None


def _asking(message: Message) -> Kind | None:
    params = message.get("params", {})
    if not isinstance(message["method"], str) or not isinstance(params, dict):
        return None
    if "id" not in message:
        return "notification"
    return "request" if _has_id(message) else None


def _has_id(message: Message) -> bool:
    return id_of(message) is not None


def _is_error(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and whole(value.get("code")) is not None
        and isinstance(value.get("message"), str)
    )
