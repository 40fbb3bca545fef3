"""A server on loopback that answers as a test has written it, and the tool net that asks it."""

from __future__ import annotations

import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from hanzo_reference.tools.calling import Toolbox

Answer = Callable[[socket.socket], None]


@contextmanager
def serving(*answers: Answer, context: ssl.SSLContext | None = None) -> Iterator[str]:
    """A server whose connections are answered by these functions in turn, the last one again."""
    listener = socket.create_server(("127.0.0.1", 0))

    def accept() -> None:
        for number in range(1000):
            try:
                line, _ = listener.accept()
            except OSError:
                return
            answer = answers[min(number, len(answers) - 1)]
            threading.Thread(target=talk, args=(line, answer), daemon=True).start()

    def talk(line: socket.socket, answer: Answer) -> None:
        with suppress(OSError), line:
            if context is None:
                answer(line)
            else:
                with context.wrap_socket(line, server_side=True) as safe:
                    answer(safe)

    threading.Thread(target=accept, daemon=True).start()
    try:
        scheme = "http" if context is None else "https"
        yield f"{scheme}://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()


def saying(*parts: bytes, pause_s: float = 0, heard: list[bytes] | None = None) -> Answer:
    """An answer in parts, after a request has been heard."""

    def answer(line: socket.socket) -> None:
        request = b""
        while b"\r\n\r\n" not in request:
            request += line.recv(65536)
        if heard is not None:
            heard.append(request)
        for part in parts:
            line.sendall(part)
            time.sleep(pause_s)

    return answer


def ok(body: bytes = b"fine") -> bytes:
    return b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)


def leads_to(location: str) -> bytes:
    return f"HTTP/1.1 302 Found\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n".encode()


def ask(
    action: str, root: Path | str = "/", variables: dict[str, str] | None = None, **params: Any
) -> dict[str, Any]:
    return Toolbox(variables or {}).call(str(root), "net", action, params)


def get(url: str, **params: Any) -> dict[str, Any]:
    return ask("request", url=url, method="GET", **params)


def failure(envelope: dict[str, Any]) -> tuple[str, Any]:
    return envelope["error"]["code"], envelope["error"]["details"].get("reason")
