"""The fake adapter that says where it is and what it was given, and does what it is told there.

Usage: ``nosy.py PROGRAM``: each request is answered with what the expression PROGRAM comes to.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import adapter  # type: ignore[import-not-found] # in the folder of this program

THERE = {"os": os, "shutil": shutil, "socket": socket, "subprocess": subprocess, "sys": sys,
         "time": time, "Path": Path}  # fmt: skip


def misbehave(fault: str, number: int, right: dict[str, Any]) -> None:
    scope: dict[str, Any] = dict(THERE)
    exec(fault, scope)  # noqa: S102 - the test's own words
    adapter.say({**right, "id": number, "result": {"text": str(scope.get("said", "bad"))}})


if __name__ == "__main__":
    adapter.misbehave = misbehave
    adapter.main(sys.argv[1])
