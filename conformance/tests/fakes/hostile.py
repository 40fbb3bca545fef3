"""An adapter that says hostile things wherever it has a word: ``hostile.py TEXT OPERATION…``.

What it does with a request is what the request's text asks for; any other request is answered with
the hostile text as a member's name and as its value.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from typing import Any


def main(said: str, operations: list[str]) -> None:
    print(said, file=sys.stderr, flush=True)
    for line in sys.stdin.buffer:
        request = json.loads(line)
        if request["method"] == "initialize":
            identity = {"name": said, "version": said, "language": said}
            result = {"protocol": 1, "implementation": identity, "operations": operations}
            put({"jsonrpc": "2.0", "id": request["id"], "result": result})
        else:
            put(answer(said, request))


def answer(said: str, request: dict[str, Any]) -> dict[str, Any]:
    told = {"jsonrpc": "2.0", "id": request["id"]}
    match request["params"].get("text"):
        case "fails":
            return {**told, "error": {"code": -32603, "message": said, "data": {said: said}}}
        case "refuses":
            data = {"code": said, "details": {said: said}}
            return {**told, "error": {"code": -32000, "message": said, "data": data}}
        case "babbles":
            sys.stdout.write(said + "\n")
            sys.stdout.flush()
        case "dies":
            sys.stderr.write(said)
            sys.stderr.flush()
            os.kill(os.getpid(), signal.SIGSEGV)
        case "names":
            return {**told, said: said, "result": {}}
    return {**told, "result": {"text": said, said: {said: said}}}


def put(message: dict[str, Any]) -> None:
    print(json.dumps(message), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
