"""Messages between the harness and its launcher: one JSON object each, with descriptors."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

HEAD_BYTES = 4
MOST_DESCRIPTORS = 8


def send(link: socket.socket, message: Any, descriptors: Sequence[int] = ()) -> None:
    """Send one message; raises ``OSError`` when nobody is there any more."""
    text = json.dumps(message).encode()
    data = len(text).to_bytes(HEAD_BYTES, "big") + text
    if descriptors:
        sent = socket.send_fds(link, [data], list(descriptors))
        data = data[sent:]
    link.sendall(data)


def receive(link: socket.socket) -> tuple[Any, list[int]]:
    """The next message and its descriptors; raises ``EOFError`` at the end."""
    # A message and the one after it may lie in the buffer together: the length is read alone.
    head, descriptors, _, _ = socket.recv_fds(link, HEAD_BYTES, MOST_DESCRIPTORS)
    for number in descriptors:
        os.set_inheritable(number, False)
    while 0 < len(head) < HEAD_BYTES:
        head += link.recv(HEAD_BYTES - len(head)) or _ended()
    if not head:
        raise EOFError
    left = int.from_bytes(head, "big")
    text = b""
    while left > len(text):
        text += link.recv(left - len(text)) or _ended()
    return json.loads(text), descriptors


def close_all(descriptors: Sequence[int]) -> None:
    """Close what nobody needs here any more."""
    for number in descriptors:
        with suppress(OSError):
            os.close(number)


def _ended() -> bytes:
    raise EOFError
