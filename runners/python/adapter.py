"""The adapter over the Python reference: reads requests, calls the reference, writes answers.

Standard input and output carry the protocol, one JSON-RPC 2.0 message a line. Whatever is there is
read at once and answered with one write, so that neither side waits for a system call a message.
"""

from __future__ import annotations

import json
import math
import os
import re
import sys
import traceback
from importlib.util import find_spec
from typing import Any

from hanzo_reference import __version__
from hanzo_reference.spec.calls import InvalidParamsError
from hanzo_reference.spec.contract import operations, respond
from hanzo_reference.spec.declaration import DomainError

PROTOCOL = 1
# What the reference imports where it is used: what is missing would change answers, one by one.
IMPORTS = (
    "re2", "tree_sitter", "tree_sitter_c", "tree_sitter_cpp", "tree_sitter_go",
    "tree_sitter_java", "tree_sitter_javascript", "tree_sitter_python", "tree_sitter_rust",
    "tree_sitter_typescript",
)  # fmt: skip
CHUNK_BYTES = 256 * 1024

# How deep a message may nest, its own object counted, and the largest integer of all parsers.
DEEPEST, LARGEST = 64, 2**53 - 1

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
    """The line that answers a line; none to a notification."""
    number: Any = None
    try:
        request = _message(line)
        if not isinstance(request, dict):
            raise RefusalError(INVALID_REQUEST, "not a request")  # noqa: TRY301 - it is the answer
        number = _id(request)
        _check(request)
        if "id" not in request:
            return b""
        message = {"jsonrpc": "2.0", "id": number, "result": _result(request)}
        return _ENCODE(message).encode() + b"\n"
    except RefusalError as refusal:
        body = refusal.body
    except (ValueError, RecursionError) as problem:
        # A result that is no JSON of the protocol: the reference's mistake.
        body = {"code": INTERNAL_ERROR, "message": f"an answer that cannot be written: {problem!a}"}
    return _ENCODE({"jsonrpc": "2.0", "id": number, "error": body}).encode() + b"\n"


def _message(line: bytes) -> Any:
    """The strict JSON of a line: UTF-8, not too deep, no NaN, no half of a surrogate pair."""
    try:
        text = line.decode("utf-8")
        if _is_too_deep(text):
            raise RefusalError(PARSE_ERROR, f"nested more than {DEEPEST} deep")
        value = json.loads(text, parse_constant=_refuse, parse_float=_fraction)
        if SURROGATE.search(text):
            _ENCODE(value).encode()
    except ValueError:
        raise RefusalError(PARSE_ERROR, "not JSON of the protocol") from None
    return value


def _is_too_deep(text: str) -> bool:
    if text.count("[") + text.count("{") <= DEEPEST:
        return False
    depth = 0
    for mark in MARK.findall(text):
        if mark in {"[", "{"}:
            depth += 1
            if depth > DEEPEST:
                return True
        elif mark in {"]", "}"}:
            depth -= 1
    return False


def _refuse(name: str) -> Any:
    raise ValueError(name)


def _fraction(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise ValueError(digits)
    return number


def _id(request: dict[str, Any]) -> Any:
    number = request.get("id")
    if number is None or isinstance(number, str):
        return number
    # True == 1 in this language.
    if type(number) is not int or not -LARGEST <= number <= LARGEST:
        raise RefusalError(INVALID_REQUEST, "id is neither an integer nor a text")
    return number


def _check(request: dict[str, Any]) -> None:
    if request.get("jsonrpc") != "2.0" or not isinstance(request.get("method"), str):
        raise RefusalError(INVALID_REQUEST, "not a request of JSON-RPC 2.0")


def _result(request: dict[str, Any]) -> Any:
    method, params = request["method"], request.get("params", {})
    if not isinstance(params, dict):
        raise RefusalError(INVALID_PARAMS, "params is not an object")
    if method == "initialize":
        return _handshake(params)
    try:
        return respond(method, params)
    except ImportError:
        # What is there and cannot be imported is no outcome either: nothing after it counts.
        raise
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


# A string, which is stepped over, or a bracket; and half of a pair of surrogates, perhaps.
MARK = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[{\]}]', re.DOTALL)
SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_ENCODE = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode

if __name__ == "__main__":
    if missing := [name for name in IMPORTS if find_spec(name) is None]:
        sys.exit(f"not installed: {', '.join(missing)}; see requirements.txt beside {__file__}")
    serve(0, 1)
