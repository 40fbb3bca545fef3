"""An adapter in a hundred lines that can be told to misbehave, one way at a time.

Usage: ``adapter.py FAULT``. It answers one operation, ``echo.say {"text": …}``, with the text, and
does FAULT when the text is ``bad`` (or at the moment that the fault names).
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from typing import Any

# What an HTML page would obey.
MARKUP = "</pre></details><script>document.title = 'owned'</script><img src=x onerror=alert(1)>"


# What has been asked that was bad.
SEEN: list[str] = []


def main(fault: str) -> None:
    if fault == "exits-at-once":
        sys.exit(3)
    if fault == "says-nothing":
        time.sleep(3600)
    if fault == "banner":
        print("adapter 1.0 starting up", flush=True)
    if fault == "ignores-sigterm":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    for number, line in enumerate(sys.stdin.buffer):
        request = json.loads(line)
        if number == 0:
            say(handshake(fault, request))
            if fault == "log-after-handshake":
                put(b"listening\n")
            continue
        answer(fault, request)
    if fault in {"ignores-eof", "ignores-sigterm"}:
        time.sleep(3600)
    if fault == "garbage-at-exit":
        put(b"bye\n")
    if fault == "half-line-at-exit":
        put(b"bye")
    if fault == "answer-at-exit":
        say({"jsonrpc": "2.0", "id": number, "result": {"text": "good"}})
    if fault == "dies-at-exit" or (fault == "dies-at-exit-after-bad" and SEEN):
        os.kill(os.getpid(), signal.SIGSEGV)
    if fault == "exit-status":
        sys.exit(7)


def handshake(fault: str, request: dict[str, Any]) -> dict[str, Any]:
    said: dict[str, Any] = {
        "protocol": 1,
        "implementation": {"name": "fake", "version": "1", "language": "python"},
        "operations": ["echo.say"],
    }
    if fault == "markup":
        said["implementation"]["version"] = MARKUP
    if fault == "old-protocol":
        said["protocol"] = 0
    if fault == "no-operations":
        said["operations"] = []
    if fault == "unknown-member-in-handshake":
        said["mood"] = "good"
    return {"jsonrpc": "2.0", "id": request["id"], "result": said}


def answer(fault: str, request: dict[str, Any]) -> None:
    text = request["params"]["text"]
    SEEN.extend([text] * ("bad" in text))
    right = {"jsonrpc": "2.0", "id": request["id"], "result": {"text": text}}
    if fault == "log-before-each":
        put(b"got a request\n")
    if fault == "log-after-each":
        say(right)
        put(b"done\n")
    elif fault == "slow-together" and text != "quick":
        time.sleep(0.05)
        say(right)
    elif "bad" not in text:
        say(right)
    else:
        # "bad" does the one fault, "bad-NAME" the named one: many faults in one conversation.
        misbehave(fault if fault != "named" else text[4:], request["id"], right)


def misbehave(fault: str, number: int, right: dict[str, Any]) -> None:
    match fault:
        case "exits":
            sys.exit(0)
        case "dies":
            print("about to die", file=sys.stderr, flush=True)
            os.kill(os.getpid(), signal.SIGSEGV)
        case "dies-mid-line":
            put(b'{"jsonrpc":"2.0","id":')
            os.kill(os.getpid(), signal.SIGKILL)
        case "hangs" | "ignores-sigterm":
            time.sleep(3600)
        case "half-line-then-hangs":
            put(b'{"jsonrpc":"2.0",')
            time.sleep(3600)
        case "closes-stdout":
            os.close(1)
            time.sleep(3600)
        case "log-line":
            put(b"INFO bad text seen\n")
            say(right)
        case "late-log-line":
            say(right)
            put(b"INFO bad text seen\n")
        case "twice":
            say(right)
            say(right)
        case "repeats-for-ever":
            while True:
                say(right)
                time.sleep(0.1)
        case "repeats-the-first-for-ever":
            while True:
                say({**right, "id": 1, "result": {"text": "good"}})
                time.sleep(0.1)
        case "unknown-for-ever":
            while True:
                say({**right, "id": 99999})
                time.sleep(0.1)
        case "nameless-for-ever":
            while True:
                say(refusal(None, -32700, "cannot read", None))
                time.sleep(0.1)
        case "answers-then-dies":
            say(right)
            os.kill(os.getpid(), signal.SIGSEGV)
        case "answers-then-hangs":
            say(right)
            time.sleep(3600)
        case "answers-then-exits":
            say(right)
            os._exit(1)
        case "answers-ahead":
            # The right answer to whatever is asked next.
            next_one = {**right, "id": number + 1, "result": {"text": "good"}}
            put(b"".join(json.dumps(item).encode() + b"\n" for item in (right, next_one)))
        case "unknown-id":
            say({**right, "id": 99999})
        case "text-id":
            say({**right, "id": str(number)})
        case "unknown-member":
            say({**right, "took_ms": 3})
        case "result-and-error":
            say({**right, "error": {"code": -32000, "message": "x"}})
        case "not-json":
            put(b"<html>\n")
        case "not-utf8":
            put(b'{"jsonrpc":"2.0","id":%d,"result":{"text":"\xff"}}\n' % number)
        case "nan":
            put(b'{"jsonrpc":"2.0","id":%d,"result":{"text":NaN}}\n' % number)
        case "deep":
            nest = b'{"a":' * 62 + b"[]" + b"}" * 62
            put(b'{"jsonrpc":"2.0","id":%d,"result":{"text":%s}}\n' % (number, nest))
        case "bottomless":
            put(b'{"jsonrpc":"2.0","id":%d,"result":%s\n' % (number, b"[" * 100_000))
        case "duplicate-key":
            put(b'{"jsonrpc":"2.0","id":%d,"result":{"text":"x","text":"bad"}}\n' % number)
        case "lone-surrogate":
            put(b'{"jsonrpc":"2.0","id":%d,"result":{"text":"\\ud800"}}\n' % number)
        case "huge-integer":
            put(b'{"jsonrpc":"2.0","id":%d,"result":{"text":9007199254740993}}\n' % number)
        case "huge-line":
            put(b'{"jsonrpc":"2.0","id":%d,"result":{"text":"' % number)
            for _ in range(20):
                put(b"x" * 1_000_000)
            put(b'"}}\n')
        case "wrong":
            say({**right, "result": {"text": "good"}})
        case "wrong-and-loud":
            print("it is bad", file=sys.stderr, flush=True)
            say({**right, "result": {"text": "good"}})
        case "escape-codes":
            say({**right, "result": {"text": "\x1b[2Jgone\u202e"}})
        case "markup":
            print(MARKUP, file=sys.stderr, flush=True)
            say({**right, "result": {"text": MARKUP}})
        case "workflow-commands":
            print("::add-mask::o\n ::error::owned\n##[error]owned", file=sys.stderr, flush=True)
            say({**right, "result": {"text": "::add-mask::o ##[error]owned"}})
        case "own-failure":
            say(refusal(number, -32603, "it broke", None))
        case "method-not-found":
            say(refusal(number, -32601, "no such method", None))
        case "domain-error":
            say(refusal(number, -32000, "free text", {"code": "TOO_BAD"}))
        case "domain-error-without-code":
            say(refusal(number, -32000, "free text", {}))
        case "grandchild":
            # It keeps the pipes open after its parent is gone, in the same process group.
            subprocess.Popen(["sleep", "3600"])
            os._exit(1)
        case "escaped-grandchild":
            subprocess.Popen(["sleep", "3600"], start_new_session=True)
            os._exit(1)
        case "stderr-flood":
            for _ in range(100):
                os.write(2, b"e" * 1_000_000)
            say(right)
        case _:
            say(right)


def refusal(number: int | None, code: int, message: str, data: Any) -> dict[str, Any]:
    error = {"code": code, "message": message}
    if data is not None:
        error["data"] = data
    return {"jsonrpc": "2.0", "id": number, "error": error}


def say(message: dict[str, Any]) -> None:
    put(json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")


def put(data: bytes) -> None:
    while data:
        data = data[os.write(1, data) :]


if __name__ == "__main__":
    main(sys.argv[1])
