"""The adapter: JSON-RPC 2.0 by lines over hanzoai, run by the interpreter that hanzoai is in.

Here live the framing, the dispatch and the translation of outcomes; what is asked of the build
stands in ``domains/``, whose modules are found by listing the folder.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import json
import os
import pkgutil
import re
from typing import Any

import domains
from outcomes import DomainError, NotOfferedError
from shapes import Operation

PROTOCOL = 1
READ_BYTES = 1 << 20
LARGEST_INTEGER = (1 << 53) - 1
# How deep a message may nest, its own object counted.
DEEPEST = 64
# A string, which is stepped over, or a bracket.
MARK = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[{\]}]', re.DOTALL)

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
UNKNOWN_METHOD = -32601
INVALID_PARAMS = -32602
OWN_FAILURE = -32603
DOMAIN_ERROR = -32000


class _RequestError(Exception):
    """A request that cannot be passed on, with the code that says why."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


def operations() -> dict[str, Operation]:
    """Every operation of every domain module, by its full name."""
    found: dict[str, Operation] = {}
    for module in pkgutil.iter_modules(domains.__path__):
        found.update(importlib.import_module(f"domains.{module.name}").OPERATIONS)
    return found


def answer(line: bytes, known: dict[str, Operation]) -> str | None:
    """The line that answers a line; none to a notification, which has no id."""
    try:
        request = _read(line)
    except (ValueError, RecursionError) as problem:
        return _error(None, PARSE_ERROR, str(problem))
    number = request.get("id") if isinstance(request, dict) else None
    if not (number is None or isinstance(number, str)) and (
        type(number) is not int or abs(number) > LARGEST_INTEGER
    ):
        return _error(None, INVALID_REQUEST, "id is neither an integer nor a text")
    if isinstance(request, dict) and "id" not in request and isinstance(request.get("method"), str):
        return None
    try:
        return _success(number, _result(request, known))
    except _RequestError as problem:
        return _error(number, problem.code, str(problem))
    except DomainError as problem:
        data: dict[str, Any] = {"code": problem.code}
        if problem.details is not None:
            data["details"] = problem.details
        return _error(number, DOMAIN_ERROR, str(problem), data)
    except NotOfferedError as problem:
        return _error(number, OWN_FAILURE, str(problem))
    except Exception as problem:  # noqa: BLE001 - whatever else the build raises is an answer too
        return _error(number, OWN_FAILURE, f"{type(problem).__name__}: {problem}")


def _read(line: bytes) -> Any:
    """Strict JSON: UTF-8, not too deep, no NaN, no half of a pair of surrogates."""
    text = line.decode("utf-8")
    depth = 0
    for mark in MARK.findall(text) if text.count("[") + text.count("{") > DEEPEST else ():
        depth += (mark in "[{") - (mark in "]}")
        if depth > DEEPEST:
            raise ValueError(f"nested more than {DEEPEST} deep")
    value = json.loads(text, parse_constant=_no_number)
    if "\\u" in text:
        _line(value).encode()
    return value


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def _result(request: Any, known: dict[str, Operation]) -> dict[str, Any]:
    if not isinstance(request, dict) or not isinstance(request.get("method"), str):
        raise _RequestError(INVALID_REQUEST, "not a request")
    params = request.get("params")
    if request["method"] == "initialize":
        return _initialize(params, known)
    operation = known.get(request["method"])
    if operation is None:
        raise _RequestError(UNKNOWN_METHOD, f"unknown method {request['method']}")
    problem = operation.params(params, "")
    if problem is not None or not isinstance(params, dict):
        raise _RequestError(INVALID_PARAMS, problem or "not an object")
    return operation.run(params)


def _initialize(params: Any, known: dict[str, Operation]) -> dict[str, Any]:
    wanted = params.get("protocol") if isinstance(params, dict) else None
    if wanted != PROTOCOL or isinstance(wanted, bool):
        raise _RequestError(INVALID_PARAMS, f"protocol {PROTOCOL} is spoken here")
    return {
        "protocol": PROTOCOL,
        "implementation": {
            "name": "hanzoai",
            "version": importlib.metadata.version("hanzoai"),
            "language": "python",
        },
        "operations": sorted(known),
    }


def _success(number: Any, result: dict[str, Any]) -> str:
    # The build may answer what the protocol's values cannot carry; sent as it is, that would be a
    # breach of the protocol, and rounded or cut, an answer that the build did not give.
    strange = _unsendable(result)
    if strange is not None:
        return _error(number, OWN_FAILURE, f"the build's answer holds {strange}")
    return _line({"jsonrpc": "2.0", "id": number, "result": result})


def _unsendable(result: Any) -> str | None:
    left = [result]
    while left:
        value = left.pop()
        if isinstance(value, dict):
            left.extend(value)
            left.extend(value.values())
        elif isinstance(value, list):
            left.extend(value)
        elif isinstance(value, float):
            return f"the fraction {value!r}"
        elif isinstance(value, int) and abs(value) > LARGEST_INTEGER:
            return "an integer beyond 2^53-1"
        elif isinstance(value, str) and not value.isascii():
            try:
                value.encode("utf-8")
            except UnicodeEncodeError:
                return "a lone surrogate"
    return None


def _error(number: Any, code: int, message: str, data: dict[str, Any] | None = None) -> str:
    readable = message.encode("utf-8", "replace").decode("utf-8")
    body: dict[str, Any] = {"code": code, "message": readable}
    if data is not None:
        body["data"] = data
    return _line({"jsonrpc": "2.0", "id": number, "error": body})


def _line(message: Any) -> str:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


def serve(source: int, sink: int) -> None:
    """Answer every line from one file descriptor on the other, until the first one ends."""
    known = operations()
    pending = b""
    while chunk := os.read(source, READ_BYTES):
        *lines, pending = (pending + chunk).split(b"\n")
        said = [answer(line, known) for line in lines]
        answers = "".join(f"{line}\n" for line in said if line is not None)
        left = memoryview(answers.encode("utf-8"))
        while left:
            left = left[os.write(sink, left) :]


if __name__ == "__main__":
    # The build prints to stdout, which belongs to the protocol: from here on that is stderr.
    PROTOCOL_OUT = os.dup(1)
    os.dup2(2, 1)
    serve(0, PROTOCOL_OUT)
