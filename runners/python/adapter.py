"""The adapter over the Python reference: reads requests, calls the reference, writes answers.

Standard input and output carry the protocol, one JSON-RPC 2.0 message a line. Whatever is there is
read at once and answered with one write, so that neither side waits for a system call a message.
"""

from __future__ import annotations

import json
import os
import traceback
from typing import Any

from hanzo_reference import __version__
from hanzo_reference.calls import InvalidParamsError
from hanzo_reference.contract import operations, respond
from hanzo_reference.declaration import DomainError

PROTOCOL = 1
CHUNK_BYTES = 256 * 1024

PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND = -32700, -32600, -32601
INVALID_PARAMS, INTERNAL_ERROR, DOMAIN_ERROR = -32602, -32603, -32000


class RefusalError(Exception):
    """An answer that is an error: JSON-RPC code, message, and data where there is some."""

    def __init__(self, code: int, message: str, data: dict[str, Any] | None = None) -> None:
        super().__init__(message)
        self.body = {"code": code, "message": message}
        if data is not None:
            self.body["data"] = data


def serve(source: int, sink: int) -> None:
    """Answer every line from one descriptor on the other until the input ends."""
    rest = b""
    while chunk := os.read(source, CHUNK_BYTES):
        *lines, rest = (rest + chunk).split(b"\n") if rest else chunk.split(b"\n")
        _write(sink, b"".join([answer(line) for line in lines if line.strip()]))


def answer(line: bytes) -> bytes:
    """The line that answers a line."""
    number: Any = None
    try:
        request = _request(line)
        number = request.get("id")
        message = {"jsonrpc": "2.0", "id": number, "result": _result(request)}
    except RefusalError as refusal:
        message = {"jsonrpc": "2.0", "id": number, "error": refusal.body}
    return _ENCODE(message).encode() + b"\n"


def _request(line: bytes) -> dict[str, Any]:
    try:
        request = json.loads(line)
    except ValueError:
        raise RefusalError(PARSE_ERROR, "not JSON") from None
    if not isinstance(request, dict) or not isinstance(request.get("method"), str):
        raise RefusalError(INVALID_REQUEST, "not a request")
    return request


def _result(request: dict[str, Any]) -> Any:
    method, params = request["method"], request.get("params", {})
    if not isinstance(params, dict):
        raise RefusalError(INVALID_PARAMS, "params is not an object")
    if method == "initialize":
        return _handshake(params)
    try:
        return respond(method, params)
    except LookupError:
        raise RefusalError(METHOD_NOT_FOUND, f"no operation {method}") from None
    except InvalidParamsError as problem:
        raise RefusalError(INVALID_PARAMS, str(problem)) from None
    except DomainError as failure:
        data: dict[str, Any] = {"code": failure.code}
        if failure.details is not None:
            data["details"] = failure.details
        raise RefusalError(DOMAIN_ERROR, failure.message, data) from None
    except Exception as problem:  # noqa: BLE001 - the reference's mistake must not end the service
        traceback.print_exc()
        raise RefusalError(INTERNAL_ERROR, f"{type(problem).__name__}: {problem}") from None


def _handshake(params: dict[str, Any]) -> dict[str, Any]:
    # True == 1 in this language.
    if type(protocol := params.get("protocol")) is not int or protocol != PROTOCOL:
        raise RefusalError(INVALID_PARAMS, f"this adapter speaks protocol {PROTOCOL}")
    return {
        "protocol": PROTOCOL,
        "implementation": {
            "name": "hanzo-reference", "version": __version__, "language": "python",
        },
        "operations": list(operations()),
    }  # fmt: skip


def _write(sink: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(sink, view) :]


_ENCODE = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode

if __name__ == "__main__":
    serve(0, 1)
