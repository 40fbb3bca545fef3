"""Adapter: lets hanzo-conformance ask this implementation over standard input and output.

One JSON-RPC 2.0 message a line. Standard output is for the protocol only; logs go to standard error.
"""

from __future__ import annotations

import json
import os
import re
import sys
import traceback
from collections.abc import Callable
from typing import Any

PROTOCOL = 1
# How deep a message may nest, its own object counted, and the largest integer of all parsers.
DEEPEST, LARGEST = 64, 2**53 - 1
NAME, VERSION, LANGUAGE = "my-implementation", "0.1.0", "python"


class DomainError(Exception):
    """A specified failure: ``code`` is compared with the vector, the message is for people."""

    def __init__(self, code: str, message: str, details: dict[str, Any] | None = None) -> None:
        super().__init__(message)
        self.code, self.details = code, details


class InvalidParamsError(Exception):
    """Params that are not as the operation's input is specified."""


def first_operation(params: dict[str, Any]) -> Any:
    """Answer `example.operation`: call your implementation here and give back its result.

    What it is asked, and what it has to answer: hanzo-conformance show example-file/example-vector
    """
    [value] = take(params, ("example_member", str))
    raise NotImplementedError(f"example.operation of {value!r} is not written yet")


# Every operation that this implementation has. What is not here is "unsupported" in a run.
OPERATIONS: dict[str, Callable[[dict[str, Any]], Any]] = {
    # "example.operation": first_operation,
}


def take(params: dict[str, Any], *members: tuple[str, type]) -> list[Any]:
    """The values of exactly these members, each of its type."""
    unknown = params.keys() - {name for name, _ in members}
    if unknown:
        raise InvalidParamsError(f"unknown member {min(unknown)!r}")
    for name, kind in members:
        # `type() is`, since isinstance takes True for an int.
        if name not in params or type(params[name]) is not kind:
            raise InvalidParamsError(f"{name!r} is missing or no {kind.__name__}")
    return [params[name] for name, _ in members]


def initialize(params: dict[str, Any]) -> Any:
    """Say who answers, and what can be asked."""
    protocol = params.get("protocol")
    if type(protocol) is not int or protocol != PROTOCOL:
        raise InvalidParamsError(f"this adapter speaks protocol {PROTOCOL}")
    return {
        "protocol": PROTOCOL,
        "implementation": {"name": NAME, "version": VERSION, "language": LANGUAGE},
        "operations": list(OPERATIONS),
    }


def answer(line: bytes) -> dict[str, Any] | None:
    """Answer one line; a notification, which has no id, gets no answer."""
    try:
        request = read(line)
    except (ValueError, RecursionError):
        return refusal(None, -32700, "the line is not JSON as the protocol has it")
    number = request.get("id") if isinstance(request, dict) else None
    if not (number is None or isinstance(number, str)) and (
        type(number) is not int or abs(number) > LARGEST
    ):
        return refusal(None, -32600, "id is neither an integer nor a text")
    if not isinstance(request, dict) or not isinstance(request.get("method"), str):
        return refusal(number, -32600, "not a request")
    if "id" not in request:
        return None
    method, params = request["method"], request.get("params")
    operation = initialize if method == "initialize" else OPERATIONS.get(method)
    if operation is None:
        return refusal(number, -32601, f"no operation {method}")
    if not isinstance(params, dict):
        return refusal(number, -32602, "params is not an object")
    try:
        return {"jsonrpc": "2.0", "id": number, "result": operation(params)}
    except InvalidParamsError as problem:
        return refusal(number, -32602, str(problem))
    except DomainError as failure:
        data: dict[str, Any] = {"code": failure.code}
        if failure.details is not None:
            data["details"] = failure.details
        return refusal(number, -32000, str(failure), data)
    except Exception as problem:  # noqa: BLE001 - one failed request must not end the others
        traceback.print_exc()
        return refusal(number, -32603, f"{type(problem).__name__}: {problem}")


def read(line: bytes) -> Any:
    """Read strict JSON: UTF-8, not too deep, no NaN, no half of a pair of surrogates."""
    text = line.decode("utf-8")
    depth = 0
    for mark in re.findall(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[{\]}]', text, re.DOTALL):
        depth += (mark in "[{") - (mark in "]}")
        if depth > DEEPEST:
            raise ValueError(f"nested more than {DEEPEST} deep")
    value = json.loads(text, parse_constant=no_number)
    json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    return value


def no_number(name: str) -> Any:
    """Refuse NaN and the infinities."""
    raise ValueError(f"{name} is not JSON")


def refusal(number: Any, code: int, message: str, data: Any = None) -> dict[str, Any]:
    """Make an answer that is an error."""
    error: dict[str, Any] = {"code": code, "message": message}
    if data is not None:
        error["data"] = data
    return {"jsonrpc": "2.0", "id": number, "error": error}


def serve() -> None:
    """Answer whatever is there with one write, until the input ends."""
    # A print() of the implementation must not end up between the answers.
    output, sys.stdout = sys.stdout.buffer, sys.stderr
    rest: list[bytes] = []
    while chunk := os.read(0, 256 * 1024):
        *lines, tail = chunk.split(b"\n")
        if lines:
            lines[0] = b"".join([*rest, lines[0]])
            rest = []
            for line in lines:
                said = answer(line) if line.strip() else None
                if said is not None:
                    text = json.dumps(said, ensure_ascii=False, separators=(",", ":"))
                    output.write(text.encode() + b"\n")
            output.flush()
        rest.append(tail)


if __name__ == "__main__":
    serve()
