"""An adapter that works on files in a workspace, and can be told to misbehave.

Usage: ``workshop.py FAULT``. Its operations are ``shop.read`` and ``shop.write`` with a path and a
text, ``shop.fetch`` with a URL, and ``echo.say``, which knows no workspace. It does FAULT when the
path or the text has the word ``bad`` in it.
"""

from __future__ import annotations

import json
import os
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

OPERATIONS = ["shop.read", "shop.write", "shop.fetch", "echo.say"]


def main(fault: str) -> None:
    for number, line in enumerate(sys.stdin.buffer):
        request = json.loads(line)
        if number == 0:
            implementation = {"name": "workshop", "version": "1", "language": "python"}
            say(request["id"], {"result": {"protocol": 1, "implementation": implementation,
                                           "operations": OPERATIONS}})  # fmt: skip
            continue
        params = request["params"]
        if fault == "checks-its-place" and params["workspace"] != os.environ["PLACE"]:
            sys.exit(f"{params['workspace']} is not {os.environ['PLACE']}")
        if "bad" in f"{params.get('path')} {params.get('text')}":
            misbehave(fault, request["id"], params)
            if fault in {"deep", "deepest"}:
                continue
        say(request["id"], answer(request["method"], params))
        if fault == "late-garbage" and "bad" in str(params.get("text")):
            put(b"done\n")


def answer(method: str, params: dict[str, Any]) -> dict[str, Any]:
    if method == "echo.say":
        return {"result": {"text": params["text"]}}
    place = Path(params["workspace"]) / params.get("path", "")
    match method:
        case "shop.read":
            if not place.is_file():
                data = {"code": "NOT_FOUND", "details": {"path": str(place)}}
                return {"error": {"code": -32000, "message": "no such file", "data": data}}
            return {"result": {"path": str(place), "text": place.read_text()}}
        case "shop.write":
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(params["text"])
            return {"result": {"path": str(place), "text": params["text"]}}
        case "shop.fetch":
            # Proxies of the machine are none of this.
            opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
            with opener.open(params["url"]) as response:
                body = response.read().decode()
            return {"result": {"path": params["url"], "text": body}}
    return {"error": {"code": -32601, "message": "no such method"}}


def misbehave(fault: str, number: int, params: dict[str, Any]) -> None:
    folder = Path(params.get("workspace", "."))
    match fault:
        case "dies":
            os.abort()
        case "hangs":
            time.sleep(3600)
        case "garbage":
            put(b"look what I found\n")
        case "deep" | "deepest":
            # As deep as no message may be, or just as deep as one may be.
            depth = 480 if fault == "deep" else 62
            nest = "[" * depth + "]" * depth
            put(b'{"jsonrpc":"2.0","id":%d,"result":{"path":%s}}\n' % (number, nest.encode()))
        case "twice":
            say(number, answer("shop.write", params))
        case "leaves-files":
            (folder / "left").mkdir()
            (folder / "left" / "behind.txt").write_text("crumbs")
        case "writes-outside":
            (folder / ".." / "outside" / "secret.txt").write_text("owned\n")
        case "writes-beside":
            (folder / ".." / "beside.txt").write_text("owned\n")
        case "removes-the-workspace":
            folder.rename(folder.parent / "elsewhere")
        case "links-the-workspace":
            folder.rename(folder.parent / "elsewhere")
            folder.symlink_to("/tmp")  # noqa: S108 - where it must not lead


def say(number: int, told: dict[str, Any]) -> None:
    message = {"jsonrpc": "2.0", "id": number, **told}
    put(json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")


def put(data: bytes) -> None:
    while data:
        data = data[os.write(1, data) :]


if __name__ == "__main__":
    main(sys.argv[1])
