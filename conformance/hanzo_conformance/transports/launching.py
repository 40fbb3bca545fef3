"""The harness' side of the launcher: it asks for cells, and in them for adapters.

See ``containment.launcher``. All of it may be shared by threads.
"""

from __future__ import annotations

import json
import os
import select
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import msgspec

import hanzo_conformance
from hanzo_conformance.containment import wire
from hanzo_conformance.containment.state import Mechanism
from hanzo_conformance.containment.watching import KILL, TERMINATE
from hanzo_conformance.values.errors import StartError

PROGRAM = (
    "import sys; sys.path.insert(0, sys.argv[1]); "
    "from hanzo_conformance.containment.launcher import main; "
    "main(int(sys.argv[2]), sys.argv[3], sys.argv[4])"
)
# A watch answers at once; one that does not is stuck with a process that the kernel holds.
PATIENCE_S = 30.0
GONE = "the launcher of this run is gone"


class Spec(msgspec.Struct, frozen=True):
    """How the adapters of one worker are held; paths are absolute.

    ``hidden`` folders are empty but for what is ``readable`` in them; ``writable`` is beside what
    each start has for itself.
    """

    mechanism: Mechanism
    hidden: tuple[str, ...] = ()
    readable: tuple[str, ...] = ()
    writable: tuple[str, ...] = ()


class Ended(msgspec.Struct, frozen=True):
    """How an adapter ended: its exit code, negative for a signal; why it was killed, if it was.

    ``strayed`` counts the processes that had left its group and were alive.
    """

    code: int | None = None
    reason: str | None = None
    strayed: int = 0


class Launcher:
    """The process itself, from its start to ``close``."""

    def __init__(self, mark: str, folder: Path) -> None:
        """``folder`` is removed by it when this process dies without a word."""
        self._link, theirs = socket.socketpair()
        place = Path(hanzo_conformance.__file__).parent.parent
        with theirs:
            self._child = subprocess.Popen(
                [sys.executable, "-I", "-S", "-c", PROGRAM, str(place), str(theirs.fileno()),
                 mark, str(folder)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                # Who kills the group of the run does not kill what cleans up after it.
                start_new_session=True,
            )  # fmt: skip
        self._lock = threading.Lock()

    def probe(self, spec: Spec, folder: Path) -> dict[str, Any]:
        """See ``containment.launcher``; raises ``StartError``."""
        return self._ask({"probe": msgspec.to_builtins(spec), "folder": str(folder)})

    def bound(self) -> str | None:
        """Have the kernel bound all that is started from now on; why it does not, if it does not.

        Raises ``StartError``.
        """
        why: str | None = self._ask({"groups": True})["why"]
        return why

    def await_readiness(self) -> None:
        """Wait until it has read all that it needs."""
        self._ask({"bury": True})

    def cell(self, spec: Spec) -> Cell:
        """A new place for adapters; raises ``StartError`` where the mechanism does not allow it."""
        ours, theirs = socket.socketpair()
        try:
            with self._lock, theirs:
                wire.send(self._link, {"cell": msgspec.to_builtins(spec)}, [theirs.fileno()])
            answer, _ = wire.receive(ours)
        except (EOFError, OSError):
            ours.close()
            raise StartError(GONE, "run it again") from None
        if "problem" in answer:
            ours.close()
            raise StartError(f"adapters cannot be contained: {answer['problem']}", "--contain off")
        return Cell(ours)

    def close(self) -> None:
        """The harness has cleaned up itself."""
        with suppress(StartError):
            self._ask({"done": True})
        self._link.close()
        self._child.wait()

    def _ask(self, message: Mapping[str, Any]) -> dict[str, Any]:
        try:
            with self._lock:
                wire.send(self._link, message)
                answer: dict[str, Any] = wire.receive(self._link)[0]
        except (EOFError, OSError):
            raise StartError(GONE, "run it again") from None
        return answer


class Cell:
    """Where the adapters of one worker are started."""

    def __init__(self, link: socket.socket) -> None:
        self._link = link
        self._lock = threading.Lock()

    def start(self, start: Mapping[str, Any]) -> Child:
        """Start one; raises ``StartError`` with the system's reason."""
        inner: list[int] = []
        outer: list[int] = []
        for reading in (True, False, False):
            pair = os.pipe()
            inner.append(pair[0] if reading else pair[1])
            outer.append(pair[1] if reading else pair[0])
        control, theirs = socket.socketpair()
        try:
            with self._lock:
                wire.send(self._link, {"start": dict(start)}, [*inner, theirs.fileno()])
            theirs.close()
            wire.close_all(inner)
            answer, _ = wire.receive(control)
        except (EOFError, OSError):
            answer = {"failed": GONE}
            theirs.close()
            wire.close_all(inner)
        if "failed" in answer:
            control.close()
            wire.close_all(outer)
            raise StartError(
                f"cannot start {start['command'][0]}: {answer['failed']}",
                "check the command in the manifest, and that it is built; it is started in a folder "
                "of its own, so what lies beside the manifest is named by ${here}",
            )
        return Child(outer, control)

    def listen(self) -> socket.socket:
        """A listening socket on the loopback address that the adapters see."""
        with self._lock:
            wire.send(self._link, {"listen": True})
            _, descriptors = wire.receive(self._link)
        return socket.socket(fileno=descriptors[0])

    def close(self) -> None:
        """No more starts; what has been started goes on."""
        self._link.close()


class Child:
    """An adapter that has been started: its streams, and its watch."""

    def __init__(self, streams: Sequence[int], control: socket.socket) -> None:
        self.stdin, self.stdout, self.stderr = streams
        self._control = control
        self._heard = b""
        self._ended: Ended | None = None
        control.setblocking(False)

    def fileno(self) -> int:
        """A descriptor that becomes readable when it has ended."""
        return self._control.fileno()

    def poll(self) -> Ended | None:
        """How it ended, if it has."""
        if self._ended is not None:
            return self._ended
        try:
            while True:
                data = self._control.recv(65536)
                if not data:
                    break
                self._heard += data
        except BlockingIOError:
            return None
        except OSError:
            pass
        self._ended = _read(self._heard)
        return self._ended

    def wait(self, timeout_s: float) -> Ended | None:
        """The same, once it has ended or the time is over."""
        deadline = time.monotonic() + timeout_s
        while (ended := self.poll()) is None and (left := deadline - time.monotonic()) > 0:
            poll = select.poll()
            poll.register(self._control, select.POLLIN)
            poll.poll(left * 1000)
        return ended

    def terminate(self) -> None:
        """Send its group the signal to end."""
        with suppress(OSError):
            self._control.send(TERMINATE)

    def kill(self) -> Ended | None:
        """End it and all that came of it; None when that takes longer than it should."""
        if self.poll() is None:
            with suppress(OSError):
                self._control.send(KILL)
        return self.wait(PATIENCE_S)

    def close_input(self) -> None:
        """No more requests come."""
        if self.stdin >= 0:
            os.close(self.stdin)
            self.stdin = -1

    def close(self) -> None:
        """Give up all descriptors."""
        self.close_input()
        wire.close_all([number for number in (self.stdout, self.stderr) if number >= 0])
        self.stdout = self.stderr = -1
        with closing(self._control):
            self._ended = self._ended or Ended()


def _read(heard: bytes) -> Ended:
    """What a watch said last; one that said nothing was killed."""
    with suppress(ValueError):
        return Ended(**json.loads(heard[wire.HEAD_BYTES :]))
    return Ended(reason="its watch was killed")
