"""A program that becomes another, of which every opening of a file is told; see ``tracing``."""

from __future__ import annotations

import array
import os
import socket
import sys

from hanzo_conformance.containment import notices

# What sending a descriptor needs has to be there before: nobody listens yet who could let it be read.
assert array


def main(address: str, command: list[str]) -> None:
    """Give away the right to be told, and become the command."""
    try:
        with socket.socket(socket.AF_UNIX) as link:
            link.connect(f"\0{address}")
            socket.send_fds(link, [b"!"], [notices.tell_openings()])
            link.recv(1)
    except BaseException:  # noqa: BLE001 - to tell of it, files would be opened, and nobody listens
        os.write(2, b"what it opens cannot be told\n")
        os._exit(1)
    try:
        # Words of the manifest, which are a build's to execute.
        os.execvp(command[0], command)  # noqa: S606 - it becomes another program
    except OSError as problem:
        sys.exit(f"{command[0]}: {problem.strerror}")
