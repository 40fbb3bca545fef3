"""The fake adapter with faults that show what a container lets it do.

Usage: ``confined.py FAULT``; it stands beside ``adapter.py``, whose faults it has too.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import adapter  # type: ignore[import-not-found] # in the folder of this program

plain = adapter.misbehave


def misbehave(fault: str, number: int, right: dict[str, Any]) -> None:
    match fault:
        case "closes-outputs":
            os.close(1)
            os.close(2)
            time.sleep(3600)
        case "eats-memory":
            held = []
            while True:
                held.append(bytearray(os.urandom(1 << 20)) * 8)
        case "forks":
            adapter.say({**right, "result": {"forked": forked()}})
        case "looks-around":
            adapter.say({**right, "result": surroundings()})
        case "workspace":
            place = Path(os.environ["PLACE"])
            (place / "made").write_text((place / "given").read_text() + " and made")
            adapter.say({**right, "result": {"text": "bad"}})
        case _:
            plain(fault, number, right)


def forked() -> int:
    """How many processes it could have at once, up to 500."""
    children: list[subprocess.Popen[bytes]] = []
    try:
        while len(children) < 500:
            children.append(subprocess.Popen(["sleep", "60"]))
    except OSError:
        pass
    for child in children:
        child.kill()
        child.wait()
    return len(children)


def surroundings() -> dict[str, Any]:
    status = dict(
        line.split(":\t", 1) for line in Path("/proc/self/status").read_text().splitlines()
    )
    return {
        "uid": os.getuid(),
        "gid": os.getgid(),
        "capabilities": [status[name].strip() for name in ("CapEff", "CapPrm", "CapBnd")],
        "no_new_privileges": status["NoNewPrivs"].strip(),
        "network": sorted(name for _, name in socket.if_nameindex()),
        "writable": [place for place in ("/", "/etc", "/app", "/tmp") if writes(place)],  # noqa: S108 - a place named, not made
        "secret": os.environ.get("HANZO_CONFORMANCE_TOKEN"),
    }


def writes(place: str) -> bool:
    try:
        (Path(place) / "trial").write_text("x")
    except OSError:
        return False
    return True


if __name__ == "__main__":
    adapter.misbehave = misbehave
    adapter.main(sys.argv[1])
