"""An MCP server on standard input and output that can be told to misbehave, one way at a time.

Its tools: ``echo.say`` gives its text back as structured content, ``said`` as the JSON of a text,
``fails`` with an error of its own. ``keeper`` says what it can do when it is told to do nothing. It does its FAULT when the text is ``bad``.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from typing import Any

SCHEMA = {"type": "object", "properties": {"text": {"type": "string"}}}
# Calls that are answered when the client has answered.
WAITING: list[int] = []
TOOLS = ["echo.say", "said", "plain", "fails", "keeper", "Not An Operation"]


def main(fault: str) -> None:
    if fault == "dies-at-once":
        sys.exit(4)
    if fault == "banner":
        print("server 1.0 starting up", flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        if "method" not in request:
            # The answer to what ``asks-back`` asked.
            say(WAITING.pop(), {"content": [], "structuredContent": {"no": "error" in request}})
            continue
        if "id" not in request:
            continue
        respond(fault, request)


def respond(fault: str, request: dict[str, Any]) -> None:
    method, number = request["method"], request["id"]
    if method == "initialize":
        if fault == "never-answers":
            time.sleep(3600)
        if fault == "refuses":
            say(number, error={"code": -32603, "message": "not today"})
            return
        version = "1999-01-01" if fault == "old-version" else request["params"]["protocolVersion"]
        say(number, {
            "protocolVersion": version,
            "capabilities": {"tools": {"listChanged": True}},
            "serverInfo": {"name": "fake-mcp", "version": "7"},
        })  # fmt: skip
    elif method == "tools/list":
        page = int((request.get("params") or {}).get("cursor") or 0)
        names = ["other"] if fault == "renamed" else TOOLS
        tool = {"name": names[page], "inputSchema": SCHEMA}
        if fault == "own-schema-broken" and names[page] == "echo.say":
            tool["outputSchema"] = {"type": "object", "required": ["never"]}
        answer: dict[str, Any] = {"tools": [tool]}
        if page + 1 < len(names):
            answer["nextCursor"] = str(page + 1)
        if fault == "huge-list":
            tool["description"] = "x" * 7_000_000
        if fault == "endless-list":
            answer["nextCursor"] = "1"
        say(number, answer)
    elif method == "tools/call":
        call(fault, number, request["params"])
    else:
        say(number, error={"code": -32601, "message": "no"})


def call(fault: str, number: int, params: dict[str, Any]) -> None:
    if params["name"] == "keeper" and "do" not in params["arguments"]:
        keep(fault, number)
        return
    text = params["arguments"]["text"]
    if text == "bad":
        misbehave(fault, number)
        return
    body = json.dumps({"text": text})
    match params["name"]:
        case "echo.say":
            say(number, {"content": [], "structuredContent": {"text": text}})
        case "said":
            say(number, {"content": [{"type": "text", "text": body}]})
        case "keeper":
            known = params["arguments"]["do"] == "say"
            say(number, {"content": [], "structuredContent": {"text": text if known else "?"}})
        case "plain":
            say(number, {"content": [{"type": "text", "text": text}]})
        case "fails":
            say(number, {"content": [{"type": "text", "text": text}], "isError": True})
        case name:
            say(number, error={"code": -32602, "message": f"no tool {name}"})


def keep(fault: str, number: int) -> None:
    if fault == "keeps-nothing":
        say(number, error={"code": -32602, "message": "nothing to do"})
    elif fault == "leaves-when-asked":
        sys.exit(5)
    else:
        say(number, {"content": [{"type": "text", "text": json.dumps({"can": ["say", "sing"]})}]})


def misbehave(fault: str, number: int) -> None:
    match fault:
        case "dies":
            print("about to die", file=sys.stderr, flush=True)
            os.kill(os.getpid(), signal.SIGKILL)
        case "exits":
            sys.exit(0)
        case "hangs":
            time.sleep(3600)
        case "log-line":
            print("INFO bad text", flush=True)
            say(number, {"content": [], "structuredContent": {"text": "bad"}})
        case "huge":
            print("x" * 20_000_000, flush=True)
        case "not-strict":
            twice = '"result":{"content":[],"content":[]}'
            put(f'{{"jsonrpc":"2.0","id":{number},{twice}}}')
        case "domain-error":
            say(number, {"content": [], "isError": True,
                         "structuredContent": {"code": "TOO_BAD", "message": "x"}})  # fmt: skip
        case "domain-error-in-text":
            text = json.dumps({"ok": False, "error": {"code": "TOO_BAD", "details": {"n": 1}}})
            say(number, {"content": [{"type": "text", "text": text}], "isError": True})
        case "own-failure":
            say(number, {"content": [{"type": "text", "text": "it broke"}], "isError": True})
        case "protocol-error":
            say(number, error={"code": -32602, "message": "bad arguments"})
        case "list-changes":
            TOOLS[:] = ["other"]
            put(json.dumps({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}))
            say(number, {"content": [], "structuredContent": {"text": "bad"}})
        case "asks-without-listening":
            # It wants a million answers, each as long as this, and fetches none.
            asked = json.dumps({"jsonrpc": "2.0", "id": "q" * 2000, "method": "ping"})
            while True:
                put(asked)
        case "asks-back":
            put('{"jsonrpc":"2.0","id":"q","method":"sampling/createMessage","params":'
                '{"messages":[],"maxTokens":1}}')  # fmt: skip
            WAITING.append(number)
        case _:
            say(number, {"content": [], "structuredContent": {"text": "bad"}})


def say(number: int, result: Any = None, error: Any = None) -> None:
    body = {"result": result} if error is None else {"error": error}
    put(json.dumps({"jsonrpc": "2.0", "id": number, **body}))


def put(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
