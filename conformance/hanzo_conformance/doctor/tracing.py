"""Which files a build opens, it and all that it starts: the kernel tells, and nobody else's count."""

from __future__ import annotations

import os
import platform
import secrets
import select
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

import hanzo_conformance
from hanzo_conformance.containment import notices
from hanzo_conformance.doctor.reading import LOOKERS, Reading

PROGRAM = (
    "import sys; sys.path.insert(0, sys.argv[1]); "
    "from hanzo_conformance.doctor.traced import main; "
    "main(sys.argv[2], sys.argv[3:])"
)
LOOK_MS = 50
# How long one waits for the end of who has been killed.
GONE_S = 10.0


class _Trace:
    """A thread that is told of openings; commands that ``wrap`` made report to it."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._address = f"hanzo-conformance-{secrets.token_hex(16)}"
        self._seen: set[str] = set()
        self._stopped = threading.Event()
        self._server = socket.socket(socket.AF_UNIX)
        self._server.bind(f"\0{self._address}")
        self._server.listen()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def wrap(self, command: Sequence[str]) -> list[str]:
        place = Path(hanzo_conformance.__file__).parent.parent
        return [sys.executable, "-I", "-S", "-c", PROGRAM, str(place), self._address, *command]

    def stop(self) -> None:
        self._stopped.set()
        self._thread.join()
        self._server.close()

    def _serve(self) -> None:
        """Hear whoever is traced to his end: a call that nobody listens to any more fails."""
        ready = select.poll()
        ready.register(self._server, select.POLLIN)
        listeners: set[int] = set()
        deadline = None
        while not self._stopped.is_set() or listeners:
            if self._stopped.is_set():
                deadline = deadline or time.monotonic() + GONE_S
                if time.monotonic() > deadline:
                    break
            for number, event in ready.poll(LOOK_MS):
                if number == self._server.fileno():
                    with suppress(OSError):
                        listeners.add(listener := self._listener())
                        ready.register(listener, select.POLLIN)
                elif event & select.POLLIN:
                    self._hear(number)
                else:
                    ready.unregister(number)
                    listeners.remove(number)
                    os.close(number)
        for number in listeners:
            self._reading.complete = False
            os.close(number)

    def _listener(self) -> int:
        """What whoever has called sends."""
        link, _ = self._server.accept()
        with link:
            _, descriptors, _, _ = socket.recv_fds(link, 1, 1)
            if not descriptors:
                raise ConnectionError
            link.send(b"!")
        return descriptors[0]

    def _hear(self, listener: int) -> None:
        """Take one notice, if there still is one, and let the call go on."""
        try:
            notice = notices.receive(listener)
        except OSError:
            return
        try:
            self._note(listener, notice)
        except OSError:
            # Its memory is not ours to read; or it was killed.
            if Path(f"/proc/{notice.pid}").exists():
                self._reading.complete = False
        with suppress(OSError):
            notices.let_go_on(listener, notice)

    def _note(self, listener: int, notice: notices.Notice) -> None:
        path = notices.opened_path(listener, notice)
        if path is None or path in self._seen:
            return
        found = Path(path).resolve()
        if self._reading.is_source(found):
            if Path(f"/proc/{notice.pid}/exe").readlink().name in LOOKERS:
                return
            self._reading.opened.add(found)
        self._seen.add(path)


Wrap = Callable[[Sequence[str]], list[str]]


@cache
def can_trace() -> bool:
    """Whether this system tells what a process opens, seen by trying."""
    if sys.platform != "linux" or platform.machine() not in notices.OPENINGS:
        return False
    reading = Reading(Path("/"))
    with trace_reading(reading, lambda: None) as wrap:
        done = subprocess.run(
            wrap([sys.executable, "-I", "-S", "-c", "pass"]),
            capture_output=True,
            check=False,
            timeout=60,
        )
    return done.returncode == 0 and reading.complete


@contextmanager
def trace_reading(reading: Reading, end_all: Callable[[], object]) -> Iterator[Wrap]:
    """While inside, collect in ``reading`` what commands open that went through the result.

    ``end_all`` kills what they have left running: a program that nobody listens to opens nothing.
    """
    trace = _Trace(reading)
    try:
        yield trace.wrap
    finally:
        end_all()
        trace.stop()
