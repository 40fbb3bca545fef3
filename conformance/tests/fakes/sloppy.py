"""An adapter that keeps to the protocol but for one thing, which its argument names.

Usage: ``sloppy.py FAULT``. It answers one operation, ``echo.say {"text": …}``, with the text.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

FAULT = sys.argv[1]
LANGUAGE = "cobol" if FAULT == "other-language" else "python"
OPERATIONS = {
    "no-operations": [],
    "operation-twice": ["echo.say", "echo.say"],
    "operation-misspelt": ["echo.sya"],
}.get(FAULT, ["echo.say"])


class RefusalError(Exception):
    def __init__(self, code: int) -> None:
        super().__init__(f"refused with {code}")
        self.code = code


def main() -> None:
    if FAULT == "ignores-sigterm":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if FAULT == "says-nothing":
        time.sleep(3600)
    if FAULT == "banner":
        put(b"adapter 1.0 starting up\n")
    if FAULT == "leaves-a-child":
        quiet = subprocess.DEVNULL
        subprocess.Popen(
            ["sleep", "3600"], start_new_session=True, stdin=quiet, stdout=quiet, stderr=quiet
        )
    late = b""
    for count, line in enumerate(lines()):
        said = answer(line)
        if FAULT == "listening" and not count:
            said += b"listening on standard input\n"
        if FAULT == "answers-late" and count:
            late, said = said, late
        put(said)
    if FAULT == "stays-at-end":
        time.sleep(3600)
    if FAULT == "says-good-bye":
        put(b"bye\n")
    if FAULT == "exit-status":
        sys.exit(7)


def lines() -> Iterator[bytes]:
    rest = b""
    while chunk := os.read(0, 1 << 20):
        if FAULT == "chunk-is-a-line":
            yield from chunk.split(b"\n")[:-1] or [chunk]
            continue
        if FAULT == "decodes-chunks":
            chunk.decode()
        whole = rest + chunk
        end = whole.rfind(b"\n") + 1
        whole, rest = whole[:end], whole[end:]
        if FAULT == "line-limit" and len(whole + rest) > 65536:
            sys.exit("a line is too long")
        if FAULT == "splits-text-lines":
            yield from (line.encode() for line in whole.decode(errors="replace").splitlines())
        else:
            found = whole.split(b"\n")[:-1]
            yield from found[:50] if FAULT == "forgets-when-many" else found


def answer(line: bytes) -> bytes:
    number = None
    try:
        try:
            request = read(line)
        except (ValueError, RecursionError):
            if FAULT == "dies-of-rubbish":
                raise
            raise RefusalError(-32700) from None
        if not isinstance(request, dict) or not isinstance(request.get("method"), str):
            raise RefusalError(-32600)  # noqa: TRY301 - it is the answer
        if "id" not in request:
            return b""
        if type(request.get("id")) not in {int, str, type(None)} or wide(request["id"]):
            raise RefusalError(-32600)  # noqa: TRY301 - it is the answer
        number = request["id"]
        message = {"jsonrpc": "2.0", "id": number, "result": result(request, line)}
    except RefusalError as refusal:
        error = {"code": refusal.code, "message": str(refusal)}
        message = {"jsonrpc": "2.0", "id": number, "error": error}
    if FAULT == "float-ids" and isinstance(number, int) and number > 1_000_000:
        message["id"] = float(number)
    return json.dumps(message, ensure_ascii=False).encode() + b"\n"


def read(line: bytes) -> Any:
    """Strict JSON, no deeper than messages may be."""
    text = line.decode()
    depth = 0
    for mark in re.findall(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[{\]}]', text, re.DOTALL):
        depth += (mark in "[{") - (mark in "]}")
        if depth > 64:
            raise ValueError("too deep")
    value = json.loads(text, parse_constant=no_number)
    json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    return value


def no_number(name: str) -> Any:
    raise ValueError(name)


def wide(number: Any) -> bool:
    return isinstance(number, int) and abs(number) > 2**53 - 1


def result(request: dict[str, Any], line: bytes) -> Any:
    method, params = request["method"], request.get("params")
    if method == "initialize":
        return handshake(params)
    if method not in OPERATIONS:
        unknown(method)
        return None
    if FAULT == "takes-any-params":
        return {"text": "x"}
    if not isinstance(params, dict) or set(params) != {"text"}:
        raise RefusalError(-32602)
    if not isinstance(params["text"], str):
        raise RefusalError(-32602)
    return said(params["text"], line)


def said(text: str, line: bytes) -> Any:
    match FAULT:
        case "own-failure":
            raise RefusalError(-32603)
        case "operation-dies":
            sys.exit("cannot say it")
        case "logs-to-stdout":
            put(b"saying \x1b[31m something\n")
        case "escapes-are-text":
            return {"text": line.decode()}
        case "long-text-dies" if len(text) > 65536:
            sys.exit("too much")
    return {"text": text}


def handshake(params: Any) -> Any:
    spoken = params.get("protocol") if isinstance(params, dict) else None
    right = spoken == 1 if FAULT == "true-is-one" else spoken == 1 and spoken is not True
    if not right and FAULT != "any-protocol":
        raise RefusalError(-32602)
    who = {"name": "sloppy", "version": "1", "language": LANGUAGE}
    return {"protocol": 1, "implementation": who, "operations": OPERATIONS}


def unknown(method: str) -> None:
    if FAULT == "unknown-is-null":
        return
    if FAULT == "looks-attributes-up" and hasattr(object, method):
        raise RefusalError(-32603)
    raise RefusalError(-32601)


def put(data: bytes) -> None:
    while data:
        data = data[os.write(1, data) :]


if __name__ == "__main__":
    main()
